import { expect } from 'vitest';
import type { Product } from '../src/products/product.schema.js';
import type { Order } from '../src/purchases/orders/order.schema.js';
import { unitsTaken } from '../src/purchases/orders/order-lines.js';
import type { Payment } from '../src/purchases/payments/payment.schema.js';
import { refundedCents } from '../src/purchases/refunds/refund-rules.js';
import {
  newCustomerUnits,
  orderViolations,
  paymentViolations,
  productViolations,
} from '../src/reports/invariants.js';
import type { Sandbox } from './commerce.js';
import type { Shop } from './harness.js';

/** The stock that products began with, to be compared at the end. */
export class Invariants {
  constructor(
    private readonly shop: Shop,
    private readonly initial = new Map<string, number>(),
  ) {}

  /** The same beginnings, compared in another shop: one on a restored database. */
  at(shop: Shop): Invariants {
    return new Invariants(shop, this.initial);
  }

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
    const held = newCustomerUnits(orders);
    for (const [id, initial] of this.initial) {
      const product = products.find(({ _id }) => String(_id) === id)!;
      const taken = orders
        .flatMap(({ lines }) => lines)
        .filter(({ productId }) => String(productId) === id)
        .reduce((sum, line) => sum + unitsTaken(line), 0);
      expect({ id, stock: product.availableQ + taken }).toEqual({ id, stock: initial });
      expect({ id, held: product.heldByNewCustomers ?? 0 }).toEqual({ id, held: held.get(id) ?? 0 });
      expect({ id, violations: productViolations(product) }).toEqual({ id, violations: [] });
    }
  }

  /**
   * Every succeeded intent has exactly one order that is paid, shipped or refunded by it, or is itself given back; none is
   * paid by what did not succeed, or is both cancelled and paid.
   */
  async expectPaymentsConfirmed(sandbox: Sandbox): Promise<void> {
    const orders = await this.orders();
    const succeeded = new Set<string>();
    for await (const intent of sandbox.stripe.paymentIntents.list({
      limit: 100,
      expand: ['data.latest_charge'],
    })) {
      if (intent.status !== 'succeeded') continue;
      const charge = intent.latest_charge as { refunded: boolean; amount_refunded: number };
      const confirmed = orders.filter(({ transactionId }) => transactionId === intent.id);
      if (confirmed.length === 0 && charge.refunded) continue;
      succeeded.add(intent.id);
      expect({ intent: intent.id, orders: confirmed.length }).toEqual({ intent: intent.id, orders: 1 });
      const [order] = confirmed as [Order];
      expect(['paid', 'shipped', 'refunded']).toContain(order.status);
      if (order.refundStatus === 'succeeded') expect(charge.refunded).toBe(true);
      if (order.refundStatus === undefined) expect(charge.amount_refunded).toBe(0);
      if (order.refundStatus === 'partial') expect(charge.amount_refunded).toBe(refundedCents(order));
      expect(charge.amount_refunded).toBeLessThanOrEqual(order.totalCents);
    }
    for (const { transactionId } of orders) if (transactionId) expect(succeeded).toContain(transactionId);
    const payments = (await this.shop.db.collection('payments').find().toArray()) as unknown as Payment[];
    for (const order of orders) {
      const payment = payments.find(({ _id }) => _id === order.transactionId);
      const violations = [...orderViolations(order), ...paymentViolations(order, payment)];
      expect({ id: String(order._id), violations }).toEqual({ id: String(order._id), violations: [] });
    }
    expect(payments.length).toBe(orders.filter(({ transactionId }) => transactionId).length);
  }

  private orders(): Promise<Order[]> {
    return this.shop.db.collection('purchases').find().toArray() as unknown as Promise<Order[]>;
  }
}
