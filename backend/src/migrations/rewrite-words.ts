import { isDeepStrictEqual } from 'node:util';
import type { mongo } from 'mongoose';
import type { SearchFields } from '../lists/search-words.js';

const BATCH = 500;

/**
 * Writes what documents are searched by again, where it has changed.
 *
 * @param filter those that are looked at
 */
export async function rewriteWords<T extends Partial<SearchFields> & { _id: mongo.ObjectId }>(
  collection: mongo.Collection<T>,
  filter: mongo.Filter<T>,
  fieldsOf: (row: T) => SearchFields,
): Promise<void> {
  let writes: mongo.AnyBulkWriteOperation<T>[] = [];
  const write = async () => {
    if (writes.length > 0) await collection.bulkWrite(writes, { ordered: false });
    writes = [];
  };
  for await (const row of collection.find(filter).sort({ _id: 1 })) {
    const { _id, words, tokens } = row as T;
    const fields = fieldsOf(row as T);
    if (isDeepStrictEqual([words, tokens], [fields.words, fields.tokens])) continue;
    // one that changed since it was read has written its own
    const asRead = { _id, words, tokens } as mongo.Filter<T>;
    writes.push({ updateOne: { filter: asRead, update: { $set: fields as never } } });
    if (writes.length === BATCH) await write();
  }
  await write();
}
