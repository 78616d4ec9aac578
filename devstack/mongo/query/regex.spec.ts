import { describe, expect, it } from 'vitest';
import { BSONRegExp } from 'bson';
import { literalPrefix, regexOf } from './regex.js';

const matches = (pattern: string, text: string, options = '') =>
  regexOf(new BSONRegExp(pattern, options))(text);

describe('regular expressions', () => {
  it.each([
    '(?=a)',
    '(?!a)',
    '(?<=a)b',
    '(?<!a)b',
    '(a)\\1',
    'a++',
    'a*+',
    '(?>a)',
    'a\\Z',
    '(?R)',
    '\\u0041',
    '(',
  ])('refuse %s, which the linear engine lacks', (pattern) => {
    expect(() => regexOf(new BSONRegExp(pattern))).toThrow('Regular expression is invalid');
  });

  it.each([
    ['\\Aab\\z', 'ab', ''],
    ['^\\Q[a]\\E$', '[a]', ''],
    ['^\\x{41}$', 'A', ''],
    ['^[[:alpha:]]$', 'a', ''],
    ['^[]a]$', ']', ''],
    ['\\\\A', '\\A', ''],
    ['^\\p{Lu}$', 'Ä', ''],
    ['^\\-\\x41\\d\\ä$', '-A1ä', ''],
    ['^ärger$', 'ÄRGER', 'i'],
    ['^b.c$', 'a\nb\nc', 'ms'],
    ['^ a [ ] b # the end', 'a b', 'x'],
    ['^ [[:alpha:] ]{3} $', 'a b', 'x'],
  ])('read %s as PCRE does', (pattern, text, options) => {
    expect(matches(pattern, text, options)).toBe(true);
    expect(matches(pattern, '!', options)).toBe(false);
  });

  // PCRE2's pattern syntax (pcre2pattern): "Generic character types", "Circumflex and dollar".
  it.each<[string, string, string, boolean]>([
    ['a$', 'a\n', '', true],
    ['a$', 'a\n\n', '', false],
    ['^a$', 'b\na\nb', '', false],
    ['^a$', 'b\na\nb', 'm', true],
    ['(?m)^a$', 'b\na\nb', '', true],
    ['^(a|b$)$', 'b\n', '', true],
    ['(^|,)x(,|$)', 'a,x\n', '', true],
    ['a\\$', 'a\n', '', false],
    ['[$]', 'a\n', '', false],
    ['^a\\z', 'a\n', '', false],
    ['^\\s$', '\x0b', '', true],
    ['^\\s$', '\u00a0', '', false],
    ['^\\S$', '\x0b', '', false],
    ['^[\\s]$', '\x0b', '', true],
    ['^[\\S]$', '\x0b', '', false],
    ['^[^\\s]$', 'ä', '', true],
    ['^\\v$', '\u2028', '', true],
    ['^\\w$', 'ä', '', false],
    ['^\\Qa$\\E$', 'a$', '', true],
  ])('%s on %j with options "%s": %s', (pattern, text, options, expected) => {
    expect(matches(pattern, text, options)).toBe(expected);
  });

  it.each(['a$\\n', '(a$|b)c', '(?m:^a$)'])(
    'refuse %s, whose $ the engine cannot take as PCRE does',
    (pattern) => {
      expect(() => regexOf(new BSONRegExp(pattern))).toThrow('not supported');
    },
  );

  it('refuse what would take long to compile or to match', () => {
    expect(() => regexOf(new BSONRegExp('(a{1000})'.repeat(500)))).toThrow('too large');
    expect(() => matches('(a|b){900}c', 'a'.repeat(1_000_000))).toThrow('match limit exceeded');
  });

  it.each([
    ['^ab\\.c', '', 'ab.c'],
    ['^abc?', '', 'ab'],
    ['^a{2}', '', ''],
    ['^a|b', '', ''],
    ['^ab', 'i', ''],
    ['ab', '', ''],
    ['^ab$', 's', 'ab'],
  ])('start in %s with options "%s" with "%s"', (pattern, options, prefix) => {
    expect(literalPrefix(new BSONRegExp(pattern, options))).toBe(prefix);
  });
});
