import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { ApiRuntime } from '../api/runtime';

/** The store, as a page that is rendered on the server fills it. */
export interface PageStore {
  dispatch: ThunkDispatch<unknown, ApiRuntime, UnknownAction>;
}

/** What the page is served with. */
export interface PageResult {
  status: 200 | 404 | 410;
}

/**
 * Fetches what a page shows, before it is rendered on the server: the calls of its hooks with the same arguments, so that
 * nothing is fetched again in the browser. Without a result the page is served with 200.
 *
 * @param search the parameters that the route names in `routing/pages.tsx`, and no others
 */
export type PageLoad = (
  store: PageStore,
  params: Readonly<Record<string, string | undefined>>,
  search: URLSearchParams,
) => Promise<PageResult | void>;

/** For `initiate`: the page's hooks subscribe in the browser, nobody does on the server. */
export const ONCE = { subscribe: false } as const;
