import type { ReactNode } from 'react';
import { Outlet } from 'react-router-dom';
import { Footer } from './footer';
import { NavBar } from './nav-bar';
import { SearchBox } from './search-box';
import './shell.css';

/** What every page of the shop has: skip link, navigation bar, search, main landmark, footer. */
export function Shell({ children }: { children: ReactNode }) {
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <NavBar />
      <SearchBox />
      <main id="main" tabIndex={-1} className="main">
        {children}
      </main>
      <Footer />
    </>
  );
}

/** The layout of the shop's own pages. */
export const ShopLayout = () => (
  <Shell>
    <Outlet />
  </Shell>
);
