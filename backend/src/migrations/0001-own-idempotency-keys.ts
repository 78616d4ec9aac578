import type { mongo } from 'mongoose';

interface Key {
  _id: string;
  creates: mongo.ObjectId;
  userId?: string;
}

/**
 * Records the owner of each stored response, found by what it created, so that the removal of that person finds it. Keys
 * that created nothing hold no personal data, and end after a day.
 */
export async function ownIdempotencyKeys(db: mongo.Db): Promise<void> {
  const keys = db.collection<Key>('idempotency_keys');
  for await (const { _id, creates } of keys.find({ userId: { $exists: false } })) {
    for (const collection of ['purchases', 'reviews']) {
      const made = await db.collection(collection).findOne({ _id: creates }, { projection: { userId: 1 } });
      const owner = made?.['userId'] as mongo.ObjectId | undefined;
      if (owner) await keys.updateOne({ _id }, { $set: { userId: owner.toHexString() } });
    }
  }
}
