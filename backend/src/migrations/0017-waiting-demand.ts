import type { mongo } from 'mongoose';

/** Nobody waits for a product yet; without the number, it has no place in a list that is sorted by it. */
export async function addWaitingDemand(db: mongo.Db): Promise<void> {
  await db
    .collection('products')
    .updateMany({ waitingUnits: { $exists: false } }, { $set: { waitingUnits: 0, waitingAlerts: 0 } });
}
