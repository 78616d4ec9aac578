import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { authProblem } from './auth-messages';
import { useSession } from './use-session';
import { Button } from '../../ui/button';
import { Alert } from '../../ui/feedback';
import { Input, RequiredNote } from '../../ui/field';
import { PasswordInput } from '../../ui/password-input';
import { useForm } from '../../forms/use-form';
import { emailError, passwordError } from '../../forms/validation';
import { GoogleLogin } from './google-login';

/** @param email that is filled in: of a session that has ended, or of a new password */
export function LoginForm({ email = '' }: { email?: string }) {
  const session = useSession();
  const form = useForm({
    initial: { email, password: '' },
    check: (values) => ({ email: emailError(values.email), password: passwordError(values.password) }),
    toBody: (values) => ({ ...values, email: values.email.trim() }),
    send: (typed) => session.signIn(typed.email, typed.password),
    problemOf: authProblem,
  });
  useEffect(() => void session.provider().catch(() => undefined), [session]);

  return (
    <>
      <form className="auth__form" aria-label="Login" method="post" noValidate onSubmit={form.onSubmit}>
        <RequiredNote />
        <Input label="Email" required type="email" autoComplete="email" {...form.bind('email')} />
        <PasswordInput label="Password" required autoComplete="current-password" {...form.bind('password')} />
        <p>
          <Link to="/account/reset" state={{ email: form.values.email.trim() }}>
            Forgot your password?
          </Link>
        </p>
        {form.refusal && <Alert tone="bad">{form.refusal}</Alert>}
        <Button type="submit" wide busy={form.busy}>
          Login
        </Button>
      </form>
      <GoogleLogin onError={form.setRefusal} />
    </>
  );
}
