import { describe, expect, it } from '@jest/globals';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { InsuredLimiter } from './insured-limiter.js';

/** A shared limiter whose store is gone while `lost` says how. */
function fragile(points: number) {
  const limiter = new RateLimiterMemory({ points, duration: 60 });
  const state: { lost: 'no' | 'refused' | 'silent'; asked: number } = { lost: 'no', asked: 0 };
  const consume = (key: string): Promise<RateLimiterRes> => {
    state.asked += 1;
    if (state.lost === 'refused') return Promise.reject(new Error('connect ECONNREFUSED'));
    if (state.lost === 'silent') return new Promise(() => undefined);
    return limiter.consume(key);
  };
  return { state, shared: { consume } as unknown as RateLimiterAbstract };
}

const refusal = (limiter: InsuredLimiter): Promise<unknown> =>
  limiter.consume('a').then(
    () => 'passed',
    (error: unknown) => error,
  );

describe('a limit whose store is lost', () => {
  it.each(['refused', 'silent'] as const)(
    'lets calls through and counts them in memory: %s',
    async (lost) => {
      const { state, shared } = fragile(2);
      const limiter = new InsuredLimiter(shared, 2);
      state.lost = lost;
      const from = Date.now();
      expect(await refusal(limiter)).toBe('passed');
      expect(Date.now() - from).toBeLessThan(3_000);
      const rested = Date.now();
      expect(await refusal(limiter)).toBe('passed');
      expect(await refusal(limiter)).toBeInstanceOf(RateLimiterRes);
      // nobody waited for it again
      expect(state.asked).toBe(1);
      expect(Date.now() - rested).toBeLessThan(500);
    },
  );

  it('is counted there again once it is back', async () => {
    const { state, shared } = fragile(1);
    const limiter = new InsuredLimiter(shared, 1);
    state.lost = 'refused';
    expect(await refusal(limiter)).toBe('passed');
    state.lost = 'no';
    await new Promise((done) => setTimeout(done, 2_100));
    expect(await refusal(limiter)).toBe('passed');
    expect(await refusal(limiter)).toBeInstanceOf(RateLimiterRes);
    expect(state.asked).toBe(3);
  });
});
