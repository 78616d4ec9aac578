import { api } from './api/api';
import { TAGS } from './api/empty-api';
import { anonymous, type ApiRuntime } from './api/runtime';
import { Session } from './features/session/session';
import { makeStore, type CarriedState, type RootState, type Store } from './store';

/** What `Providers` provide: of one page load, or of one render on a server. */
export interface AppState {
  store: Store;
  session: Session;
  /** What a document from the server was rendered from, for as long as it is hydrated. */
  serverState?: RootState;
}

/** @param runtime what the API client finds here that a signed-out visitor's browser does not have */
export function makeApp(runtime: Partial<ApiRuntime>, carried?: CarriedState): AppState {
  const store = makeStore(
    {
      ...anonymous,
      token: () => session.token(),
      renew: (refused) => session.renew(refused),
      ...runtime,
    },
    carried,
  );
  const session = new Session({
    dispatch: store.dispatch,
    // Lazily: visitors who never sign in never load Firebase.
    loadClient: async () => {
      const [{ createAuthClient }, config] = await Promise.all([
        import('./features/session/auth-client'),
        store.dispatch(api.endpoints.getConfig.initiate()).unwrap(),
      ]);
      return createAuthClient(config.identity);
    },
    forget: () => void store.dispatch(api.util.resetApiState()),
    refresh: () => void store.dispatch(api.util.invalidateTags([...TAGS])),
  });
  return { store, session, serverState: carried && store.getState() };
}
