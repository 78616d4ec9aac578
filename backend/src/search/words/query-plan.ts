import type { Kind } from '../../kinds/kind.js';
import { isUnit, MEASURE, measureWord } from './measures.js';
import { numberOfAll, numberOfWord } from './numbers.js';
import { folded, MAX_WORD, partsOf, singularsOf, wordsOf } from './words.js';

/** A word that a product has to have. */
export interface Term {
  text: string;
  /** Whether it may be the beginning of a longer word. */
  isPrefix: boolean;
}

/** What was typed as one word, or as a phrase that has synonyms. */
export interface PlannedWord {
  /** As it was typed, for people. */
  typed: string;
  /** A product matches that has all terms of one of these. */
  anyOf: Term[][];
  /** A product also matches of which a number begins with this. */
  number?: string;
}

/** What a search looks for: a product that matches each word. */
export interface QueryPlan {
  words: PlannedWord[];
  /** A product also matches of which a number begins with this: all that was typed. */
  number?: string;
}

/** Words that count; people paste whole names. */
const MAX_WORDS = 12;

/** Groups of phrases that mean the same, each phrase as its parts. */
export type SynonymGroups = readonly (readonly (readonly string[])[])[];

const partsOfText = (text: string): string[] => wordsOf(text).flatMap(partsOf);

export const synonymGroups = (groups: readonly (readonly string[])[]): SynonymGroups =>
  groups.map((phrases) => phrases.map(partsOfText).filter((parts) => parts.length > 0));

/** What kinds are called. Where admins have given one of these texts another meaning, theirs is taken. */
export const kindSynonyms = (kinds: readonly Kind[]): SynonymGroups =>
  synonymGroups(kinds.map(({ label, plural, aliases }) => [label, plural, ...aliases]));

const MEASURE_ONLY = new RegExp(`^${MEASURE.source}$`, 'u');

interface Chunk {
  typed: string;
  /** The word of a number with its unit, or of several of them. */
  measure?: string;
  words: string[];
  parts: string[];
}

const isAmount = (text: string): boolean => /^\d[\d.,]*$/.test(text);

/** `2 x 16 gb`, as folding leaves it. */
const isSeveral = ([count = '', by, number = '', unit = '']: readonly string[]): boolean =>
  by === 'x' && isNumber(count) && isAmount(number) && isUnit(unit);

/** What was typed, at its spaces; a number and a unit after it are one, and so are several of them. */
function chunksOf(text: string): Chunk[] {
  const pieces = folded(text)
    .split(/\s+/)
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece));
  const chunks: Chunk[] = [];
  for (let at = 0; at < pieces.length; at += 1) {
    const several = pieces.slice(at, at + 4);
    if (isSeveral(several)) {
      const word = wordsOf(several.join('')).join('').slice(0, MAX_WORD);
      chunks.push({ typed: several.join(' '), measure: word, words: [word], parts: partsOf(word) });
      at += 3;
      continue;
    }
    let typed = pieces[at]!;
    const next = pieces[at + 1];
    if (next !== undefined && isUnit(next) && isAmount(typed)) {
      typed = `${typed} ${next}`;
      at += 1;
    }
    const [, number, unit] = MEASURE_ONLY.exec(typed) ?? [];
    const words = wordsOf(typed).map((word) => word.slice(0, MAX_WORD));
    chunks.push({
      typed,
      words,
      parts: words.flatMap(partsOf),
      ...(number !== undefined && unit !== undefined && { measure: measureWord(number, unit) }),
    });
  }
  return chunks;
}

const isNumber = (text: string): boolean => /^\p{N}+$/u.test(text);

/**
 * A word may be the beginning of another, but a number only while it is being typed, or when it is long.
 *
 * @param least the fewest characters of a beginning
 */
const termOf = (text: string, isLast: boolean, least = 2): Term => ({
  text,
  isPrefix: text.length >= least && (isLast || text.length >= 4 || !isNumber(text)),
});

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

/** Single characters are found in most texts: `m2` is no `m` and `2`. */
const areWords = (terms: readonly Term[]): boolean => terms.some(({ text }) => text.length > 1);

