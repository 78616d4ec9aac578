import { useEffect, useState } from 'react';
import { accountMessage } from '../../../features/account/account-messages';
import { useSession } from '../../../features/session/use-session';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Alert } from '../../../ui/feedback';
import { Spinner } from '../../../ui/spinner';
import { AddressForm } from './address-form';
import { PasswordForm } from './password-form';

type Opened = 'address' | 'password';

/** Address and password, which are the identity provider's. */
export default function SignInSettings({ email }: { email: string }) {
  const session = useSession();
  const [hasPassword, setHasPassword] = useState<boolean>();
  const [error, setError] = useState<unknown>();
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);

  useEffect(() => {
    let isCurrent = true;
    const read = async () => (await session.provider()).account.hasPassword();
    read().then(
      (has) => isCurrent && setHasPassword(has),
      (failure: unknown) => isCurrent && setError(failure),
    );
    return () => {
      isCurrent = false;
    };
  }, [session]);

  if (error !== undefined) return <Alert tone="bad">{accountMessage(error)}</Alert>;
  if (hasPassword === undefined) return <Spinner label="Reading your sign-in" />;
  if (!hasPassword)
    return <p>You sign in with Google. Your address and your password are those of your Google account.</p>;
  return (
    <>
      <div className="profile__ways">
        <Button look="secondary" onClick={() => setOpened('address')}>
          Change address
        </Button>
        <Button look="secondary" onClick={() => setOpened('password')}>
          Change password
        </Button>
      </div>
      <Dialog title="Change address" open={opened === 'address'} onClose={close}>
        <AddressForm email={email} onDone={close} />
      </Dialog>
      <Dialog title="Change password" open={opened === 'password'} onClose={close}>
        <PasswordForm email={email} onDone={close} />
      </Dialog>
    </>
  );
}
