import { LEAST_NUMBER } from '../words/numbers.js';

/**
 * Products by their numbers, from the first characters on. Nearly every number is a word of one product only, which an index of
 * words would take half a kilobyte for.
 */
export class NumberIndex {
  private readonly owners = new Map<string, number | number[]>();
  /** All numbers; in order unless some were added since the last search. */
  private sorted: string[] = [];
  private isSorted = true;

  /** @param numbers without signs, in lower case */
  add(id: number, numbers: readonly string[]): void {
    for (const number of numbers) {
      if (number.length < LEAST_NUMBER) continue;
      const owners = this.owners.get(number);
      if (owners === undefined) {
        this.owners.set(number, id);
        this.sorted.push(number);
        this.isSorted = false;
      } else this.owners.set(number, [...[owners].flat(), id]);
    }
  }

  remove(id: number, numbers: readonly string[]): void {
    for (const number of numbers) {
      const left = this.ownersOf(number).filter((owner) => owner !== id);
      if (left.length > 0) this.owners.set(number, left);
      // it stays in the sorted ones, and finds nothing
      else this.owners.delete(number);
    }
  }

  /** The products that have exactly this number. */
  ownersOf(number: string): number[] {
    const owners = this.owners.get(number);
    return owners === undefined ? [] : [owners].flat();
  }

  /** The products of which a number begins with some characters. */
  beginningWith(text: string): number[] {
    const found = new Set<number>();
    const all = this.inOrder();
    for (let at = firstFrom(all, text); at < all.length && all[at]!.startsWith(text); at += 1) {
      for (const owner of this.ownersOf(all[at]!)) found.add(owner);
    }
    return [...found];
  }

  private inOrder(): string[] {
    if (!this.isSorted) {
      // those that were removed go, and those that were added again are there once
      this.sorted = [...this.owners.keys()].toSorted();
      this.isSorted = true;
    }
    return this.sorted;
  }
}

/** The place of the first text that is not before another. */
function firstFrom(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < text) low = middle + 1;
    else high = middle;
  }
  return low;
}
