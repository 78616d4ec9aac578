interface Days {
  from: string;
  to: string;
}

interface Period {
  key: string;
  label: string;
  days: (today: Date) => Days;
}

/** A day of the admin's calendar: `2026-11-22`. */
export const dayOf = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((n) => String(n).padStart(2, '0')).join('-');

const before = (date: Date, days: number): Date =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() - days);
const last = (days: number) => (today: Date) => ({ from: dayOf(before(today, days - 1)), to: dayOf(today) });

export const DATE_PERIODS: readonly Period[] = [
  { key: 'today', label: 'Today', days: last(1) },
  { key: '7', label: 'Last 7 days', days: last(7) },
  { key: '30', label: 'Last 30 days', days: last(30) },
  {
    key: 'month',
    label: 'This month',
    days: (today) => ({
      from: dayOf(new Date(today.getFullYear(), today.getMonth(), 1)),
      to: dayOf(new Date(today.getFullYear(), today.getMonth() + 1, 0)),
    }),
  },
  {
    key: 'last-month',
    label: 'Last month',
    days: (today) => ({
      from: dayOf(new Date(today.getFullYear(), today.getMonth() - 1, 1)),
      to: dayOf(new Date(today.getFullYear(), today.getMonth(), 0)),
    }),
  },
  {
    key: 'year',
    label: 'This year',
    days: (today) => ({ from: `${today.getFullYear()}-01-01`, to: `${today.getFullYear()}-12-31` }),
  },
];

/** The named period of two days, `own` for any others, nothing for none. */
export function periodOf(
  from: string | undefined,
  to: string | undefined,
  today = new Date(),
): string | undefined {
  if (!from && !to) return undefined;
  const named = DATE_PERIODS.find(({ days }) => {
    const period = days(today);
    return period.from === from && period.to === to;
  });
  return named?.key ?? 'own';
}
