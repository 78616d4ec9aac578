import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mongo } from 'mongoose';
import type { Manifest } from '../src/cli/backup-format.js';
import { compareIndexes } from '../src/migrations/indexes.js';
import { migrationsOf } from '../src/migrations/migration-lock.js';
import type { Product } from '../src/products/product.schema.js';
import { findViolations } from '../src/reports/invariants.js';
import { buying } from './buying.js';
import { type Commerce, startCommerce } from './commerce.js';
import { startShop } from './harness.js';
import { unsignedToken } from './id-tokens.js';
import { Invariants } from './invariants.js';
import { emptyDatabase, runTool } from './tools.js';

const ROUNDS = process.env['TEST_LONG'] ? 200 : 8;

describe('backup and restore', () => {
  let shop: Commerce;
  let invariants: Invariants;
  let product: Product;
  let folder: string;
  let backup: string;
  let empty: Awaited<ReturnType<typeof emptyDatabase>>;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rapid-backup-'));
    backup = join(folder, 'first');
    shop = await startCommerce();
    invariants = new Invariants(shop);
    product = await invariants.product({ availableQ: 100_000, minimumOQ: 1 });
    empty = await emptyDatabase();
  });
  afterAll(async () => {
    await empty.close();
    await shop.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const manifest = (): Manifest =>
    JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8')) as Manifest;

  const restoreRefused = async (from: string, why: string): Promise<void> => {
    const target = await emptyDatabase();
    try {
      expect(await runTool('restore', target.uri, ['--from', from])).toEqual({
        code: 1,
        output: expect.stringContaining(why),
      });
      expect(await target.db.listCollections().toArray()).toEqual([]);
    } finally {
      await target.close();
    }
  };

  it('reads one point in time while orders are placed and paid', async () => {
    const customers = await Promise.all([1, 2, 3, 4].map(() => shop.user()));
    const steps = buying(shop);
    await steps.paid(customers[0]!, product);
    const over = new AbortController();
    let placed = 0;
    const traffic = customers.map(async (customer) => {
      for (let round = 0; !over.signal.aborted || round < ROUNDS / 4; round++) {
        if (round % 3 === 0) await steps.paid(customer, product);
        else {
          const { _id } = await steps.order(customer, product);
          if (round % 3 === 1) await shop.call('DELETE', `/purchase/${_id}`, { as: customer });
        }
        placed += 1;
        if (placed > 50 * ROUNDS) break;
      }
    });
    const { code, output } = await runTool('backup', shop.config.mongodbUri, ['--to', backup]);
    over.abort();
    await Promise.all(traffic);
    expect([code, output]).toEqual([0, expect.stringMatching(/snapshot-(session|transaction)/)]);
    expect(placed).toBeGreaterThan(0);
    expect(readdirSync(folder)).toEqual(['first']);
    await invariants.expectStockConserved();
    expect(await findViolations(shop.db.db!)).toEqual([]);
  });

  it('is refused when the folder exists', async () => {
    const before = manifest();
    const { code, output } = await runTool('backup', shop.config.mongodbUri, ['--to', backup]);
    expect([code, output]).toEqual([1, expect.stringContaining('never overwrites')]);
    expect(manifest()).toEqual(before);
  });

  it('is restored completely into an empty store, which then serves an order and a sign-in', async () => {
    const { code, output } = await runTool('restore', empty.uri, ['--from', backup]);
    expect([code, output]).toEqual([0, expect.stringContaining('stock and payments are consistent')]);
    expect(await compareIndexes(empty.db)).toMatchObject({ missing: [], changed: [] });
    for (const { name, documents } of manifest().collections) {
      if (name !== 'migrations')
        expect({ name, documents: await empty.db.collection(name).countDocuments() }).toEqual({
          name,
          documents,
        });
    }
    const restored = await startShop({ MONGODB_URI: empty.uri, PAYMENTS_SANDBOX_URL: shop.sandbox.url });
    try {
      await invariants.at(restored).expectStockConserved();
      const person = { uid: 'after-restore', email: 'after@example.com' };
      const signIn = { as: unsignedToken(person), body: { email: person.email } };
      const { status, body } = await restored.call('PUT', `/user/${person.email}`, signIn);
      expect(status).toBe(200);
      const form = buying(shop).form(product);
      expect((await restored.call('POST', '/purchase', { as: body.token, body: form })).status).toBe(201);
      await invariants.at(restored).expectStockConserved();
    } finally {
      await restored.app.close();
    }
  });

  it('keeps every BSON type', async () => {
    const [from, to] = [await emptyDatabase(), await emptyDatabase()];
    try {
      const { Int32, Double, Long, Decimal128, Binary, Timestamp } = mongo.BSON;
      await from.db.collection('meta').insertOne({
        int: new Int32(1),
        double: new Double(1),
        long: Long.fromNumber(1),
        decimal: Decimal128.fromString('1.10'),
        bytes: new Binary(Buffer.from([0, 255])),
        time: new Timestamp({ t: 1, i: 2 }),
        nothing: null,
        date: new Date(0),
        text: 'line\nbreak \u2028 and "quotes"',
      });
      const out = join(folder, 'types');
      const backedUp = await runTool('backup', from.uri, ['--to', out, '--shop-is-stopped']);
      expect([backedUp.code, backedUp.output]).toEqual([0, expect.stringContaining('shop-stopped')]);
      const restored = await runTool('restore', to.uri, ['--from', out]);
      expect([restored.code, restored.output]).toEqual([0, expect.stringContaining('Restored')]);
      const raw = async ({ db }: typeof from) => {
        const found = await db.collection('meta').findOne({}, { promoteValues: false, promoteLongs: false });
        return createHash('sha256').update(mongo.BSON.serialize(found!)).digest('hex');
      };
      expect(await raw(to)).toBe(await raw(from));
    } finally {
      await from.close();
      await to.close();
    }
  });

  it('is refused for a database that is not empty, unless it is named', async () => {
    const refused = await runTool('restore', empty.uri, ['--from', backup]);
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('is not empty')]);
    const other = await runTool('restore', empty.uri, ['--from', backup, '--replace', 'another']);
    expect([other.code, other.output]).toEqual([1, expect.stringContaining('Nothing was written')]);
    const name = empty.db.databaseName;
    const replaced = await runTool('restore', empty.uri, ['--from', backup, '--replace', name]);
    expect([replaced.code, replaced.output]).toEqual([0, expect.stringContaining('Restored')]);
  });

  it('is refused when a file is damaged, cut short or missing', async () => {
    const { file } = manifest().collections.find(({ name }) => name === 'purchases')!;
    const path = join(backup, file);
    const complete = readFileSync(path);
    const changed = Buffer.from(complete);
    changed[changed.length >> 1]! ^= 1;
    writeFileSync(path, changed);
    await restoreRefused(backup, `purchases (${file}) has another checksum`);
    writeFileSync(path, complete);
    truncateSync(path, complete.length - 10);
    await restoreRefused(backup, `has ${complete.length - 10} bytes instead of ${complete.length}`);
    rmSync(path);
    await restoreRefused(backup, 'is missing');
    writeFileSync(path, complete);
    const text = readFileSync(join(backup, 'manifest.json'), 'utf8');
    writeFileSync(join(backup, 'manifest.json'), text.slice(0, -20));
    await restoreRefused(backup, 'manifest.json is damaged');
    writeFileSync(join(backup, 'manifest.json'), text);
    await restoreRefused(join(folder, 'none'), 'is not a backup');
    expect(existsSync(path)).toBe(true);
  });

  it('is refused when a newer version made it', async () => {
    const source = await emptyDatabase();
    try {
      await runTool('migrate', source.uri);
      await migrationsOf(source.db).insertOne({ _id: '9999-of-the-future', state: 'done' });
      const newer = join(folder, 'newer');
      expect(await runTool('backup', source.uri, ['--to', newer])).toMatchObject({ code: 0 });
      await restoreRefused(newer, 'which has run 9999-of-the-future');
    } finally {
      await source.close();
    }
  });

  it('is reported by the check when stock or orders are wrong', async () => {
    expect(await runTool('check', empty.uri)).toMatchObject({ code: 0 });
    await empty.db.collection('products').updateOne({}, { $set: { availableQ: -1 } });
    await empty.db.collection('purchases').updateOne({ status: 'paid' }, { $unset: { transactionId: '' } });
    const { code, output } = await runTool('check', empty.uri);
    expect(code).toBe(1);
    expect(output).toContain('has -1 units');
    expect(output).toContain('is paid without a payment');
  });
});
