import { describe, expect, it } from 'vitest';
import { addDays, dayOf, daysIn, spanBefore, spansOf } from './days.js';

describe('a day', () => {
  it('is that of UTC', () => {
    expect(dayOf(new Date('2026-03-01T00:30:00+02:00'))).toBe('2026-02-28');
    expect(dayOf(new Date('2026-02-28T23:59:59.999Z'))).toBe('2026-02-28');
  });

  it.each([
    ['2026-02-28', 1, '2026-03-01'],
    ['2024-03-01', -1, '2024-02-29'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2026-03-29', 365, '2027-03-29'],
  ])('%s and %i days: %s', (day, days, expected) => {
    expect(addDays(day, days)).toBe(expected);
  });
});

describe('the intervals of a range', () => {
  it('are its days', () => {
    expect(spansOf({ from: '2026-02-27', to: '2026-03-01' }, 'day').map(({ from }) => from)).toEqual([
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
    ]);
  });

  it('are weeks from Monday, cut off at both ends', () => {
    expect(spansOf({ from: '2026-11-18', to: '2026-12-01' }, 'week')).toEqual([
      { from: '2026-11-18', to: '2026-11-22' },
      { from: '2026-11-23', to: '2026-11-29' },
      { from: '2026-11-30', to: '2026-12-01' },
    ]);
  });

  it('are months, cut off at both ends', () => {
    expect(spansOf({ from: '2025-12-31', to: '2026-03-01' }, 'month')).toEqual([
      { from: '2025-12-31', to: '2025-12-31' },
      { from: '2026-01-01', to: '2026-01-31' },
      { from: '2026-02-01', to: '2026-02-28' },
      { from: '2026-03-01', to: '2026-03-01' },
    ]);
  });

  it.each(['day', 'week', 'month'] as const)('by %s cover each day once', (by) => {
    const range = { from: '2025-01-15', to: '2026-12-03' };
    const spans = spansOf(range, by);
    expect(spans[0]!.from).toBe(range.from);
    expect(spans.at(-1)!.to).toBe(range.to);
    for (const [n, { from, to }] of spans.entries()) {
      expect(daysIn(from, to)).toBeGreaterThan(0);
      if (n > 0) expect(from).toBe(addDays(spans[n - 1]!.to, 1));
    }
  });
});

it('the range before has as many days, and ends the day before', () => {
  expect(spanBefore({ from: '2026-03-01', to: '2026-03-31' })).toEqual({
    from: '2026-01-29',
    to: '2026-02-28',
  });
});
