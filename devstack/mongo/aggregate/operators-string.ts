import { MongoError } from '../errors.js';
import { toRegExp } from '../query/regex.js';
import type { Doc } from '../values/bson.js';
import { Int32, isRegex, typeOf } from '../values/types.js';
import { fixed, isNullish, named, nullable, variadic, wantString, wantWhole } from './arguments.js';
import { textOf } from './convert.js';
import type { Special } from './expression.js';

const BLANKS = '\0 \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a';

/** Code points, which is how MongoDB counts characters. */
const lettersOf = (text: string): string[] => Array.from(text);

const trim = (name: string, left: boolean, right: boolean): Special =>
  named(['input'], ['chars'], ({ input, chars }, present) => {
    if (isNullish(input) || (present.chars && isNullish(chars))) return null;
    const drop = new Set(present.chars ? wantString(chars, name, 50700) : BLANKS);
    const letters = lettersOf(wantString(input, name, 50699));
    let from = 0;
    let to = letters.length;
    if (left) while (from < to && drop.has(letters[from]!)) from++;
    if (right) while (to > from && drop.has(letters[to - 1]!)) to--;
    return letters.slice(from, to).join('');
  });

const textOrEmpty = (value: unknown): string => (isNullish(value) ? '' : textOf(value));

const casing = (work: (text: string) => string): Special =>
  fixed(1, 1, (value) => textOrEmpty(value).replace(/[a-zA-Z]+/g, work));

/** Bounds of a search, in characters or bytes: nothing is found outside. */
const indexOf = (name: string, split: (text: string) => readonly (string | number)[]): Special =>
  fixed(2, 4, (text, part, start = new Int32(0), end) => {
    if (isNullish(text)) return null;
    const hay = split(wantString(text, name, 40091));
    const needle = split(wantString(part, name, 40092));
    const from = wantWhole(start, name);
    const to = end === undefined ? hay.length : Math.min(hay.length, wantWhole(end, name));
    if (from < 0 || to < 0) throw new MongoError(40097, `${name} requires a nonnegative index`);
    for (let at = from; at + needle.length <= to; at++) {
      if (needle.every((unit, i) => hay[at + i] === unit)) return new Int32(at);
    }
    return new Int32(-1);
  });

const bytesOf = (text: string): number[] => [...Buffer.from(text)];

const substring = (name: string, bytes: boolean): Special =>
  fixed(3, 3, (text, start, count) => {
    const input = textOrEmpty(text);
    const from = wantWhole(start, name, 16034);
    const length = wantWhole(count, name, 16035);
    if (!bytes) {
      if (from < 0 || length < 0) throw new MongoError(34452, `${name}: indices must be non-negative`);
      return lettersOf(input)
        .slice(from, from + length)
        .join('');
    }
    if (from < 0) throw new MongoError(50752, `${name}: starting index must be non-negative (got: ${from})`);
    const raw = Buffer.from(input);
    const end = length < 0 ? raw.length : Math.min(raw.length, from + length);
    const inside = (at: number) => at < raw.length && (raw[at]! & 0xc0) === 0x80;
    if (inside(from))
      throw new MongoError(
        28656,
        `${name}: Invalid range, starting index is in the middle of a UTF-8 character.`,
      );
    if (inside(end))
      throw new MongoError(
        28657,
        `${name}: Invalid range, ending index is in the middle of a UTF-8 character.`,
      );
    return raw.toString('utf8', from, Math.max(from, end));
  });

const pattern = (name: string, { regex, options }: Doc, flags: string): RegExp | null => {
  if (isNullish(regex)) return null;
  if (!isRegex(regex) && typeof regex !== 'string')
    throw new MongoError(51105, `${name} needs 'regex' to be of type string or regex`);
  const source = isRegex(regex) ? regex.pattern : regex;
  const given = isNullish(options) ? (isRegex(regex) ? regex.options : '') : wantString(options, name, 51106);
  const compiled = toRegExp(source, given);
  return new RegExp(compiled.source, compiled.flags + flags);
};

const found = (match: RegExpExecArray): Doc => ({
  match: match[0],
  idx: new Int32(lettersOf(match.input.slice(0, match.index)).length),
  captures: match.slice(1).map((part) => part ?? null),
});

const regexOperator = (
  name: string,
  nothing: unknown,
  work: (regex: RegExp, text: string) => unknown,
): Special =>
  named(['input', 'regex'], ['options'], (args) => {
    const regex = pattern(name, args, name === '$regexFindAll' ? 'g' : '');
    if (isNullish(args.input) || !regex) return nothing;
    return work(regex, wantString(args.input, name, 51104));
  });

const replace = (name: string, all: boolean): Special =>
  named(['input', 'find', 'replacement'], [], ({ input, find, replacement }) => {
    if (isNullish(input) || isNullish(find) || isNullish(replacement)) return null;
    const [text, part, by] = [input, find, replacement].map((each) => wantString(each, name, 51746)) as [
      string,
      string,
      string,
    ];
    return all ? text.replaceAll(part, () => by) : text.replace(part, () => by);
  });

export const STRING_OPERATORS: Record<string, Special> = {
  $concat: variadic((args) => {
    if (args.some(isNullish)) return null;
    return args
      .map((value) => {
        if (typeof value !== 'string')
          throw new MongoError(16702, `$concat only supports strings, not ${typeOf(value)}`);
        return value;
      })
      .join('');
  }),
  $toLower: casing((text) => text.toLowerCase()),
  $toUpper: casing((text) => text.toUpperCase()),
  $strLenCP: fixed(1, 1, (text) => new Int32(lettersOf(wantString(text, '$strLenCP')).length)),
  $strLenBytes: fixed(1, 1, (text) => new Int32(Buffer.byteLength(wantString(text, '$strLenBytes', 34473)))),
  $strcasecmp: fixed(2, 2, (a, b) => {
    const [x, y] = [textOrEmpty(a).toUpperCase(), textOrEmpty(b).toUpperCase()];
    return new Int32(x < y ? -1 : x > y ? 1 : 0);
  }),
  $substr: substring('$substr', true),
  $substrBytes: substring('$substrBytes', true),
  $substrCP: substring('$substrCP', false),
  $split: fixed(
    2,
    2,
    nullable((text, by) => {
      const separator = wantString(by, '$split', 40086);
      if (separator === '') throw new MongoError(40087, '$split requires a non-empty separator');
      return wantString(text, '$split', 40085).split(separator);
    }),
  ),
  $trim: trim('$trim', true, true),
  $ltrim: trim('$ltrim', true, false),
  $rtrim: trim('$rtrim', false, true),
  $indexOfCP: indexOf('$indexOfCP', lettersOf),
  $indexOfBytes: indexOf('$indexOfBytes', bytesOf),
  $replaceOne: replace('$replaceOne', false),
  $replaceAll: replace('$replaceAll', true),
  $regexMatch: regexOperator('$regexMatch', false, (regex, text) => regex.test(text)),
  $regexFind: regexOperator('$regexFind', null, (regex, text) => {
    const match = regex.exec(text);
    return match ? found(match) : null;
  }),
  $regexFindAll: regexOperator('$regexFindAll', [], (regex, text) => [...text.matchAll(regex)].map(found)),
};
