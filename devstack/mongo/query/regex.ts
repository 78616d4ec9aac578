import type { BSONRegExp } from 'bson';
import { RE2JS } from 're2js';
import { MongoError } from '../errors.js';

/** Signs of a pattern with its counted repetitions written out. */
const LARGEST_PATTERN = 100_000;
/** Instructions of the program times signs of the text; the engine takes about 50 ns for each at worst. */
const MOST_STEPS = 50_000_000;

const sizeOf = (pattern: string): number => {
  let copies = 1;
  for (const [, low, high] of pattern.matchAll(/\{(\d+),?(\d*)\}/g)) copies *= Number(high || low) || 1;
  return pattern.length * Math.min(1000, copies);
};

/** Takes blanks and comments out of a pattern written with option `x`. */
const compact = (pattern: string): string =>
  pattern.replace(/\\.|\[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*\]|\s+|#[^\n]*/gs, (part) =>
    /^[\\[]/.test(part) ? part : '',
  );

/**
 * Compiles a PCRE pattern for RE2, which takes linear time whatever the pattern: none can block the store. What RE2
 * lacks (lookaround, back references, possessive and atomic groups) is error 51091.
 */
export const regexOf = ({ pattern, options }: BSONRegExp): ((text: string) => boolean) => {
  const flags = options.replace(/[xu]/g, '');
  // An escaped sign beyond ASCII stands for itself; RE2 knows no such escape.
  const plain = pattern.replace(/\\(.)/gsu, (escape, sign: string) => (sign > '\x7f' ? sign : escape));
  const source = options.includes('x') ? compact(plain) : plain;
  try {
    if (sizeOf(pattern) > LARGEST_PATTERN) throw new Error('the pattern is too large');
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
