import { trusted } from 'mongoose';

/**
 * Search by word prefixes without regular expressions: a document keeps its lower-case words in an indexed array, and a
 * search asks that for each word typed some kept word begins with it, as a range of the index.
 */

const MAX_WORDS = 80;

/** Lower-case words of some texts, accents removed, each once. */
export function wordsOf(...texts: (string | undefined)[]): string[] {
  const plain = texts.join(' ').normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return [...new Set(plain.match(/[\p{L}\p{N}]+/gu) ?? [])].slice(0, MAX_WORDS);
}

/** Conditions on the array `field`, one for each word of what was typed; empty when nothing was. */
export function matchesWords(field: string, typed: string | undefined): Record<string, unknown>[] {
  return wordsOf(typed)
    .slice(0, 8)
    .map((word) => ({ [field]: trusted({ $elemMatch: { $gte: word, $lt: `${word}\uffff` } }) }));
}
