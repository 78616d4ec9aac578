import { isDeepStrictEqual } from 'node:util';
import type { mongo } from 'mongoose';
import { tokensOf } from '../lists/search-words.js';

interface Searched {
  _id: mongo.ObjectId;
  words?: string[];
  tokens?: string[];
  removedAt?: Date | null;
}

const BATCH = 1_000;

/**
 * Gives each document that is searched by words its tokens; products that were removed get none. Documents that have theirs are
 * read and left as they are, so that a repeat goes quickly to where it was interrupted.
 */
export async function addSearchTokens(db: mongo.Db): Promise<void> {
  for (const name of ['products', 'users', 'purchases']) {
    const collection = db.collection<Searched>(name);
    const cursor = collection
      .find({}, { projection: { words: 1, tokens: 1, removedAt: 1 } })
      .sort({ _id: 1 })
      .batchSize(BATCH);
    let writes: mongo.AnyBulkWriteOperation<Searched>[] = [];
    const write = async () => {
      if (writes.length > 0) await collection.bulkWrite(writes, { ordered: false });
      writes = [];
    };
    for await (const { _id, words, tokens: present, removedAt } of cursor) {
      // whole e-mail addresses are added by later versions, and are not made of words
      const addresses = (present ?? []).filter((token) => token.includes('@'));
      const tokens = removedAt ? [] : [...tokensOf(words ?? []), ...addresses];
      if (isDeepStrictEqual(present, tokens)) continue;
      // one that changed since it was read has written its own
      const filter = { _id, ...(words && { words }), removedAt: removedAt ?? null };
      writes.push({ updateOne: { filter, update: { $set: { tokens } } } });
      if (writes.length === BATCH) await write();
    }
    await write();
  }
}
