import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Types } from 'mongoose';
import { inTransaction } from '../src/database/transaction.js';
import { Leases } from '../src/jobs/leases.js';
import type { DomainEvent } from '../src/outbox/domain-events.js';
import type { OutboxEvent } from '../src/outbox/outbox-event.schema.js';
import { Outbox } from '../src/outbox/outbox.service.js';
import { Relay } from '../src/outbox/relay.service.js';
import { eventually } from './commerce.js';
import { type Shop, startShop } from './harness.js';
import { emitVersion, versionsOf } from './outbox-events.js';

let shop: Shop;
let replica: Shop;

beforeAll(async () => {
  shop = await startShop();
  replica = await startShop({ MONGODB_URI: shop.config.mongodbUri });
});
afterAll(async () => {
  await replica.close();
  await shop.close();
});

const outboxOf = ({ app }: Shop): Outbox => app.get(Outbox, { strict: false });
const newId = (): string => String(new Types.ObjectId());
const subjectOf = (id: string) => `review/${id}` as const;
const versions = (id: string, of: DomainEvent[]): number[] => versionsOf(subjectOf(id), of);

/** Commits events about a subject, each in a transaction of its own. */
async function emit(id: string, numbers: number[], which = shop): Promise<void> {
  for (const version of numbers)
    await inTransaction(which.db, async (session) => emitVersion(outboxOf(which), session, id, version));
}

describe('a tail', () => {
  it('gets what is committed from its start on, by any process, and again what it failed to handle', async () => {
    const [before, after] = [newId(), newId()];
    await emit(before, [1]);
    const seen: DomainEvent[] = [];
    let failures = 0;
    await outboxOf(shop).tail('failing-once', {
      handle(batch) {
        if (batch.some(({ subject }) => subject === subjectOf(after)) && (failures += 1) < 3)
          throw new Error('It is not ready');
        seen.push(...batch);
      },
      refresh: () => expect.unreachable('no event was dropped'),
    });
    await emit(after, [1, 2], replica);
    await emit(after, [3], shop);
    await eventually(() => versions(after, seen).length === 3, 'it has them');
    expect(versions(after, seen)).toEqual([1, 2, 3]);
    expect(versions(before, seen)).toEqual([]);
  });
});

describe('a consumer that hangs', () => {
  it('delays the end of its process by little, and its events are handled by another', async () => {
    const third = await startShop({ MONGODB_URI: shop.config.mongodbUri });
    const id = newId();
    let hangs = (): void => undefined;
    const isHanging = new Promise<void>((resolve) => (hangs = resolve));
    const consumer = { name: 'hanging', handles: ['review.created'] as const };
    outboxOf(third).consumers.register({
      ...consumer,
      handle() {
        hangs();
        return new Promise(() => undefined);
      },
    });
    await emit(id, [1], third);
    await isHanging;
    await third.close();
    const events = shop.db.collection<OutboxEvent>('outbox');
    // it has not been waited for until it had taken too long, which is a failure
    const left = await events.findOne({ subject: subjectOf(id) });
    expect(left).toMatchObject({ pending: ['hanging'], pendingCount: 1 });
    expect(left).not.toHaveProperty('failures');
    const leases = shop.db.collection<{ _id: string; until: Date }>('leases');
    expect((await leases.findOne({ _id: 'outbox/hanging' }))!.until.getTime()).toBeLessThan(
      Date.now() + 16_000,
    );
    // as if that time had passed
    await leases.updateOne({ _id: 'outbox/hanging' }, { $set: { until: new Date() } });
    const handled: DomainEvent[] = [];
    outboxOf(shop).consumers.register({ ...consumer, handle: (event) => void handled.push(event) });
    await eventually(() => versions(id, handled).length === 1, 'another process has it');
  });
});

describe('a consumer that is no longer in the code', () => {
  const old = (pending: string[], at: Date) => ({
    _id: new Types.ObjectId(),
    at,
    type: 'review.created' as const,
    subject: subjectOf(newId()),
    version: 1,
    payload: {},
    pending,
    pendingCount: pending.length,
  });
  const DAY = 24 * 3_600_000;

  it('keeps no event for ever, and one of a later version is left alone', async () => {
    const [longAgo, now] = [new Date(Date.now() - 2 * DAY), new Date()];
    const rows = [old(['gone'], longAgo), old(['gone'], now), old(['newer'], longAgo), old(['younger'], now)];
    const events = shop.db.collection<OutboxEvent>('outbox');
    await events.insertMany(rows);
    await replica.app.get(Leases, { strict: false }).take('outbox/newer', 1);
    await shop.app.get(Relay, { strict: false }).removeAbandoned();
    const left = await Promise.all(rows.map(({ _id }) => events.findOne({ _id })));
    expect(left.map((row) => row!.pending)).toEqual([[], [], ['newer'], ['younger']]);
    expect(left[0]).toMatchObject({ pendingCount: 0, doneAt: expect.any(Date) });
  });
});
