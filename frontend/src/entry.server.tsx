import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';
import { api } from './api/api';
import type { ApiError } from './api/problem';
import { anonymous } from './api/runtime';
import { makeApp } from './make-app';
import { Document, Providers } from './root';
import { PageFrames } from './routing/page-frames';
import { makeRoutes, only, pageOf } from './routing/router';
import { routes as pages } from './routes';
import type { PageResult } from './lib/page-load';
import { carriedState, type Store } from './store';

/** A page that the server renders: a route, the query parameters that it reads, in order, and whether it shows the stock. */
export interface RenderedRoute {
  path: string;
  query: string[];
  showsStock: boolean;
}

export const routes: RenderedRoute[] = pages.flatMap(({ path, module, query = [], showsStock = false }) =>
  module && path !== '*' ? [{ path, query: query.toSorted(), showsStock }] : [],
);

/** Whether the server renders the page of a path; all others are left to the browser. */
export const isRendered = (pathname: string): boolean => pageOf(pathname).module !== undefined;

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

/** Loads every page's code; the first render of all is slow, so it is done here. */
export async function createRenderer({ clientDir, origin, fetch }: RendererOptions) {
  const frames = new PageFrames(clientDir);

  /** Renders the page of a path. @throws Error when it could not be loaded or rendered */
  const render = async (pathname: string, query: URLSearchParams): Promise<RenderedPage> => {
    const { path, module, query: names = [] } = pageOf(pathname);
    if (!module) throw new Error('This page is rendered in the browser');
    const search = only(names, query);
    const app = makeApp({ ...anonymous, baseUrl: API_URL, fetch });
    try {
      const handler = createStaticHandler(makeRoutes(app.store));
      const context = await handler.query(new Request(`http://shop${pathname}?${search.toString()}`));
      if (context instanceof Response) throw new Error(`${pathname} is no page`);
      for (const error of Object.values(context.errors ?? {})) throw error;
      assertLoaded(app.store);
      const html = renderToString(
        <Document origin={origin}>
          <Providers {...app}>
            <StaticRouterProvider
              router={createStaticRouter(handler.dataRoutes, context)}
              context={context}
              // its script would need a hash of its own in the policy, which a cached page cannot have
              hydrate={false}
            />
          </Providers>
        </Document>,
      );
      const result = context.loaderData[path] as PageResult | null;
      return {
        status: result?.status ?? 200,
        html: frames.around(html, module, carriedState(app.store)),
      };
    } finally {
      // its timers would keep the store for another minute
      app.store.dispatch(api.util.resetApiState());
    }
  };

  for (const { module, page } of pages) if (module) await page();
  await render('/nothing', new URLSearchParams());
  return render;
}
