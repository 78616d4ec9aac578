import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type mongo, Types } from 'mongoose';
import { inTransaction, join } from '../src/database/transaction.js';
import type { DomainEvent } from '../src/outbox/domain-events.js';
import type { OutboxEvent } from '../src/outbox/outbox-event.schema.js';
import { Outbox } from '../src/outbox/outbox.service.js';
import { eventually } from './commerce.js';
import { type Shop, startShop } from './harness.js';
import { emitVersion, storedEvents, versionsOf } from './outbox-events.js';

/** What an event promises: `docs/events.md`. Two processes share one database. */

let shop: Shop;
let replica: Shop;
let events: mongo.Collection<OutboxEvent>;
/** What each consumer got, of either process: `flaky` fails for the subjects in `failing`. */
let got: Record<'sound' | 'flaky' | 'batch', DomainEvent[]>;
const failing = new Set<string>();
const refresh = (): void => expect.unreachable('no event was dropped');

const outboxOf = ({ app }: Shop): Outbox => app.get(Outbox, { strict: false });
const newId = (): string => String(new Types.ObjectId());
const subjectOf = (id: string) => `review/${id}` as const;
const versions = (id: string, of: DomainEvent[]): number[] => versionsOf(subjectOf(id), of);

/** Commits events about a subject, each in a transaction of its own. */
async function emit(id: string, numbers: number[], which = shop): Promise<void> {
  for (const version of numbers)
    await inTransaction(which.db, async (session) => emitVersion(outboxOf(which), session, id, version));
}

const stored = (id: string): Promise<OutboxEvent[]> => storedEvents(shop.db, subjectOf(id));

const done = async (id: string): Promise<boolean> =>
  (await stored(id)).every(({ pendingCount }) => pendingCount === 0);

beforeAll(async () => {
  got = { sound: [], flaky: [], batch: [] };
  shop = await startShop();
  replica = await startShop({ MONGODB_URI: shop.config.mongodbUri });
  events = shop.db.collection<OutboxEvent>('outbox');
  const fail = ({ subject }: DomainEvent) => {
    if (failing.has(subject)) throw new Error('It fails for this one');
  };
  for (const { app, db } of [shop, replica]) {
    const { consumers } = app.get(Outbox, { strict: false });
    const handles = ['review.created'] as const;
    consumers.register({ name: 'sound', handles, handle: (event) => void got.sound.push(event) });
    consumers.register({
      name: 'flaky',
      handles,
      handle(event) {
        fail(event);
        got.flaky.push(event);
      },
    });
    consumers.register({
      name: 'batch',
      handles,
      async handleBatch(batch, session) {
        for (const { subject } of batch)
          await db
            .collection<{ _id: string }>('test_counts')
            .updateOne({ _id: subject }, { $inc: { handled: 1 } }, { session, upsert: true });
        for (const event of batch) fail(event);
      },
    });
  }
});
afterAll(async () => {
  await replica.close();
  await shop.close();
});
beforeEach(() => failing.clear());

const handledInBatches = async (id: string): Promise<number> =>
  (await shop.db.collection('test_counts').findOne({ _id: subjectOf(id) as never }))?.['handled'] ?? 0;

describe('an event', () => {
  it('is written with its change, or not at all', async () => {
    const [rolledBack, repeated] = [newId(), newId()];
    const attempt = inTransaction(shop.db, async (session) => {
      emitVersion(outboxOf(shop), session, rolledBack, 1);
      throw new Error('The change failed');
    });
    await expect(attempt).rejects.toThrow('The change failed');
    let attempts = 0;
    await inTransaction(shop.db, async (session) => {
      attempts += 1;
      emitVersion(outboxOf(shop), session, repeated, 1);
      emitVersion(outboxOf(shop), session, repeated, 2);
      if (attempts < 3) throw transient();
    });
    expect(await stored(rolledBack)).toEqual([]);
    expect((await stored(repeated)).map(({ version }) => version)).toEqual([1, 2]);
  });

  it('has what it was emitted with, and an id of its own', async () => {
    const id = newId();
    await emit(id, [7]);
    await eventually(() => done(id), 'it is handled');
    const [row] = await stored(id);
    const event = got.sound.find(({ subject }) => subject === subjectOf(id))!;
    expect(event).toEqual({
      id: String(row!._id),
      at: row!.at,
      type: 'review.created',
      subject: subjectOf(id),
      version: 7,
      payload: row!.payload,
    });
    expect(event.payload).toMatchObject({ review: { reviewId: id }, actor: { by: 'customer' } });
  });

  it('is kept until 30 days after the last consumer was done with it', async () => {
    const id = newId();
    failing.add(subjectOf(id));
    await emit(id, [1]);
    await eventually(async () => (await stored(id))[0]!.pendingCount === 2, 'one is done');
    expect((await stored(id))[0]!.pending.toSorted()).toEqual(['batch', 'flaky']);
    failing.clear();
    await eventually(() => done(id), 'all are');
    expect((await stored(id))[0]).toMatchObject({ pending: [], doneAt: expect.any(Date), failures: {} });
    // nobody handles these
    const other = newId();
    await inTransaction(shop.db, async (session) =>
      outboxOf(shop).emit(session, {
        type: 'synonyms.updated',
        subject: `synonyms/${other}`,
        version: 0,
        payload: { groups: 1, actor: { by: other } },
      }),
    );
    const unhandled = await events.findOne({ subject: `synonyms/${other}` });
    expect(unhandled).toMatchObject({ pending: [], pendingCount: 0, doneAt: unhandled!.at });
    const indexes = await events.indexes();
    expect(indexes.find(({ expireAfterSeconds }) => expireAfterSeconds !== undefined)).toMatchObject({
      key: { doneAt: 1 },
      expireAfterSeconds: 30 * 24 * 3_600,
      partialFilterExpression: { pendingCount: 0 },
    });
  });
});

