import { isDeepStrictEqual } from 'node:util';
import type { mongo } from 'mongoose';
import { inSnapshot } from '../database/transaction.js';
import type { OutboxEvent } from '../outbox/outbox-event.schema.js';
import { takeOff } from '../outbox/outbox-store.js';
import { STATUSES } from '../purchases/orders/order-states.js';
import {
  computedRollup,
  MOST_PRODUCTS,
  reportsIn,
  type Rollup,
  ROLLUPS,
  storedRollup,
  writeRollup,
} from './daily-rollups.js';
import { addDays, type Day, dayOf, startOf } from './days.js';
import type { Violation } from './invariants.js';

const eventsIn = (db: mongo.Db): mongo.Collection<OutboxEvent> => db.collection('outbox');

/** The events of a day's orders. */
const ofOrdersPlacedOn = (day: Day): mongo.Filter<OutboxEvent> => ({
  'payload.order.placedAt': { $gte: startOf(day).toISOString(), $lt: startOf(addDays(day, 1)).toISOString() },
});

/**
 * Computes all daily rollups from the orders, for migrations, the demo's seed and operators. A shop may serve meanwhile: each day
 * is computed in a transaction that also takes off the events that the rollups have not followed yet.
 */
export async function buildDailyReports(db: mongo.Db): Promise<void> {
  for await (const day of daysOf(db))
    await inSnapshot(db.client, async (session) => {
      await takeOff(eventsIn(db), ROLLUPS, ofOrdersPlacedOn(day), session);
      await writeRollup(db, day, await computedRollup(db, day, session), session);
    });
}

/** Days whose rollup is not what their orders make. A day that has still to follow an event is left out. */
export async function findRollupViolations(db: mongo.Db): Promise<Violation[]> {
  const violations: Violation[] = [];
  for await (const day of daysOf(db)) {
    const isRight = await inSnapshot(db.client, async (session) => {
      const waiting = { pendingCount: { $gt: 0 }, pending: ROLLUPS, ...ofOrdersPlacedOn(day) };
      if (await eventsIn(db).findOne(waiting, { session, projection: { _id: 1 } })) return true;
      return isSame(await storedRollup(db, day, session), await computedRollup(db, day, session));
    });
    if (!isRight) violations.push({ of: `day ${day}`, what: 'has figures that its orders do not make' });
  }
  return violations;
}

const isSame = (stored: Rollup, computed: Rollup): boolean =>
  isDeepStrictEqual(stored.figures, computed.figures) &&
  (computed.sales.size > MOST_PRODUCTS || isDeepStrictEqual(stored.sales, computed.sales));

/** Every day that has orders or a rollup, the newest first. */
async function* daysOf(db: mongo.Db): AsyncIterable<Day> {
  for (let before = '9999-12-31'; ;) {
    const [order] = await db
      .collection<{ createdAt: Date }>('purchases')
      .find({ status: { $in: [...STATUSES] }, createdAt: { $lt: startOf(before) } })
      .project<{ createdAt: Date }>({ createdAt: 1 })
      .sort({ createdAt: -1, _id: -1 })
      .limit(1)
      .toArray();
    const [report] = await reportsIn(db)
      .find({ _id: { $lt: before } })
      .sort({ _id: -1 })
      .limit(1)
      .toArray();
    const days = [order && dayOf(order.createdAt), report?._id].filter((day) => day !== undefined);
    const day = days.toSorted().at(-1);
    if (day === undefined) return;
    yield day;
    before = day;
  }
}
