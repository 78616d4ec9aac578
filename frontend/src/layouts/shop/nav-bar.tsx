import { useEffect, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { Account } from './account';
import { BasketLink } from './basket-link';
import { ThemeSwitch } from '../theme-switch';
import { Wordmark } from '../wordmark';

const LINKS = [
  { to: '/', label: 'Home' },
  { to: '/parts', label: 'All Products' },
  { to: '/blogs', label: 'Blogs' },
  { to: '/reviews', label: 'Reviews' },
  { to: '/myportfolio', label: 'Portfolio' },
];

export function NavBar() {
  const { pathname } = useLocation();
  // Open on one page only: going to another closes it.
  const [openOn, setOpenOn] = useState<string>();
  const open = openOn === pathname;
  const close = () => setOpenOn(undefined);

  useEffect(() => {
    if (!open) return undefined;
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setOpenOn(undefined);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open]);

  return (
    <header className="bar">
      <div className="wrap bar__row">
        <Link to="/" className="bar__brand" aria-label="Rapid Manufacturer, home">
          <Wordmark />
        </Link>
        <button
          type="button"
          className="bar__toggle"
          aria-expanded={open}
          aria-controls="bar-menu"
          onClick={() => setOpenOn(open ? undefined : pathname)}
        >
          <span className="bar__lines" aria-hidden="true" />
          <span className="bar__word">Menu</span>
        </button>
        <div className={open ? 'bar__menu bar__menu--open' : 'bar__menu'} id="bar-menu">
          <nav aria-label="Main">
            <ul className="bar__links">
              {LINKS.map(({ to, label }) => (
                <li key={to}>
                  <NavLink to={to} end={to === '/'} onClick={close}>
                    {label}
                  </NavLink>
                </li>
              ))}
            </ul>
          </nav>
          <div className="bar__tools">
            <Account onLeave={close} />
            <ThemeSwitch />
          </div>
        </div>
        <BasketLink />
      </div>
    </header>
  );
}
