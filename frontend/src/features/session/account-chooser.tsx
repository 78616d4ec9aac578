import type { DemoGoogleAccount } from './auth-client';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Alert } from '../../ui/feedback';
import { Input, RequiredNote } from '../../ui/field';
import { useForm } from '../../forms/use-form';
import { emailError, nameError } from '../../forms/validation';

/** Made-up people; the emulator accepts them as Google accounts. */
const ACCOUNTS: DemoGoogleAccount[] = [
  { sub: 'demo-google-1', email: 'robin.workshop@example.com', name: 'Robin Workshop' },
  { sub: 'demo-google-2', email: 'sam.assembly@example.com', name: 'Sam Assembly' },
];

interface AccountChooserProps {
  onChoose: (account: DemoGoogleAccount) => void;
  onClose: () => void;
}

/** Stands in for Google's window in demo mode, where Google is not involved. */
export default function AccountChooser({ onChoose, onClose }: AccountChooserProps) {
  const form = useForm({
    initial: { name: '', email: '' },
    check: ({ name, email }) => ({ name: nameError(name), email: emailError(email) }),
    toBody: ({ name, email }) => {
      const address = email.trim().toLowerCase();
      return { sub: `demo-${address}`, email: address, name: name.trim() };
    },
    send: (account: DemoGoogleAccount) => Promise.resolve(onChoose(account)),
  });
  return (
    <Dialog title="Choose a Google account" open onClose={onClose}>
      <Alert tone="info">This is the demo: no real Google account is used.</Alert>
      <ul className="accounts">
        {ACCOUNTS.map((account) => (
          <li key={account.sub}>
            <button type="button" onClick={() => onChoose(account)}>
              <strong>{account.name}</strong>
              <span className="muted">{account.email}</span>
            </button>
          </li>
        ))}
      </ul>
      <form
        className="auth__form"
        aria-label="Another demo account"
        method="post"
        noValidate
        onSubmit={form.onSubmit}
      >
        <h3>Use another demo account</h3>
        <RequiredNote />
        <Input label="Account name" required autoComplete="off" {...form.bind('name')} />
        <Input label="Account email" required type="email" autoComplete="off" {...form.bind('email')} />
        <Button type="submit" look="secondary">
          Continue
        </Button>
      </form>
    </Dialog>
  );
}
