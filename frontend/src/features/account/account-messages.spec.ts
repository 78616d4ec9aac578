import { describe, expect, it } from 'vitest';
import { accountMessage, accountProblem, invalidCode } from './account-messages';

describe('messages about an account', () => {
  it.each([
    ['auth/expired-action-code', 'This link has expired.'],
    ['auth/invalid-action-code', 'This link was used already, or a newer one was sent since.'],
    ['auth/too-many-requests', 'Too many attempts. Please wait a few minutes and try again.'],
    ['auth/something-new', 'This did not work. Please try again.'],
  ])('%s', (code, message) => {
    expect(accountMessage({ code })).toBe(message);
  });

  it('tells a code that is not valid from a call that failed', () => {
    expect(invalidCode({ code: 'auth/invalid-action-code' })).toBeDefined();
    for (const error of [{ code: 'auth/network-request-failed' }, new Error('no'), undefined])
      expect(invalidCode(error)).toBeUndefined();
  });

  it('shows a wrong password at the field of the present one, a weak one at the field of the new one', () => {
    expect(accountProblem({ code: 'auth/invalid-credential' }).errors).toEqual({
      current: 'This is not your password.',
    });
    expect(accountProblem({ code: 'auth/weak-password' }).errors).toEqual({
      password: 'Must be 6 characters or longer',
    });
  });
});
