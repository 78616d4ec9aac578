import { useEffect, useState } from 'react';
import { authMessage } from './auth-messages';
import { useSession, warmUp } from './use-session';
import { Button } from '../../ui/button';
import { Alert } from '../../ui/feedback';
import { Input, RequiredNote } from '../../ui/field';
import { useForm } from '../../forms/use-form';
import { emailError, passwordError } from '../../forms/validation';
import { GoogleLogin } from './google-login';

/** @param email whose session has ended: the address is filled in */
export function LoginForm({ email = '' }: { email?: string }) {
  const session = useSession();
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const form = useForm({
    initial: { email, password: '' },
    check: (values) => ({ email: emailError(values.email), password: passwordError(values.password) }),
  });
  useEffect(() => warmUp(session), [session]);

  const send = async (values: typeof form.values) => {
    if (busy) return;
    setWrong(undefined);
    setBusy(true);
    try {
      await (await session.load()).signIn(values.email.trim(), values.password);
    } catch (error) {
      setWrong(authMessage(error));
      setBusy(false);
    }
  };

  return (
    <>
      <form className="auth__form" noValidate onSubmit={form.onSubmit(send)}>
        <RequiredNote />
        <Input label="Email" required type="email" autoComplete="email" {...form.bind('email')} />
        <Input
          label="Password"
          required
          type="password"
          autoComplete="current-password"
          {...form.bind('password')}
        />
        {wrong && <Alert tone="bad">{wrong}</Alert>}
        <Button type="submit" wide busy={busy}>
          Login
        </Button>
      </form>
      <GoogleLogin onError={setWrong} />
    </>
  );
}
