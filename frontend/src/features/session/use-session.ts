import { createContext, useContext } from 'react';
import { useSelector } from 'react-redux';
import { useCheckAdminQuery } from '../../api/api';
import type { LazySession } from './lazy-session';
import type { SessionState } from './session-slice';

export const SessionContext = createContext<LazySession | undefined>(undefined);

/** Who is signed in, if the page knows yet. */
export const useSessionState = (): SessionState =>
  useSelector((state: { session: SessionState }) => state.session);

/** What can be done about it: see `Session`. */
export function useSession(): LazySession {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession outside its provider');
  return session;
}

/** Loads the identity provider's client ahead of a sign-in: a pop-up must open within moments of the click. */
export function warmUp(session: LazySession): void {
  session.load().then(
    (loaded) => loaded.warm(),
    () => undefined, // the sign-in loads it again, and reports a failure
  );
}

/**
 * Whether the signed-in person is an admin; asks the server, which decides anyway.
 *
 * @param skip where it does not matter, so that nothing is asked
 */
export function useAdmin({ skip = false } = {}) {
  const { user } = useSessionState();
  const { data, isLoading, error, refetch } = useCheckAdminQuery(
    { email: user?.email ?? '' },
    { skip: skip || !user },
  );
  return { admin: data?.admin, loading: isLoading, error, refetch };
}
