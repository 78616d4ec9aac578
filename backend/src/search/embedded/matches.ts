/** It has all words. */
export const FOUND = 1;
/** What names it has all words. */
export const NAMED = 2;
/** It has all words as they are, none only as the beginning of another. */
export const EXACT = 4;

/**
 * Which products match, and how well: flags, 0 where it does not match, and a score for each, by its number in the index of
 * words. Arrays of numbers, because a common word matches thousands, and an object for each of them costs more than finding it.
 */
export class Matches {
  readonly flags: Uint8Array;
  readonly scores: Float32Array;

  /** Nothing matches. @param size the number of products */
  constructor(size: number) {
    this.flags = new Uint8Array(size);
    this.scores = new Float32Array(size);
  }

  /** Notes that a product matches. Of several matches, the best score counts. */
  add(id: number, flags: number, score: number): void {
    this.flags[id]! |= flags;
    if (score > this.scores[id]!) this.scores[id] = score;
  }

  /** Keeps what matches this or the other. Scores add up. */
  or(other: Matches): this {
    for (let id = 0; id < this.flags.length; id += 1) {
      this.flags[id]! |= other.flags[id]!;
      this.scores[id]! += other.scores[id]!;
    }
    return this;
  }

  /** Keeps what matches both. Scores add up. */
  and(other: Matches): this {
    for (let id = 0; id < this.flags.length; id += 1) {
      this.flags[id]! &= other.flags[id]!;
      this.scores[id] = this.flags[id] === 0 ? 0 : this.scores[id]! + other.scores[id]!;
    }
    return this;
  }
}
