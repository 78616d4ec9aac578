import type { OverviewInterval } from '../../api/generated';

/** Days of UTC, as the shop counts: `2026-11-22`. */
export interface Days {
  from: string;
  to: string;
}

export interface OverviewRange extends Days {
  by: OverviewInterval;
  /** Whether the days before are shown beside them. */
  compare: boolean;
  /** What is wrong with the days; they are then not asked for. */
  problem?: string;
}

export const MAX_DAYS = 731;
const DAY_MS = 24 * 3_600_000;

export const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
export const addDays = (day: string, days: number): string => dayOf(new Date(startOf(day) + days * DAY_MS));
export const daysIn = ({ from, to }: Days): number => Math.round((startOf(to) - startOf(from)) / DAY_MS) + 1;

export const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && startOf(text) > 0 && addDays(text, 0) === text;

interface Preset {
  key: string;
  label: string;
  days: (today: string) => Days;
}

const last = (days: number) => (today: string) => ({ from: addDays(today, 1 - days), to: today });
const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`;

export const PRESETS: readonly Preset[] = [
  { key: 'today', label: 'Today', days: last(1) },
  { key: '7', label: 'Last 7 days', days: last(7) },
  { key: '30', label: 'Last 30 days', days: last(30) },
  { key: '90', label: 'Last 90 days', days: last(90) },
  { key: 'month', label: 'This month', days: (today) => ({ from: firstOfMonth(today), to: today }) },
  {
    key: 'last-month',
    label: 'Last month',
    days: (today) => {
      const to = addDays(firstOfMonth(today), -1);
      return { from: firstOfMonth(to), to };
    },
  },
  { key: '365', label: 'Last 365 days', days: last(365) },
];
const DEFAULT_PRESET = last(30);

/** The preset of some days; `own` for any others. */
export const presetOf = (range: Days, today: string): string =>
  PRESETS.find(({ days }) => {
    const { from, to } = days(today);
    return from === range.from && to === range.to;
  })?.key ?? 'own';

/** How many entries a chart shows well. */
const intervalFor = (days: number): OverviewInterval => {
  if (days <= 45) return 'day';
  return days <= 200 ? 'week' : 'month';
};

function problemOf(range: Days): string | undefined {
  if (range.from > range.to) return 'The first day is after the last.';
  return daysIn(range) > MAX_DAYS ? `Choose at most ${MAX_DAYS} days.` : undefined;
}

/** Reads the range from a query string; what it does not say, or says wrongly, is the default. */
export function readRange(search: URLSearchParams, today: string): OverviewRange {
  const [from, to, by] = [search.get('from'), search.get('to'), search.get('by')];
  const days = isDay(from) && isDay(to) ? { from, to } : DEFAULT_PRESET(today);
  return {
    ...days,
    by: by === 'day' || by === 'week' || by === 'month' ? by : intervalFor(daysIn(days)),
    compare: search.get('compare') !== 'no',
    problem: problemOf(days),
  };
}

/** The lists behind the figures. Both filter by the day on which an order was placed, in UTC. */
export const ordersOf = ({ from, to }: Days, more: Record<string, string> = {}): string =>
  `/dashboard/manageOrders?${new URLSearchParams({ from, to, ...more }).toString()}`;

export const productsOf = (availability: string): string =>
  `/dashboard/manageProducts?${new URLSearchParams({ availability }).toString()}`;
