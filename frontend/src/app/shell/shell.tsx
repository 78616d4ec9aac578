import { Suspense, useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { Spinner } from '../../shared/ui/spinner';
import { ErrorBoundary } from '../error-boundary';
import { Footer } from './footer';
import { NavBar } from './nav-bar';
import { Toasts } from './toasts';
import './shell.css';

/** What every page has: skip link, navigation bar, main landmark, footer, toasts. */
export function Shell() {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // A new page starts at its top, for eyes and for screen readers.
    scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <NavBar />
      <main id="main" ref={main} tabIndex={-1} className="main">
        <ErrorBoundary resetKey={pathname}>
          <Suspense
            fallback={
              <div className="waiting">
                <Spinner label="Loading the page" />
              </div>
            }
          >
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      <Footer />
      <Toasts />
    </>
  );
}
