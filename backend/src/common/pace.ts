interface Piece {
  readonly work: () => void;
  readonly isOver: () => boolean;
}

/**
 * Takes the event loop for costly work in small shares, one piece after the other: after a piece that took so many ms the
 * next begins `SHARE` times as many later. Whoever comes to an idle pace is served at once.
 */
export class Pace {
  private readonly queue: Piece[] = [];
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

  /**
   * Does `work`, which is synchronous, at its turn.
   * @param isOver whether nobody waits for it any more: then it is done too, and no pause follows
   */
  take(work: () => void, isOver = (): boolean => false): void {
    this.queue.push({ work, isOver });
    if (this.timer === undefined) this.next();
  }

  /** Answers at its turn; what follows is not measured, so that `least` is its pause. */
  turn(isOver?: () => boolean): Promise<void> {
    return new Promise((go) => this.take(go, isOver));
  }

  private next(): void {
    this.timer = undefined;
    const pause = this.freeAt - performance.now();
    if (pause > 0) return this.wait(pause);
    for (let piece = this.queue.shift(); piece; piece = this.queue.shift()) {
      const { work, isOver } = piece;
      if (isOver()) {
        work();
        continue;
      }
      const begun = performance.now();
      try {
        work();
      } finally {
        const ended = performance.now();
        const rest = Math.max(this.least, (ended - begun) * this.share);
        this.freeAt = ended + rest;
        if (this.queue.length > 0) this.wait(rest);
      }
      return;
    }
  }

  private wait(ms: number): void {
    this.timer = setTimeout(() => this.next(), ms);
  }
}
