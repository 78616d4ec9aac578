import { afterAll, beforeAll, expect, it } from 'vitest';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type mongo, Types } from 'mongoose';
import type { OutboxEvent } from '../src/outbox/outbox-event.schema.js';
import type { Order } from '../src/purchases/orders/order.schema.js';
import { findViolations } from '../src/reports/invariants.js';
import { type Shop, startShop } from './harness.js';
import { Invariants } from './invariants.js';
import { callerOf } from './order-model-shop.js';
import { MAIN } from './processes.js';
import { type Given, Replica } from './replicas.js';
import { randomOf } from './rollups.js';

const isLong = process.env['TEST_LONG'] === '1';
const KILLS = isLong ? 20 : 3;
const CHANGES = 200;
/** Who change orders at the same time, often the same one. */
const CLERKS = 6;
/** Orders that are changed; another takes the place of one that changes no more. */
const OPEN_ORDERS = 8;
/** Transactions of a killed process keep their locks for a minute there; the embedded store is told to end them. */
const isRealStore = process.env['TEST_MONGODB_URI'] !== undefined;
const SEED = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000);

let observer: Shop;
let invariants: Invariants;
let replicas: [Replica, Replica];
let given: mongo.Collection<{ _id: string; given: Given[] }>;

beforeAll(async () => {
  expect(existsSync(MAIN) || 'npm run build comes first').toBe(true);
  observer = await startShop();
  invariants = new Invariants(observer);
  given = observer.db.collection('test_given');
  const settings = { RECORD_EVENTS: '1' };
  const { mongodbUri } = observer.config;
  replicas = [new Replica(mongodbUri, settings), new Replica(mongodbUri, settings)];
  await Promise.all(replicas.map((replica) => replica.start()));
});
afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.kill()));
  await observer.close();
});

/** Change orders in either process until they are told to stop. */
class Clerks {
  /** What the shop has said that it did: each order in its versions. */
  readonly acknowledged = new Set<string>();
  private readonly open: string[] = [];

  constructor(
    private readonly below: (below: number) => number,
    private readonly place: (replica: Replica) => Promise<string | undefined>,
  ) {}

  async work(goOn: () => boolean): Promise<void> {
    await Promise.all(Array.from({ length: CLERKS }, () => this.one(goOn)));
  }

  private async one(goOn: () => boolean): Promise<void> {
    while (goOn()) {
      const replica = replicas[this.below(2)]!;
      const isDone = await (this.open.length < OPEN_ORDERS ? this.add(replica) : this.change(replica));
      // nobody may be there
      if (!isDone) await sleep(20);
    }
  }

  private async add(replica: Replica): Promise<boolean> {
    const id = await this.place(replica);
    if (id === undefined) return false;
    this.note(id, 0);
    this.open.push(id);
    return true;
  }

  private async change(replica: Replica): Promise<boolean> {
    const at = this.below(this.open.length);
    const orderId = this.open[at]!;
    const reply = await replica.ask({ do: 'change', orderId, dice: this.below(6) });
    // others change it at the same time
    if (reply?.error && ![409, 422].includes(reply.error.status)) expect(reply.error).toBeUndefined();
    if (reply?.version !== undefined) this.note(orderId, reply.version);
    // it is closed, or somebody else has just changed it
    else if (reply && this.open[at] === orderId) this.open.splice(at, 1);
    return reply !== undefined;
  }

  private note(orderId: string, version: number): void {
    this.acknowledged.add(`${orderId} ${version}`);
  }
}

async function kill(victims: readonly Replica[]): Promise<void> {
  await Promise.all(victims.map((replica) => replica.kill()));
  if (!isRealStore) await observer.db.getClient().db('admin').command({ killAllSessions: [] });
  if (!failed.signal.aborted) await Promise.all(victims.map((replica) => replica.start()));
}

/** Something has failed: nobody goes on. */
const failed = new AbortController();

