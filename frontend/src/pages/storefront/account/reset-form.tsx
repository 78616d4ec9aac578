import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { accountProblem } from '../../../features/account/account-messages';
import { usePause } from '../../../features/account/use-pause';
import { useSession } from '../../../features/session/use-session';
import { useForm } from '../../../forms/use-form';
import { emailError } from '../../../forms/validation';
import { Button } from '../../../ui/button';
import { Alert } from '../../../ui/feedback';
import { Input, RequiredNote } from '../../../ui/field';

/** The response is the same whether or not there is an account. */
export function ResetForm() {
  const session = useSession();
  const { email = '' } = (useLocation().state ?? {}) as { email?: string };
  const pause = usePause();
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm({
    initial: { email },
    check: (values) => ({ email: emailError(values.email) }),
    toBody: (values) => values.email.trim(),
    send: async (address) => {
      await (await session.provider()).account.requestReset(address);
      return address;
    },
    problemOf: accountProblem,
    onDone: (address) => {
      setSentTo(address);
      pause.begin();
    },
  });
  useEffect(() => void session.provider().catch(() => undefined), [session]);
  const isAgain = sentTo !== undefined && form.values.email.trim() === sentTo;
  const isPaused = isAgain && pause.left > 0;

  return (
    <form
      className="auth__form"
      aria-label="Forgot password"
      method="post"
      noValidate
      onSubmit={form.onSubmit}
    >
      <RequiredNote />
      <Input label="Email" required type="email" autoComplete="email" {...form.bind('email')} />
      {form.refusal && <Alert tone="bad">{form.refusal}</Alert>}
      {sentTo !== undefined && (
        <Alert tone="ok">
          If there is an account for {sentTo}, a mail is on its way. It can take a minute, and may be among
          your spam.
        </Alert>
      )}
      <Button type="submit" wide busy={form.busy} disabled={isPaused}>
        {isPaused ? `Send again in ${pause.left} s` : isAgain ? 'Send again' : 'Send the mail'}
      </Button>
    </form>
  );
}
