import { describe, expect, it } from 'vitest';
import { timeLeft, tokenLifetime } from './token-store';

const jwt = (claims: unknown) => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;
const user = { email: 'a@example.com', name: 'Åse' };

describe('the lifetime of a token', () => {
  it('is read from its claims, in milliseconds', () => {
    expect(tokenLifetime(jwt({ iat: 1_700_000_000, exp: 1_700_000_900, name: 'Åse ÿ?>' }))).toBe(900_000);
  });

  it.each([
    [''],
    ['abc'],
    ['a.b.c'],
    [jwt({})],
    [jwt(null)],
    [jwt({ iat: 1, exp: 'soon' })],
    [jwt({ exp: 9 })],
  ])('is 0 for %j', (token) => {
    expect(tokenLifetime(token)).toBe(0);
  });
});

describe('the time that a token has left', () => {
  const stored = { token: jwt({ iat: 1_000, exp: 1_900 }), user, receivedAt: 5_000_000 };

  it.each([
    [5_000_000, 900_000, 'was just received'],
    [5_300_000, 600_000, 'was received five minutes ago'],
    [9_000_000, 0, 'has expired'],
    [4_000_000, 0, 'seems to be from the future: the clock was set back'],
  ])('at %d is %d when it %s', (now, left) => {
    expect(timeLeft(stored, now)).toBe(left);
  });
});
