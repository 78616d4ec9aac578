import { useEffect, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { SessionContext } from '../shared/session/use-session';
import type { AppState } from './make-app';

/** The store and the session. The session starts after the first render: it reads the browser's storage. */
export function Providers({ store, session, serverState, children }: AppState & { children: ReactNode }) {
  useEffect(() => session.start(), [session]);
  return (
    <Provider store={store} serverState={serverState}>
      <SessionContext value={session}>{children}</SessionContext>
    </Provider>
  );
}
