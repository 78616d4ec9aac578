import { useNavigate } from 'react-router-dom';
import { accountProblem } from '../../../features/account/account-messages';
import { useSession } from '../../../features/session/use-session';
import { useForm } from '../../../forms/use-form';
import { passwordError } from '../../../forms/validation';
import { Button, ButtonLink } from '../../../ui/button';
import { Alert } from '../../../ui/feedback';
import { Input, RequiredNote } from '../../../ui/field';
import { notify } from '../../../ui/notify';
import { PasswordInput } from '../../../ui/password-input';
import { Spinner } from '../../../ui/spinner';
import { CodeProblem } from './code-problem';
import { useCode } from './use-code';

interface NewPasswordProps {
  code: string;
  /** Reads the code again. */
  retry: () => void;
}

/** Sets a new password by the code of a mail, and signs in with it. */
export function NewPassword({ code, retry }: NewPasswordProps) {
  const state = useCode(code);
  if (state.phase === 'reading') return <Spinner label="Reading the link" />;
  if (state.phase === 'failed')
    return (
      <CodeProblem error={state.error} retry={retry}>
        <AnotherMail />
      </CodeProblem>
    );
  return <PasswordForm code={code} email={state.code.email} />;
}

const AnotherMail = ({ email }: { email?: string }) => (
  <ButtonLink to="/account/reset" state={{ email }}>
    Get another mail
  </ButtonLink>
);

function PasswordForm({ code, email }: { code: string; email: string }) {
  const session = useSession();
  const navigate = useNavigate();
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => ({ password: passwordError(password) }),
    toBody: ({ password }) => password,
    send: async (password) => (await session.provider()).account.resetPassword(code, password),
    problemOf: accountProblem,
    onDone: async (_done, password) => {
      try {
        await session.signIn(email, password);
      } catch {
        // the password is set; what keeps them out, the login says
        void navigate('/login', { replace: true, state: { email } });
        return;
      }
      void notify('success', 'Your password is changed, and you are signed in.');
      void navigate('/dashboard', { replace: true });
    },
  });

  return (
    <form
      className="auth__form"
      aria-label="Password reset"
      method="post"
      noValidate
      onSubmit={form.onSubmit}
    >
      <RequiredNote />
      <Input label="Email" type="email" autoComplete="username" value={email} readOnly />
      <PasswordInput
        label="New password"
        required
        autoComplete="new-password"
        hint="6 characters or longer"
        {...form.bind('password')}
      />
      {form.refusal && (
        <>
          <Alert tone="bad">{form.refusal}</Alert>
          <AnotherMail email={email} />
        </>
      )}
      <Button type="submit" wide busy={form.busy}>
        Save and log in
      </Button>
    </form>
  );
}
