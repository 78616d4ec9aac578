import { describe, expect, it } from 'vitest';
import { authMessage } from './auth-messages';

describe('the messages for sign-in errors', () => {
  it.each([
    [{ code: 'auth/invalid-credential' }, 'Email or password is wrong.'],
    [{ code: 'auth/email-already-in-use' }, 'There is already an account with this email. Log in instead.'],
    [
      { code: 'auth/something-new', message: 'Firebase: Error (auth/something-new).' },
      'Signing in did not work. Please try again.',
    ],
    [
      { status: 403, detail: 'This email belongs to another account.' },
      'This email belongs to another account.',
    ],
    [undefined, 'Signing in did not work. Please try again.'],
  ])('%j', (error, message) => {
    expect(authMessage(error)).toBe(message);
  });
});
