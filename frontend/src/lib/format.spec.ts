import { expect, it } from 'vitest';
import { dateTime } from './date-time';
import { count, date, money } from './format';

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const whole = new Intl.NumberFormat('en-US');
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

const NUMBERS = [
  0, 1, 9, 12, 99, 100, 999, 1_000, 12_345, 999_999, 1_000_000, 123_456_789, 9_007_199_254_740,
];

it.each([...NUMBERS, ...NUMBERS.slice(1).map((number) => -number)])('writes %p as Intl does', (number) => {
  expect(count(number)).toBe(whole.format(number));
  expect(money(number)).toBe(dollars.format(number));
  expect(money(number / 100)).toBe(dollars.format(number / 100));
});

it('writes every amount of cents as Intl does', () => {
  for (let cents = 0; cents < 200_000; cents += 7)
    expect(money(cents / 100)).toBe(dollars.format(cents / 100));
});

it.each([
  [1234.5, 'usd', '$1,234.50'],
  [20, 'EUR', '€20.00'],
  [20, 'jpy', '¥20'],
])('writes %d %s as %s', (amount, currency, text) => {
  expect(money(amount, currency)).toBe(text);
});

it('writes the days of four years as Intl does, at both their ends', () => {
  for (let at = Date.UTC(2024, 0, 1); at < Date.UTC(2028, 0, 1); at += 86_400_000)
    for (const time of [new Date(at), new Date(at + 86_399_999)])
      expect(date(time.toISOString())).toBe(day.format(time));
});

it('names the zone of a time', () => {
  expect(dateTime('2025-11-21T09:42:10.000Z').replace(/\s/g, ' ')).toBe('Nov 21, 2025, 9:42 AM UTC');
});
