import type { Availability, Product } from '../../api/types';
import { count } from '../../shared/format';

/** The server computes the state; here it only gets its words and colour. */
export const AVAILABILITY_WORDS = {
  orderable: { words: 'In stock', tone: 'ok' },
  low: { words: 'Low stock', tone: 'warn' },
  'below-minimum': { words: 'Below minimum order', tone: 'bad' },
  'sold-out': { words: 'Sold out', tone: 'bad' },
} as const satisfies Record<Availability, { words: string; tone: string }>;

export const AVAILABILITIES = (Object.keys(AVAILABILITY_WORDS) as Availability[]).map((value) => ({
  value,
  words: AVAILABILITY_WORDS[value].words,
}));

export const canOrder = ({ availability }: Pick<Product, 'availability'>): boolean =>
  availability === 'orderable' || availability === 'low';

/** Why a product cannot be ordered now, for the places where its form would be. */
export function whyNot({ availability, availableQ, minimumOQ }: Product): string | undefined {
  if (availability === 'sold-out') return 'Sold out. New stock is announced in the newsletter.';
  if (availability === 'below-minimum')
    return `Only ${count(availableQ)} left, and the minimum order is ${count(minimumOQ)}. It can be ordered again once restocked.`;
  return undefined;
}
