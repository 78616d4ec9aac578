import { describe, expect, it } from 'vitest';
import { ConcurrencyLimit } from './concurrency-limit.js';

/** A task that ends when `end` is called. */
function task() {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { end, ended };
}

describe('ConcurrencyLimit', () => {
  it('runs waiting tasks in order, one for each that ends', async () => {
    const limit = new ConcurrencyLimit(1, 10_000, 'Too many');
    const [first, second] = [task(), task()];
    const order: string[] = [];
    const done = [
      limit.run(() => first.ended.then(() => order.push('first'))),
      limit.run(() => second.ended.then(() => order.push('second'))),
      limit.run(async () => order.push('third')),
    ];
    second.end();
    await new Promise(setImmediate);
    expect(order).toEqual([]);
    first.end();
    await Promise.all(done);
    expect(order).toEqual(['first', 'second', 'third']);
  });

  it('refuses a task that has waited too long with 503 and Retry-After, and goes on with the others', async () => {
    const limit = new ConcurrencyLimit(1, 20, 'Too many');
    const first = task();
    const running = limit.run(() => first.ended);
    await expect(limit.run(async () => 'late')).rejects.toMatchObject({
      status: 503,
      code: 'busy',
      retryAfter: 2,
    });
    const next = limit.run(async () => 'next');
    first.end();
    await running;
    expect(await next).toBe('next');
  });

  it('is free again after a task that fails', async () => {
    const limit = new ConcurrencyLimit(1, 0, 'Too many');
    await expect(limit.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await limit.run(async () => 'free')).toBe('free');
  });
});
