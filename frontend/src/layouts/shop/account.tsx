import { useContext } from 'react';
import { NavLink } from 'react-router-dom';
import { useSessionState } from '../../features/session/use-session';
import { SignOutContext } from '../../features/session/sign-out';

/** Login for visitors; Dashboard and Sign Out for those who have. Keeps its space until that is known. */
export function Account({ onLeave }: { onLeave: () => void }) {
  const { status, user } = useSessionState();
  const signOut = useContext(SignOutContext);

  if (status === 'loading') return <span className="bar__pending" />;
  if (status !== 'signed-in')
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
      <button
        type="button"
        className="bar__login"
        onClick={() => {
          onLeave();
          signOut();
        }}
      >
        Sign Out
      </button>
    </>
  );
}
