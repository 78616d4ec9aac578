import type { BSONRegExp } from 'bson';
import { RE2JS } from 're2js';
import { MongoError, bad } from '../errors.js';

const FLAGS = { i: RE2JS.CASE_INSENSITIVE, m: RE2JS.MULTILINE, s: RE2JS.DOTALL, x: 0, u: 0 };
const LARGEST_PATTERN = 100_000;
/** Instructions of the pattern times characters of the text; the engine takes about 50 ns for each at worst. */
const MOST_STEPS = 50_000_000;

const invalid = (why: string) => new MongoError(51091, `Regular expression is invalid: ${why}`);

/** Length of the pattern with its counted repetitions written out. */
const expanded = (pattern: string): number => {
  const counts = [...pattern.matchAll(/\{(\d+),?(\d*)\}/g)].map(([, low, high]) => Number(high || low) || 1);
  return (
    pattern.length *
    Math.min(
      1000,
      counts.reduce((product, count) => product * count, 1),
    )
  );
};

/** Takes blanks and comments out of a pattern written with option `x`. */
const compact = (pattern: string): string =>
  pattern.replace(/\\.|\[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*\]|\s+|#[^\n]*/gs, (part) =>
    /^[\\[]/.test(part) ? part : '',
  );

/**
 * Compiles a PCRE pattern with MongoDB's options for RE2, which takes linear time whatever the pattern: none can
 * block the store. What RE2 lacks (lookaround, back references, possessive and atomic groups) is error 51091.
 */
export const regexOf = ({ pattern, options }: BSONRegExp): ((text: string) => boolean) => {
  if (/[^imsxu]/.test(options)) throw bad(`invalid flag in regex options: ${options}`);
  if (expanded(pattern) > LARGEST_PATTERN) throw invalid('it is too large');
  // An escaped sign beyond ASCII stands for itself; RE2 knows no such escape.
  const plain = pattern.replace(/\\(.)/gsu, (escape, sign: string) => (sign > '\x7f' ? sign : escape));
  const flags = Object.entries(FLAGS).filter(([option]) => options.includes(option));
  let regex: RE2JS;
  try {
    const source = options.includes('x') ? compact(plain) : plain;
    regex = RE2JS.compile(
      source,
      flags.reduce((sum, [, flag]) => sum | flag, 0),
    );
  } catch (error) {
    throw invalid((error as Error).message);
  }
  const size = regex.programSize();
  return (text) => {
    if (text.length * size > MOST_STEPS)
      throw new MongoError(51156, 'Regular expression match limit exceeded');
    return regex.test(text);
  };
};

/** The literal text every match of the pattern starts with, '' when there is none; for index bounds. */
export const literalPrefix = ({ pattern, options }: BSONRegExp): string => {
  if (options.replace('s', '') !== '' || !pattern.startsWith('^') || pattern.includes('|')) return '';
  const parts = /^\^((?:(?:\\[^a-zA-Z0-9]|[^\\^$.*+?()[\]{}|])(?![*?{]))*)/su.exec(pattern);
  return (parts?.[1] ?? '').replace(/\\(.)/gsu, '$1');
};
