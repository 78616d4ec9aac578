import { afterAll, beforeAll, expect, it } from 'vitest';
import type { mongo } from 'mongoose';
import type { OutboxEvent } from '../src/outbox/outbox-event.schema.js';
import { KilledReplicas, withoutRepetitions } from './killed-replicas.js';
import type { Given } from './replicas.js';

const isLong = process.env['TEST_LONG'] === '1';
const KILLS = isLong ? 20 : 3;
const CHANGES = 200;
const SEED = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000);

let replicas: KilledReplicas;
let given: mongo.Collection<{ _id: string; given: Given[] }>;

beforeAll(async () => {
  replicas = await KilledReplicas.start({ RECORD_EVENTS: '1' }, SEED);
  given = replicas.observer.db.collection('test_given');
});
afterAll(() => replicas.close());

const deliveries = async (): Promise<number> =>
  (await given.find().toArray()).reduce((count, subject) => count + subject.given.length, 0);

it(
  `${KILLS} kills lose no event of ${CHANGES} changes, and make none up`,
  async () => {
    console.log(`TEST_SEED=${SEED}`);
    const acknowledged = await replicas.changeOrders(CHANGES, KILLS, deliveries);
    const { db } = replicas.observer;
    const events = db.collection<OutboxEvent>('outbox');
    const isPending = { pending: { $in: ['recorder', 'counter'] } } as object;
    await replicas.until(async () => (await events.countDocuments(isPending)) === 0);

    const stored = await events.find({ subject: /^order\// }).toArray();
    const rows = await given.find().toArray();
    const counts = await db.collection<{ _id: string; handled: number }>('test_counts').find().toArray();
    const expected = await replicas.expectedEvents();
    expect(rows.map(({ _id }) => _id).toSorted()).toEqual([...expected.keys()].toSorted());
    for (const [subject, told] of expected) {
      const written = stored.filter((event) => event.subject === subject);
      const ids = new Map(written.map((event) => [event.version, String(event._id)]));
      expect(written.length).toBe(told.length);
      // a repetition is the same event; what is left without them is each one, in order
      const first = withoutRepetitions(rows.find((one) => one._id === subject)!.given);
      expect(first.map(({ type, version, id }) => ({ type, version, id }))).toEqual(
        told.map((event) => ({ ...event, id: ids.get(event.version) })),
      );
      // what is done in the transaction that marks the event is done once
      expect(counts.find((one) => one._id === subject)?.handled).toBe(told.length);
    }
    const done = new Set(stored.map(({ subject, version }) => `${subject} ${version}`));
    expect([...acknowledged].filter((change) => !done.has(change))).toEqual([]);
    expect(done.size).toBeGreaterThanOrEqual(CHANGES);
    await replicas.expectConsistent();
    console.log(`${stored.length} events, ${(await deliveries()) - stored.length} repetitions`);
  },
  KILLS * 120_000 + 180_000,
);
