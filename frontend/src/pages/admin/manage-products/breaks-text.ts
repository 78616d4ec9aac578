import type { ManagedProduct } from '../../../api/types';
import { count, money } from '../../../lib/format';

/** `10: $18.50, 50: $17.00`. */
export const breaksText = (breaks: ManagedProduct['breaks'] = []): string =>
  breaks.map(({ from, price }) => `${count(from)}: ${money(price)}`).join(', ');
