import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** How long the shared counters may take. A call waits for no more than this when their store is gone. */
const PATIENCE_MS = 1_500;
/** How long they are left alone after that. */
const REST_MS = 2_000;

/**
 * Counts in the store that the replicas share, and in this process's memory while that store does not answer: its loss
 * neither takes the limits away nor closes the shop.
 */
export class InsuredLimiter {
  private readonly memory: RateLimiterMemory;
  private restingUntil = 0;

  constructor(
    private readonly shared: RateLimiterAbstract,
    readonly points: number,
  ) {
    this.memory = new RateLimiterMemory({ points, duration: 60 });
  }

  /** @throws RateLimiterRes when the limit is reached */
  async consume(key: string, points = 1): Promise<RateLimiterRes> {
    if (Date.now() < this.restingUntil) return this.memory.consume(key, points);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('The limits are not answered for')), PATIENCE_MS);
    });
    const counting = this.shared.consume(key, points);
    try {
      return await Promise.race([counting, late]);
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) throw refusal;
      counting.catch(() => undefined); // an answer that comes too late is of no interest
      this.restingUntil = Date.now() + REST_MS;
      return await this.memory.consume(key, points);
    } finally {
      clearTimeout(timer);
    }
  }
}
