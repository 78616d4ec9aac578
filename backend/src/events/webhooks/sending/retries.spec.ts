import { describe, expect, it } from 'vitest';
import { GIVE_UP_MS, nextAttemptAt, retryAfterMs } from './retries.js';

const since = new Date('2036-11-01T00:00:00Z');
const later = (ms: number): Date => new Date(since.getTime() + ms);
const MIDDLE = 0.5;

describe('the next attempt', () => {
  it.each([
    [1, 5],
    [2, 30],
    [3, 120],
    [4, 600],
    [5, 1_800],
    [6, 3_600],
    [7, 10_800],
    [8, 21_600],
    [9, 21_600],
    [30, 21_600],
  ])('after %i failures is %i s later', (failures, seconds) => {
    expect(nextAttemptAt({ failures, failingSince: since, now: since }, MIDDLE)).toEqual(
      later(seconds * 1_000),
    );
  });

  it.each([
    [0, 3_750],
    [1, 6_250],
  ])('is moved by chance: %d', (random, ms) => {
    expect(nextAttemptAt({ failures: 1, failingSince: since, now: since }, random)).toEqual(later(ms));
  });

  it.each([
    ['shorter than the pause', 1_000, 5_000],
    ['longer', 60_000, 60_000],
    ['too long', 9 * 3_600_000, 3_600_000],
  ])('respects what the receiver asks for: %s', (_case, asked, ms) => {
    const failing = { failures: 1, failingSince: since, now: since, retryAfterMs: asked };
    expect(nextAttemptAt(failing, MIDDLE)).toEqual(later(ms));
  });

  it('is never after the three days, and there is none at their end', () => {
    const failing = { failures: 20, failingSince: since };
    const deadline = later(GIVE_UP_MS);
    expect(nextAttemptAt({ ...failing, now: later(GIVE_UP_MS - 3_600_000) }, MIDDLE)).toEqual(deadline);
    expect(nextAttemptAt({ ...failing, now: deadline }, MIDDLE)).toBeUndefined();
  });
});

describe('a Retry-After', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['soon', undefined],
    ['120', 120_000],
    ['Sat, 01 Nov 2036 00:01:00 GMT', 60_000],
    ['Sat, 01 Nov 2003 00:01:00 GMT', 0],
  ])('%s is %s ms', (header, ms) => {
    expect(retryAfterMs(header, since)).toBe(ms);
  });
});
