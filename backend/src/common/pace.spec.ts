import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { Pace } from './pace.js';

const busyFor = (ms: number): void => {
  for (const end = performance.now() + ms; performance.now() < end;);
};

describe('Pace', () => {
  it('does the first piece at once, and the others in order with a pause after each', async () => {
    const pace = new Pace(4, 5);
    const begun: [number, number][] = [];
    const from = performance.now();
    for (const n of [1, 2, 3])
      pace.take(() => {
        begun.push([n, performance.now() - from]);
        busyFor(10);
      });
    expect(begun).toHaveLength(1);
    await sleep(200);
    expect(begun.map(([n]) => n)).toEqual([1, 2, 3]);
    const [, second, third] = begun.map(([, at]) => at);
    expect(second).toBeGreaterThanOrEqual(48);
    expect(third).toBeGreaterThanOrEqual(96);
  });

  it('goes on after a piece that fails', async () => {
    const pace = new Pace(1, 1);
    expect(() =>
      pace.take(() => {
        throw new Error('broken');
      }),
    ).toThrow('broken');
    let isDone = false;
    pace.take(() => {
      isDone = true;
    });
    await sleep(50);
    expect(isDone).toBe(true);
  });

  it('does not pause after pieces that nobody waits for any more', async () => {
    const pace = new Pace(1, 200);
    const done: number[] = [];
    pace.take(() => done.push(0));
    for (const n of [1, 2, 3])
      pace.take(
        () => done.push(n),
        () => n < 3,
      );
    expect(done).toEqual([0]);
    await sleep(300);
    expect(done).toEqual([0, 1, 2, 3]);
  });
});
