import type { OverviewEntryDto, OverviewFiguresDto } from '../../../api/generated-admin';
import { count, money } from '../../../lib/format';

export type FigureKey = 'revenue' | 'orders' | 'paymentRate' | 'averageOrderValue';

export interface Figure {
  key: FigureKey;
  label: string;
  /** What it is, for who wonders. */
  about: string;
  format: (value: number) => string;
  /** For the ticks of an axis. */
  short: (value: number) => string;
}

const shortMoney = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
});
const shortCount = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
const rate = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });

export const FIGURES: readonly Figure[] = [
  {
    key: 'revenue',
    label: 'Revenue',
    about: 'What the orders placed in these days brought, less refunds',
    format: money,
    short: (value) => shortMoney.format(value),
  },
  {
    key: 'orders',
    label: 'Orders',
    about: 'Orders placed in these days',
    format: count,
    short: (value) => shortCount.format(value),
  },
  {
    key: 'paymentRate',
    label: 'Payment rate',
    about: 'The part of these orders that has been paid',
    format: (value) => rate.format(value),
    short: (value) => rate.format(value),
  },
  {
    key: 'averageOrderValue',
    label: 'Average order value',
    about: 'What a paid order cost on average, before refunds',
    format: money,
    short: (value) => shortMoney.format(value),
  },
];

/** A value that there may not be, such as the payment rate of no orders. */
export const shown = ({ format }: Figure, value: number | null): string =>
  value === null ? '–' : format(value);

export interface Change {
  direction: 'up' | 'down' | 'same';
  text: string;
}

const change = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 });

/** How a figure changed; undefined where there is nothing to compare. */
export function changeOf(now: number | null, before: number | null): Change | undefined {
  if (now === null || before === null || before === 0) return undefined;
  const by = (now - before) / Math.abs(before);
  // of an increase beyond that, the percentage says little
  if (by >= 9) return { direction: 'up', text: `${count(Math.round(now / before))} times` };
  const text = change.format(Math.abs(by));
  if (text === '0%') return { direction: 'same', text: 'unchanged' };
  return { direction: by > 0 ? 'up' : 'down', text };
}

const dayText = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const monthText = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });
const wholeText = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** `Nov 22`, for the ticks of an axis; `Nov 2026` of a month. */
export const tickText = (day: string, by: string): string =>
  (by === 'month' ? monthText : dayText).format(new Date(day));

/** `Nov 22, 2026`, or both ends. */
export const daysText = ({ from, to }: Pick<OverviewEntryDto, 'from' | 'to'>): string =>
  from === to
    ? wholeText.format(new Date(from))
    : `${wholeText.format(new Date(from))} – ${wholeText.format(new Date(to))}`;

export const valueOf = (figures: OverviewFiguresDto, { key }: Figure): number | null => figures[key];
