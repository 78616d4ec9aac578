import type { Collection, mongo } from 'mongoose';
import type { Row } from './documents.js';

/** The fields, with their values, that a schema adds to a row which leaves them out. */
type Defaults = (row: Row) => Promise<Row>;

const BATCH = 1_000;
/** Batches on their way at once: the next are made while the store writes. */
const PENDING = 3;

/**
 * Writes any number of rows into a collection. Its indexes are dropped and created again at the end, which takes half as
 * long as keeping them.
 */
export class BulkWriter {
  private readonly pending = new Set<Promise<unknown>>();
  private batch: Row[] = [];
  private added: Row | undefined;
  private written = 0;

  private constructor(
    private readonly collection: Collection,
    private readonly indexes: mongo.IndexDescription[],
    private readonly defaults: Defaults,
    private readonly progress: (written: number) => void,
  ) {}

  static async open(
    { collection, defaults }: { collection: Collection; defaults: Defaults },
    progress: (written: number) => void = () => undefined,
  ): Promise<BulkWriter> {
    const found = (await collection.listIndexes().toArray()).filter((index) => index['name'] !== '_id_');
    const indexes = found.map(({ v: _version, ...index }) => index as unknown as mongo.IndexDescription);
    await collection.dropIndexes();
    return new BulkWriter(collection, indexes, defaults, progress);
  }

  async add(row: Row): Promise<void> {
    this.added ??= await this.defaults(row);
    this.batch.push({ ...row, ...this.added });
    if (this.batch.length === BATCH) await this.write();
  }

  async addAll(rows: Iterable<Row>): Promise<void> {
    for (const row of rows) await this.add(row);
  }

  /** When all of it is written. */
  async close(): Promise<void> {
    if (this.batch.length > 0) await this.write();
    await Promise.all(this.pending);
    if (this.indexes.length > 0) await this.collection.createIndexes(this.indexes);
  }

  private async write(): Promise<void> {
    const { pending, batch } = this;
    this.written += batch.length;
    const writing = this.collection
      .insertMany(batch, { ordered: false })
      .finally(() => pending.delete(writing));
    pending.add(writing);
    this.batch = [];
    if (pending.size === PENDING) await Promise.race(pending);
    this.progress(this.written);
  }
}
