import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mongo } from 'mongoose';
import { restoreBackup } from '../src/cli/backup-read.js';
import { Migrator } from '../src/migrations/migrator.js';
import { findViolations } from '../src/reports/invariants.js';
import { eventually } from './commerce.js';
import { type Shop, startShop } from './harness.js';
import { freePort, TargetProcess } from './processes.js';
import { csvRows, differences } from './recorded.js';
import { emptyDatabase } from './tools.js';

/**
 * A backup and a data folder of the version before orders had lines are brought to this one, and all that its API answered is
 * still in what this one's answers. `fixtures/README.md` says what the data is and how it was made.
 */

const FIXTURES = resolve(import.meta.dirname, 'fixtures');
const BACKUP = join(FIXTURES, 'before-order-model.backup');
const DATA = join(FIXTURES, 'before-order-model.data.tar.gz');

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

/** Where the shop answers otherwise than it did, with the names of the orders. */
async function changesOf(shop: Shop, asked: Answer[]): Promise<string[]> {
  const found: string[] = [];
  for (const { as, path, body } of asked) {
    const response = await shop.call('GET', path, { as: await shop.tokenOf(accounts[as]!) });
    const actual = path.startsWith('/purchases/export') ? csvRows(response.body as string) : response.body;
    found.push(
      ...differences({ status: 200, body }, { status: response.status, body: actual }, undefined, path),
    );
  }
  return found.map((line) => line.replace(/[0-9a-f]{24}/, (id) => namesOfOrders.get(id) ?? id));
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
