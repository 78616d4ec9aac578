import { count } from '../../../lib/format';

/** Who waits until a product is back in stock. */
export const waitingText = (people: number, units: number): string =>
  `${people === 1 ? '1 person waits' : `${count(people)} people wait`} for ${count(units)} ${units === 1 ? 'unit' : 'units'}`;
