import { useRef } from 'react';
import { PageOutlet } from '../../routing/page-outlet';
import { usePagePosition } from '../../routing/page-position';
import { Footer } from './footer';
import { NavBar } from './nav-bar';
import './shell.css';

/** What every page of the shop has: skip link, navigation bar, main landmark, footer. */
export function Shell() {
  const main = useRef<HTMLElement>(null);
  usePagePosition(main);

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
    </>
  );
}
