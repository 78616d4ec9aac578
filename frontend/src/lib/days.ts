/** The first and the last of some days. Days are of UTC, as the shop counts them: `2026-11-22`. */
export interface Days {
  from: string;
  to: string;
}

const DAY_MS = 24 * 3_600_000;

export const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
export const addDays = (day: string, days: number): string => dayOf(new Date(startOf(day) + days * DAY_MS));
export const daysIn = ({ from, to }: Days): number => Math.round((startOf(to) - startOf(from)) / DAY_MS) + 1;

/** Whether a text is a day of the calendar; `2026-02-31` is none. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && startOf(text) > 0 && addDays(text, 0) === text;

export const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`;

/** So many days up to `today`. */
export const lastDays = (days: number) => (today: string) => ({ from: addDays(today, 1 - days), to: today });

/** The month before that of `today`. */
export function lastMonth(today: string): Days {
  const to = addDays(firstOfMonth(today), -1);
  return { from: firstOfMonth(to), to };
}

/** Some days that have a name, from the day that is today. */
export interface Period {
  key: string;
  label: string;
  days: (today: string) => Days;
}

/** The key of the period of exactly these days. */
export const keyOf = (periods: readonly Period[], { from, to }: Partial<Days>, today: string) =>
  periods.find(({ days }) => {
    const period = days(today);
    return period.from === from && period.to === to;
  })?.key;
