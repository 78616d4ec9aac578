import { describe, expect, it } from '@jest/globals';
import { toRegExp } from './regex.js';

describe('what JavaScript reads differently from PCRE', () => {
  it.each(['\\A', 'a\\Z', 'a\\z', '\\Qa', '\\x{41}', 'a++', 'a*+', '(?>a)', '[[:alpha:]]', '[]a]', '[^]a]'])(
    'refuses %s',
    (pattern) => {
      expect(() => toRegExp(pattern)).toThrow('Regular expression is invalid');
    },
  );

  it.each([
    ['\\\\A', '\\A'],
    ['^[[\\]]$', '['],
    ['^[a[]$', '['],
    ['^\\p{Lu}$', 'Ä'],
    ['^\\-\\x41\\d$', '-A1'],
  ])('keeps %s', (pattern, text) => {
    expect(toRegExp(pattern).test(text)).toBe(true);
  });
});
