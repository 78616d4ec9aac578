import type { mongo } from 'mongoose';
import { availabilityOf } from '../products/availability.js';
import type { Product } from '../products/product.schema.js';
import { holdsStock } from '../purchases/orders/order-rules.js';
import type { Order } from '../purchases/orders/order.schema.js';
import { refundedCents, refundsOf, refundStatusOf } from '../purchases/refunds/refund-rules.js';

/** A violated invariant of orders and stock, found in the database alone; the specs and `npm run cli -- check` share them. */
export interface Violation {
  /** `order`, `product` or `payment`, and its id. */
  of: string;
  what: string;
}

type TakenUnits = Pick<Order, 'status' | 'orderQuantity' | 'shippedAt'>;

/** Units that an order took out of the stock: held or sold, or refunded after they were shipped. */
export const unitsTaken = ({ status, orderQuantity, shippedAt }: TakenUnits): number =>
  holdsStock(status) || (status === 'refunded' && shippedAt) ? orderQuantity : 0;

const times = (order: Order, what: string): number =>
  order.timeline.filter((entry) => entry.what === what).length;

/** What is wrong with an order by itself; none when nothing is. */
export function orderViolations(order: Order): string[] {
  const { status, transactionId, totalCents, unitCents, orderQuantity } = order;
  // also what is on its way
  const refunded = refundsOf(order)
    .filter((refund) => refund.status !== 'failed')
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  return [
    times(order, 'paid') > 1 && 'was paid twice',
    times(order, 'cancelled') > 1 && 'was cancelled twice',
    (status === 'paid' || status === 'shipped' || status === 'refunded') &&
      !transactionId &&
      `is ${status} without a payment`,
    status === 'unpaid' && transactionId && 'is unpaid with a payment',
    status === 'cancelled' &&
      transactionId &&
      !order.refundStatus &&
      'is cancelled and paid, and not refunded',
    refunded > totalCents && `has ${refunded} refunded of ${totalCents}`,
    order.refunds &&
      order.refundStatus !== refundStatusOf(order.refunds, order) &&
      `has a refund status of ${order.refundStatus} that its refunds do not make`,
    status !== 'refunded' && refundedCents(order) >= totalCents && `is ${status} and refunded as a whole`,
    totalCents !== unitCents * orderQuantity &&
      `costs ${totalCents} instead of ${unitCents} × ${orderQuantity}`,
  ].filter((violation) => typeof violation === 'string' && violation !== '') as string[];
}

/** What is wrong with a product's stock by itself. */
export function productViolations(product: Product): string[] {
  const availability = availabilityOf(product);
  return [
    product.availableQ < 0 && `has ${product.availableQ} units`,
    product.availability !== availability && `is said to be ${product.availability} and is ${availability}`,
  ].filter((violation) => typeof violation === 'string');
}

/** Units of each product in unpaid orders of customers who had never paid, by the product's id. */
export function newCustomerUnits(orders: Order[]): Map<string, number> {
  const units = new Map<string, number>();
  for (const { productId, orderQuantity, status, ofNewCustomer } of orders) {
    const id = String(productId);
    if (status === 'unpaid' && ofNewCustomer) units.set(id, (units.get(id) ?? 0) + orderQuantity);
  }
  return units;
}

/** Products whose count of what new customers hold is not what their orders say: both as they are at one moment. */
function countViolations(db: mongo.Db): Promise<Violation[]> {
  const inSnapshot = { readConcern: { level: 'snapshot' } } as const;
  return db.client.withSession((session) =>
    session.withTransaction(async () => {
      const orders = db.collection<Order>('purchases').find({ status: 'unpaid' }, { session });
      const units = newCustomerUnits(await orders.toArray());
      const violations: Violation[] = [];
      const products = db.collection<Product>('products');
      for await (const { _id, heldByNewCustomers = 0 } of products.find({}, { session })) {
        const expected = units.get(String(_id)) ?? 0;
        if (heldByNewCustomers !== expected)
          violations.push({
            of: `product ${String(_id)}`,
            what: `counts ${heldByNewCustomers} units of new customers instead of ${expected}`,
          });
      }
      return violations;
    }, inSnapshot),
  );
}

/** Looks through all orders and products, one at a time. */
export async function findViolations(db: mongo.Db, most = 100): Promise<Violation[]> {
  const violations: Violation[] = [];
  const note = (of: string, found: string[]) => violations.push(...found.map((what) => ({ of, what })));
  for await (const product of db.collection<Product>('products').find()) {
    note(`product ${String(product._id)}`, productViolations(product));
    if (violations.length >= most) return violations;
  }
  for await (const order of db.collection<Order>('purchases').find()) {
    note(`order ${String(order._id)}`, orderViolations(order));
    if (violations.length >= most) return violations;
  }
  violations.push(...(await countViolations(db)));
  const shared = db
    .collection('purchases')
    .aggregate<{ _id: string; orders: number }>([
      { $match: { transactionId: { $exists: true } } },
      { $group: { _id: '$transactionId', orders: { $sum: 1 } } },
      { $match: { orders: { $gt: 1 } } },
    ]);
  for await (const { _id, orders } of shared) note(`payment ${_id}`, [`confirms ${orders} orders`]);
  return violations;
}
