import { alternativesOf, distinct, type Term, termOf } from './alternatives.js';
import { type Chunk, chunksOf } from './chunks.js';
import { numberOfAll, numberOfWord } from './numbers.js';
import { type SynonymGroups, synonymsAt } from './synonyms.js';
import { wordsOf } from './words.js';

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

/** `DDR 5` is `ddr5` too: a digit by itself is not found in it. */
const isJoinedWithDigit = ({ words: [word = ''], measure }: Chunk, next: Chunk | undefined): boolean =>
  measure === undefined && /^\p{L}{2,5}$/u.test(word) && /^\p{N}$/u.test(next?.typed ?? '');

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
    const meant = synonyms ? [synonyms.phrase, ...synonyms.others] : [];
    const number = numberOfWord(own[0]);
    words.push({
      typed: taken.map(({ typed }) => typed).join(' '),
      anyOf: distinct([...own, ...meant.flatMap(({ anyOf }) => anyOf)]),
      ...(number !== undefined && { number }),
    });
  }
  const number = numberOfAll(words, chunks.flatMap(({ words: typed }) => typed).join(''));
  return { words, ...(number !== undefined && { number }) };
}

/** A text that names one part: without what is between its letters and digits. */
export const numberTyped = (text: string): string => wordsOf(text).join('');