/** @param least see `termOf` */
function alternativesOf({ measure, words, parts }: Chunk, isLast: boolean, least: number): Term[][] {
  if (measure !== undefined) return [[{ text: measure, isPrefix: false }]];
  const whole = words.join('').slice(0, MAX_WORD);
  const anyOf = [[termOf(whole, isLast, least)]];
  const apart =
    words.length === 1
      ? segmentsOf(parts, isLast)
      : // what a hyphen or dot joins may be apart in a name
        [words.map((word, at) => termOf(word, isLast && at === words.length - 1))];
  anyOf.push(...apart.filter(areWords));
  for (const singular of singularsOf(whole)) anyOf.push([{ text: singular, isPrefix: false }]);
  return anyOf;
}

/** `DDR 5` is `ddr5` too: a digit by itself is not found in it. */
const isJoinedWithDigit = ({ words: [word = ''], measure }: Chunk, next: Chunk | undefined): boolean =>
  measure === undefined && /^\p{L}{2,5}$/u.test(word) && /^\p{N}$/u.test(next?.typed ?? '');

const isSame = (one: string, other: string): boolean =>
  one === other || singularsOf(one).includes(other) || singularsOf(other).includes(one);

/** How many chunks from one on are a phrase; 0 when they are not. */
function lengthOfPhrase(chunks: readonly Chunk[], from: number, phrase: readonly string[]): number {
  let matched = 0;
  for (let at = from; at < chunks.length; at += 1) {
    for (const part of chunks[at]!.parts) {
      const expected = phrase[matched];
      if (expected === undefined || !isSame(part, expected)) return 0;
      matched += 1;
    }
    if (matched === phrase.length) return at - from + 1;
  }
  return 0;
}

interface Synonyms {
  /** The chunks that are the phrase. */
  length: number;
  /** As it was entered: `graphics card`, where `graphics cards` was typed. */
  phrase: readonly string[];
  others: readonly (readonly string[])[];
}

/** The longest phrase with synonyms that begins at a chunk. */
function synonymsAt(chunks: readonly Chunk[], from: number, groups: SynonymGroups): Synonyms | undefined {
  let found: Synonyms | undefined;
  for (const group of groups)
    for (const phrase of group) {
      const length = lengthOfPhrase(chunks, from, phrase);
      if (length > (found?.length ?? 0))
        found = { length, phrase, others: group.filter((other) => other !== phrase) };
    }
  return found;
}

const exactly = (text: string): Term => ({ text, isPrefix: false });

/** Plans a search for what was typed. */
export function planOf(text: string, groups: SynonymGroups): QueryPlan {
  const chunks = chunksOf(text).slice(0, MAX_WORDS);
  const words: PlannedWord[] = [];
  for (let at = 0; at < chunks.length;) {
    const synonyms = synonymsAt(chunks, at, groups);
    const isJoined = !synonyms && isJoinedWithDigit(chunks[at]!, chunks[at + 1]);
    const length = isJoined ? 2 : (synonyms?.length ?? 1);
    const taken = chunks.slice(at, at + length);
    at += length;
    const isLast = at === chunks.length;
    const all = taken.flatMap(({ words: typed }) => typed);
    const own =
      taken.length === 1
        ? alternativesOf(taken[0]!, isLast, isLast && words.length > 0 ? 1 : 2)
        : [all.map((word) => termOf(word, false)), ...(isJoined ? [[termOf(all.join(''), isLast)]] : [])];
    // several of what the phrase names, whose singular the typed words do not begin with
    const isVaried =
      synonyms !== undefined && taken.length > 1 && synonyms.phrase.join(' ') !== all.join(' ');
    const meant = [...(isVaried ? [synonyms.phrase] : []), ...(synonyms?.others ?? [])];
    const number = numberOfWord(own[0]);
    words.push({
      typed: taken.map(({ typed }) => typed).join(' '),
      anyOf: [...own, ...meant.map((parts) => parts.map(exactly))],
      ...(number !== undefined && { number }),
    });
  }
  const number = numberOfAll(words, chunks.flatMap(({ words: typed }) => typed).join(''));
  return { words, ...(number !== undefined && { number }) };
}

/** A text that names one part: without what is between its letters and digits. */
export const numberTyped = (text: string): string => wordsOf(text).join('');
