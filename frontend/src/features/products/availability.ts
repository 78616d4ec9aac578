import type { Availability, Product } from '../../api/types';
import { count } from '../../lib/format';
import type { Tone } from '../../ui/feedback';

/** How each state is shown. The server computes the state. */
export const AVAILABILITY_LABELS: Record<Availability, { label: string; tone: Tone }> = {
  orderable: { label: 'In stock', tone: 'ok' },
  low: { label: 'Low stock', tone: 'warn' },
  'below-minimum': { label: 'Below minimum order', tone: 'bad' },
  'sold-out': { label: 'Sold out', tone: 'bad' },
};

export const AVAILABILITIES = Object.keys(AVAILABILITY_LABELS) as Availability[];

/** Value and label of each state, for a select. */
export const AVAILABILITY_OPTIONS = AVAILABILITIES.map(
  (value) => [value, AVAILABILITY_LABELS[value].label] as const,
);

export const canOrder = ({ availability }: Pick<Product, 'availability'>): boolean =>
  availability === 'orderable' || availability === 'low';

/** Why a product cannot be ordered now, shown in place of its form. */
export function unavailableReason({ availability, availableQ, minimumOQ }: Product): string | undefined {
  if (availability === 'sold-out') return 'Sold out. You can ask to be told when it is back.';
  if (availability === 'below-minimum')
    return `Only ${count(availableQ)} left, and the minimum order is ${count(minimumOQ)}. It can be ordered again once restocked.`;
  return undefined;
}
