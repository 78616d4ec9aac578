import { Busy } from './errors.js';

/** Runs at most `max` tasks at once. Others wait their turn in order, each for `waitMs` at most. */
export class ConcurrencyLimit {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly max: number,
    private readonly waitMs: number,
    /** The message for those who waited too long. */
    private readonly refusal: string,
  ) {}

  /** @throws Busy (503) when no other task ends in time */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.running < this.max) this.running += 1;
    else await this.wait();
    try {
      return await task();
    } finally {
      const next = this.waiting.shift();
      // the next task takes over this one's place
      if (next) next();
      else this.running -= 1;
    }
  }

  private wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(start), 1);
        reject(new Busy(this.refusal));
      }, this.waitMs);
      this.waiting.push(start);
    });
  }
}
