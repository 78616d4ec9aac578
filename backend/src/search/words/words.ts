import { MEASURE, measureWord, SEVERAL } from './measures.js';

/**
 * How texts become words. Both engines index these words as they are and look up words of the same making, so that neither has
 * rules of its own.
 */

/** Letters that are no other letter with an accent. */
const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd' };

/** In lower case, without accents; units with a slash are one word, inches are spelt, and `2x16GB` is `2 x 16 gb`. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđ]/g, (letter) => LETTERS[letter]!)
    .replace(/(?<!\p{L})([mg]t|[kmg]b|[kmg]bit)\/s(?![\p{L}\p{N}])/gu, '$1s')
    // ″ is two ′ by now
    .replace(/(\d)\s?(?:"|”|''|′′|’’)/g, '$1 inch')
    .replace(SEVERAL, '$1 x $2 $3');

/** Letters and digits next to each other, in lower case, without accents. */
export const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** A word's letters and digits apart: `vantar90` is `vantar` and `90`. */
export const partsOf = (word: string): string[] => word.match(/\p{N}+|\p{L}+/gu) ?? [];

/** A text without what is between its letters and digits: of a part number, all that matters. */
export const compactOf = (text: string): string => wordsOf(text).join('');

/** The longest word that is indexed; of a longer one its beginning. */
export const MAX_WORD = 40;

/** The fewest digits of a word that are found by themselves: `650` of `b650e`, but no `5` of `ddr5`. */
const LEAST_DIGITS = 2;

/** What is found by itself of a word of letters and digits. What it begins with is found as a beginning. */
const innerParts = (word: string): string[] =>
  partsOf(word).filter((part, at, parts) =>
    parts.length === 1
      ? false
      : /^\p{N}/u.test(part)
        ? part.length >= LEAST_DIGITS
        : at > 0 && part.length > 1,
  );

/**
 * The words under which a text is found, each once: its words, the digits in them, numbers with their units, and what hyphens
 * and dots join as one word (`M.2` is `m2` too).
 */
export function indexedWords(text: string): string[] {
  const plain = folded(text);
  const found = new Set<string>();
  for (const chunk of plain.split(/\s+/)) {
    const words = wordsOf(chunk);
    for (const word of words) {
      found.add(word);
      for (const part of innerParts(word)) found.add(part);
    }
    if (words.length > 1 && words.length <= 6) found.add(words.join(''));
  }
  for (const [, number, unit] of plain.matchAll(MEASURE)) found.add(measureWord(number!, unit!));
  // several of a number and a unit are one word, which `2x16g` begins
  for (const [several] of plain.matchAll(SEVERAL)) found.add(wordsOf(several).join(''));
  return [...found].map((word) => word.slice(0, MAX_WORD));
}

/** What several of something may be one of: `fans` of `fan`, `batteries` of `battery`, `boxes` of `box`. */
export function singularsOf(word: string): string[] {
  if (word.length < 4 || !/^\p{L}+s$/u.test(word) || /(ss|is|..us)$/.test(word.slice(1))) return [];
  if (word.endsWith('ies')) return [`${word.slice(0, -3)}y`, word.slice(0, -1)];
  return /(s|x|z|ch|sh)es$/.test(word) ? [word.slice(0, -2), word.slice(0, -1)] : [word.slice(0, -1)];
}
