import { isDeepStrictEqual } from 'node:util';
import type { mongo } from 'mongoose';
import type { Order } from '../purchases/orders/order.schema.js';
import { repeatedBy } from '../purchases/refunds/owed-refunds.js';
import { refundStatusOf } from '../purchases/refunds/refund-rules.js';
import type { Refund } from '../purchases/refunds/refund.schema.js';

/** Refunds that failed after they had succeeded were made again as an amount, which did not name them. */
const withRepeats = (refunds: readonly Refund[]): Refund[] =>
  refunds.reduce<Refund[]>((before, refund) => {
    const { amountCents, status, lines, ofDelivery, isRemainder, isDispute } = refund;
    const isByAmount = !lines && !ofDelivery && !isRemainder && !isDispute;
    const repeats = isByAmount && status !== 'failed' ? repeatedBy(amountCents, before) : undefined;
    return [...before, repeats === undefined ? refund : { ...refund, repeats }];
  }, []);

/** Finds again what is owed of refunds that the bank sent back, and that another refund had hidden. */
export async function addOwedRefunds(db: mongo.Db): Promise<void> {
  const orders = db.collection<Order>('purchases');
  const sentBack = { $elemMatch: { status: 'failed', isApplied: true } };
  for await (const order of orders.find({ refundStatus: { $exists: true }, refunds: sentBack } as object)) {
    const { _id, userId, version } = order;
    const refunds = withRepeats(order.refunds);
    const refundStatus = refundStatusOf(refunds, order);
    if (isDeepStrictEqual([refunds, refundStatus], [order.refunds, order.refundStatus])) continue;
    await orders.updateOne(
      { _id, userId, version },
      { $set: { refunds, ...(refundStatus && { refundStatus }) }, $inc: { version: 1 } },
    );
  }
}
