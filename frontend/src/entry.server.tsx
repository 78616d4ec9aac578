import { renderToString } from 'react-dom/server';
import { matchPath, StaticRouter } from 'react-router-dom';
import { api } from './api/api';
import type { ApiError } from './api/problem';
import { anonymous } from './api/runtime';
import { App } from './routing/app';
import { makeApp } from './make-app';
import { pages, routeOf } from './routing/pages';
import { Document, Providers } from './root';
import { PageFrames } from './routing/page-frames';
import { carriedState, type Store } from './store';

/** A page that the server renders: a route, the query parameters that it reads, in order, and whether it shows the stock. */
export interface RenderedRoute {
  path: string;
  query: string[];
  showsStock: boolean;
}

export const routes: RenderedRoute[] = pages.flatMap(({ path, server }) =>
  server && path !== '*' ? [{ path, query: server.query.toSorted(), showsStock: server.showsStock }] : [],
);

/** Whether the server renders the page of a path; all others are left to the browser. */
export const isRendered = (pathname: string): boolean => routeOf(pathname)?.server !== undefined;

export interface RendererOptions {
  /** Where the browser's build is. */
  clientDir: string;
  /** The shop's public origin, '' where none is configured. */
  origin: string;
  /** Calls the API, whatever the host of the URL. */
  fetch: typeof fetch;
}

export interface RenderedPage {
  status: number;
  html: string;
}

/** Any host: `fetch` needs one, and what is given in its place ignores it. */
const API_URL = 'http://shop/api';

/** A page is not rendered from what the API could not deliver; what it refuses is part of the page. */
function assertLoaded(store: Store): void {
  for (const query of Object.values(store.getState().api.queries)) {
    const error = query?.error as ApiError | undefined;
    if (error && (error.status === 0 || error.status === 429 || error.status >= 500))
      throw new Error(`${query?.endpointName} failed with ${error.status}: ${error.detail}`);
  }
}

const only = (names: readonly string[], search: URLSearchParams): URLSearchParams =>
  new URLSearchParams(
    names.flatMap((name) => {
      const value = search.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );

/** Loads every page's code; the first render of all is slow, so it is done here. */
export async function createRenderer({ clientDir, origin, fetch }: RendererOptions) {
  const frames = new PageFrames(clientDir);

  /** Renders the page of a path. @throws Error when it could not be loaded or rendered */
  const render = async (pathname: string, query: URLSearchParams): Promise<RenderedPage> => {
    const route = routeOf(pathname);
    if (!route?.server) throw new Error('This page is rendered in the browser');
    const search = only(route.server.query, query);
    const { load } = await route.Page.preload();
    const app = makeApp({ ...anonymous, baseUrl: API_URL, fetch });
    try {
      const { params = {} } = matchPath(route.path, pathname) ?? {};
      const result = await load?.(app.store, params, search);
      assertLoaded(app.store);
      const html = renderToString(
        <Document origin={origin}>
          <Providers {...app}>
            <StaticRouter location={search.size > 0 ? `${pathname}?${search.toString()}` : pathname}>
              <App />
            </StaticRouter>
          </Providers>
        </Document>,
      );
      return {
        status: result?.status ?? 200,
        html: frames.around(html, route.server.module, carriedState(app.store)),
      };
    } finally {
      // its timers would keep the store for another minute
      app.store.dispatch(api.util.resetApiState());
    }
  };

  for (const { server, Page } of pages) if (server) await Page.preload();
  await render('/nothing', new URLSearchParams());
  return render;
}
