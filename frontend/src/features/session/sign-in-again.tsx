import { useContext } from 'react';
import { useSessionState } from './use-session';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { LoginForm } from './login-form';
import { SignOutContext } from './sign-out';
import './auth-frame.css';

/** Over a page whose session has ended by itself. It closes once somebody is signed in. */
export default function SignInAgain() {
  const { user } = useSessionState();
  const signOut = useContext(SignOutContext);
  return (
    <Dialog title="Log in again" open>
      <p className="muted">
        Your session has ended. What you have typed on this page stays until you are back.
      </p>
      <LoginForm email={user?.email} />
      <Button look="quiet" small onClick={signOut}>
        Leave the page and sign out
      </Button>
    </Dialog>
  );
}
