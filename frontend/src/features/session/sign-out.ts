import { createContext, useCallback, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useSession } from './use-session';

/** Signs out; for the buttons of both frames. */
export const SignOutContext = createContext<() => void>(() => {
  throw new Error('SignOutContext outside its provider');
});

/** Home first, and only then out: the guard of a protected page would ask the visitor to log in. */
export function useSignOut(): () => void {
  const session = useSession();
  const navigate = useNavigate();
  const state = useLocation().state as { signOut?: true } | null;
  const leaving = state?.signOut;

  useEffect(() => {
    if (!leaving) return;
    // a reload must not sign out again
    void navigate('/', { replace: true, preventScrollReset: true });
    void session.signOut();
  }, [leaving, navigate, session]);

  // in the history: nobody is signed out who decides to stay on a form that is not sent
  return useCallback(() => void navigate('/', { state: { signOut: true } }), [navigate]);
}
