import type { BasketLineDto } from '../../api/generated-account';
import { MAX_LINES, MAX_UNITS } from './merge';

/** A part as a link names it: by its SKU, or by its id where it has none. */
export interface SharedPart {
  sku?: string;
  productId?: string;
  orderQuantity: number;
}

export interface SharedBasket {
  parts: SharedPart[];
  /** What of the link could not be read. */
  unread: string[];
  /** Parts beyond those that a basket has space for. */
  leftOut: number;
}

const ID = /^[0-9a-f]{24}$/i;
const SKU = /^[A-Z0-9][A-Z0-9._/-]{0,63}$/;

/** Reads `SKU:8,SKU2:4`; a part without a quantity is one unit. Of one that is named twice, the quantities add up. */
export function readShared(text: string): SharedBasket {
  const byName = new Map<string, SharedPart>();
  const unread: string[] = [];
  let leftOut = 0;
  for (const token of text.split(',')) {
    if (token.trim() === '') continue;
    const [name = '', units = '1', ...rest] = token.trim().split(':');
    const key = ID.test(name) ? name.toLowerCase() : name.toUpperCase();
    const quantity = /^\d{1,10}$/.test(units) ? Number(units) : 0;
    const isPart = (ID.test(key) || SKU.test(key)) && quantity >= 1 && rest.length === 0;
    const before = byName.get(key)?.orderQuantity ?? 0;
    const orderQuantity = Math.min(before + quantity, MAX_UNITS);
    if (!isPart) unread.push(token.trim());
    else if (before === 0 && byName.size >= MAX_LINES) leftOut += 1;
    else byName.set(key, { ...(ID.test(key) ? { productId: key } : { sku: key }), orderQuantity });
  }
  return { parts: [...byName.values()], unread, leftOut };
}

/** The path of a link to these lines. */
export const sharedPath = (
  lines: readonly Pick<BasketLineDto, 'productId' | 'orderQuantity' | 'product'>[],
): string =>
  `/basket?part=${lines.map(({ productId, orderQuantity, product }) => `${product?.sku ?? productId}:${orderQuantity}`).join(',')}`;
