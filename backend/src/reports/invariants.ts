import type { mongo, Types } from 'mongoose';
import { sumCents } from '../common/money.js';
import { inSnapshot } from '../database/transaction.js';
import { availabilityOf } from '../products/availability.js';
import { pricingErrors } from '../products/pricing.js';
import type { Product } from '../products/product.schema.js';
import { amountsOf, MAX_LINES, unitsTaken } from '../purchases/orders/order-lines.js';
import { statusOfPaid } from '../purchases/orders/order-states.js';
import type { Order } from '../purchases/orders/order.schema.js';
import type { OrderNumber } from '../purchases/orders/order-number.js';
import type { Payment } from '../purchases/payments/payment.schema.js';
import { refundedCents, refundStatusOf } from '../purchases/refunds/refund-rules.js';
import { arithmeticViolation } from './order-arithmetic.js';

/** Orders that are looked at together. */
const BATCH = 500;

/** A violated invariant of orders and stock, found in the database alone; the specs and `npm run cli -- check` share them. */
export interface Violation {
  /** `order`, `product` or `payment`, and its id. */
  of: string;
  what: string;
}

const times = (order: Order, what: string): number =>
  order.timeline.filter((entry) => entry.what === what).length;

/** What is wrong with the lines of an order. */
function lineViolations({ lines, shipments, status, totalCents, refunds }: Order): string[] {
  const shippedOf = (productId: Types.ObjectId): number =>
    shipments
      .filter(({ undone }) => !undone)
      .flatMap((shipment) => shipment.lines)
      .filter((units) => units.productId.equals(productId))
      .reduce((sum, { quantity }) => sum + quantity, 0);
  const isRefunded = refundedCents({ refunds }) >= totalCents;
  const isPaid = status === 'paid' || status === 'shipped';
  return [
    (lines.length === 0 || lines.length > MAX_LINES) && `has ${lines.length} lines`,
    new Set(lines.map(({ productId }) => String(productId))).size < lines.length && 'has a product twice',
    isPaid && statusOfPaid(lines, isRefunded) !== status && `is ${status}, and its lines are not`,
    ...lines.flatMap(
      ({
        name,
        productId,
        quantity,
        shipped,
        refunded,
        restocked,
        returned = 0,
        discarded = 0,
        toDiscard = 0,
      }) => [
        (refunded > quantity ||
          returned + toDiscard > shipped ||
          shipped - returned + restocked + discarded > quantity) &&
          `has ${quantity} of ${name}: ${refunded} refunded, ${shipped} shipped, ${returned} returned, ${restocked} back in the stock, ${discarded} discarded and ${toDiscard} to discard`,
        shipped !== shippedOf(productId) &&
          `has ${shipped} of ${name} shipped, and ${shippedOf(productId)} in shipments`,
        status === 'cancelled' && restocked !== quantity && `is cancelled and holds units of ${name}`,
      ],
    ),
  ].filter((violation) => typeof violation === 'string');
}

/** What is wrong with an order by itself; none when nothing is. */
export function orderViolations(order: Order): string[] {
  const { status, transactionId, totalCents, subtotalCents, taxCents } = order;
  const amounts = amountsOf(order);
  // also what is on its way
  const refunded = sumCents(
    order.refunds.map(({ status: is, amountCents }) => (is === 'failed' ? 0 : amountCents)),
  );
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
    order.refundStatus !== refundStatusOf(order.refunds, order) &&
      `has a refund status of ${order.refundStatus} that its refunds do not make`,
    status !== 'refunded' && refundedCents(order) >= totalCents && `is ${status} and refunded as a whole`,
    (totalCents !== amounts.totalCents ||
      subtotalCents !== amounts.subtotalCents ||
      taxCents !== amounts.taxCents) &&
      `costs ${totalCents} instead of ${amounts.totalCents}`,
    ...lineViolations(order),
  ].filter((violation) => typeof violation === 'string' && violation !== '') as string[];
}

/** What is wrong with an order's payment. */
export function paymentViolations(order: Order, payment: Payment | undefined): string[] {
  if (order.transactionId === undefined) return [];
  if (!payment) return ['has no record of its payment'];
  return [
    !payment.orderId.equals(order._id) && `was paid by the payment of order ${String(payment.orderId)}`,
    payment.takenCents !== order.totalCents && `took ${payment.takenCents} of ${order.totalCents}`,
    payment.refundedCents !== refundedCents(order) &&
      `says that ${payment.refundedCents} was refunded instead of ${refundedCents(order)}`,
    arithmeticViolation(order, payment),
  ].filter((violation) => typeof violation === 'string');
}

/** What is wrong with a product's stock and prices by themselves. */
export function productViolations(product: Product): string[] {
  const availability = availabilityOf(product);
  return [
    product.availableQ < 0 && `has ${product.availableQ} units`,
    product.availability !== availability && `is said to be ${product.availability} and is ${availability}`,
    ...Object.entries(pricingErrors(product)).map(([field, rule]) => `breaks a rule of ${field}: ${rule}`),
  ].filter((violation) => typeof violation === 'string');
}

/** Units of each product in unpaid orders of customers who had never paid, by the product's id. */
export function newCustomerUnits(
  orders: readonly Pick<Order, 'lines' | 'status' | 'ofNewCustomer'>[],
): Map<string, number> {
  const units = new Map<string, number>();
  for (const { lines, status, ofNewCustomer } of orders)
    if (status === 'unpaid' && ofNewCustomer)
      for (const line of lines) {
        const id = String(line.productId);
        units.set(id, (units.get(id) ?? 0) + unitsTaken(line));
      }
  return units;
}

/** Products whose count of what new customers hold is not what their orders say: both as they are at one moment. */
function countViolations(db: mongo.Db): Promise<Violation[]> {
  return inSnapshot(db.client, async (session) => {
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
  });
}

/** Looks through all orders and products, one at a time. */
export async function findViolations(db: mongo.Db, most = 100): Promise<Violation[]> {
  const violations: Violation[] = [];
  const note = (of: string, found: string[]) => violations.push(...found.map((what) => ({ of, what })));
  for await (const product of db.collection<Product>('products').find()) {
    note(`product ${String(product._id)}`, productViolations(product));
    if (violations.length >= most) return violations;
  }
  const payments = db.collection<Payment>('payments');
  const numbers = db.collection<OrderNumber>('order_numbers');
  for await (const batch of batchesOf(db.collection<Order>('purchases').find())) {
    const paidBy = batch.flatMap(({ transactionId }) => transactionId ?? []);
    const paid = new Map(
      (await payments.find({ _id: { $in: paidBy } }).toArray()).map((payment) => [payment._id, payment]),
    );
    const claimed = new Map(
      (await numbers.find({ _id: { $in: batch.map(({ number }) => number) } }).toArray()).map(
        ({ _id, orderId }) => [_id, String(orderId)],
      ),
    );
    for (const order of batch) {
      const of = `order ${String(order._id)}`;
      note(of, orderViolations(order));
      note(of, paymentViolations(order, paid.get(order.transactionId ?? '')));
      if (claimed.get(order.number) !== String(order._id))
        note(of, [`has not claimed its number ${order.number}`]);
    }
    if (violations.length >= most) return violations;
  }
  violations.push(...(await countViolations(db)));
  return violations;
}

async function* batchesOf<T>(rows: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
