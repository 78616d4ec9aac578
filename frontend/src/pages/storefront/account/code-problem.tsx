import type { ReactNode } from 'react';
import { accountMessage, invalidCode } from '../../../features/account/account-messages';
import { Button } from '../../../ui/button';
import { Alert } from '../../../ui/feedback';

interface CodeProblemProps {
  error: unknown;
  retry: () => void;
  /** How to get another mail. */
  children: ReactNode;
}

/** A code that does not work, with the way to another; after a lost connection the same is tried again. */
export function CodeProblem({ error, retry, children }: CodeProblemProps) {
  return (
    <>
      <Alert tone="bad">{accountMessage(error)}</Alert>
      {invalidCode(error) === undefined ? (
        <Button look="secondary" onClick={retry}>
          Try again
        </Button>
      ) : (
        children
      )}
    </>
  );
}
