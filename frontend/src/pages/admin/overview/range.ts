import type { OverviewInterval } from '../../../api/generated-admin';
import {
  daysIn,
  firstOfMonth,
  isDay,
  keyOf,
  lastDays,
  lastMonth,
  type Days,
  type Period,
} from '../../../lib/days';

export interface OverviewRange extends Days {
  by: OverviewInterval;
  /** Whether the days before are shown beside them. */
  compare: boolean;
  /** What is wrong with the days; they are then not asked for. */
  problem?: string;
}

export const MAX_DAYS = 731;
export const PRESETS: readonly Period[] = [
  { key: 'today', label: 'Today', days: lastDays(1) },
  { key: '7', label: 'Last 7 days', days: lastDays(7) },
  { key: '30', label: 'Last 30 days', days: lastDays(30) },
  { key: '90', label: 'Last 90 days', days: lastDays(90) },
  { key: 'month', label: 'This month', days: (today) => ({ from: firstOfMonth(today), to: today }) },
  { key: 'last-month', label: 'Last month', days: lastMonth },
  { key: '365', label: 'Last 365 days', days: lastDays(365) },
];
const DEFAULT_PRESET = lastDays(30);

/** The preset of some days; `own` for any others. */
export const presetOf = (range: Days, today: string): string => keyOf(PRESETS, range, today) ?? 'own';

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
  const days = from && to && isDay(from) && isDay(to) ? { from, to } : DEFAULT_PRESET(today);
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
