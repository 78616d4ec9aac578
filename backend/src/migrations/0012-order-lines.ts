import { mongo } from 'mongoose';
import { CURRENCY } from '../common/money.js';
import { retryIfTaken } from '../database/database.js';
import { searchFieldsOf } from '../lists/search-words.js';
import { randomOrderNumber } from '../purchases/orders/order-number.js';
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

/**
 * Gives orders lines, numbers and records of their payments, and stored fields the names that the code has. The shop is stopped
 * for it: neither version reads what the other writes.
 */
export async function addOrderLines(db: mongo.Db): Promise<void> {
  await convertOrders(db);
  await renameDisputeTimes(db);
  await renameEventCursors(db);
  await dropFormerIndexes(db);
}

/** A batch in each transaction: an order has its number and its payment, or is not converted yet. */
async function convertOrders(db: mongo.Db): Promise<void> {
  const orders = db.collection<FormerOrder>('purchases');
  let after: mongo.ObjectId | undefined;
  for (;;) {
    const batch = await orders
      .find({ ...(after && { _id: { $gt: after } }), number: { $exists: false } })
      .sort({ _id: 1 })
      .limit(BATCH)
      .toArray();
    const last = batch.at(-1);
    if (!last) return;
    await convert(db, batch);
    after = last._id;
  }
}

function convert(db: mongo.Db, batch: readonly FormerOrder[]): Promise<void> {
  return db.client.withSession((session) =>
    session.withTransaction(async () => {
      const options = { session, ignoreUndefined: true };
      const migrated = batch.map((order) => withNumber(order, migratedOrder(order)));
      const claimed = batch.map(({ _id: orderId }, n) => ({ _id: migrated[n]!.number, orderId }));
      await db
        .collection<{ _id: string; orderId: mongo.ObjectId }>('order_numbers')
        .insertMany(claimed, options)
        .catch(retryIfTaken);
      const payments = batch.flatMap((order, n) => paymentOf(order, migrated[n]!));
      if (payments.length > 0) await db.collection<{ _id: string }>('payments').insertMany(payments, options);
      const $unset = Object.fromEntries(FORMER_FIELDS.map((field) => [field, '' as const]));
      await db.collection<{ _id: mongo.ObjectId }>('purchases').bulkWrite(
        batch.map(({ _id }, n) => ({
          updateOne: { filter: { _id }, update: { $set: migrated[n]!, $unset } },
        })),
        options,
      );
    }),
  );
}

function withNumber({ words = [], tokens = [] }: FormerOrder, migrated: MigratedOrder) {
  const number = randomOrderNumber();
  const added = searchFieldsOf(number, number.replace(/^RM|-/g, ''));
  return {
    ...migrated,
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
  const refundedCents = refunds
    .filter(({ status }) => status === 'succeeded')
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
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

async function dropFormerIndexes(db: mongo.Db): Promise<void> {
  for (const name of FORMER_INDEXES) await dropIndex(db, 'purchases', name);
}

async function dropIndex(db: mongo.Db, collection: string, name: string): Promise<void> {
  try {
    await db.collection(collection).dropIndex(name);
  } catch (error) {
    // 26 and 27: there is no such collection, or no such index
    if (!(error instanceof mongo.MongoServerError && [26, 27].includes(Number(error.code)))) throw error;
  }
}
