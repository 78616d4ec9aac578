import { describe, expect, it } from 'vitest';
import { dayOf } from '../lib/days';
import { DATE_PERIODS, periodOf } from './periods';

const today = '2026-03-15';

describe('the periods of a date filter', () => {
  it.each([
    ['today', '2026-03-15', '2026-03-15'],
    ['7', '2026-03-09', '2026-03-15'],
    ['30', '2026-02-14', '2026-03-15'],
    ['month', '2026-03-01', '2026-03-31'],
    ['last-month', '2026-02-01', '2026-02-28'],
    ['year', '2026-01-01', '2026-12-31'],
  ])('%s is %s to %s, and is recognised', (key, from, to) => {
    expect(DATE_PERIODS.find((period) => period.key === key)?.days(today)).toEqual({ from, to });
    expect(periodOf(from, to, today)).toBe(key);
  });

  it('has a last month in January too', () => {
    const january = '2026-01-05';
    expect(DATE_PERIODS.find(({ key }) => key === 'last-month')?.days(january)).toEqual({
      from: '2025-12-01',
      to: '2025-12-31',
    });
  });

  it('calls other days one’s own, and none nothing', () => {
    expect(periodOf('2026-03-02', undefined, today)).toBe('own');
    expect(periodOf(undefined, undefined, today)).toBeUndefined();
  });

  it('counts days in UTC, as the server does, wherever the admin is', () => {
    expect(dayOf(new Date('2026-03-15T23:30:00-05:00'))).toBe('2026-03-16');
  });
});
