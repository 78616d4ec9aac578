import { mongo } from 'mongoose';

/** Drops an index, if it is there. */
export async function dropIndex(db: mongo.Db, collection: string, name: string): Promise<void> {
  try {
    await db.collection(collection).dropIndex(name);
  } catch (error) {
    // 26 and 27: there is no such collection, or no such index
    if (!(error instanceof mongo.MongoServerError && [26, 27].includes(Number(error.code)))) throw error;
  }
}
