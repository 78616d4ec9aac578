import { addDays, dayOf, firstOfMonth, keyOf, lastDays, lastMonth, type Period } from '../lib/days';

const lastOfMonth = (day: string): string => addDays(firstOfMonth(addDays(firstOfMonth(day), 31)), -1);

export const DATE_PERIODS: readonly Period[] = [
  { key: 'today', label: 'Today', days: lastDays(1) },
  { key: '7', label: 'Last 7 days', days: lastDays(7) },
  { key: '30', label: 'Last 30 days', days: lastDays(30) },
  {
    key: 'month',
    label: 'This month',
    days: (today) => ({ from: firstOfMonth(today), to: lastOfMonth(today) }),
  },
  { key: 'last-month', label: 'Last month', days: lastMonth },
  {
    key: 'year',
    label: 'This year',
    days: (today) => ({ from: `${today.slice(0, 4)}-01-01`, to: `${today.slice(0, 4)}-12-31` }),
  },
];

/** The named period of two days, `own` for any others, nothing for none. */
export function periodOf(
  from: string | undefined,
  to: string | undefined,
  today = dayOf(new Date()),
): string | undefined {
  if (!from && !to) return undefined;
  return keyOf(DATE_PERIODS, { from, to }, today) ?? 'own';
}
