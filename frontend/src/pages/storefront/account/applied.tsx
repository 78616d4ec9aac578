import VerifyNotice from '../../../features/account/verify-notice';
import { useSessionState } from '../../../features/session/use-session';
import { ButtonLink } from '../../../ui/button';
import { Alert } from '../../../ui/feedback';
import type { CodeMode } from './modes';

const DONE: Record<CodeMode, (email: string) => string> = {
  verifyEmail: (email) => `Your address ${email} is verified.`,
  verifyAndChangeEmail: (email) => `The address of your account is ${email} now.`,
  recoverEmail: (email) =>
    `The address of your account is ${email} again. If it was not you who changed it, choose a new password, too.`,
};

/** What is done, and where to go on: the log-in where the change has ended the sign-in. */
export function Applied({ mode, email }: { mode: CodeMode; email: string }) {
  const { status, user } = useSessionState();
  const isTheirs = status === 'signed-in' && user?.email === email.toLowerCase();
  return (
    <>
      <Alert tone="ok">{DONE[mode](email)}</Alert>
      {isTheirs ? (
        <ButtonLink to={mode === 'verifyEmail' ? '/parts' : '/dashboard/myProfile'}>
          {mode === 'verifyEmail' ? 'See all parts' : 'Your profile'}
        </ButtonLink>
      ) : (
        status !== 'signed-in' && (
          <ButtonLink to="/login" state={{ email }}>
            Log in
          </ButtonLink>
        )
      )}
      {mode === 'recoverEmail' && (
        <ButtonLink to="/account/reset" state={{ email }} look="secondary">
          Choose a new password
        </ButtonLink>
      )}
    </>
  );
}

/** How to get another mail of this kind: from the profile, for which one signs in. */
export function AnotherMail({ mode }: { mode: CodeMode }) {
  const { status } = useSessionState();
  if (mode === 'recoverEmail') return <p>To get into your account again, please write to us.</p>;
  if (mode === 'verifyEmail' && status === 'signed-in')
    return (
      <>
        <VerifyNotice />
        <ButtonLink to="/dashboard/myProfile" look="secondary">
          Your profile
        </ButtonLink>
      </>
    );
  return <ButtonLink to="/dashboard/myProfile">Get another mail in your profile</ButtonLink>;
}
