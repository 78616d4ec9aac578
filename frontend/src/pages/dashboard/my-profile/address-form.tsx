import { useState } from 'react';
import { accountProblem } from '../../../features/account/account-messages';
import { useSession } from '../../../features/session/use-session';
import { useForm } from '../../../forms/use-form';
import { emailError, required } from '../../../forms/validation';
import { Button } from '../../../ui/button';
import { Alert } from '../../../ui/feedback';
import { Input, RequiredNote } from '../../../ui/field';
import { PasswordInput } from '../../../ui/password-input';

interface SignInFormProps {
  /** The present address. */
  email: string;
  onDone: () => void;
}

/** Mails a link to the new address; the response is the same whether or not it has an account already. */
export function AddressForm({ email, onDone }: SignInFormProps) {
  const session = useSession();
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm({
    initial: { email: '', current: '' },
    check: (values) => ({
      email:
        emailError(values.email) ??
        (values.email.trim().toLowerCase() === email ? 'This is your address already' : undefined),
      current: required(values.current, 'Password is Required'),
    }),
    toBody: (values) => ({ address: values.email.trim(), password: values.current }),
    send: async ({ address, password }) => {
      await (await session.provider()).account.requestNewAddress(address, password);
      return address;
    },
    problemOf: accountProblem,
    onDone: setSentTo,
  });

  if (sentTo !== undefined)
    return (
      <>
        <Alert tone="ok">
          If {sentTo} can be used, a mail is on its way to it. Your address changes when its link is opened;
          until then you log in with {email}.
        </Alert>
        <Button onClick={onDone}>Done</Button>
      </>
    );
  return (
    <form className="dash-form" aria-label="Change address" method="post" noValidate onSubmit={form.onSubmit}>
      <RequiredNote />
      <Input label="New email" required type="email" autoComplete="email" {...form.bind('email')} />
      <PasswordInput label="Password" required autoComplete="current-password" {...form.bind('current')} />
      {form.refusal && <Alert tone="bad">{form.refusal}</Alert>}
      <div className="dash-form__end">
        <Button type="submit" busy={form.busy}>
          Send the mail
        </Button>
      </div>
    </form>
  );
}
