import { Fragment, Suspense, useState, type ReactNode } from 'react';
import { ErrorBoundary } from './error-boundary';
import { retryLazy } from '../lib/retry-lazy';
import { Navigate, useLocation } from 'react-router-dom';
import { useSessionState } from '../features/session/use-session';
import { Spinner } from '../ui/spinner';

const SignInAgain = retryLazy(() => import('../features/session/sign-in-again'));

/**
 * Shows its page to signed-in people and sends others to log in, remembering where they were going. When a session ends
 * by itself while the page is open, the page stays as it is under a dialog: nothing that was typed is lost. Somebody else
 * gets a page of their own.
 */
export function RequireSession({ children }: { children: ReactNode }) {
  const { status, user } = useSessionState();
  const location = useLocation();
  const [wasOpen, setOpen] = useState(false);
  if (status === 'signed-in' && !wasOpen) setOpen(true);
  if (status === 'loading')
    return (
      <div className="waiting">
        <Spinner label="Checking your sign-in" />
      </div>
    );
  if (status === 'signed-out' || (status === 'ended' && !wasOpen))
    return <Navigate to="/login" state={{ from: location }} replace />;
  return (
    <>
      <Fragment key={user?.email}>{children}</Fragment>
      {status === 'ended' && (
        <ErrorBoundary resetKey={status}>
          <Suspense>
            <SignInAgain />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}
