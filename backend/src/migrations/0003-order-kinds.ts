import { mongo } from 'mongoose';

interface Order {
  _id: mongo.ObjectId;
  productId: mongo.ObjectId;
  userEmail?: string;
  kind?: string;
  tokens: string[];
}

const BATCH = 1_000;

/**
 * Gives each order its product's kind, and its customer's e-mail address as a token. Orders that have a kind are done: both are
 * written at once, so that a repeat goes quickly to where it was interrupted.
 */
export async function addOrderKinds(db: mongo.Db): Promise<void> {
  await dropFormerIndex(db);
  const kinds = kindsIn(db);
  const orders = db.collection<Order>('purchases');
  const fields = { productId: 1, userEmail: 1, kind: 1 };
  await forBatches<Order>(orders, fields, async (batch) => {
    const todo = batch.filter(({ kind }) => kind === undefined);
    const known = await kinds(todo.map(({ productId }) => productId));
    return todo.flatMap(({ _id, userEmail, productId }) => {
      const kind = known.get(String(productId));
      if (kind === undefined && !userEmail) return [];
      const update = {
        ...(kind !== undefined && { $set: { kind } }),
        ...(userEmail && { $addToSet: { tokens: userEmail } }),
      };
      // one whose customer was removed meanwhile keeps no address
      return [{ updateOne: { filter: { _id, ...(userEmail && { userEmail }) }, update } }];
    });
  });
}

/** The index of products' orders in the order of time takes its place. */
async function dropFormerIndex(db: mongo.Db): Promise<void> {
  try {
    await db.collection('purchases').dropIndex('productId_1');
  } catch (error) {
    // 26 and 27: there is no such collection, or no such index
    if (!(error instanceof mongo.MongoServerError && [26, 27].includes(Number(error.code)))) throw error;
  }
}

/** Reads the kinds of products, each once. */
function kindsIn(db: mongo.Db): (ids: mongo.ObjectId[]) => Promise<Map<string, string | undefined>> {
  const known = new Map<string, string | undefined>();
  return async (ids) => {
    const unread = ids.filter((id) => !known.has(String(id)));
    for (const id of unread) known.set(String(id), undefined);
    const products = db
      .collection<{ _id: mongo.ObjectId; kind?: string }>('products')
      .find({ _id: { $in: unread } }, { projection: { kind: 1 } });
    for await (const { _id, kind } of products) known.set(String(_id), kind);
    return known;
  };
}

async function forBatches<T extends { _id: mongo.ObjectId }>(
  collection: mongo.Collection<T>,
  projection: Record<string, number>,
  writesOf: (batch: T[]) => mongo.AnyBulkWriteOperation<T>[] | Promise<mongo.AnyBulkWriteOperation<T>[]>,
): Promise<void> {
  let batch: T[] = [];
  const write = async (): Promise<void> => {
    const writes = batch.length > 0 ? await writesOf(batch) : [];
    if (writes.length > 0) await collection.bulkWrite(writes, { ordered: false });
    batch = [];
  };
  for await (const row of collection.find({}, { projection }).sort({ _id: 1 }).batchSize(BATCH)) {
    batch.push(row as unknown as T);
    if (batch.length === BATCH) await write();
  }
  await write();
}
