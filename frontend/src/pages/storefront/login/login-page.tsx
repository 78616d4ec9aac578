import { lazy, Suspense } from 'react';
import { AuthFrame } from '../../../features/session/auth-frame';
import { Link, useLocation } from 'react-router-dom';
import { Spinner } from '../../../ui/spinner';

const load = async () => ({ default: (await import('../../../features/session/login-form')).LoginForm });
/** With the forms' library, which the browser fetches after the page; the server renders the form as it is. */
const LoginForm = import.meta.env.SSR ? (await load()).default : lazy(load);

export default function LoginPage() {
  const { state } = useLocation();
  return (
    <AuthFrame title="Login" lead="Order, pay and follow what you ordered." otherwise="/">
      <Suspense fallback={<Spinner label="Loading the form" />}>
        <LoginForm />
      </Suspense>
      <p>
        New here?{' '}
        <Link to="/signup" state={state}>
          Create an account
        </Link>
      </p>
    </AuthFrame>
  );
}
