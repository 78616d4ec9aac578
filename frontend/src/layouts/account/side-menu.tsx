import { useId, useState } from 'react';
import { NavLink, useLocation } from 'react-router-dom';

export interface MenuLink {
  to: string;
  label: string;
}

/** Stands beside the page; where there is no space, it collapses under a button that names the page. */
export function SideMenu({ links }: { links: readonly MenuLink[] }) {
  const { pathname } = useLocation();
  const id = useId();
  // Open on one page only: going to another closes it.
  const [openAt, setOpenAt] = useState<string>();
  const open = openAt === pathname;
  const here = links.find(({ to }) => to === pathname.replace(/(.)\/$/, '$1'));

  return (
    <nav className="side" aria-label="Dashboard">
      <button
        type="button"
        className="side__toggle"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpenAt(open ? undefined : pathname)}
      >
        <span>
          <span className="visually-hidden">Dashboard menu, </span>
          {here?.label ?? 'Dashboard menu'}
        </span>
        <span className="side__arrow" aria-hidden="true" />
      </button>
      <ul id={id} className={`side__list ${open ? 'side__list--open' : ''}`}>
        {links.map(({ to, label }) => (
          <li key={to}>
            <NavLink to={to} end className="side__link">
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
