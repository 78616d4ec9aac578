import type { mongo } from 'mongoose';
import { freeText, searchFieldsOf } from '../lists/search-words.js';

interface Reviewed {
  _id: mongo.ObjectId;
  userId: mongo.ObjectId;
  comments: string;
  name?: string;
  email?: string;
  createdAt: Date;
  verifiedBuyer?: boolean;
}

const BATCH = 500;
const MISSING = { verifiedBuyer: { $exists: false } };

/** What an earlier version has written of a review is completed by what this one needs. */
async function fieldsOf(db: mongo.Db, { userId, comments, name, email, createdAt }: Reviewed) {
  const paid = { userId, status: { $in: ['paid', 'shipped', 'refunded'] }, paidAt: { $lte: createdAt } };
  const order = await db.collection('purchases').findOne(paid, { projection: { _id: 1 } });
  return { verifiedBuyer: order !== null, hidden: false, ...searchFieldsOf(name, email, freeText(comments)) };
}

/** Gives each review its search tokens, and says whether its author had paid an order when they wrote it. */
export async function addManagedReviews(db: mongo.Db): Promise<void> {
  const reviews = db.collection<Reviewed>('reviews');
  for (;;) {
    const found = await reviews.find(MISSING).limit(BATCH).toArray();
    if (found.length === 0) return;
    const writes: mongo.AnyBulkWriteOperation<Reviewed>[] = [];
    for (const review of found) {
      const { _id, name, email } = review;
      // one whose author was removed since it was read is read again
      const filter = { _id, ...(name && { name }), ...(email && { email }) };
      writes.push({ updateOne: { filter, update: { $set: await fieldsOf(db, review) } } });
    }
    await reviews.bulkWrite(writes, { ordered: false });
  }
}