describe('ids and times are not in order of commit', () => {
  it('and what commits late is lost neither by the relay nor by a tail', async () => {
    const [late, early] = [newId(), newId()];
    const seen: DomainEvent[] = [];
    await outboxOf(replica).tail('seen', { handle: (batch) => void seen.push(...batch), refresh });
    let commit = (): void => undefined;
    const mayCommit = new Promise<void>((resolve) => (commit = resolve));
    let slow: Promise<unknown> = Promise.resolve();
    await new Promise<void>((written) => {
      slow = inTransaction(shop.db, async (session) => {
        emitVersion(outboxOf(shop), session, late, 1);
        // its event is written before this
        const beforeCommit = () => {
          written();
          return mayCommit;
        };
        join(session, { beforeCommit, ended: () => undefined });
      });
    });
    await emit(early, [1], replica);
    await eventually(() => done(early), 'the second is handled');
    await eventually(() => versions(early, seen).length === 1, 'a tail has the second');
    expect(await stored(late)).toEqual([]);
    commit();
    await slow;
    await eventually(() => done(late), 'the first is handled');
    await eventually(() => versions(late, seen).length === 1, 'a tail has the first');
    const [[first], [second]] = [await stored(late), await stored(early)];
    expect(first!.at.getTime()).toBeLessThanOrEqual(second!.at.getTime());
    expect(String(first!._id) < String(second!._id)).toBe(true);
    expect(versions(late, got.sound)).toEqual([1]);
    expect(versions(early, got.sound)).toEqual([1]);
  });

  it('and those of a subject come in theirs, whatever the clocks were', async () => {
    const id = newId();
    const rows = [1, 2, 3].map((version) => ({
      _id: new Types.ObjectId(),
      at: new Date(Date.now() - version * 60_000),
      type: 'review.created' as const,
      subject: subjectOf(id),
      version,
      payload: {},
      pending: ['sound', 'batch'],
      pendingCount: 2,
    }));
    await events.insertMany(rows.toReversed());
    await eventually(() => done(id), 'all are handled');
    expect(versions(id, got.sound)).toEqual([1, 2, 3]);
    expect(await handledInBatches(id)).toBe(3);
  });
});

describe('a consumer that fails', () => {
  it('holds up no other consumer, and of its own events those of the same subject only', async () => {
    const [bad, good] = [newId(), newId()];
    failing.add(subjectOf(bad));
    await emit(bad, [1, 2]);
    await emit(good, [1, 2], replica);
    await eventually(() => done(good), 'the other subject is handled');
    await eventually(() => versions(bad, got.sound).length === 2, 'the other consumer has all');
    await eventually(
      async () => ((await stored(bad))[0]!.failures?.['batch']?.attempts ?? 0) > 0,
      'the failures are recorded',
    );
    expect(versions(bad, got.flaky)).toEqual([]);
    expect(await handledInBatches(bad)).toBe(0);
    const [first, second] = await stored(bad);
    expect(first!.failures!['flaky']).toMatchObject({
      attempts: expect.any(Number),
      nextAttemptAt: expect.any(Date),
      lastError: 'It fails for this one',
    });
    expect(second!.failures).toBeUndefined();
    failing.clear();
    await eventually(() => done(bad), 'it is tried again');
    expect(versions(bad, got.flaky)).toEqual([1, 2]);
    expect(await handledInBatches(bad)).toBe(2);
    expect(await handledInBatches(good)).toBe(2);
  });
});

describe('several processes', () => {
  it('hand on each event once as long as none dies', async () => {
    const ids = Array.from({ length: 20 }, newId);
    const numbers = [1, 2, 3, 4, 5];
    await Promise.all(ids.map((id, n) => emit(id, numbers, [shop, replica][n % 2])));
    await eventually(async () => (await Promise.all(ids.map(done))).every(Boolean), 'all are handled');
    for (const id of ids) {
      expect(versions(id, got.sound)).toEqual(numbers);
      expect(versions(id, got.flaky)).toEqual(numbers);
      expect(await handledInBatches(id)).toBe(numbers.length);
    }
  });

  it('take over from one that died with its lease', async () => {
    const id = newId();
    const leases = shop.db.collection<{ _id: string }>('leases');
    const ends = (until: Date) =>
      leases.updateOne({ _id: 'outbox/flaky' }, { $set: { holder: 'dead', until } }, { upsert: true });
    await eventually(async () => {
      const until = new Date(Date.now() + 600_000);
      const free = { _id: 'outbox/flaky', until: { $lte: new Date() } };
      return (await leases.updateOne(free, { $set: { holder: 'dead', until } })).matchedCount === 1;
    }, 'the lease is free');
    await emit(id, [1, 2]);
    await eventually(() => versions(id, got.sound).length === 2, 'another consumer has them');
    expect(versions(id, got.flaky)).toEqual([]);
    await ends(new Date());
    await eventually(() => done(id), 'it is taken over');
    expect(versions(id, got.flaky)).toEqual([1, 2]);
  });
});

/** An error after which the driver runs a transaction again. */
const transient = (): Error =>
  Object.assign(new shop.db.base.mongo.MongoServerError({ message: 'conflict', code: 112 }), {
    errorLabelSet: new Set(['TransientTransactionError']),
  });
