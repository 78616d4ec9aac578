import { lazy, Suspense } from 'react';
import { AuthFrame } from '../../../features/session/auth-frame';
import { Spinner } from '../../../ui/spinner';

/** With the forms' library, which the page itself does without. */
const SignupForm = lazy(() => import('./signup-form'));

export default function SignupPage() {
  return (
    <AuthFrame title="Sign up" lead="An account is all it takes to order." otherwise="/parts">
      <Suspense fallback={<Spinner label="Loading the form" />}>
        <SignupForm />
      </Suspense>
    </AuthFrame>
  );
}
