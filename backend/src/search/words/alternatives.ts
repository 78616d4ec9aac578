import { type Chunk, isNumber, measureOf } from './chunks.js';
import { MAX_WORD, partsOf, singularsOf, wordsOf } from './words.js';

/** A word that a product has to have. */
export interface Term {
  text: string;
  /** Whether it may be the beginning of a longer word. */
  isPrefix: boolean;
}

/**
 * A word may be the beginning of another, but a number only while it is being typed, or when it is long.
 *
 * @param least the fewest characters of a beginning
 */
export const termOf = (text: string, isLast: boolean, least = 2): Term => ({
  text,
  isPrefix: text.length >= least && (isLast || text.length >= 4 || !isNumber(text)),
});

export const exactly = (text: string): Term => ({ text, isPrefix: false });

/** What was typed at once may be apart in a name: `rtx4070ti` may be `RTX 4070 Ti` and `RTX 4070Ti`. */
function segmentsOf(parts: readonly string[], isLast: boolean): Term[][] {
  const [first, second, third] = parts;
  if (first === undefined || second === undefined || parts.length > 3) return [];
  const termsOf = (...words: string[]): Term[] =>
    words.map((text, at) => ({
      text,
      isPrefix: isNumber(text) ? isLast && at === words.length - 1 && text.length >= 2 : text.length >= 4,
    }));
  if (third === undefined) return [termsOf(first, second)];
  return [termsOf(first, second, third), termsOf(first + second, third), termsOf(first, second + third)];
}

/** `pcie4.0`, which is `PCIe 4.0` in a name. */
const BEFORE_DECIMAL = /^(\p{L}+)(\d+[.,]\d+)$/u;

/** What one of several things may be that a sign joins. */
function alternativesOfPiece(piece: string, isLast: boolean): Term[][] {
  const measure = measureOf(piece);
  if (measure !== undefined) return [[exactly(measure)]];
  const [, letters, decimal] = BEFORE_DECIMAL.exec(piece) ?? [];
  if (letters !== undefined && decimal !== undefined)
    return [[exactly(letters), termOf(wordsOf(decimal).join(''), isLast)]];
  const words = wordsOf(piece);
  const apart = words.length === 1 ? segmentsOf(partsOf(words[0]!), isLast) : [];
  return [words.map((word, at) => termOf(word, isLast && at === words.length - 1)), ...apart];
}

/** More things that signs join, or more ways to read them, are a part number or somebody trying. */
const MOST_PIECES = 3;
const MOST_WAYS = 8;

/** What signs join, apart: `vantar90-white` may be `Vantar 90 White`. */
function apartOf({ words, pieces }: Chunk, isLast: boolean): Term[][] {
  const asTyped = words.map((word, at) => termOf(word, isLast && at === words.length - 1));
  if (pieces.length > MOST_PIECES) return [asTyped];
  const ways = pieces
    .map((piece, at) => alternativesOfPiece(piece, isLast && at === pieces.length - 1))
    .reduce<Term[][]>((all, piece) => all.flatMap((terms) => piece.map((more) => [...terms, ...more])), [[]]);
  return [asTyped, ...ways.slice(0, MOST_WAYS)];
}

/** Single characters are found in most texts: `m2` is no `m` and `2`. */
const areWords = (terms: readonly Term[]): boolean => terms.some(({ text }) => text.length > 1);

/** Alternatives, each once. */
export function distinct(alternatives: readonly Term[][]): Term[][] {
  const known = new Set<string>();
  return alternatives.filter((terms) => {
    const key = terms.map(({ text }) => text).join(' ');
    return !known.has(key) && known.add(key);
  });
}

/** @param least see `termOf` */
export function alternativesOf(chunk: Chunk, isLast: boolean, least: number): Term[][] {
  const { measure, words, parts } = chunk;
  if (measure !== undefined) return [[exactly(measure)]];
  const whole = words.join('').slice(0, MAX_WORD);
  const apart = words.length === 1 ? segmentsOf(parts, isLast) : apartOf(chunk, isLast);
  return distinct([
    [termOf(whole, isLast, least)],
    ...apart.filter(areWords),
    ...singularsOf(whole).map((singular) => [exactly(singular)]),
  ]);
}
