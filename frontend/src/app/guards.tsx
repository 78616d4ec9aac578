import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { useSessionState } from '../shared/session/use-session';
import { Spinner } from '../shared/ui/spinner';

/** Shows its page to signed-in people and sends others to log in, remembering where they were going. */
export function RequireSession({ children }: { children: ReactNode }) {
  const { status } = useSessionState();
  const location = useLocation();
  if (status === 'loading')
    return (
      <div className="waiting">
        <Spinner label="Checking your sign-in" />
      </div>
    );
  if (status === 'signed-out') return <Navigate to="/login" state={{ from: location }} replace />;
  return children;
}
