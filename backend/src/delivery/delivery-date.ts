import type { WorkingTime } from '../common/working-days.js';

const DAY_MS = 86_400_000;

/** A day as the midnight of UTC, which knows no daylight saving. */
const textOf = (day: number): string => new Date(day).toISOString().slice(0, 10);

function isWorkingDay(day: number, holidays: readonly string[]): boolean {
  const weekday = new Date(day).getUTCDay();
  const text = textOf(day);
  return weekday !== 0 && weekday !== 6 && !holidays.includes(text) && !holidays.includes(text.slice(5));
}

function nextWorkingDay(day: number, holidays: readonly string[]): number {
  const next = day + DAY_MS;
  return isWorkingDay(next, holidays) ? next : nextWorkingDay(next, holidays);
}

/** The day and the hour that the shop's clock shows. */
function localTime(at: Date, timeZone: string): { day: number; hour: number } {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    hourCycle: 'h23',
  });
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const [year = 0, month = 0, date = 0, hour = 0] = (['year', 'month', 'day', 'hour'] as const).map((part) =>
    parts.get(part),
  );
  return { day: Date.UTC(year, month - 1, date), hour };
}

/** The day on which an order is expected to arrive, `2026-11-30`. */
export function expectedOn(
  placedAt: Date,
  workingDays: number,
  { cutOffHour, timeZone, holidays }: WorkingTime,
): string {
  const { day, hour } = localTime(placedAt, timeZone);
  let expected = isWorkingDay(day, holidays) && hour < cutOffHour ? day : nextWorkingDay(day, holidays);
  for (let left = workingDays; left > 0; left -= 1) expected = nextWorkingDay(expected, holidays);
  return textOf(expected);
}
