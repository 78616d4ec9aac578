/**
 * Takes the event loop for costly work in small shares, one piece after the other: after a piece that took so many ms the
 * next begins `SHARE` times as many later. Whoever comes to an idle pace is served at once.
 */
export class Pace {
  private readonly queue: (() => void)[] = [];
  private timer: NodeJS.Timeout | undefined;
  private freeAt = 0;

  /**
   * @param share how many times its own time a piece of work is followed by a pause
   * @param least the least pause in ms
   */
  constructor(
    private readonly share: number,
    private readonly least: number,
  ) {}

  /** How many wait. */
  get length(): number {
    return this.queue.length;
  }

  /** Does `work`, which is synchronous, at its turn. */
  take(work: () => void): void {
    this.queue.push(work);
    if (this.timer === undefined) this.next();
  }

  private next(): void {
    this.timer = undefined;
    const pause = this.freeAt - performance.now();
    if (pause > 0) {
      this.timer = setTimeout(() => this.next(), pause);
      return;
    }
    const work = this.queue.shift();
    if (!work) return;
    const begun = performance.now();
    try {
      work();
    } finally {
      const ended = performance.now();
      this.freeAt = ended + Math.max(this.least, (ended - begun) * this.share);
      if (this.queue.length > 0) this.timer = setTimeout(() => this.next(), this.freeAt - ended);
    }
  }
}
