import { Fragment, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import SignInAgain from '../features/session/sign-in-again';
import { useSessionState } from '../features/session/use-session';
import { Waiting } from '../ui/waiting';

/**
 * Shows its pages to signed-in people and sends others to log in, remembering where they were going. When a session ends
 * by itself while a page is open, the page stays as it is under a dialog: nothing that was typed is lost. Somebody else
 * gets a page of their own.
 */
export default function RequireSession() {
  const { status, user } = useSessionState();
  const location = useLocation();
  const [wasOpen, setOpen] = useState(false);
  if (status === 'signed-in' && !wasOpen) setOpen(true);
  if (status === 'loading') return <Waiting label="Checking your sign-in" />;
  if (status === 'signed-out' || (status === 'ended' && !wasOpen))
    return <Navigate to="/login" state={{ from: location }} replace />;
  return (
    <>
      <Fragment key={user?.email}>
        <Outlet />
      </Fragment>
      {status === 'ended' && <SignInAgain />}
    </>
  );
}
