import { accountProblem } from '../../../features/account/account-messages';
import { useSession } from '../../../features/session/use-session';
import { useForm } from '../../../forms/use-form';
import { passwordError, required } from '../../../forms/validation';
import { Button } from '../../../ui/button';
import { Alert } from '../../../ui/feedback';
import { RequiredNote } from '../../../ui/field';
import { notify } from '../../../ui/notify';
import { PasswordInput } from '../../../ui/password-input';

interface PasswordFormProps {
  /** Whose password it is, for password managers. */
  email: string;
  onDone: () => void;
}

/** Other browsers of this person have to log in again after it. */
export function PasswordForm({ email, onDone }: PasswordFormProps) {
  const session = useSession();
  const form = useForm({
    initial: { current: '', password: '' },
    check: ({ current, password }) => ({
      current: required(current, 'Password is Required'),
      password: passwordError(password),
    }),
    toBody: (values) => values,
    send: async ({ current, password }) =>
      (await session.provider()).account.changePassword(password, current),
    problemOf: accountProblem,
    onDone: () => {
      void notify('success', 'Your password is changed.');
      onDone();
    },
  });

  return (
    <form
      className="dash-form"
      aria-label="Change password"
      method="post"
      noValidate
      onSubmit={form.onSubmit}
    >
      <RequiredNote />
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        label="Present password"
        required
        autoComplete="current-password"
        {...form.bind('current')}
      />
      <PasswordInput
        label="New password"
        required
        autoComplete="new-password"
        hint="6 characters or longer"
        {...form.bind('password')}
      />
      {form.refusal && <Alert tone="bad">{form.refusal}</Alert>}
      <div className="dash-form__end">
        <Button type="submit" busy={form.busy}>
          Change password
        </Button>
      </div>
    </form>
  );
}
