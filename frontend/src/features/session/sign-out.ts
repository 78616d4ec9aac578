import { createContext, useCallback, useEffect, useState } from 'react';
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
  const { pathname } = useLocation();
  const [leaving, setLeaving] = useState(false);

  useEffect(() => {
    if (!leaving || pathname !== '/') return;
    session
      .load()
      .then((loaded) => loaded.signOut())
      .catch(() => undefined)
      .finally(() => setLeaving(false));
  }, [leaving, pathname, session]);

  return useCallback(() => {
    setLeaving(true);
    void navigate('/');
  }, [navigate]);
}
