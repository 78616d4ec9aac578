/** However short a token lives and whatever its claims say, renewals are at least this far apart. */
const MIN_DELAY_MS = 30_000;
const FIRST_RETRY_MS = 15_000;
const MAX_RETRY_MS = 300_000;

/** Calls for the renewal of a token: ahead of its expiry, and with growing pauses while renewals fail. */
export class RenewalTimer {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private failures = 0;

  constructor(private readonly renew: () => void) {}

  /** After a token was received. */
  start(delayMs: number): void {
    this.failures = 0;
    this.set(Math.max(delayMs, MIN_DELAY_MS));
  }

  /** After a renewal failed. */
  retry(): void {
    this.set(Math.min(FIRST_RETRY_MS * 2 ** this.failures, MAX_RETRY_MS));
    this.failures += 1;
  }

  stop(): void {
    this.failures = 0;
    clearTimeout(this.timer);
  }

  private set(delayMs: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.renew, delayMs);
  }
}
