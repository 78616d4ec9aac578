import type { mongo } from 'mongoose';

const FINAL = ['won', 'lost', 'warning_closed', 'prevented'];

/** Marks the orders whose payment is disputed, so that they are not shipped. What was decided before is left as it is. */
export async function addOrderDisputes(db: mongo.Db): Promise<void> {
  const open = db
    .collection<{ intentId?: string }>('disputes')
    .find({ intentId: { $exists: true }, status: { $nin: FINAL } });
  for await (const { intentId } of open)
    await db
      .collection('purchases')
      .updateMany(
        { transactionId: intentId!, dispute: { $exists: false } },
        { $set: { dispute: 'open' }, $inc: { version: 1 } },
      );
}
