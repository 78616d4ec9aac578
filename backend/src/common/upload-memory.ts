import { Busy } from './errors.js';

/**
 * The memory that bodies take together while they arrive, wait and are worked on. A slow client takes what it has sent, and
 * keeps nobody out.
 */
export class UploadMemory {
  private held = 0;

  /** @param max bytes */
  constructor(private readonly max: number) {}

  /**
   * Runs work that takes memory for each chunk of a body before it keeps it; all of it is released when the work ends.
   * `take` throws Busy (503) when there is too little, and also after the work has ended.
   */
  async use<T>(work: (take: (chunk: Buffer) => void) => Promise<T>): Promise<T> {
    let taken = 0;
    let hasEnded = false;
    try {
      return await work(({ length }) => {
        if (hasEnded || this.held + length > this.max) throw new Busy('Too many uploads at once');
        this.held += length;
        taken += length;
      });
    } finally {
      hasEnded = true;
      this.held -= taken;
    }
  }
}
