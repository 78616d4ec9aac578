import { setupListeners } from '@reduxjs/toolkit/query';
import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider, type RouteObject } from 'react-router-dom';
import { ShopOrigin } from './ui/page-title';
import { keepInput } from './routing/before-hydration';
import { makeRoutes, pageOf, preloadPage } from './routing/router';
import { makeApp } from './make-app';
import { Document, Providers } from './root';
import type { CarriedState } from './store';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/reset.css';
import './styles/base.css';
import './ui/ui.css';
import './ui/parts.css';

/** The state that the server rendered the document from; none in a document without a page. */
const state = document.getElementById('page-state')?.textContent;
const app = makeApp({}, state === undefined ? undefined : (JSON.parse(state) as CarriedState));
// Refetches what failed or became stale while the connection was lost.
setupListeners(app.store.dispatch);

function render(routes: RouteObject[], isPreloaded: boolean): void {
  const isRendered = state !== undefined && isPreloaded;
  const router = createBrowserRouter(routes, {
    // the loader has run on the server
    hydrationData: isRendered ? { loaderData: { [pageOf(location.pathname).path]: null } } : undefined,
  });
  const page = (
    <Providers {...app}>
      {/* what the address controls, such as a filter, changes with it at once */}
      <RouterProvider router={router} useTransitions={false} />
    </Providers>
  );
  const origin = document.documentElement.dataset.origin;
  const root = document.getElementById('root');
  keepInput();
  if (state !== undefined)
    // in slices: a slow phone responds to touches meanwhile
    startTransition(() => {
      hydrateRoot(
        document,
        <StrictMode>
          <Document origin={origin ?? ''}>{page}</Document>
        </StrictMode>,
      );
    });
  else if (root)
    createRoot(root).render(
      <StrictMode>
        <ShopOrigin value={origin ?? location.origin}>{page}</ShopOrigin>
      </StrictMode>,
    );
  else throw new Error('index.html has no #root');
}

/** Follows what the visitor points at once the page is complete: until then its own requests come first. */
function startPrefetch(routes: RouteObject[]): void {
  const start = () =>
    void import('./routing/prefetch').then(
      ({ prefetchOnIntent }) => prefetchOnIntent(routes),
      // without it a click takes longer
      () => undefined,
    );
  if (document.readyState === 'complete') start();
  else addEventListener('load', start, { once: true });
}

// Back, after a reload and before this script ran: the document is still the other page's
const [navigation] = performance.getEntriesByType('navigation');
if (navigation && new URL(navigation.name).pathname !== location.pathname) location.reload();
else {
  const routes = makeRoutes(app.store);
  startPrefetch(routes);
  // The page's code is there before React starts. If it cannot be had, the router's loader fails, and the error boundary shows it.
  preloadPage(routes, location.pathname).then(
    () => render(routes, true),
    () => render(routes, false),
  );
}
