import { describe, expect, it } from 'vitest';
import { startOfDay } from './days.js';

describe('a day of the calendar', () => {
  it.each([
    ['2024-02-29', true],
    ['2026-02-29', false],
    ['2026-13-01', false],
    ['2026-2-1', false],
    ['2026-02-01T00:00', false],
    [20_260_201, false],
  ])('%p: %p', (value, expected) => {
    expect(startOfDay(value) !== undefined).toBe(expected);
  });
});
