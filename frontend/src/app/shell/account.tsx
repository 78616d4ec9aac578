import { useEffect, useState } from 'react';
import { NavLink, useLocation, useNavigate } from 'react-router-dom';
import { useSession, useSessionState } from '../../shared/session/use-session';

/** Login for visitors; Dashboard and Sign Out for those who have. Keeps its space until that is known. */
export function Account({ onLeave }: { onLeave: () => void }) {
  const { status, user } = useSessionState();
  const session = useSession();
  const navigate = useNavigate();

  const { pathname } = useLocation();
  const [leaving, setLeaving] = useState(false);

  // Home first, and only then out: the guard of a protected page would ask the visitor to log in.
  useEffect(() => {
    if (!leaving || pathname !== '/') return;
    session
      .signOut()
      .catch(() => undefined)
      .finally(() => setLeaving(false));
  }, [leaving, pathname, session]);

  const signOut = () => {
    onLeave();
    setLeaving(true);
    void navigate('/');
  };

  if (status === 'loading') return <span className="bar__pending" />;
  if (status === 'signed-out')
    return (
      <NavLink to="/login" className="bar__login" onClick={onLeave}>
        Login
      </NavLink>
    );
  return (
    <>
      <NavLink to="/dashboard" className="bar__link" title={user?.email} onClick={onLeave}>
        Dashboard
      </NavLink>
      <button type="button" className="bar__login" onClick={signOut}>
        Sign Out
      </button>
    </>
  );
}
