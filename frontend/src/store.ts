import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { api } from './api/api';
import type { ApiRuntime } from './api/runtime';
import { sessionSlice } from './features/session/session-slice';

const reducer = combineReducers({
  [api.reducerPath]: api.reducer,
  [sessionSlice.reducerPath]: sessionSlice.reducer,
});

export type RootState = ReturnType<typeof reducer>;

/** What a document carries of the store that it was rendered from. */
export type CarriedState = Pick<RootState['api'], 'queries' | 'provided'>;

export function carriedState(store: Store): CarriedState {
  const { queries, provided } = store.getState().api;
  return { queries, provided };
}

function preloaded(carried: CarriedState): RootState {
  const initial = reducer(undefined, { type: 'init' });
  return { ...initial, api: { ...initial.api, ...carried } };
}

/** One store for each page load, or for each render on a server. */
export const makeStore = (runtime: ApiRuntime, carried?: CarriedState) =>
  configureStore({
    reducer,
    middleware: (defaults) => defaults({ thunk: { extraArgument: runtime } }).concat(api.middleware),
    preloadedState: carried && preloaded(carried),
  });

export type Store = ReturnType<typeof makeStore>;
