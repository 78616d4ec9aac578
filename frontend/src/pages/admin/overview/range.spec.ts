import { describe, expect, it } from 'vitest';
import { daysIn, isDay } from '../../../lib/days';
import { ordersOf, presetOf, PRESETS, readRange } from './range';

const TODAY = '2026-03-31';
const read = (search: string) => readRange(new URLSearchParams(search), TODAY);

describe('the range in the URL', () => {
  it('is the last 30 days, compared with those before, when it says nothing', () => {
    expect(read('')).toEqual({
      from: '2026-03-02',
      to: TODAY,
      by: 'day',
      compare: true,
      problem: undefined,
    });
  });

  it.each([
    'from=2026-02-30&to=2026-03-01',
    'from=2026-03-01',
    'from=x&to=y',
    'from=0000-00-00&to=0000-00-00',
  ])('is the default for %s', (search) => {
    expect(read(search)).toMatchObject({ from: '2026-03-02', to: TODAY });
  });

  it.each([
    ['from=2026-03-01&to=2026-03-31', 'day'],
    ['from=2026-01-01&to=2026-03-31', 'week'],
    ['from=2025-04-01&to=2026-03-31', 'month'],
    ['from=2025-04-01&to=2026-03-31&by=day', 'day'],
    ['from=2025-04-01&to=2026-03-31&by=year', 'month'],
  ])('%s is shown by %s', (search, by) => {
    expect(read(search).by).toBe(by);
  });

  it.each([
    ['from=2026-03-02&to=2026-03-01', 'The first day is after the last.'],
    ['from=2020-03-02&to=2026-03-01', 'Choose at most 731 days.'],
    ['from=2024-03-31&to=2026-03-31', undefined],
  ])('%s: %s', (search, problem) => {
    expect(read(search).problem).toBe(problem);
  });
});

describe('the presets', () => {
  it.each([
    ['today', '2026-03-31', '2026-03-31'],
    ['7', '2026-03-25', '2026-03-31'],
    ['month', '2026-03-01', '2026-03-31'],
    ['last-month', '2026-02-01', '2026-02-28'],
    ['365', '2025-04-01', '2026-03-31'],
  ])('%s is %s to %s', (key, from, to) => {
    expect(PRESETS.find((preset) => preset.key === key)!.days(TODAY)).toEqual({ from, to });
  });

  it('are recognised by their days', () => {
    for (const { key, days } of PRESETS.filter(({ key }) => key !== 'month'))
      expect(presetOf(days(TODAY), '2026-03-31')).toBe(key);
    expect(presetOf({ from: '2026-03-03', to: TODAY }, TODAY)).toBe('own');
  });
});

it('days are counted with both ends, and only those of the calendar', () => {
  expect(daysIn({ from: '2024-02-28', to: '2024-03-01' })).toBe(3);
  expect([isDay('2024-02-29'), isDay('2026-02-29'), isDay(''), isDay('2026-1-1')]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

it('figures lead to the orders of the same days', () => {
  expect(ordersOf({ from: '2026-03-01', to: '2026-03-31' }, { status: 'paid' })).toBe(
    '/dashboard/manageOrders?from=2026-03-01&to=2026-03-31&status=paid',
  );
});
