import { setupListeners } from '@reduxjs/toolkit/query';
import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { ShopOrigin } from './ui/page-title';
import { mayBeSignedIn } from './features/session/stored-sign-in';
import { App } from './routing/app';
import { keepInput } from './routing/before-hydration';
import { layOutRest } from './routing/lay-out-rest';
import { makeApp } from './make-app';
import { preloadPage } from './routing/pages';
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
// requested with the page's code, used after the first render; `LazySession` tries again
if (mayBeSignedIn()) void import('./features/session/session').catch(() => undefined);
// Refetches what failed or became stale while the connection was lost.
setupListeners(app.store.dispatch);

const page = (
  <Providers {...app}>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </Providers>
);

addEventListener('rapid:hydrated', () => void layOutRest(), { once: true });
const render = () => {
  const root = document.getElementById('root');
  keepInput();
  if (state !== undefined)
    // in slices: a slow phone responds to touches meanwhile
    startTransition(() => {
      hydrateRoot(
        document,
        <StrictMode>
          <Document origin={document.documentElement.dataset.origin ?? ''}>{page}</Document>
        </StrictMode>,
      );
    });
  else if (root)
    createRoot(root).render(
      <StrictMode>
        <ShopOrigin value={document.documentElement.dataset.origin ?? location.origin}>{page}</ShopOrigin>
      </StrictMode>,
    );
  else throw new Error('index.html has no #root');
};

/** Fetches the code of the page that a link leads to when somebody is about to follow it. */
const preloadLink = ({ target }: Event) => {
  const link = target instanceof Element && target.closest('a');
  if (link && link.origin === location.origin) preloadPage(link.pathname).catch(() => undefined);
};
for (const type of ['pointerover', 'focusin'])
  document.addEventListener(type, preloadLink, { passive: true });

// The page's code is requested before React starts. If that fails, the error boundary shows it.
void preloadPage(location.pathname).then(render, render);
