import { useEffect, useState } from 'react';
import type { MailedCode } from '../../../features/session/account-calls';
import { useSession } from '../../../features/session/use-session';

export type ReadCode =
  { phase: 'reading' } | { phase: 'read'; code: MailedCode } | { phase: 'failed'; error: unknown };

/** What the code of a mail is for. */
export function useCode(code: string): ReadCode {
  const session = useSession();
  const [state, setState] = useState<ReadCode>({ phase: 'reading' });
  useEffect(() => {
    let isCurrent = true;
    const read = async () => (await session.provider()).account.readCode(code);
    read().then(
      (found) => isCurrent && setState({ phase: 'read', code: found }),
      (error: unknown) => isCurrent && setState({ phase: 'failed', error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [session, code]);
  return state;
}
