import type { BSONRegExp } from 'bson';
import { RE2JS } from 're2js';
import { MongoError } from '../errors.js';

/** Characters of a pattern with its counted repetitions written out. */
const LARGEST_PATTERN = 100_000;
/** Instructions of the program times characters of the text; the engine takes about 50 ns for each at worst. */
const MOST_STEPS = 50_000_000;

const sizeOf = (pattern: string): number => {
  let copies = 1;
  for (const [, low, high] of pattern.matchAll(/\{(\d+),?(\d*)\}/g)) copies *= Number(high || low) || 1;
  return pattern.length * Math.min(1000, copies);
};

/** Quoted text, character classes, the openings of groups, quantifiers and other escapes; else single characters. */
const TOKEN =
  /\\Q.*?(?:\\E|$)|\[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*\]|\(\?(?:[a-zA-Z-]*[:)]|P?<\w+>)|\{\d+,?\d*\}|\\.|./gsu;

/** Escapes that PCRE2 reads otherwise than RE2, as parts of a character class. */
const CLASSES: Record<string, string> = {
  '\\s': '\\x09-\\x0d\\x20',
  '\\S': '\\x00-\\x08\\x0e-\\x1f\\x21-\\x{10ffff}',
  '\\v': '\\x0a-\\x0d\\x{85}\\x{2028}\\x{2029}',
};

/** An escaped character beyond ASCII stands for itself; RE2 has no such escape. */
const escapeOf = (escape: string): string => (escape[1]! > '\x7f' ? escape.slice(1) : escape);

/** Whether a match may only end after the token at `at`: no more text is consumed on any path from there. */
const isLast = (tokens: string[], at: number): boolean => {
  let [depth, skipping] = [0, false];
  for (const token of tokens.slice(at + 1)) {
    if (token === ')') {
      if (depth > 0) depth--;
      else skipping = false;
    } else if (token === '|') skipping ||= depth === 0;
    else if (skipping) depth += Number(token.startsWith('('));
    else if (!/^[$*+?]$|^\{\d/.test(token)) return false;
  }
  return true;
};

/** A PCRE2 pattern in RE2's syntax. */
const translate = (pattern: string, extended: boolean, multiline: boolean): string => {
  const space = /^\s$/;
  const comments = extended ? /\\.|\[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*\]|#[^\n]*/gs : /(?!)/g;
  const source = pattern.replace(comments, (part) => (part.startsWith('#') ? '' : part));
  const all = source.match(TOKEN) ?? [];
  const tokens = extended ? all.filter((token) => !space.test(token)) : all;
  return tokens
    .map((token, i) => {
      if (token.startsWith('\\Q')) return token;
      if (token.startsWith('[')) return token.replace(/\\./gsu, (part) => CLASSES[part] ?? escapeOf(part));
      if (token.startsWith('\\')) return CLASSES[token] ? `[${CLASSES[token]}]` : escapeOf(token);
      if (/^\(\?[a-zA-Z-]*m/.test(token) && tokens.includes('$'))
        throw new Error('$ with option m inside the pattern is not supported');
      if (token !== '$' || multiline) return token;
      // It also matches before a newline that ends the text.
      if (!isLast(tokens, i)) throw new Error('text after $ without option m is not supported');
      return '(?:\\n?\\z)';
    })
    .join('');
};

/**
 * Compiles a PCRE2 pattern for RE2, which takes linear time whatever the pattern: none can block the store. What RE2
 * lacks (lookaround, back references, possessive and atomic groups) is error 51091.
 */
export const regexOf = ({ pattern, options }: BSONRegExp): ((text: string) => boolean) => {
  const [, inline = '', rest = ''] = /^(?:\(\?([imsx]+)\))?(.*)$/s.exec(pattern)!;
  const given = options + inline;
  const flags = [...new Set(given.replace(/[xu]/g, ''))].join('');
  try {
    if (sizeOf(pattern) > LARGEST_PATTERN) throw new Error('the pattern is too large');
    const source = translate(rest, given.includes('x'), given.includes('m'));
    const regex = RE2JS.compile(flags ? `(?${flags})${source}` : source);
    return (text) => {
      if (text.length * regex.programSize() <= MOST_STEPS) return regex.test(text);
      throw new MongoError(51156, 'Regular expression match limit exceeded');
    };
  } catch (error) {
    throw new MongoError(51091, `Regular expression is invalid: ${(error as Error).message}`);
  }
};

/** The literal text every match of the pattern starts with, '' when there is none; for index bounds. */
export const literalPrefix = ({ pattern, options }: BSONRegExp): string => {
  if (options.replace('s', '') !== '' || pattern.includes('|')) return '';
  const found = /^\^((?:(?:\\[^a-zA-Z0-9]|[^\\^$.*+?()[\]{}|])(?![*?{]))*)/su.exec(pattern);
  return (found?.[1] ?? '').replace(/\\(.)/gsu, '$1');
};
