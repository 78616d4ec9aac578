import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mongo } from 'mongoose';
import { addStockLevels } from '../src/migrations/0019-stock-levels.js';
import { compareIndexes } from '../src/migrations/indexes.js';
import { migrationsOf, RESTORING } from '../src/migrations/migration-lock.js';
import { Migrator } from '../src/migrations/migrator.js';
import { STEPS } from '../src/migrations/steps.js';
import { EXPECTED_INDEXES } from '../src/migrations/expected-indexes.js';
import { eventually } from './commerce.js';
import { startShop } from './harness.js';
import { MAIN, settingsOf } from './processes.js';
import { emptyDatabase, runTool, startTool } from './tools.js';

/** Those before orders had lines. */
const FORMER_STEPS = STEPS.filter(({ id }) => id < '0012');

describe('the migrations', () => {
  let store: Awaited<ReturnType<typeof emptyDatabase>>;
  beforeEach(async () => {
    store = await emptyDatabase();
  });
  afterEach(() => store.close());

  const steps = () => migrationsOf(store.db).find().sort({ _id: 1 }).toArray();
  const migrator = (list = STEPS) => new Migrator(store.db, undefined, list);

  it('know every collection of the running shop, and its indexes', async () => {
    const shop = await startShop();
    try {
      const models = Object.values(shop.db.models).map((model) => model.collection.name);
      expect([...EXPECTED_INDEXES.keys()]).toEqual(expect.arrayContaining(models));
      expect(await compareIndexes(shop.db.db!)).toEqual({ missing: [], changed: [], unknown: [] });
    } finally {
      await shop.close();
    }
  });

  it('are done once by three processes at once on an empty store', async () => {
    const ended = await Promise.all([1, 2, 3].map(() => runTool('migrate', store.uri)));
    expect(ended.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(ended.filter(({ output }) => output.includes(`step ${STEPS[0]!.id} done in`))).toHaveLength(1);
    expect(await compareIndexes(store.db)).toMatchObject({ missing: [], changed: [] });
    expect(await steps()).toMatchObject(STEPS.map(({ id }) => ({ _id: id, state: 'done' })));
    expect((await runTool('migrate', store.uri)).output).toContain('Nothing to do.');
  });

  it('are taken up by another process after a kill in the middle', async () => {
    const userId = new mongo.ObjectId();
    const orders = Array.from({ length: 600 }, () => ({ _id: new mongo.ObjectId(), userId }));
    await store.db.collection('purchases').insertMany(orders);
    const keys = store.db.collection<{ _id: string; creates: mongo.ObjectId; userId?: string }>(
      'idempotency_keys',
    );
    await keys.insertMany(orders.map(({ _id }) => ({ _id: String(_id), creates: _id })));
    const first = startTool('migrate', store.uri);
    await eventually(
      async () => (await keys.countDocuments({ userId: { $exists: true } })) > 20,
      'some keys',
    );
    first.child.kill('SIGKILL');
    expect((await first.ended).code).toBeNull();
    expect(await keys.countDocuments({ userId: { $exists: false } })).toBeGreaterThan(0);
    expect(await migrationsOf(store.db).findOne({ _id: STEPS[0]!.id })).toMatchObject({ state: 'running' });
    const lease = (until: Date) => migrationsOf(store.db).updateOne({ _id: 'lock' }, { $set: { until } });
    await lease(new Date(Date.now() + 3_600_000));
    const second = startTool('migrate', store.uri);
    await new Promise<void>((waits) => {
      second.child.stdout.on(
        'data',
        (lines) => String(lines).includes('waiting for the migrations') && waits(),
      );
    });
    // the killed one did not renew its lease
    await lease(new Date(0));
    expect((await second.ended).code).toBe(0);
    expect(await keys.countDocuments({ userId: String(userId) })).toBe(orders.length);
    expect(await migrationsOf(store.db).findOne({ _id: STEPS[0]!.id })).toMatchObject({ state: 'done' });
  });

  it('give the documents of earlier versions their search tokens', async () => {
    const words = ['northbeam', 'ssd'];
    const rows = (name: string) => store.db.collection<{ words: string[]; tokens?: string[] }>(name);
    await rows('products').insertMany([{ words }, { words, removedAt: new Date() } as { words: string[] }]);
    await rows('users').insertMany(
      Array.from({ length: 1_050 }, (_, n) => ({ words, uid: `${n}`, email: `${n}@example.com` })),
    );
    await rows('purchases').insertOne({ words });
    const beginnings = ['n', 'no', 'nor', 'nort', 'north', 'northb', 'northbe', 'northbea'];
    const expected = [...beginnings, 's', 'ss', 'ssd'];
    await migrator(FORMER_STEPS).run();
    const tokensIn = async (name: string) => (await rows(name).find().toArray()).map(({ tokens }) => tokens);
    expect(await tokensIn('products')).toEqual([expected, []]);
    expect(await tokensIn('purchases')).toEqual([expected]);
    expect(await rows('users').countDocuments({ tokens: expected })).toBe(1_050);
    // a repeat does those that an earlier version wrote meanwhile
    await rows('users').updateOne({}, { $set: { words: ['moved'] } });
    await migrationsOf(store.db).deleteOne({ _id: '0002-search-tokens' });
    expect(await migrator(FORMER_STEPS).run()).toEqual(['step 0002-search-tokens']);
    expect(await rows('users').distinct('tokens', { words: 'moved' })).toEqual([
      'm',
      'mo',
      'mov',
      'move',
      'moved',
    ]);
  });

  it('complete the words that earlier versions cut after 80', async () => {
    const description = Array.from({ length: 100 }, (_, n) => `word${n}`).join(' ');
    const words = description.split(' ').slice(0, 80);
    const cut = { words, tokens: [] };
    const insert = (name: string, row: object) => store.db.collection(name).insertOne({ ...cut, ...row });
    const sold = { name: 'Fan', sku: 'F-1', description, removedAt: null };
    const removedAt = new Date();
    await insert('products', sold);
    await insert('products', { ...sold, sku: 'F-2', removedAt });
    await insert('products', { ...sold, sku: 'F-3', removedAt, archived: true });
    await insert('reviews', {
      comments: description,
      name: 'Ada',
      email: 'ada@example.com',
      verifiedBuyer: true,
    });
    await migrator().run();
    const tokens = await store.db.collection('products').distinct('tokens', {});
    expect(tokens).toEqual(expect.arrayContaining(['fan', '~fan', 'f', '~f', 'word79']));
    expect(tokens).not.toContain('word80');
    const count = (name: string, filter: object) => store.db.collection(name).countDocuments(filter);
    expect(await count('products', { words: 'fan', tokens: 'fan' })).toBe(1);
    expect(await count('products', { words: 'fan', tokens: { $size: 0 } })).toBe(1);
    expect(await count('reviews', { words: 'word79', tokens: 'ada@example.com' })).toBe(1);
  });

  it('give the orders of earlier versions the kind of their product and their address as a token', async () => {
    const productId = new mongo.ObjectId();
    const orders = store.db.collection('purchases');
    await store.db.collection('products').insertOne({ _id: productId, words: [], kind: 'ssd' });
    const words = ['ada'];
    const userEmail = 'ada@example.com';
    await orders.insertMany([
      ...Array.from({ length: 1_100 }, () => ({ productId, userEmail, words })),
      { productId: new mongo.ObjectId(), userEmail, words },
      { productId, userEmail: '', words },
    ]);
    await orders.createIndex({ productId: 1 });
    await migrator(FORMER_STEPS).run();
    const tokens = ['a', 'ad', 'ada'];
    expect(await orders.countDocuments({ kind: 'ssd', tokens: [...tokens, userEmail] })).toBe(1_100);
    expect(await orders.countDocuments({ kind: { $exists: false }, tokens: [...tokens, userEmail] })).toBe(1);
    expect(await orders.countDocuments({ kind: 'ssd', tokens })).toBe(1);
    expect((await orders.listIndexes().toArray()).map(({ name }) => name)).not.toContain('productId_1');
    // the step before leaves them when it is repeated
    await migrationsOf(store.db).deleteOne({ _id: '0002-search-tokens' });
    await migrator(FORMER_STEPS).run();
    expect(await orders.countDocuments({ tokens: userEmail })).toBe(1_101);
  });

  it('note which products have few units left, but for what is known', async () => {
    const rows = (name: string) => store.db.collection(name);
    const many = Array.from({ length: 1_010 }, () => ({ availability: 'orderable' }));
    const [known, low] = [new mongo.ObjectId(), new mongo.ObjectId()];
    await rows('products').insertMany([
      ...many,
      { _id: known, availability: 'low' },
      { _id: low, availability: 'sold-out' },
    ]);
    const level = { _id: known, isLow: false, version: 7 };
    await rows('stock_levels').insertOne(level);
    for (const _ of [1, 2]) {
      await addStockLevels(store.db);
      expect(await rows('stock_levels').countDocuments({ isLow: false, version: 0 })).toBe(many.length);
      expect(await rows('stock_levels').findOne({ _id: known })).toEqual(level);
      expect(await rows('stock_levels').findOne({ _id: low })).toMatchObject({ isLow: true, version: 0 });
    }
  });

  it('say which step failed, and resume at it', async () => {
    const ran: string[] = [];
    let broken = true;
    const list = ['a', 'b', 'c'].map((id) => ({
      id,
      up: async () => {
        if (id === 'b' && broken) throw new Error('no room');
        ran.push(id);
      },
    }));
    await expect(migrator(list).run()).rejects.toThrow('Migration step b failed: no room');
    expect(await steps()).toMatchObject([
      { _id: 'a', state: 'done' },
      { _id: 'b', state: 'failed', error: 'no room' },
    ]);
    broken = false;
    await migrator(list).run();
    expect(ran).toEqual(['a', 'b', 'c']);
  });

  it('report an index whose definition changed and leave it as it is', async () => {
    await store.db.collection('users').createIndex({ email: 1 });
    await expect(migrator().run()).rejects.toThrow(
      'users: email_1 is email_1, expected email_1 {"unique":true}',
    );
    await store.db.collection('users').dropIndex('email_1');
    await store.db.collection('users').createIndex({ uid: -1 }, { name: 'email_1' });
    await expect(migrator().run()).rejects.toThrow('users: email_1 is uid_-1, expected email_1');
    await store.db.collection('users').dropIndex('email_1');
    await migrator().run();
    expect(await migrator().pending()).toEqual([]);
  });

  const startServer = (MIGRATE_ON_START: string) =>
    spawnSync(process.execPath, [MAIN], {
      env: { ...process.env, ...settingsOf(store.uri, 0, 'http://127.0.0.1:9'), MIGRATE_ON_START },
      encoding: 'utf8',
      timeout: 60_000,
    });

  it('keep a server from starting on a database that is behind, when turned off', async () => {
    const { status, stderr } = startServer('0');
    expect(status).toBe(1);
    expect(stderr).toContain('MIGRATE_ON_START is off. Run `npm run cli -- migrate`. Pending:');
    expect(await store.db.listCollections().toArray()).toEqual([]);
    await runTool('migrate', store.uri);
    const shop = await startShop({ MONGODB_URI: store.uri, MIGRATE_ON_START: '0' });
    await shop.close();
  });

  it.each(['done', 'running'] as const)(
    'keep a server from starting on the database of a newer version, one of whose steps is %s',
    async (state) => {
      await migrationsOf(store.db).insertOne({ _id: '9999-of-the-future', state });
      for (const onStart of ['0', '1']) {
        const { status, stderr } = startServer(onStart);
        expect([status, stderr]).toEqual([1, expect.stringContaining('older than the database')]);
        expect(stderr).toContain('9999-of-the-future. Start that version, or restore a backup');
      }
      expect((await runTool('migrate', store.uri)).code).toBe(1);
      expect((await store.db.listCollections().toArray()).map(({ name }) => name)).toEqual(['migrations']);
    },
  );

  it('keep a server from starting on half a restore', async () => {
    await migrationsOf(store.db).insertOne({ _id: RESTORING });
    const { status, stderr } = startServer('1');
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining('A restore into this database was not finished'),
    ]);
  });
});
