import mongoose, { type Connection, type Model, type mongo } from 'mongoose';
import type { Migrate, Models, Schemas } from './backend.js';
import { BULK_IDS, BULK_INTENTS } from './bulk.js';
import { BulkWriter } from './bulk-write.js';
import type { Documents, Row } from './documents.js';

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
  kinds: 0,
  products: 0,
  purchases: 0,
  orderNumbers: 0,
  payments: 0,
  disputes: 0,
  customerLocks: 0,
  deliverySettings: 0,
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
    for (const name of NAMES)
      // the shop's migrations may have put its kinds there
      if (await this.models[name].exists(name === 'kinds' ? { isBuiltIn: false } : {})) return 'foreign';
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
    const orderId = idsOf(BULK_IDS.purchases);
    const intentId = { $gte: BULK_INTENTS, $lt: `${BULK_INTENTS}~` };
    const filters: [keyof Schemas, Row][] = [
      ['products', { _id: idsOf(BULK_IDS.products) }],
      ['users', { _id: idsOf(BULK_IDS.users) }],
      ['customerLocks', { _id: idsOf(BULK_IDS.users) }],
      ['purchases', { _id: orderId }],
      ['orderNumbers', { orderId }],
      ['payments', { orderId }],
      ['disputes', { intentId }],
    ];
    for (const [name, filter] of filters) await this.models[name].collection.deleteMany(filter);
  }

  /** Takes any number of rows. */
  bulkWriter(name: keyof Schemas, progress?: (written: number) => void): Promise<BulkWriter> {
    const model = this.models[name];
    const defaults = async (row: Row) => {
      const added = Object.entries(await completed(model, row)).filter(([field]) => !(field in row));
      return Object.fromEntries(added);
    };
    return BulkWriter.open({ collection: model.collection, defaults }, progress);
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

  /** How many units of each product customers who had never paid hold. */
  async writeHeld(units: ReadonlyMap<string, number>): Promise<void> {
    const updates = [...units].map(([id, heldByNewCustomers]) => ({
      updateOne: {
        filter: { _id: new mongoose.Types.ObjectId(id) },
        update: { $set: { heldByNewCustomers } },
      },
    }));
    if (updates.length > 0) await this.models.products.collection.bulkWrite(updates);
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

const idsOf = (prefix: string) => ({
  $gte: new mongoose.Types.ObjectId(prefix.padEnd(24, '0')),
  $lte: new mongoose.Types.ObjectId(prefix.padEnd(24, 'f')),
});

/** A row as the shop itself would have stored it, with its own times. @throws ValidationError */
const completed = async (model: Model<unknown>, row: Row): Promise<Row> => {
  const document = new model(row);
  await document.validate();
  const stored = document.toObject({ versionKey: true }) as Row;
  const versionKey = model.schema.get('versionKey');
  if (typeof versionKey === 'string') stored[versionKey] = 0;
  return stored;
};
