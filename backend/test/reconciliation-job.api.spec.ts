import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { DependencyDown } from '../src/common/errors.js';
import { PaymentProvider } from '../src/payment-provider/payment-provider.js';
import { PaymentsJob } from '../src/payments/payments.job.js';
import type { PassName } from '../src/reports/reconciliation/reconciliation.schema.js';
import { type Commerce, eventually } from './commerce.js';
import type { Shop } from './harness.js';
import { Reconciling } from './reconciling.js';

let on: Reconciling;
let shop: Commerce;

beforeAll(async () => {
  on = await Reconciling.start();
  shop = on.shop;
});
afterAll(() => shop.close());
afterEach(() => {
  vi.restoreAllMocks();
});

const passOf = (_id: PassName) => on.passes.findOne({ _id });
/** Counts the calls of a shop's provider. */
const callsOf = (of: Shop) => {
  const provider = of.app.get(PaymentProvider, { strict: false });
  const spies = [vi.spyOn(provider, 'listIntents'), vi.spyOn(provider, 'retrieveIntent')];
  return () => spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
};

describe('the job that compares everything', () => {
  it('makes no more calls in a run than it may, and goes on where it was', async () => {
    for (let n = 0; n < 7; n += 1) await on.oldOrder();
    const bounded = await on.again({ RECONCILIATION_CALLS: '3' });
    const paid = await shop.db.collection('payments').countDocuments();
    const calls = callsOf(bounded);
    await on.passes.deleteMany({});
    const positions: (number | undefined)[] = [];
    await eventually(async () => {
      const before = calls();
      await on.run(bounded);
      expect(calls() - before).toBeLessThanOrEqual(3);
      positions.push((await on.list()).passes.orders.inProgress);
      return (await passOf('orders'))?.endedAt !== undefined;
    }, 'every order is compared');
    expect(positions.filter((one) => one !== undefined).length).toBeGreaterThan(paid / 3 - 2);
    // one for each order, one for all payments of each list
    expect(calls()).toBeGreaterThanOrEqual(paid + 2);
    expect(calls()).toBeLessThanOrEqual(paid + 6);
    expect((await on.list()).passes.orders).toMatchObject({ compared: paid, expected: paid });
    await bounded.close();
  });

  it('begins again only after a time', async () => {
    await on.compareAll();
    const calls = callsOf(shop);
    await on.run();
    expect(calls()).toBe(0);
    await on.passes.updateOne(
      { _id: 'orders' },
      { $set: { startedAt: new Date(Date.now() - 25 * 3_600_000) } },
    );
    const { endedAt } = (await passOf('orders'))!;
    await on.run();
    expect(calls()).toBeGreaterThan(0);
    expect((await passOf('orders'))!.endedAt!.getTime()).toBeGreaterThan(endedAt!.getTime());
  });

  it('goes on in another process when the one that it ran in is stopped in the middle', async () => {
    // another job has nothing to ask the provider for
    await shop.app.get(PaymentsJob, { strict: false }).run();
    await on.passes.deleteMany({});
    const first = await on.again({ RECONCILIATION_CALLS: '1000', SWEEP_SECONDS: '1' });
    const provider = first.app.get(PaymentProvider, { strict: false });
    const retrieve = provider.retrieveIntent.bind(provider);
    const looked: string[] = [];
    let closing: Promise<void> | undefined;
    vi.spyOn(provider, 'retrieveIntent').mockImplementation(async (id) => {
      looked.push(id);
      closing ??= first.close();
      return retrieve(id);
    });
    await eventually(() => closing !== undefined, 'an order is being compared');
    await closing;
    const { position, compared } = (await passOf('orders')) as unknown as {
      position?: string;
      compared: number;
    };
    expect([position, compared]).toEqual([looked.at(-1), looked.length]);
    const ids = (await shop.db.collection<{ _id: string }>('payments').find().sort({ _id: 1 }).toArray()).map(
      ({ _id }) => _id,
    );
    expect(looked).toEqual(ids.slice(0, looked.length));

    const second = await on.again();
    const lookedThen = vi.spyOn(second.app.get(PaymentProvider, { strict: false }), 'retrieveIntent');
    await eventually(async () => {
      await on.run(second);
      return (await passOf('orders'))?.endedAt !== undefined;
    }, 'every order is compared');
    expect(lookedThen.mock.calls.map(([id]) => id)).toEqual(ids.slice(looked.length));
    await second.close();
  });

  it('is kept from nothing by an outage: it finds nothing, and goes on where it was', async () => {
    const { intentId } = await on.oldOrder();
    await on.compareAll();
    const bounded = await on.again({ RECONCILIATION_CALLS: '6' });
    await on.passes.deleteMany({});
    await on.run(bounded);
    const before = await on.passes.find().toArray();
    expect(before.some(({ endedAt }) => endedAt === undefined)).toBe(true);
    await shop.sandbox.lab({ failApi: { times: 1_000, status: 503 } });
    await expect(on.run(bounded)).rejects.toBeInstanceOf(DependencyDown);
    await shop.sandbox.lab({});
    expect(await on.passes.find().toArray()).toEqual(before);
    expect(await on.kept.countDocuments()).toBe(0);
    await eventually(async () => {
      await on.run(bounded);
      return (await passOf('orders'))?.endedAt !== undefined;
    }, 'every order is compared');
    expect(await on.rowsOf(intentId)).toEqual([]);
    await bounded.close();
  });

  it('runs in one process at a time', async () => {
    const other = await on.again();
    await on.passes.deleteMany({});
    const calls = [callsOf(shop), callsOf(other)];
    await Promise.all([on.run(), on.run(other)]);
    expect(calls.filter((of) => of() > 0)).toHaveLength(1);
    await other.close();
  });
});
