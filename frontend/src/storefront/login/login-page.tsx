import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { authMessage } from '../../shared/session/auth-messages';
import { useSession } from '../../shared/session/use-session';
import { Button } from '../../shared/ui/button';
import { Alert } from '../../shared/ui/feedback';
import { Input } from '../../shared/ui/field';
import { useForm } from '../../shared/use-form';
import { emailError, passwordError } from '../../shared/validation';
import { AuthFrame } from '../common/auth-frame';
import { GoogleLogin } from '../common/google-login';

function LoginForm() {
  const session = useSession();
  const { state } = useLocation();
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const form = useForm({
    initial: { email: '', password: '' },
    check: ({ email, password }) => ({ email: emailError(email), password: passwordError(password) }),
  });
  useEffect(() => session.warm(), [session]);

  const send = async ({ email, password }: typeof form.values) => {
    if (busy) return;
    setWrong(undefined);
    setBusy(true);
    try {
      await session.signIn(email.trim(), password);
    } catch (error) {
      setWrong(authMessage(error));
      setBusy(false);
    }
  };

  return (
    <>
      <form className="auth__form" noValidate onSubmit={form.onSubmit(send)}>
        <Input label="Email" type="email" autoComplete="email" {...form.bind('email')} />
        <Input label="Password" type="password" autoComplete="current-password" {...form.bind('password')} />
        {wrong && <Alert tone="bad">{wrong}</Alert>}
        <Button type="submit" wide busy={busy}>
          Login
        </Button>
      </form>
      <GoogleLogin onError={setWrong} />
      <p>
        New here?{' '}
        <Link to="/signup" state={state}>
          Create an account
        </Link>
      </p>
    </>
  );
}

export default function LoginPage() {
  return (
    <AuthFrame title="Login" lead="Order, pay and follow what you ordered." otherwise="/">
      <LoginForm />
    </AuthFrame>
  );
}
