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
// What failed or grew old while the connection was gone is asked for again when it is back.
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

// The page's own code is asked for before React starts, and shown even if it cannot be had: the boundary says so.
void preloadPage(location.pathname).then(render, render);
