import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { ComponentType } from 'react';
import type { ApiRuntime } from '../api/runtime';

/** The store, as a page's loader fills it. */
export interface PageStore {
  dispatch: ThunkDispatch<unknown, ApiRuntime, UnknownAction>;
}

/** What the page is served with. */
export interface PageResult {
  status: 200 | 404 | 410;
}

/**
 * Starts the requests that a page needs, before it is rendered: on the server, in the browser when its link is followed or
 * about to be. They are the calls of its hooks with the same arguments, so that nothing is fetched twice. Without a result
 * the page is served with 200.
 *
 * @param search the parameters that the route names in `routes.ts`, and no others
 * @param options.refetch whether what must be up to date is fetched again: not when it was, because the link was about to be followed
 */
export type PageLoader = (
  store: PageStore,
  params: Readonly<Record<string, string | undefined>>,
  search: URLSearchParams,
  options: { refetch: boolean },
) => Promise<PageResult | void>;

/** All that a page is: a module in `pages/`. Its component says with `PageTitle` what is in the document's head. */
export interface PageModule {
  default: ComponentType;
  loader?: PageLoader;
  /** Fetches code that a document is shown without and that a navigation waits for. */
  fetchForm?: () => Promise<unknown>;
  /** In place of the one that every page has. */
  ErrorBoundary?: ComponentType;
}

/** For `initiate`: the page's hooks subscribe once they are rendered, nobody does on the server. */
export const ONCE = { subscribe: false } as const;
