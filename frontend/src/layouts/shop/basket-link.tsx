import { NavLink } from 'react-router-dom';
import { WhenIdle } from '../../ui/when-idle';

const load = () => import('../../features/basket/basket-count');

/** The way to the basket, and how many parts are in it: in the browser alone, in space that is there from the beginning. */
export const BasketLink = () => (
  <NavLink to="/basket" className="bar__basket">
    <svg viewBox="0 0 20 20" aria-hidden="true">
      <path d="M2 3h2.5l2 9.5h8.5l2-7H5M8 16h.01M14 16h.01" />
    </svg>
    <WhenIdle load={load}>
      <span className="visually-hidden">Basket</span>
    </WhenIdle>
  </NavLink>
);
