import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mongo } from 'mongoose';
import { restoreBackup } from '../src/cli/backup-read.js';
import { linesOf, readManifest } from '../src/cli/backup-format.js';
import type { FormerOrder } from '../src/migrations/former-order.js';
import { migrationsOf } from '../src/migrations/migration-lock.js';
import { Migrator } from '../src/migrations/migrator.js';
import { STEPS } from '../src/migrations/steps.js';
import type { Order } from '../src/purchases/orders/order.schema.js';
import { findViolations } from '../src/reports/invariants.js';
import { eventually } from './commerce.js';
import { type Shop, startShop } from './harness.js';
import { freePort, TargetProcess } from './processes.js';
import { csvRows, differences } from './recorded.js';
import { emptyDatabase, runTool, startTool } from './tools.js';

/**
 * A backup and a data folder of the version before orders had lines are brought to this one, and all that its API answered is
 * still in what this one's answers. `fixtures/README.md` says what the data is and how it was made.
 */

const FIXTURES = resolve(import.meta.dirname, 'fixtures');
const BACKUP = join(FIXTURES, 'before-order-model.backup');
const DATA = join(FIXTURES, 'before-order-model.data.tar.gz');

/** Orders that are migrated while the tool is killed. */
const MANY = process.env['TEST_LONG'] ? 100_000 : 2_000;
/** Most of it goes into the indexes, which a database of that size has before. */
const MANY_MS = 20 * 60_000;

interface Answer {
  /** Who asked: one of `accounts`. */
  as: string;
  path: string;
  body: unknown;
}
interface Recorded {
  /** Ids of users. */
  accounts: Record<string, string>;
  /** Ids of orders by what became of them. */
  orders: Record<string, string>;
  answers: Answer[];
}

const { accounts, orders, answers } = JSON.parse(
  readFileSync(join(FIXTURES, 'before-order-model.json'), 'utf8'),
) as Recorded;
const namesOfOrders = new Map(Object.entries(orders).map(([name, id]) => [id, name]));
const isOverview = ({ path }: Answer) => path.startsWith('/reports/overview');

/** The words that migrations change: who found a payment by looking for it, and what a product's kind is called. */
function renamed(path: string, body: unknown): unknown {
  const text = JSON.stringify(body).replaceAll('"by":"sweeper"', '"by":"payments-job"');
  return JSON.parse(path.startsWith('/items') ? text.replaceAll('"kind":"ram"', '"kind":"memory"') : text);
}

const isFailedRefund = (entry: unknown): entry is object =>
  typeof entry === 'object' && entry !== null && 'what' in entry && entry.what === 'refund-failed';

/** A customer's orders, which do not say any more what the payment provider says of a refund that failed. */
const shownTo = (path: string, body: unknown): unknown =>
  path.startsWith('/purchase/')
    ? JSON.parse(
        JSON.stringify(body, (_, entry: unknown) =>
          isFailedRefund(entry) ? { ...entry, note: undefined } : entry,
        ),
      )
    : body;

/** Where the shop answers otherwise than it did, with the names of the orders. */
async function changesOf(shop: Shop, asked: Answer[]): Promise<string[]> {
  const found: string[] = [];
  for (const { as, path, body } of asked) {
    const response = await shop.call('GET', path, { as: await shop.tokenOf(accounts[as]!) });
    const actual = path.startsWith('/purchases/export') ? csvRows(response.body as string) : response.body;
    found.push(
      ...differences(
        { status: 200, body: shownTo(path, renamed(path, body)) },
        { status: response.status, body: actual },
        undefined,
        path,
      ),
    );
  }
  return found.map((line) => line.replace(/[0-9a-f]{24}/, (id) => namesOfOrders.get(id) ?? id));
}

