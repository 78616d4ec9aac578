import { useEffect, useRef, useState } from 'react';
import type { MailedCode } from '../../../features/session/account-calls';
import { useSession, useSessionState } from '../../../features/session/use-session';
import { Button } from '../../../ui/button';
import { Spinner } from '../../../ui/spinner';
import { Applied, AnotherMail } from './applied';
import { CodeProblem } from './code-problem';
import type { CodeMode } from './modes';
import { useCode } from './use-code';

interface ApplyCodeProps {
  code: string;
  mode: CodeMode;
  /** Reads the code again. */
  retry: () => void;
}

/** Does what a mail was sent for, and lets the shop know of it where the person is signed in. */
export function ApplyCode({ code, mode, retry }: ApplyCodeProps) {
  const state = useCode(code);
  const { status } = useSessionState();
  if (state.phase === 'reading' || status === 'loading') return <Spinner label="Reading the link" />;
  if (state.phase === 'failed')
    return (
      <CodeProblem error={state.error} retry={retry}>
        <AnotherMail mode={mode} />
      </CodeProblem>
    );
  return <Apply code={code} mode={mode} about={state.code} />;
}

function Apply({ code, mode, about }: Omit<ApplyCodeProps, 'retry'> & { about: MailedCode }) {
  // a verification changes nothing that one could regret
  const asks = mode !== 'verifyEmail';
  const session = useSession();
  const { user } = useSessionState();
  const [phase, setPhase] = useState<'asking' | 'running' | 'done'>(asks ? 'asking' : 'running');
  const [error, setError] = useState<unknown>();
  const isStarted = useRef(false);
  const isSignedIn = user !== undefined;

  const apply = async () => {
    setPhase('running');
    setError(undefined);
    try {
      const { account } = await session.provider();
      await account.applyCode(code);
      if (isSignedIn) {
        // where the change has ended the sign-in, the renewal finds that out
        await account.reload().catch(() => undefined);
        await session.renew();
      }
      setPhase('done');
    } catch (failure) {
      setError(failure);
      setPhase('asking');
    }
  };
  useEffect(() => {
    if (asks || isStarted.current) return;
    isStarted.current = true;
    void apply();
  });

  if (phase === 'running') return <Spinner label="One moment" />;
  if (phase === 'done') return <Applied mode={mode} email={about.email} />;
  if (error !== undefined)
    return (
      <CodeProblem error={error} retry={() => void apply()}>
        <AnotherMail mode={mode} />
      </CodeProblem>
    );
  return (
    <>
      <p>
        {mode === 'recoverEmail'
          ? 'Your account is to have this address again: '
          : 'Your account is to have this address: '}
        <strong>{about.email}</strong>
        {about.previous && ` instead of ${about.previous}`}.
      </p>
      <Button wide onClick={() => void apply()}>
        {mode === 'recoverEmail' ? 'Take this address back' : 'Use this address'}
      </Button>
    </>
  );
}
