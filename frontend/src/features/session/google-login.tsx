import { lazy, Suspense, useState } from 'react';
import { useGetConfigQuery } from '../../api/api';
import { useSession } from './use-session';
import { authMessage } from './auth-messages';
import { Button } from '../../ui/button';

const AccountChooser = lazy(() => import('./account-chooser'));

interface GoogleLoginProps {
  /** Shows the error above the submit button; `undefined` when a new attempt starts. */
  onError: (message: string | undefined) => void;
}

/** Google's own window in production; in demo mode a small chooser of made-up accounts. */
export function GoogleLogin({ onError }: GoogleLoginProps) {
  const session = useSession();
  const { data: config, isLoading } = useGetConfigQuery();
  const [choosing, setChoosing] = useState(false);
  const [busy, setBusy] = useState(false);
  const demo = config?.identity.emulatorUrl !== undefined;

  const signIn = async (account?: { sub: string; email: string; name: string }) => {
    setChoosing(false);
    onError(undefined);
    setBusy(true);
    try {
      await session.signInWithGoogle(account);
    } catch (error) {
      onError(authMessage(error));
      setBusy(false);
    }
  };

  return (
    <>
      <p className="auth__or">or</p>
      {/* Before the configuration is here, a click would open the real Google in demo mode. */}
      <Button
        look="secondary"
        wide
        busy={busy || isLoading}
        onClick={() => (demo ? setChoosing(true) : void signIn())}
      >
        <svg className="google" viewBox="0 0 48 48" aria-hidden="true">
          <path
            fill="#4285f4"
            d="M45 24.5c0-1.600-.1-2.700-.4-3.900H24v7.100h12.100c-.2 1.800-1.600 4.500-4.500 6.300l6.900 5.300C42.600 35.600 45 30.500 45 24.5z"
          />
          <path
            fill="#34a853"
            d="M24 46c5.900 0 10.900-2 14.500-5.300L31.600 35.300c-1.900 1.300-4.300 2.200-7.600 2.200-5.800 0-10.700-3.800-12.500-9.100l-7.100 5.500C8 41.100 15.400 46 24 46z"
          />
          <path
            fill="#fbbc05"
            d="M11.500 28.400a13.500 13.500 0 0 1 0-8.800L4.400 14.100a22 22 0 0 0 0 19.800z"
          />
          <path
            fill="#ea4335"
            d="M24 10.500c4.100 0 6.900 1.800 8.500 3.300l6.100-6C34.900 4.300 29.900 2 24 2 15.400 2 8 6.900 4.400 14.100l7.100 5.500c1.800-5.300 6.700-9.100 12.500-9.100z"
          />
        </svg>
        Login With Google
      </Button>
      {choosing && (
        <Suspense>
          <AccountChooser onClose={() => setChoosing(false)} onChoose={(account) => void signIn(account)} />
        </Suspense>
      )}
    </>
  );
}
