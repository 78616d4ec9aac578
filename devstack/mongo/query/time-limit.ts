import { setImmediate as nextTurn } from 'node:timers/promises';
import { MongoError } from '../errors.js';

/** After so long, in milliseconds, a command lets the event loop serve others. */
const SLICE_MS = 8;

/** How long a command may take (`maxTimeMS`), and when it has to let others be served. */
export class TimeLimit {
  private sliceEnd = performance.now() + SLICE_MS;
  private deadline: number;

  constructor(private remaining = Infinity) {
    this.deadline = performance.now() + remaining;
  }

  /** The command has run for long enough: time to `yield`. */
  get sliceOver(): boolean {
    return performance.now() > this.sliceEnd;
  }

  async yield(): Promise<void> {
    await nextTurn();
    this.sliceEnd = performance.now() + SLICE_MS;
    this.check();
  }

  /** @throws MongoError 50 when the time is up */
  check(): void {
    if (performance.now() > this.deadline) throw new MongoError(50, 'operation exceeded time limit');
  }

  /** Waits for something, no longer than the limit allows. */
  async wait(until: Promise<void>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      const left = this.deadline - performance.now();
      if (left < 2 ** 31) timer = setTimeout(resolve, Math.max(0, left) + 1);
    });
    await Promise.race([until, timeout]);
    clearTimeout(timer);
    this.check();
  }

  /** Stops the clock: a cursor waits for its client. */
  pause(): void {
    this.remaining = this.deadline - performance.now();
  }

  /** Starts it again, for one batch that may take `limit` at most. */
  resume(limit = Infinity): void {
    this.sliceEnd = performance.now() + SLICE_MS;
    this.deadline = performance.now() + Math.min(this.remaining, limit);
  }
}
