import { AuthFrame } from '../../../features/session/auth-frame';
import { Link, useLocation } from 'react-router-dom';
import { lazyForm } from '../../../ui/lazy-form';

const { Form: LoginForm, fetch: fetchForm } = lazyForm(
  async () => (await import('../../../features/session/login-form')).LoginForm,
);
if (import.meta.env.SSR) await fetchForm();
export { fetchForm };

export default function LoginPage() {
  const state = useLocation().state as { email?: string } | null;
  return (
    <AuthFrame title="Login" lead="Order, pay and follow what you ordered." otherwise="/">
      <LoginForm email={state?.email} />
      <p>
        New here?{' '}
        <Link to="/signup" state={state}>
          Create an account
        </Link>
      </p>
    </AuthFrame>
  );
}
