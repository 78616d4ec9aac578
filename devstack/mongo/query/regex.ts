import { setFlagsFromString } from 'node:v8';
import { BSONRegExp } from 'bson';
import { MongoError, bad } from '../errors.js';

// A pattern that backtracks too often goes on in V8's linear engine, so that no pattern blocks the store. The flag
// `l` asks whether that engine can take a pattern.
setFlagsFromString('--enable-experimental-regexp-engine');
setFlagsFromString('--enable-experimental-regexp-engine-on-excessive-backtracks');
setFlagsFromString('--regexp-backtracks-before-fallback=20000');

const cache = new Map<string, RegExp>();

/** Takes blanks and comments out of a pattern written with option `x`. */
const compact = (pattern: string): string =>
  pattern.replace(/\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\s+|#.*$/gm, (part) =>
    /^[\\[]/.test(part) ? part : '',
  );

const bothCases = (text: string): string => {
  const other = text.toLowerCase() === text ? text.toUpperCase() : text.toLowerCase();
  return other === text || other.length !== text.length ? text : text + other;
};

/** A pattern for both cases without the flag `i`, which the linear engine lacks; undefined where that is not safe. */
const withoutCase = (pattern: string): string | undefined => {
  if (/\\[1-9kpPux]|\(\?<[^=!]|\[[^\]]*[^\]\\a-z0-9][-][^\]]/.test(pattern)) return undefined;
  return pattern.replace(/\\[\s\S]|\[((?:\\[\s\S]|[^\]\\])*)\]|\p{L}/gu, (part, inside?: string) => {
    if (part.startsWith('\\')) return part;
    if (inside === undefined) return bothCases(part).length > part.length ? `[${bothCases(part)}]` : part;
    return `[${inside.replace(/\\[\s\S]|\p{L}-\p{L}|\p{L}/gu, (each) =>
      each.startsWith('\\') ? each : each.length === 3 ? each + each.toUpperCase() : bothCases(each),
    )}]`;
  });
};

const SHARED_ESCAPE = /^\\(?:[^A-Za-z]|[bBdDwWsSnrtfc]|k<|[pP]\{|x[\da-fA-F]{2})$/;

/** What PCRE reads one way and JavaScript, without an error, another; undefined when there is no such part. */
const foreignPart = (source: string): string | undefined => {
  let inClass = false;
  const parts = source.matchAll(/\\(?:x[\s\S]{0,2}|[kpP][\s\S]?|[\s\S])|\[:\^?[a-z]+:\]|\[\^?\]?|\]/g);
  for (const [part] of parts) {
    if (part.startsWith('\\') ? !SHARED_ESCAPE.test(part) : part.startsWith('[:')) return part;
    if (part.startsWith('\\')) continue;
    const closes = part.endsWith(']');
    // A bracket that PCRE takes as the first character of the class, and JavaScript as its end.
    if (!inClass && closes && part !== ']') return part;
    inClass = !closes;
  }
  return undefined;
};

const isLinear = (source: string, flags: string): boolean => {
  try {
    return new RegExp(source, `${flags}l`).flags.includes('l');
  } catch {
    return false;
  }
};

/** Whether a group that can match in several ways is repeated: the shape of exponential backtracking. */
const isRisky = (source: string): boolean => {
  let plain = source
    .replace(/\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|(?<!\))\{\d+\}/g, '.')
    .replace(/\(\?<?[:=!]/g, '(');
  for (let before = ''; before !== plain;) {
    before = plain;
    plain = plain.replace(/\(([^()]*)\)(?![*+{])/g, '$1');
    if (/\([^()]*[*+?{|][^()]*\)[*+{]/.test(plain)) return true;
    plain = plain.replace(/\(([^()]*)\)[*+{]/g, '$1*');
  }
  return false;
};

const build = (source: string, flags: string): RegExp => {
  // Only the Unicode mode knows properties, and the linear engine does not know that mode.
  const properties = /\\[pP]\{/.test(source);
  const folded = flags.includes('i') ? withoutCase(source) : source;
  const plain = flags.replace('i', '');
  if (!properties && folded !== undefined && isLinear(folded, plain)) return new RegExp(folded, plain);
  let regex: RegExp;
  try {
    regex = new RegExp(source, `${flags}u`);
  } catch (error) {
    if (properties) throw error;
    // Escapes that PCRE takes and the strict Unicode mode does not, such as `\-`.
    regex = new RegExp(source, flags);
  }
  if (isRisky(source)) {
    throw new MongoError(
      51091,
      'Regular expression is invalid: repeated groups that backtrack are not implemented',
    );
  }
  return regex;
};

/** A PCRE pattern with MongoDB's options as a JavaScript one; error 51091 when it cannot be read. */
export const toRegExp = (pattern: string, options = ''): RegExp => {
  const key = `${options}/${pattern}`;
  const known = cache.get(key);
  if (known) return known;
  if (/[^imsxu]/.test(options)) throw bad(`invalid flag in regex options: ${options}`);
  const inline = /^\(\?([imsx]+)\)/.exec(pattern);
  const all = new Set(options + (inline?.[1] ?? ''));
  const source = inline ? pattern.slice(inline[0].length) : pattern;
  const text = all.has('x') ? compact(source) : source;
  const foreign = foreignPart(text);
  if (foreign !== undefined) {
    throw new MongoError(51091, `Regular expression is invalid: ${foreign} is not implemented by this store`);
  }
  let regex: RegExp;
  try {
    regex = build(text, ['i', 'm', 's'].filter((flag) => all.has(flag)).join(''));
  } catch (error) {
    if (error instanceof MongoError) throw error;
    throw new MongoError(51091, `Regular expression is invalid: ${(error as Error).message}`);
  }
  if (cache.size > 1000) cache.clear();
  cache.set(key, regex);
  return regex;
};

export const regexOf = (value: BSONRegExp): RegExp => toRegExp(value.pattern, value.options);

/** The literal text every match of the pattern starts with, '' when there is none; for index bounds. */
export const literalPrefix = (pattern: string, options: string): string => {
  if (options.replace('s', '') !== '' || !pattern.startsWith('^') || pattern.includes('|')) return '';
  let prefix = '';
  let rest = pattern.slice(1);
  for (;;) {
    const part = /^(?:\\([^a-zA-Z0-9])|([^\\^$.*+?()[\]{}|]))(?![*?{])/su.exec(rest);
    if (!part) return prefix;
    prefix += part[1] ?? part[2];
    rest = rest.slice(part[0].length);
  }
};
