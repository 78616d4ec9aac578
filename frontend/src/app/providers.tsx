import { useEffect, useState, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { api } from '../api/api';
import { Session } from '../shared/session/session';
import { SessionContext } from '../shared/session/use-session';
import type { Store } from './store';

const makeSession = (store: Store): Session =>
  new Session({
    dispatch: store.dispatch,
    // Lazily: visitors who never sign in never load Firebase.
    loadClient: async () => {
      const [{ createAuthClient }, config] = await Promise.all([
        import('../shared/session/auth-client'),
        store.dispatch(api.endpoints.getConfig.initiate()).unwrap(),
      ]);
      return createAuthClient(config.identity);
    },
    forget: () => void store.dispatch(api.util.resetApiState()),
  });

/** The store and the session. The session starts after the first render: it reads the browser's storage. */
export function Providers({ store, children }: { store: Store; children: ReactNode }) {
  const [session] = useState(() => makeSession(store));
  useEffect(() => void session.start(), [session]);
  return (
    <Provider store={store}>
      <SessionContext value={session}>{children}</SessionContext>
    </Provider>
  );
}
