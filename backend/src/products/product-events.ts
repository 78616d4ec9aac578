import type { Caller } from '../common/access.js';
import type { NewEvent, ProductFacts } from '../outbox/domain-events.js';
import { stateOf } from './product-changes.js';
import type { Product } from './product.schema.js';

export type ProductEventType = `product.${
  'created' | 'updated' | 'restocked' | 'archived' | 'unarchived' | 'deleted' | 'restored'}`;

/** A product as events tell of it. */
export function productFacts(product: Product): ProductFacts {
  const { name, sku, kind, priceCents, minimumOQ, availableQ, availability } = product;
  return {
    productId: String(product._id),
    name,
    ...(sku !== undefined && { sku }),
    ...(kind !== undefined && { kind }),
    state: stateOf(product),
    priceCents,
    minimumOQ,
    availableQ,
    availability,
  };
}

/** The event of a change of a product, given as it is after it. */
export function productEvent(
  type: ProductEventType,
  product: Product,
  by: Caller,
): NewEvent<ProductEventType> {
  return {
    type,
    subject: `product/${String(product._id)}`,
    version: product.changes ?? 0,
    payload: { product: productFacts(product), actor: { by: 'admin', userId: by.id } },
  };
}
