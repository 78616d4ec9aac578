import { BULK_IDS } from './bulk.js';
import { bulkWrite } from './bulk-write.js';
import mongoose, { type Connection, type Model, type mongo } from 'mongoose';
import type { Migrate, Models, Schemas } from './backend.js';
import type { Documents } from './documents.js';

const DONE = 'seed';
const STARTED = 'seed-started';

interface Marker {
  _id: string;
  at?: Date;
  doneAt?: Date;
  /** Whether the accounts and payments are those of the local services: such a database is no production's. */
  standIns?: boolean;
}

export type State = 'empty' | 'interrupted' | 'done' | 'foreign';

const NAMES = Object.keys({
  products: 0,
  purchases: 0,
  customerLocks: 0,
  users: 0,
  reviews: 0,
  subscriptions: 0,
} satisfies Record<keyof Schemas, 0>) as (keyof Schemas)[];

/** The seed's view of the shop's database. */
export class Database {
  readonly models: Models;

  private constructor(
    private readonly connection: Connection,
    schemas: Schemas,
  ) {
    const model = (name: keyof Schemas): Model<unknown> =>
      connection.model(`seed-${name}`, schemas[name]) as unknown as Model<unknown>;
    this.models = Object.fromEntries(NAMES.map((name) => [name, model(name)])) as Models;
  }

  static async open(uri: string, schemas: Schemas): Promise<Database> {
    const options = { serverSelectionTimeoutMS: 10_000, autoIndex: false, autoCreate: false };
    return new Database(await mongoose.createConnection(uri, options).asPromise(), schemas);
  }

  close(): Promise<void> {
    return this.connection.close();
  }

  private get meta(): mongo.Collection<Marker> {
    return this.connection.collection<Marker>('meta');
  }

  /** Whether the database may be seeded: what is in it, and whose work it is. */
  async state(): Promise<State> {
    const markers = new Set(
      (await this.meta.find({ _id: { $in: [DONE, STARTED] } }).toArray()).map((m) => m._id),
    );
    if (markers.has(DONE)) return 'done';
    if (markers.has(STARTED)) return 'interrupted';
    for (const name of NAMES) if (await this.models[name].exists({})) return 'foreign';
    return 'empty';
  }

  async begin(standIns: boolean): Promise<void> {
    await this.meta.replaceOne({ _id: STARTED }, { at: new Date(), standIns }, { upsert: true });
  }

  /** Runs one of the shop's own migrations. */
  async run(migrate: Migrate): Promise<void> {
    if (this.connection.db) await migrate(this.connection.db);
  }

  async finish(standIns: boolean): Promise<void> {
    await this.meta.replaceOne({ _id: DONE }, { doneAt: new Date(), standIns }, { upsert: true });
    await this.meta.deleteOne({ _id: STARTED });
  }

  /** Takes back what an interrupted seed wrote, and nothing else. */
  async clear(documents: Documents): Promise<void> {
    for (const name of NAMES)
      await this.models[name].deleteMany({ _id: { $in: documents[name].map((d) => d._id) } });
  }

  /** The same of the bulk, whose ids no others have. */
  async clearBulk(): Promise<void> {
    const { customerLocks } = this.models;
    const prefixes = Object.entries({ ...BULK_IDS, [customerLocks.collection.name]: BULK_IDS.users });
    for (const [name, prefix] of prefixes) {
      const first = new mongoose.Types.ObjectId(prefix.padEnd(24, '0'));
      const last = new mongoose.Types.ObjectId(prefix.padEnd(24, 'f'));
      await this.connection.collection(name).deleteMany({ _id: { $gte: first, $lte: last } });
    }
  }

  /** Writes any number of rows, the indexes afterwards. */
  writeBulk(
    name: keyof typeof BULK_IDS,
    rows: Iterable<Record<string, unknown>>,
    progress?: (written: number) => void,
  ): Promise<void> {
    const model = this.models[name];
    const defaults = async (row: Record<string, unknown>) => {
      const added = Object.entries(await completed(model, row)).filter(([field]) => !(field in row));
      return Object.fromEntries(added);
    };
    return bulkWrite({ collection: model.collection, defaults }, rows, progress);
  }

  /** How many orders each customer of the bulk has placed, as the shop counts them. */
  async writeLocks(placed: ReadonlyMap<string, number>): Promise<void> {
    const rows = [...placed].map(([id, orders]) => ({
      _id: new mongoose.Types.ObjectId(id),
      orders,
      closedAt: null,
    }));
    const collection = this.models.customerLocks.collection;
    await collection.deleteMany({ _id: { $in: rows.map(({ _id }) => _id) } });
    if (rows.length > 0) await collection.insertMany(rows);
  }

  /** All orders are to be added up for the overview, which reads changes only: theirs are older than what it looks for. */
  async removeReports(): Promise<void> {
    for (const name of ['report_progress', 'daily_reports', 'daily_sales'])
      await this.connection.collection(name).deleteMany({});
  }

  /** Writes all documents, each checked and completed by its schema. */
  async write(documents: Documents): Promise<void> {
    for (const name of NAMES) {
      const model = this.models[name];
      await model.createCollection();
      await model.createIndexes();
      const rows = await Promise.all(documents[name].map((row) => completed(model, row)));
      if (rows.length > 0) await model.collection.insertMany(rows);
    }
  }
}

/** A row as the shop itself would have stored it, with its own times. @throws ValidationError */
const completed = async (
  model: Model<unknown>,
  row: Record<string, unknown>,
): Promise<Record<string, unknown>> => {
  const document = new model(row);
  await document.validate();
  const stored = document.toObject({ versionKey: true }) as Record<string, unknown>;
  const versionKey = model.schema.get('versionKey');
  if (typeof versionKey === 'string') stored[versionKey] = 0;
  return stored;
};
