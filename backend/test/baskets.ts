import type { Types } from 'mongoose';
import type { BasketDto } from '../src/basket/basket.dto.js';
import type { Product } from '../src/products/product.schema.js';
import type { ApiResponse, Shop, TestUser } from './harness.js';

export interface Line {
  productId: string;
  orderQuantity: number;
  price?: number;
}

export const lineOf = ({ _id }: { _id: Types.ObjectId }, orderQuantity: number, price?: number): Line => ({
  productId: String(_id),
  orderQuantity,
  ...(price !== undefined && { price }),
});

export const etagOf = ({ headers }: ApiResponse) => headers.get('etag');

/** The lines of a basket without what was found out about them. */
export const linesOf = ({ body }: ApiResponse): Line[] =>
  (body as BasketDto).lines.map(({ productId, orderQuantity }) => ({ productId, orderQuantity }));

export const quantitiesOf = (response: ApiResponse): number[] =>
  linesOf(response).map(({ orderQuantity }) => orderQuantity);

/** The calls of baskets. Lines may be anything, for what is refused. */
export const basketsOf = (shop: Shop) => ({
  /** A part at $49.90, from one unit. */
  part: (fields: Partial<Product> = {}) => shop.product({ priceCents: 4_990, minimumOQ: 1, ...fields }),
  get: (as: TestUser, query = '') => shop.call('GET', `/basket${query}`, { as }),
  put: (as: TestUser, lines: unknown, ifMatch?: string) =>
    shop.call('PUT', '/basket', {
      as,
      body: { lines },
      ...(ifMatch && { headers: { 'if-match': ifMatch } }),
    }),
  check: (lines: unknown, destination: object = {}) =>
    shop.call('POST', '/basket/check', { body: { lines, ...destination } }),
});
