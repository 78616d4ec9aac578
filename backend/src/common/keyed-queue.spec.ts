import { describe, expect, it } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { KeyedQueue } from './keyed-queue.js';

describe('KeyedQueue', () => {
  it('runs work of one key one after the other, in order', async () => {
    const queue = new KeyedQueue();
    const seen: string[] = [];
    await Promise.all(
      [5, 1, 3].map((milliseconds, n) =>
        queue.run('a', async () => {
          seen.push(`${n} in`);
          await sleep(milliseconds);
          seen.push(`${n} out`);
        }),
      ),
    );
    expect(seen).toEqual(['0 in', '0 out', '1 in', '1 out', '2 in', '2 out']);
  });

  it('runs work of different keys side by side', async () => {
    const queue = new KeyedQueue();
    let release: () => void = () => undefined;
    const held = queue.run('a', () => new Promise<void>((resolve) => (release = resolve)));
    await expect(queue.run('b', () => Promise.resolve('done'))).resolves.toBe('done');
    release();
    await held;
  });

  it('hands on an error to its own caller only', async () => {
    const queue = new KeyedQueue();
    const failing = queue.run('a', () => Promise.reject(new Error('no')));
    const next = queue.run('a', () => Promise.resolve('yes'));
    await expect(failing).rejects.toThrow('no');
    await expect(next).resolves.toBe('yes');
  });
});
