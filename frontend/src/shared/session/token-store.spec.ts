import { describe, expect, it } from '@jest/globals';
import { tokenEnd } from './token-store';

const jwt = (claims: unknown) => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;

describe('the end of a token', () => {
  it('is read from its claims, in milliseconds', () => {
    expect(tokenEnd(jwt({ exp: 1_700_000_000, name: 'Åse ÿ?>' }))).toBe(1_700_000_000_000);
  });

  it.each([[''], ['abc'], ['a.b.c'], [jwt({})], [jwt(null)], [jwt({ exp: 'soon' })]])(
    'is long past for %j',
    (token) => {
      expect(tokenEnd(token)).toBe(0);
    },
  );
});
