import { type Collection, type mongo, Types } from 'mongoose';

type Row = Record<string, unknown>;
/** The fields, with their values, that a schema adds to a row which leaves them out. */
type Defaults = (row: Row) => Promise<Row>;

const BATCH = 1_000;
/** Batches on their way at once: the next are made while the store writes. */
const PENDING = 3;

const IDS = new Set(['_id', 'userId', 'productId']);
const TIMES = new Set(['createdAt', 'updatedAt', 'holdUntil', 'paidAt', 'shippedAt', 'hiddenAt']);

/** A row with the types of the database, as mongoose would make it, many times as fast. A spec compares the two. */
const typed = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (IDS.has(name)) return [name, new Types.ObjectId(value as string)];
      if (TIMES.has(name) && typeof value === 'number') return [name, new Date(value)];
      if (name === 'timeline')
        return [name, (value as Row[]).map(({ at, ...entry }) => ({ at: new Date(at as number), ...entry }))];
      return [name, value];
    }),
  );

/**
 * Writes any number of rows into a collection. Its indexes are dropped and created again at the end, which takes half as
 * long as keeping them.
 */
export async function bulkWrite(
  { collection, defaults }: { collection: Collection; defaults: Defaults },
  rows: Iterable<Row>,
  progress: (written: number) => void = () => undefined,
): Promise<void> {
  const indexes = (await collection.listIndexes().toArray()).filter((index) => index['name'] !== '_id_');
  await collection.dropIndexes();
  const pending = new Set<Promise<unknown>>();
  let batch: Row[] = [];
  let added: Row | undefined;
  let written = 0;
  const write = async (): Promise<void> => {
    written += batch.length;
    const writing = collection.insertMany(batch, { ordered: false }).finally(() => pending.delete(writing));
    pending.add(writing);
    batch = [];
    if (pending.size === PENDING) await Promise.race(pending);
    progress(written);
  };
  for (const row of rows) {
    added ??= await defaults(row);
    batch.push({ ...typed(row), ...added });
    if (batch.length === BATCH) await write();
  }
  if (batch.length > 0) await write();
  await Promise.all(pending);
  const wanted = indexes.map(({ v: _version, ...index }) => index as unknown as mongo.IndexDescription);
  if (wanted.length > 0) await collection.createIndexes(wanted);
}
