import { expect } from 'vitest';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Types } from 'mongoose';
import type { Order } from '../src/purchases/orders/order.schema.js';
import { findViolations } from '../src/reports/invariants.js';
import { Clerks } from './clerks.js';
import { type Shop, startShop } from './harness.js';
import { Invariants } from './invariants.js';
import { callerOf } from './order-model-shop.js';
import { MAIN } from './processes.js';
import { Replica } from './replicas.js';
import { randomOf } from './rollups.js';

/** Transactions of a killed process keep their locks for a minute there; the embedded store is told to end them. */
const isRealStore = process.env['TEST_MONGODB_URI'] !== undefined;

/** What an order's event is to be. */
export interface ExpectedEvent {
  type: string;
  version: number;
}

/** Two server processes that change orders and are killed at random moments, and a shop that looks at the same database. */
export class KilledReplicas {
  readonly below: (below: number) => number;
  /** Something has failed: nobody goes on. */
  private readonly failed = new AbortController();

  private constructor(
    readonly observer: Shop,
    private readonly invariants: Invariants,
    private readonly replicas: readonly [Replica, Replica],
    seed: number,
  ) {
    this.below = randomOf(seed);
  }

  /** @param settings of the processes @param ownSettings of the shop that looks */
  static async start(
    settings: Record<string, string>,
    seed: number,
    ownSettings: Record<string, string> = {},
  ): Promise<KilledReplicas> {
    expect(existsSync(MAIN) || 'npm run build comes first').toBe(true);
    const observer = await startShop(ownSettings);
    const { mongodbUri } = observer.config;
    // the lease of a process that was killed ends soon
    const env = { SHORT_LEASES: '1', ...settings };
    const replicas: [Replica, Replica] = [new Replica(mongodbUri, env), new Replica(mongodbUri, env)];
    await Promise.all(replicas.map((replica) => replica.start()));
    return new KilledReplicas(observer, new Invariants(observer), replicas, seed);
  }

  async close(): Promise<void> {
    await Promise.all(this.replicas.map((replica) => replica.kill()));
    await this.observer.close();
  }

  /**
   * Changes orders at least so often while the processes are killed so often: one or both, each time after `progress` has risen.
   * @returns what the shop has said that it did: each order in its versions
   */
  async changeOrders(
    changes: number,
    kills: number,
    progress: () => number | Promise<number>,
  ): Promise<ReadonlySet<string>> {
    const { replicas, below, failed } = this;
    const place = await this.placing();
    const clerks = new Clerks(replicas, below, place);
    let isKilling = true;
    const killing = async () => {
      for (let n = 0; n < kills && !failed.signal.aborted; n += 1) {
        const before = await progress();
        await this.until(async () => (await progress()) > before);
        await sleep(below(2) === 0 ? below(20) : below(400));
        await this.kill([[replicas[0]], [replicas[1]], replicas][below(3)]!);
      }
    };
    await Promise.all([
      killing().finally(() => (isKilling = false)),
      clerks.work(() => !failed.signal.aborted && (isKilling || clerks.acknowledged.size < changes)),
    ]).catch((error: unknown) => {
      failed.abort();
      throw error;
    });
    return clerks.acknowledged;
  }

  /** Waits for as long as the case may take. */
  async until(holds: () => Promise<boolean>): Promise<void> {
    while (!this.failed.signal.aborted && !(await holds())) await sleep(25);
  }

  /** By the subject of each order, the events that it must have: one for each change, as the order itself tells them. */
  async expectedEvents(): Promise<Map<string, ExpectedEvent[]>> {
    const orders = await this.observer.db.collection<Order>('purchases').find().toArray();
    return new Map(
      orders.map(({ _id, version, timeline }) => {
        const [, ...changes] = timeline.map(({ what }) => what);
        const events = ['placed', ...changes].map((what, n) => ({ type: `order.${what}`, version: n }));
        expect(events.length).toBe(version + 1);
        return [`order/${String(_id)}`, events];
      }),
    );
  }

  async expectConsistent(): Promise<void> {
    await this.invariants.expectStockConserved();
    expect(await findViolations(this.observer.db.db!)).toEqual([]);
  }

  private async placing() {
    const product = async () =>
      String((await this.invariants.product({ minimumOQ: 1, availableQ: 100_000 }))._id);
    const products = [await product(), await product(), await product()];
    const customer = callerOf(await this.observer.user());
    return async (replica: Replica): Promise<string | undefined> => {
      const order = {
        id: String(new Types.ObjectId()),
        lines: products.map((productId) => ({ productId, quantity: 3 })),
      };
      const reply = await replica.ask({ do: 'place', order, customer });
      if (reply?.error && reply.error.status !== 409) expect(reply.error).toBeUndefined();
      return reply?.version === undefined ? undefined : order.id;
    };
  }

  private async kill(victims: readonly Replica[]): Promise<void> {
    await Promise.all(victims.map((replica) => replica.kill()));
    if (!isRealStore) await this.observer.db.getClient().db('admin').command({ killAllSessions: [] });
    if (!this.failed.signal.aborted) await Promise.all(victims.map((replica) => replica.start()));
  }
}

/** What is left of events without repetitions, which must be the same event each time. */
export const withoutRepetitions = <T extends { id: string }>(events: readonly T[]): T[] =>
  events.filter(({ id }, n) => events.findIndex((other) => other.id === id) === n);
