import { useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { authProblem } from '../../../features/session/auth-messages';
import { useSession } from '../../../features/session/use-session';
import { Button } from '../../../ui/button';
import { Alert } from '../../../ui/feedback';
import { Input, RequiredNote } from '../../../ui/field';
import { PasswordInput } from '../../../ui/password-input';
import { useForm } from '../../../forms/use-form';
import { emailError, nameError, passwordError } from '../../../forms/validation';
import { GoogleLogin } from '../../../features/session/google-login';

export default function SignupForm() {
  const session = useSession();
  const { state } = useLocation();
  const form = useForm({
    initial: { name: '', email: '', password: '' },
    check: ({ name, email, password }) => ({
      name: nameError(name),
      email: emailError(email),
      password: passwordError(password),
    }),
    toBody: ({ name, email, password }) => ({ name: name.trim(), email: email.trim(), password }),
    send: ({ name, email, password }) => session.signUp(name, email, password),
    problemOf: authProblem,
  });
  useEffect(() => void session.provider().catch(() => undefined), [session]);

  return (
    <>
      <form className="auth__form" aria-label="Sign up" method="post" noValidate onSubmit={form.onSubmit}>
        <RequiredNote />
        <Input label="Name" required autoComplete="name" {...form.bind('name')} />
        <Input label="Email" required type="email" autoComplete="email" {...form.bind('email')} />
        <PasswordInput
          label="Password"
          required
          autoComplete="new-password"
          hint="6 characters or longer"
          {...form.bind('password')}
        />
        {form.refusal && <Alert tone="bad">{form.refusal}</Alert>}
        <Button type="submit" wide busy={form.busy}>
          Sign UP
        </Button>
      </form>
      <GoogleLogin onError={form.setRefusal} />
      <p>
        Already have an account?{' '}
        <Link to="/login" state={state}>
          Login
        </Link>
      </p>
    </>
  );
}
