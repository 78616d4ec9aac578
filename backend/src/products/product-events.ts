import type { Caller } from '../common/access.js';
import type { EventType, NewEvent } from '../outbox/domain-events.js';
import { stateOf } from './product-changes.js';
import type { Product } from './product.schema.js';

export type ProductEventType = Extract<EventType, `product.${string}`>;

/** The event of a change of a product, given as it is after it. */
export function productEvent(
  type: ProductEventType,
  product: Product,
  by: Caller,
): NewEvent<ProductEventType> {
  const productId = String(product._id);
  const { name, sku, kind, priceCents, minimumOQ, availableQ, availability, changes = 0 } = product;
  return {
    type,
    subject: `product/${productId}`,
    version: changes,
    payload: {
      product: {
        productId,
        name,
        ...(sku !== undefined && { sku }),
        ...(kind !== undefined && { kind }),
        state: stateOf(product),
        priceCents,
        minimumOQ,
        availableQ,
        availability,
      },
      actor: { by: 'admin', userId: by.id },
    },
  };
}
