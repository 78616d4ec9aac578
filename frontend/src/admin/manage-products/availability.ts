import type { Availability } from '../../api/types';
import type { Tone } from '../../shared/ui/feedback';

/** Words and colours for what the server has computed. */
export const AVAILABILITY_WORDS: Record<Availability, { words: string; tone: Tone }> = {
  orderable: { words: 'In stock', tone: 'ok' },
  low: { words: 'Low stock', tone: 'warn' },
  'below-minimum': { words: 'Below minimum order', tone: 'bad' },
  'sold-out': { words: 'Sold out', tone: 'bad' },
};

export const AVAILABILITIES = Object.keys(AVAILABILITY_WORDS) as Availability[];
export const AVAILABILITY_OPTIONS = AVAILABILITIES.map(
  (key) => [key, AVAILABILITY_WORDS[key].words] as const,
);
