import { setupListeners } from '@reduxjs/toolkit/query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app/app';
import { preloadPage } from './app/pages';
import { Providers } from './app/providers';
import { makeStore } from './app/store';
import './shared/design/fonts.css';
import './shared/design/tokens.css';
import './shared/design/base.css';
import './shared/ui/ui.css';
import './shared/ui/parts.css';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');

const store = makeStore();
// Refetches what failed or became stale while the connection was lost.
setupListeners(store.dispatch);

const root = createRoot(container);
const render = () =>
  root.render(
    <StrictMode>
      <Providers store={store}>
        <BrowserRouter>
          <App />
        </BrowserRouter>
      </Providers>
    </StrictMode>,
  );

// The page's code is requested before React starts. If that fails, the error boundary shows it.
void preloadPage(location.pathname).then(render, render);
