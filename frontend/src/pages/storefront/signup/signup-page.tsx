import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { authMessage } from '../../../features/session/auth-messages';
import { useSession, warmUp } from '../../../features/session/use-session';
import { Button } from '../../../ui/button';
import { Alert } from '../../../ui/feedback';
import { Input, RequiredNote } from '../../../ui/field';
import { useForm } from '../../../forms/use-form';
import { emailError, nameError, passwordError } from '../../../forms/validation';
import { AuthFrame } from '../../../features/session/auth-frame';
import { GoogleLogin } from '../../../features/session/google-login';

function SignupForm() {
  const session = useSession();
  const { state } = useLocation();
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const form = useForm({
    initial: { name: '', email: '', password: '' },
    check: ({ name, email, password }) => ({
      name: nameError(name),
      email: emailError(email),
      password: passwordError(password),
    }),
  });
  useEffect(() => warmUp(session), [session]);

  const send = async ({ name, email, password }: typeof form.values) => {
    if (busy) return;
    setWrong(undefined);
    setBusy(true);
    try {
      await (await session.load()).signUp(name.trim(), email.trim(), password);
    } catch (error) {
      setWrong(authMessage(error));
      setBusy(false);
    }
  };

  return (
    <>
      <form className="auth__form" noValidate onSubmit={form.onSubmit(send)}>
        <RequiredNote />
        <Input label="Name" required autoComplete="name" {...form.bind('name')} />
        <Input label="Email" required type="email" autoComplete="email" {...form.bind('email')} />
        <Input
          label="Password"
          required
          type="password"
          autoComplete="new-password"
          hint="6 characters or longer"
          {...form.bind('password')}
        />
        {wrong && <Alert tone="bad">{wrong}</Alert>}
        <Button type="submit" wide busy={busy}>
          Sign UP
        </Button>
      </form>
      <GoogleLogin onError={setWrong} />
      <p>
        Already have an account?{' '}
        <Link to="/login" state={state}>
          Login
        </Link>
      </p>
    </>
  );
}

export default function SignupPage() {
  return (
    <AuthFrame title="Sign up" lead="An account is all it takes to order." otherwise="/parts">
      <SignupForm />
    </AuthFrame>
  );
}
