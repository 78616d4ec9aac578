import { authMessage, authProblem } from '../session/auth-messages';
import type { Problem } from '../../forms/use-submit';

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

/** Of codes that will not work at a second attempt either. */
const NOT_VALID: Record<string, string> = {
  'auth/expired-action-code': 'This link has expired.',
  'auth/invalid-action-code': 'This link was used already, or a newer one was sent since.',
  'auth/user-not-found': 'The account of this link is not there any more.',
  'auth/user-disabled': 'This account has been closed. Please write to us if that is a mistake.',
  'auth/email-already-in-use': 'Another account has this address by now.',
};

/** Why the code of a mail does not work; undefined for what has nothing to do with the code, such as a lost connection. */
export const invalidCode = (error: unknown): string | undefined => NOT_VALID[String(codeOf(error))];

const OTHER = 'This did not work. Please try again.';

/** A failed call about an account as a sentence. */
export function accountMessage(error: unknown): string {
  const message = invalidCode(error) ?? authMessage(error);
  // that sentence is about signing in
  return message === authMessage(undefined) ? OTHER : message;
}

/** The same for a form; what is about the password goes to the field that asks for the present one. */
export function accountProblem(error: unknown): Problem {
  const isWrong = ['auth/invalid-credential', 'auth/wrong-password'].includes(String(codeOf(error)));
  if (isWrong)
    return { errors: { current: 'This is not your password.' }, detail: 'This is not your password.' };
  const { errors } = authProblem(error);
  return { errors, detail: accountMessage(error) };
}