/** The backup's orders again and again, each with an id and a payment of its own, in the former shape. */
async function insertOrders(db: mongo.Db): Promise<void> {
  const { collections } = await readManifest(BACKUP);
  const former: FormerOrder[] = [];
  const { file } = collections.find(({ name }) => name === 'purchases')!;
  for await (const line of linesOf(BACKUP, file)) former.push(mongo.BSON.EJSON.parse(line) as FormerOrder);
  for (let n = 0; n < MANY; n += 1_000) {
    const rows = Array.from({ length: Math.min(1_000, MANY - n) }, (_, i) => {
      const order = former[(n + i) % former.length]!;
      return {
        ...order,
        _id: new mongo.ObjectId(),
        ...(order.transactionId !== undefined && { transactionId: `pi_copy${n + i}` }),
      };
    });
    await db.collection<FormerOrder>('purchases').insertMany(rows);
  }
}

/** Starts the shop on a migrated database, and compares all of its answers. */
async function expectUnchanged(uri: string, db: mongo.Db): Promise<void> {
  const shop = await startShop({ MONGODB_URI: uri });
  try {
    // the rollups may be made again after a migration, in the background
    const overviews = answers.filter(isOverview);
    await eventually(async () => (await changesOf(shop, overviews)).length === 0, 'the overview').catch(
      () => undefined,
    );
    expect(await changesOf(shop, answers)).toEqual([]);
  } finally {
    await shop.close();
  }
  expect(await findViolations(db)).toEqual([]);
}

describe('the data of the version before orders had lines', () => {
  it('is restored from a backup, and shown as it was', async () => {
    const { uri, db, close } = await emptyDatabase();
    try {
      const { violations } = await restoreBackup(db.client, { from: BACKUP });
      expect(violations).toEqual([]);
      expect(await db.collection('purchases').countDocuments()).toBe(Object.keys(orders).length);
      expect(await new Migrator(db).pending()).toEqual([]);
      await expectUnchanged(uri, db);
    } finally {
      await close();
    }
  });

  it(
    `goes on after a kill in the middle of ${MANY} orders, and gives each one number and payment`,
    async () => {
      const { uri, db, close } = await emptyDatabase();
      try {
        await insertOrders(db);
        // what these steps do was done in that version
        const before = STEPS.filter(({ id }) => id < '0012');
        await migrationsOf(db).insertMany(before.map(({ id }) => ({ _id: id, state: 'done' as const })));
        const numbers = db.collection<{ _id: string; orderId: mongo.ObjectId }>('order_numbers');
        const first = startTool('migrate', uri);
        await eventually(async () => (await numbers.countDocuments()) > 0, 'some numbers');
        first.child.kill('SIGKILL');
        expect((await first.ended).code).toBeNull();
        // another process takes the lock over after a while, as migrations.api.spec shows
        await migrationsOf(db).deleteOne({ _id: 'lock' });
        const left = { number: { $exists: false } };
        const purchases = db.collection<Order>('purchases');
        expect(await purchases.countDocuments(left)).toBeGreaterThan(0);
        expect((await runTool('migrate', uri)).code).toBe(0);
        expect(await purchases.countDocuments(left)).toBe(0);
        const paid = await purchases.countDocuments({ transactionId: { $exists: true } });
        expect(await db.collection('payments').countDocuments()).toBe(paid);
        expect(await numbers.countDocuments()).toBe(MANY);
        // there are no products here
        const violations = await findViolations(db);
        expect(violations.filter(({ of }) => of.startsWith('order'))).toEqual([]);
        expect((await purchases.indexes()).filter(({ unique }) => unique)).toEqual([]);
      } finally {
        await close();
      }
    },
    MANY_MS,
  );

  it('is migrated where it is, in the data folder of the embedded store, and shown as it was', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rapid-data-'));
    execFileSync('tar', ['-xzf', '-'], { cwd: folder, input: readFileSync(DATA) });
    const port = await freePort();
    const args = ['--port', String(port), '--data', folder];
    const store = new TargetProcess(['--import', 'tsx', 'devstack/mongo/main.ts', ...args]);
    await store.start();
    const uri = `mongodb://127.0.0.1:${port}/rapid?replicaSet=rs0`;
    const client = await mongo.MongoClient.connect(uri);
    try {
      await new Migrator(client.db()).run();
      expect(await new Migrator(client.db()).run()).toEqual([]);
      await expectUnchanged(uri, client.db());
    } finally {
      await client.close();
      await store.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  });
});
