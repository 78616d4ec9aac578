import { Busy } from '../common/errors.js';

/** Lets so many pieces of work in at once; a few more wait in order, and the rest are sent away. */
export class Gate {
  private inside = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly room: number,
    private readonly seats: number,
  ) {}

  /** @throws Busy (503) when nobody more may wait */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.inside >= this.room) {
      if (this.waiting.length >= this.seats) throw new Busy('Too many uploads at once');
      // whoever leaves hands its place on
      await new Promise<void>((enter) => this.waiting.push(enter));
    } else this.inside += 1;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.inside -= 1;
    }
  }
}
