import { AuthFrame } from '../../../features/session/auth-frame';
import { Link, useLocation } from 'react-router-dom';
import { LoginForm } from '../../../features/session/login-form';

export default function LoginPage() {
  const { state } = useLocation();
  return (
    <AuthFrame title="Login" lead="Order, pay and follow what you ordered." otherwise="/">
      <LoginForm />
      <p>
        New here?{' '}
        <Link to="/signup" state={state}>
          Create an account
        </Link>
      </p>
    </AuthFrame>
  );
}
