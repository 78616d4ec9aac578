import type { mongo } from 'mongoose';
import { CURRENCY, sumCents } from '../common/money.js';
import { retryIfTaken } from '../database/database.js';
import { searchFieldsOf } from '../lists/search-words.js';
import { randomOrderNumber } from '../purchases/orders/order-number.js';
import { dropIndex } from './drop-index.js';
import { type FormerOrder, migratedOrder, type MigratedOrder } from './former-order.js';

const BATCH = 250;
/** What orders had when each was of one product; the unique ones kept them from being sharded. */
const FORMER_INDEXES = [
  'productId_1_status_1_createdAt_-1__id_-1',
  'kind_1_status_1_createdAt_-1__id_-1',
  'updatedAt_1_createdAt_1',
  'imageId_1',
  'intentId_1',
  'transactionId_1',
];
const FORMER_FIELDS = [
  'productId',
  'productName',
  'orderQuantity',
  'unitCents',
  'kind',
  'img',
  'imageId',
  'refundId',
];

/** Orders that are not converted yet, and which of them come next. */
const LEFT = { number: { $exists: false } };
type Range = { $gte: mongo.ObjectId } | { $gt: mongo.ObjectId };

/**
 * Gives orders lines, numbers and records of their payments, and stored fields the names that the code has. The shop is stopped
 * for it: neither version reads what the other writes.
 */
export async function addOrderLines(db: mongo.Db): Promise<void> {
  // before, so that they are not kept up while the orders change
  for (const name of FORMER_INDEXES) await dropIndex(db, 'purchases', name);
  await convertOrders(db);
  await renameDisputeTimes(db);
  await renameEventCursors(db);
}

async function convertOrders(db: mongo.Db): Promise<void> {
  // a repeat comes to them through all that it has converted before, which may take longer than a transaction lasts
  const first = await db
    .collection<FormerOrder>('purchases')
    .findOne(LEFT, { sort: { _id: 1 }, projection: { _id: 1 } });
  let range: Range | undefined = first ? { $gte: first._id } : undefined;
  while (range) {
    const last: mongo.ObjectId | undefined = await convertBatch(db, range);
    range = last && { $gt: last };
  }
}

/**
 * Converts the next orders in one transaction: an order has its number and its payment, or is as it was.
 *
 * @returns the last of them; undefined when there was none
 */
function convertBatch(db: mongo.Db, _id: Range): Promise<mongo.ObjectId | undefined> {
  return db.client.withSession((session) =>
    session.withTransaction(async () => {
      const options = { session, ignoreUndefined: true };
      const batch = await db
        .collection<FormerOrder>('purchases')
        .find({ ...LEFT, _id }, { session })
        .sort({ _id: 1 })
        .limit(BATCH)
        .toArray();
      const last = batch.at(-1);
      if (!last) return undefined;
      const migrated = batch.map((order) => withNumber(order, migratedOrder(order)));
      const claimed = migrated.map(({ _id: orderId, number }) => ({ _id: number, orderId }));
      await db
        .collection<{ _id: string; orderId: mongo.ObjectId }>('order_numbers')
        .insertMany(claimed, options)
        .catch(retryIfTaken);
      const payments = batch.flatMap((order, n) => paymentOf(order, migrated[n]!));
      if (payments.length > 0) await db.collection<{ _id: string }>('payments').insertMany(payments, options);
      // as a whole: most of an order is another
      await db.collection<{ _id: mongo.ObjectId }>('purchases').bulkWrite(
        migrated.map(({ _id, ...replacement }) => ({ replaceOne: { filter: { _id }, replacement } })),
        options,
      );
      return last._id;
    }),
  );
}

/** The whole order, with a number that is searched like its words. */
function withNumber(order: FormerOrder, migrated: MigratedOrder) {
  const { words = [], tokens = [] } = order;
  const number = randomOrderNumber();
  const added = searchFieldsOf(number, number.replace(/^RM|-/g, ''));
  const kept = Object.entries(order).filter(([field]) => !FORMER_FIELDS.includes(field));
  return {
    ...Object.fromEntries(kept),
    ...migrated,
    _id: order._id,
    number,
    words: [...new Set([...words, ...added.words])],
    tokens: [...new Set([...tokens, ...added.tokens])],
  };
}

function paymentOf(
  { _id: orderId, transactionId, totalCents, paidAt }: FormerOrder,
  { refunds }: MigratedOrder,
) {
  if (transactionId === undefined) return [];
  const refundedCents = sumCents(
    refunds.map(({ status, amountCents }) => (status === 'succeeded' ? amountCents : 0)),
  );
  const takenAt = paidAt ?? new Date(0);
  return [
    { _id: transactionId, orderId, takenCents: totalCents, refundedCents, currency: CURRENCY, takenAt },
  ];
}

async function renameDisputeTimes(db: mongo.Db): Promise<void> {
  const disputes = db.collection<{ _id: string; toldAt?: Date }>('disputes');
  for await (const { _id, toldAt } of disputes.find({ toldAt: { $exists: true } }))
    await disputes.updateOne({ _id }, { $set: { reportedAt: toldAt }, $unset: { toldAt: '' } });
  await dropIndex(db, 'disputes', 'toldAt_-1__id_-1');
}

async function renameEventCursors(db: mongo.Db): Promise<void> {
  const former = db.collection<{ _id: string; upTo: Date }>('sweeps');
  const cursors = db.collection<{ _id: string; upTo: Date }>('payment_event_cursors');
  for await (const { _id, upTo } of former.find())
    await cursors.updateOne({ _id }, { $max: { upTo } }, { upsert: true });
  // without the collection, older servers refuse to drop it
  if (await former.findOne({})) await former.drop();
}
