import type { KindOptionDto as KindOption } from '../../../api/generated';

/** How many letters to insert, remove or replace to make one word of the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[other.length]!;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const singular = (word: string): string => word.replace(/s$/, '');

/** One letter in four may be wrong, and an s at the end may be missing. */
function isLike(typed: string, word: string): boolean {
  const [one, other] = [singular(typed), singular(word)];
  return other.length > 2 && distance(one, other) <= Math.floor(other.length / 4);
}

/** The kinds whose names look like a word of a search that found nothing: `procesors` like `processor`. */
export const similarKinds = (q: string, kinds: readonly KindOption[]): KindOption[] => {
  const typed = wordsOf(q).slice(0, 8);
  return kinds
    .filter(({ label }) => wordsOf(label).some((word) => typed.some((each) => isLike(each, word))))
    .slice(0, 3);
};
