import { lazy, Suspense } from 'react';
import { AuthFrame } from '../../../features/session/auth-frame';
import { Spinner } from '../../../ui/spinner';

const load = () => import('./signup-form');
/** With the forms' library, which the browser fetches after the page; the server renders the form as it is. */
const SignupForm = import.meta.env.SSR ? (await load()).default : lazy(load);

export default function SignupPage() {
  return (
    <AuthFrame title="Sign up" lead="An account is all it takes to order." otherwise="/parts">
      <Suspense fallback={<Spinner label="Loading the form" />}>
        <SignupForm />
      </Suspense>
    </AuthFrame>
  );
}
