import { useSearchParams } from 'react-router-dom';
import { OwnBasket } from './own-basket';
import { SharedBasket } from './shared-basket';
import './basket.css';

/** The visitor's basket, or one that a link names. */
export function Basket() {
  const [search] = useSearchParams();
  const shared = search.get('part');
  return shared === null ? <OwnBasket /> : <SharedBasket key={shared} text={shared} />;
}
