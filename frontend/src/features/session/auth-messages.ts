import type { Problem } from '../../forms/use-submit';

const MESSAGES: Record<string, string> = {
  'auth/invalid-credential': 'Email or password is wrong.',
  'auth/invalid-login-credentials': 'Email or password is wrong.',
  'auth/wrong-password': 'Email or password is wrong.',
  'auth/user-not-found': 'Email or password is wrong.',
  'auth/email-already-in-use': 'There is already an account with this email. Log in instead.',
  'auth/invalid-email': 'Please provide a valid Email',
  'auth/missing-email': 'Email is Required',
  'auth/missing-password': 'Password is Required',
  'auth/weak-password': 'Must be 6 characters or longer',
  'auth/user-disabled': 'This account has been closed. Please write to us if that is a mistake.',
  'auth/too-many-requests': 'Too many attempts. Please wait a few minutes and try again.',
  'auth/network-request-failed': 'No connection. Check your network and try again.',
  'auth/internal-error': 'The sign-in service did not respond. Please try again.',
  'auth/popup-blocked': 'Your browser blocked the Google window. Allow pop-ups for this page and try again.',
  'auth/popup-closed-by-user': 'The Google window was closed before you signed in.',
  'auth/cancelled-popup-request': 'The Google window was closed before you signed in.',
  'auth/account-exists-with-different-credential':
    'There is already an account with this email. Log in with your password.',
  'auth/operation-not-allowed': 'This way of signing in is not available.',
  'auth/user-token-expired': 'Your sign-in has ended. Please log in again.',
};

const OTHER = 'Signing in did not work. Please try again.';

/** The identity provider's or the shop's error as a sentence, shown above the submit button. */
export function authMessage(error: unknown): string {
  if (typeof error !== 'object' || error === null) return OTHER;
  if ('code' in error && typeof error.code === 'string') return MESSAGES[error.code] ?? OTHER;
  if ('detail' in error && typeof error.detail === 'string') return error.detail;
  return OTHER;
}

/** Errors that are about one field. */
const FIELDS: Record<string, string> = {
  'auth/email-already-in-use': 'email',
  'auth/invalid-email': 'email',
  'auth/missing-email': 'email',
  'auth/missing-password': 'password',
  'auth/weak-password': 'password',
};

export function authProblem(error: unknown): Problem {
  const detail = authMessage(error);
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  const field = FIELDS[code];
  return { errors: field ? { [field]: detail } : {}, detail };
}
