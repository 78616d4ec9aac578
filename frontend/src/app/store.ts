import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { api } from '../api/api';
import type { ApiRuntime } from '../api/runtime';
import { sessionSlice } from '../shared/session/session-slice';

const reducer = combineReducers({
  [api.reducerPath]: api.reducer,
  [sessionSlice.reducerPath]: sessionSlice.reducer,
});

export type RootState = ReturnType<typeof reducer>;

/** One store for each page load, or for each render on a server, which hands its state on as `preloadedState`. */
export const makeStore = (runtime: ApiRuntime, preloadedState?: RootState) =>
  configureStore({
    reducer,
    middleware: (defaults) => defaults({ thunk: { extraArgument: runtime } }).concat(api.middleware),
    preloadedState,
  });

export type Store = ReturnType<typeof makeStore>;
