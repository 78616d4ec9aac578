import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';

/** Where the API lives on the shop's origin. */
export const API_BASE = '/api';

/**
 * What the API client needs from its surroundings: the extra argument of the store's thunks, so that every store has its
 * own. Keeps `api/` free of imports from the rest of the app.
 */
export interface ApiRuntime {
  /** A path in the browser, an absolute URL where there is no page. */
  baseUrl: string;
  /** The shop's own token for the `Authorization` header, if someone is signed in. */
  token: () => string | undefined;
  /** Fetches a fresh token in place of the refused one; false when there is none of the same person any more. */
  renew: (refused?: string) => Promise<boolean>;
  /** In place of the global `fetch`: where a page is rendered on a server. */
  fetch?: typeof fetch;
}

/** Nobody is signed in. */
export const anonymous: ApiRuntime = {
  baseUrl: API_BASE,
  token: () => undefined,
  renew: () => Promise.resolve(false),
};

/** A call that is no RTK Query endpoint: dispatched, it gets the store's runtime. */
export type ApiThunk<T> = (dispatch: unknown, getState: unknown, runtime: ApiRuntime) => T;

export const useApiDispatch = useDispatch.withTypes<ThunkDispatch<unknown, ApiRuntime, UnknownAction>>();
