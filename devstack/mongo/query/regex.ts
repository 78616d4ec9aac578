import { BSONRegExp } from 'bson';
import { bad } from '../errors.js';

const cache = new Map<string, RegExp>();

/** Takes blanks and comments out of a pattern written with option `x`. */
const compact = (pattern: string): string =>
  pattern.replace(/\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\s+|#.*$/gm, (part) =>
    part.startsWith('\\') || part.startsWith('[') ? part : '',
  );

const build = (pattern: string, flags: string): RegExp => {
  try {
    return new RegExp(pattern, `${flags}u`);
  } catch {
    // Escapes that PCRE takes and the strict Unicode mode does not, such as `\-`.
    return new RegExp(pattern, flags);
  }
};

/** A PCRE pattern with MongoDB's options as a JavaScript one; error 51091 when it cannot be read. */
export const toRegExp = (pattern: string, options = ''): RegExp => {
  const key = `${options}/${pattern}`;
  const known = cache.get(key);
  if (known) return known;
  for (const option of options) {
    if (!'imsxu'.includes(option)) throw bad(`invalid flag in regex options: ${option}`);
  }
  const inline = /^\(\?([imsx]+)\)/.exec(pattern);
  const all = options + (inline?.[1] ?? '');
  let source = inline ? pattern.slice(inline[0].length) : pattern;
  if (all.includes('x')) source = compact(source);
  let regex: RegExp;
  try {
    regex = build(source, [...new Set(all)].filter((flag) => 'ims'.includes(flag)).join(''));
  } catch (error) {
    throw bad(`Regular expression is invalid: ${(error as Error).message}`);
  }
  if (cache.size > 1000) cache.clear();
  cache.set(key, regex);
  return regex;
};

export const regexOf = (value: BSONRegExp): RegExp => toRegExp(value.pattern, value.options);

/** The literal text every match of the pattern starts with, '' when there is none; for index bounds. */
export const literalPrefix = (pattern: string, options: string): string => {
  if (options.replace('s', '') !== '' || !/^(\^|\\A)/.test(pattern) || pattern.includes('|')) return '';
  let prefix = '';
  let rest = pattern.replace(/^(\^|\\A)/, '');
  while (rest) {
    const part = /^(?:\\([^a-zA-Z0-9])|([^\\^$.*+?()[\]{}|]))([*?{])?/su.exec(rest);
    if (!part || part[3]) break;
    prefix += part[1] ?? part[2];
    rest = rest.slice(part[0].length);
  }
  return prefix;
};
