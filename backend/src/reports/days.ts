import { DAY_MS } from '../lists/days.js';

/** A UTC day as `2026-11-22`: as text, days sort as they follow each other. */
export type Day = string;

export const dayOf = (at: Date): Day => at.toISOString().slice(0, 10);

export const startOf = (day: Day): Date => new Date(`${day}T00:00:00.000Z`);

/** The day so many days later; earlier where `days` is negative. */
export const addDays = (day: Day, days: number): Day =>
  dayOf(new Date(startOf(day).getTime() + days * DAY_MS));

/** How many days there are from one to another, both included. */
export const daysIn = (from: Day, to: Day): number =>
  Math.round((startOf(to).getTime() - startOf(from).getTime()) / DAY_MS) + 1;

export const INTERVALS = ['day', 'week', 'month'] as const;
export type Interval = (typeof INTERVALS)[number];

/** The first day of a day's interval; weeks begin on Monday. */
const firstOf = (day: Day, by: Interval): Day => {
  if (by === 'month') return `${day.slice(0, 8)}01`;
  return by === 'week' ? addDays(day, -((startOf(day).getUTCDay() + 6) % 7)) : day;
};

/** The first day after a day's interval. */
const firstAfter = (day: Day, by: Interval): Day => {
  const first = firstOf(day, by);
  if (by === 'day') return addDays(first, 1);
  return by === 'week' ? addDays(first, 7) : firstOf(addDays(first, 31), 'month');
};

export interface Span {
  from: Day;
  to: Day;
}

/** The intervals of a range in their order; the first and the last are cut off where the range is. */
export function spansOf({ from, to }: Span, by: Interval): Span[] {
  const spans: Span[] = [];
  for (let day = from; day <= to; day = firstAfter(day, by)) {
    const last = addDays(firstAfter(day, by), -1);
    spans.push({ from: day, to: last < to ? last : to });
  }
  return spans;
}

/** As many days, right before. */
export const spanBefore = ({ from, to }: Span): Span => ({
  from: addDays(from, -daysIn(from, to)),
  to: addDays(from, -1),
});
