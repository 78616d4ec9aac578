import { createContext, useContext } from 'react';
import { useSelector } from 'react-redux';
import { useCheckAdminQuery } from '../../api/api';
import type { Session } from './session';
import type { SessionState } from './session-slice';

export const SessionContext = createContext<Session | undefined>(undefined);

/** Who is signed in, if the page knows yet. */
export const useSessionState = (): SessionState =>
  useSelector((state: { session: SessionState }) => state.session);

/** What can be done about it: see `Session`. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession outside its provider');
  return session;
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
