import { useRef } from 'react';
import { PageOutlet, usePageStart } from '../page-outlet';
import { Footer } from './footer';
import { NavBar } from './nav-bar';
import { Toasts } from './toasts';
import './shell.css';

/** What every page of the shop has: skip link, navigation bar, main landmark, footer, toasts. */
export function Shell() {
  const main = useRef<HTMLElement>(null);
  usePageStart(main);

  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <NavBar />
      <main id="main" ref={main} tabIndex={-1} className="main">
        <PageOutlet />
      </main>
      <Footer />
      <Toasts />
    </>
  );
}
