import { expect } from '@jest/globals';
import type { Product } from '../src/products/product.schema.js';
import { availabilityOf } from '../src/products/availability.js';
import { holdsStock } from '../src/purchases/order-rules.js';
import type { Purchase } from '../src/purchases/purchase.schema.js';
import type { Sandbox } from './commerce.js';
import type { Shop } from './harness.js';

/** The stock that products began with, to be compared at the end. */
export class Ledger {
  private readonly initial = new Map<string, number>();

  constructor(private readonly shop: Shop) {}

  /** A product through the factory, its stock noted. */
  async product(fields: Partial<Product> = {}): Promise<Product> {
    const product = await this.shop.product(fields);
    this.initial.set(String(product._id), product.availableQ);
    return product;
  }

  /** Available + held + sold is what each product began with, and its availability is what the numbers say. */
  async expectStockConserved(): Promise<void> {
    const products = (await this.shop.db.collection('products').find().toArray()) as unknown as Product[];
    const orders = await this.orders();
    for (const [id, initial] of this.initial) {
      const product = products.find(({ _id }) => String(_id) === id)!;
      const held = orders
        .filter(({ productId, status }) => String(productId) === id && holdsStock(status))
        .reduce((sum, { orderQuantity }) => sum + orderQuantity, 0);
      // What was shipped and then refunded has left the house for good.
      const gone = orders
        .filter(
          ({ productId, status, shippedAt }) =>
            String(productId) === id && status === 'refunded' && shippedAt,
        )
        .reduce((sum, { orderQuantity }) => sum + orderQuantity, 0);
      expect({ id, stock: product.availableQ + held + gone }).toEqual({ id, stock: initial });
      expect(product.availableQ).toBeGreaterThanOrEqual(0);
      expect(product.availability).toBe(availabilityOf(product));
    }
  }

  /**
   * Every succeeded intent has exactly one order that is paid, shipped or refunded by it, or is itself given back; none is
   * paid by what did not succeed, or is both cancelled and paid.
   */
  async expectPaymentsSettled(sandbox: Sandbox): Promise<void> {
    const orders = await this.orders();
    const succeeded = new Set<string>();
    for await (const intent of sandbox.stripe.paymentIntents.list({
      limit: 100,
      expand: ['data.latest_charge'],
    })) {
      if (intent.status !== 'succeeded') continue;
      const charge = intent.latest_charge as { refunded: boolean; amount_refunded: number };
      const settled = orders.filter(({ transactionId }) => transactionId === intent.id);
      if (settled.length === 0 && charge.refunded) continue;
      succeeded.add(intent.id);
      expect({ intent: intent.id, orders: settled.length }).toEqual({ intent: intent.id, orders: 1 });
      const [order] = settled as [Purchase];
      expect(['paid', 'shipped', 'refunded']).toContain(order.status);
      if (order.refundStatus === 'succeeded') expect(charge.refunded).toBe(true);
      if (order.refundStatus === undefined) expect(charge.amount_refunded).toBe(0);
    }
    for (const { transactionId } of orders) if (transactionId) expect(succeeded).toContain(transactionId);
    for (const order of orders) {
      expect(order.timeline.filter(({ what }) => what === 'paid').length).toBeLessThanOrEqual(1);
      expect(order.timeline.filter(({ what }) => what === 'cancelled').length).toBeLessThanOrEqual(1);
    }
  }

  private orders(): Promise<Purchase[]> {
    return this.shop.db.collection('purchases').find().toArray() as unknown as Promise<Purchase[]>;
  }
}