/** For as long as the case may take. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!failed.signal.aborted && !(await holds())) await sleep(25);
}

const deliveries = async (): Promise<number> =>
  (await given.find().toArray()).reduce((count, subject) => count + subject.given.length, 0);

it(
  `${KILLS} kills lose no event of ${CHANGES} changes, and make none up`,
  async () => {
    console.log(`TEST_SEED=${SEED}`);
    const below = randomOf(SEED);
    const product = async () => String((await invariants.product({ minimumOQ: 1, availableQ: 100_000 }))._id);
    const products = [await product(), await product(), await product()];
    const customer = callerOf(await observer.user());
    const clerks = new Clerks(below, async (replica) => {
      const order = {
        id: String(new Types.ObjectId()),
        lines: products.map((productId) => ({ productId, quantity: 3 })),
      };
      const reply = await replica.ask({ do: 'place', order, customer });
      if (reply?.error && reply.error.status !== 409) expect(reply.error).toBeUndefined();
      return reply?.version === undefined ? undefined : order.id;
    });

    let isKilling = true;
    const killing = async () => {
      for (let n = 0; n < KILLS && !failed.signal.aborted; n += 1) {
        // one or both, while events are handed on
        const before = await deliveries();
        await until(async () => (await deliveries()) > before);
        await sleep(below(2) === 0 ? below(20) : below(400));
        await kill([[replicas[0]], [replicas[1]], replicas][below(3)]!);
      }
    };
    await Promise.all([
      killing().finally(() => (isKilling = false)),
      clerks.work(() => !failed.signal.aborted && (isKilling || clerks.acknowledged.size < CHANGES)),
    ]).catch((error: unknown) => {
      failed.abort();
      throw error;
    });
    const events = observer.db.collection<OutboxEvent>('outbox');
    const isPending = { pending: { $in: ['recorder', 'counter'] } } as object;
    await until(async () => (await events.countDocuments(isPending)) === 0);

    const orders = await observer.db.collection<Order>('purchases').find().toArray();
    const stored = await events.find({ subject: /^order\// }).toArray();
    const rows = await given.find().toArray();
    const counts = await observer.db
      .collection<{ _id: string; handled: number }>('test_counts')
      .find()
      .toArray();
    expect(rows.map(({ _id }) => _id).toSorted()).toEqual(
      orders.map(({ _id }) => `order/${String(_id)}`).toSorted(),
    );
    for (const { _id, version, timeline } of orders) {
      const subject = `order/${String(_id)}`;
      // one event for each change, as the order itself tells them
      const [, ...changes] = timeline.map(({ what }) => what);
      const told = ['placed', ...changes].map((what, n) => ({ type: `order.${what}`, version: n }));
      expect(told.length).toBe(version + 1);
      const written = stored.filter((event) => event.subject === subject);
      const ids = new Map(written.map((event) => [event.version, String(event._id)]));
      expect(written.length).toBe(told.length);
      // a repetition is the same event; what is left without them is each one, in order
      const row = rows.find((one) => one._id === subject)!;
      const first = row.given.filter(({ id }, n) => row.given.findIndex((other) => other.id === id) === n);
      expect(first.map(({ type, version, id }) => ({ type, version, id }))).toEqual(
        told.map((event) => ({ ...event, id: ids.get(event.version) })),
      );
      // what is done in the transaction that marks the event is done once
      expect(counts.find((one) => one._id === subject)?.handled).toBe(told.length);
    }
    const done = new Set(
      stored.map(({ subject, version }) => `${subject.slice('order/'.length)} ${version}`),
    );
    expect([...clerks.acknowledged].filter((change) => !done.has(change))).toEqual([]);
    expect(done.size).toBeGreaterThanOrEqual(CHANGES);
    await invariants.expectStockConserved();
    expect(await findViolations(observer.db.db!)).toEqual([]);
    console.log(`${stored.length} events, ${(await deliveries()) - stored.length} repetitions`);
  },
  KILLS * 120_000 + 180_000,
);
