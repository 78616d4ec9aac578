import { RateLimiterRes } from 'rate-limiter-flexible';

/** A process takes this part of a limit from the shared counter at once. */
const LEASES = 20;
/** Keys remembered at most; beyond, the oldest are forgotten, which costs their callers the rest of a lease. */
const MAX_KEYS = 50_000;

interface Lease {
  left: number;
  until: number;
  /** Whether the shared counter has no more. */
  isLast: boolean;
}

interface Shared {
  readonly points: number;
  consume(key: string, points?: number): Promise<RateLimiterRes>;
}

/**
 * A limit that is counted in leases, so that most calls cost no write: a process takes a twentieth of the limit from the
 * shared counter and hands it out from memory. All replicas together never let more through than the limit; what another
 * replica has taken and not handed out is lost to this one until the minute ends. A limit below 40 is exact.
 */
export class LeasedLimiter {
  private readonly size: number;
  private readonly leases = new Map<string, Lease>();
  private readonly asking = new Map<string, Promise<Lease>>();

  constructor(private readonly shared: Shared) {
    this.size = Math.max(1, Math.floor(shared.points / LEASES));
  }

  /** @throws RateLimiterRes when the limit is reached */
  async consume(key: string): Promise<void> {
    for (;;) {
      const lease = this.leases.get(key);
      if (lease && lease.until > Date.now()) {
        if (lease.left > 0) {
          lease.left -= 1;
          return;
        }
        if (lease.isLast) throw new RateLimiterRes(0, lease.until - Date.now());
      }
      await this.ask(key);
    }
  }

  /** Calls that come together ask once. */
  private ask(key: string): Promise<Lease> {
    const under = this.asking.get(key);
    if (under) return under;
    const asked = this.take(key).finally(() => this.asking.delete(key));
    this.asking.set(key, asked);
    return asked;
  }

  private async take(key: string): Promise<Lease> {
    const lease = await this.shared.consume(key, this.size).then(
      (taken) => leaseOf(this.size, taken, false),
      (refusal: unknown) => {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        // The last lease may be a part of one. A key that is blocked in memory says nothing of what was counted.
        const over = refusal.consumedPoints === 0 ? this.size : refusal.consumedPoints - this.shared.points;
        return leaseOf(Math.max(0, this.size - over), refusal, true);
      },
    );
    this.leases.delete(key);
    this.leases.set(key, lease);
    if (this.leases.size > MAX_KEYS) this.leases.delete(this.leases.keys().next().value!);
    return lease;
  }
}

const leaseOf = (left: number, { msBeforeNext }: RateLimiterRes, isLast: boolean): Lease => ({
  left,
  until: Date.now() + Math.max(1, msBeforeNext),
  isLast,
});
