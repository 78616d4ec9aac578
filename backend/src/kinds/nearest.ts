import { distance } from 'fastest-levenshtein';

const sortedLetters = (text: string): string => text.split('').toSorted().join('');

/** How many letters are wrong in a text that may have been meant for another; letters in another order are one error. */
export const errorsBetween = (one: string, other: string): number =>
  one !== other && sortedLetters(one) === sortedLetters(other) ? 1 : distance(one, other);

/** Of some names the one that was probably meant, in any case; undefined where none is near. */
export function nearest(text: string, names: readonly string[]): string | undefined {
  if (text.length > 100) return undefined;
  const typed = text.toLowerCase();
  const [first] = names
    .map((name) => ({ name, far: errorsBetween(typed, name.toLowerCase()) }))
    .toSorted((a, b) => a.far - b.far);
  return first && first.far <= Math.max(2, text.length / 2) ? first.name : undefined;
}
