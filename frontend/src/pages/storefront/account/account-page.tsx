import { useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { AuthCard } from '../../../features/session/auth-frame';
import { ButtonLink } from '../../../ui/button';
import { lazyForm } from '../../../ui/lazy-form';
import type { Mode } from './modes';

const { Form: ResetForm } = lazyForm(async () => (await import('./reset-form')).ResetForm);
const { Form: NewPassword } = lazyForm(async () => (await import('./new-password')).NewPassword);
const { Form: ApplyCode } = lazyForm(
  async () => (await import('./apply-code')).ApplyCode,
  'Reading the link',
);

const TITLES: Record<Mode, string> = {
  resetPassword: 'Choose a new password',
  verifyEmail: 'Verify your address',
  verifyAndChangeEmail: 'Change your address',
  recoverEmail: 'Take your address back',
};

const isMode = (mode: string): mode is Mode => Object.hasOwn(TITLES, mode);

/**
 * Where the links of the identity provider's mails lead. Of the link only its mode and code are read: `continueUrl`, which
 * anybody can write into one, leads nowhere.
 */
function AccountAction() {
  const [search] = useSearchParams();
  const [attempt, setAttempt] = useState(0);
  const retry = () => setAttempt(attempt + 1);
  const mode = search.get('mode') ?? '';
  const code = search.get('oobCode') ?? '';
  if (!isMode(mode) || code === '')
    return (
      <AuthCard
        title="This link is not complete"
        lead="Open it as it is in the mail, or ask for another mail."
      >
        <ButtonLink to="/account/reset" look="secondary">
          I forgot my password
        </ButtonLink>
        <ButtonLink to="/dashboard/myProfile" look="secondary">
          Your profile
        </ButtonLink>
      </AuthCard>
    );
  return (
    <AuthCard key={`${attempt} ${code}`} title={TITLES[mode]}>
      {mode === 'resetPassword' ? (
        <NewPassword code={code} retry={retry} />
      ) : (
        <ApplyCode code={code} mode={mode} retry={retry} />
      )}
    </AuthCard>
  );
}

/** Who has forgotten their password is mailed a link. */
const ForgottenPassword = () => (
  <AuthCard title="Forgot your password?" lead="We mail you a link to choose a new one.">
    <ResetForm />
    <p>
      <Link to="/login">Back to the login</Link>
    </p>
  </AuthCard>
);

/** Both pages are here: each part that is fetched by itself makes what every page loads larger. */
export default function AccountPage() {
  return useLocation().pathname === '/account/action' ? <AccountAction /> : <ForgottenPassword />;
}
