import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Types } from 'mongoose';
import { DependencyDown } from '../src/common/errors.js';
import { PaymentProvider } from '../src/payment-provider/payment-provider.js';
import { PaymentsJob } from '../src/payments/payments.job.js';
import type { Product } from '../src/products/product.schema.js';
import { ReconciliationJob } from '../src/reports/reconciliation/reconciliation.job.js';
import type { PassName } from '../src/reports/reconciliation/reconciliation.schema.js';
import { type Buying, buying } from './buying.js';
import { type Commerce, eventually, type Sandbox, startCommerce, startSandbox } from './commerce.js';
import { type Settings, type Shop, startShop, type TestUser } from './harness.js';

/** The job that compares everything: payments and paid orders of any age, a little at a time. */

const OLD_DAYS = 400;

interface Row {
  finding: string;
  action: string;
  intentId: string;
  detail: string;
  foundAt?: string;
}

let shop: Commerce;
let steps: Buying;
let admin: TestUser;
let customer: TestUser;
let product: Product;

beforeAll(async () => {
  shop = await startCommerce();
  steps = buying(shop);
  admin = await shop.user({ role: 'admin' });
  customer = await shop.user();
  product = await shop.product({ availableQ: 1_000_000 });
});
afterAll(() => shop.close());
afterEach(() => {
  vi.restoreAllMocks();
});

const job = (of: Shop = shop): ReconciliationJob => of.app.get(ReconciliationJob, { strict: false });
const passes = () => shop.db.collection<{ _id: PassName; endedAt?: Date }>('reconciliation_passes');
const passOf = (_id: PassName) => passes().findOne({ _id });
const kept = () => shop.db.collection('reconciliation_findings');
/** Lets all passes begin anew, as after their time, and goes through to their ends. */
async function compareAll(of: Shop = shop): Promise<void> {
  await passes().deleteMany({});
  await eventually(async () => {
    await job(of).run();
    return (await passes().countDocuments({ endedAt: { $exists: true } })) === 4;
  }, 'everything is compared');
}
const list = async (of: Shop = shop) =>
  (await of.call('GET', '/payments/reconciliation?days=1', { as: admin })).body as {
    items: Row[];
    passes: Record<'payments' | 'orders', { endedAt?: string; compared?: number; inProgress?: number }>;
  };
const rowsOf = async (intentId: string, of: Shop = shop): Promise<Row[]> =>
  (await list(of)).items.filter((row) => row.intentId === intentId);
const resolve = (intentId: string, action: string) =>
  shop.call('POST', `/payments/reconciliation/${intentId}/${action}`, { as: admin });

/** A payment of an order that was made so long ago that no list of the last days has it. */
const imported = async (orderId: string, sandbox: Sandbox = shop.sandbox, fields: object = {}) => {
  const created = Math.floor(Date.now() / 1_000) - OLD_DAYS * 86_400;
  const id = `pi_old${String(new Types.ObjectId())}`;
  const row = { id, amount: 20_000, currency: 'usd', created, metadata: { orderId }, ...fields };
  await sandbox.import([row]);
  return row.id;
};
/** An order paid by such a payment. */
const oldOrder = async (): Promise<{ orderId: string; intentId: string }> => {
  const { _id: orderId } = await steps.order(customer, product);
  const intentId = await imported(orderId);
  expect(await resolve(intentId, 'confirm')).toMatchObject({ status: 200 });
  return { orderId, intentId };
};
const again = (settings: Settings = {}): Promise<Shop> =>
  startShop({
    MONGODB_URI: shop.config.mongodbUri,
    PAYMENTS_SANDBOX_URL: shop.sandbox.url,
    ...settings,
  });
/** Counts the calls of a shop's provider. */
const callsOf = (of: Shop) => {
  const provider = of.app.get(PaymentProvider, { strict: false });
  const spies = [vi.spyOn(provider, 'listIntents'), vi.spyOn(provider, 'retrieveIntent')];
  return () => spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
};

describe('an order that was paid long ago', () => {
  it('is compared with its payment, and each payment with its order', async () => {
    const { intentId } = await oldOrder();
    await compareAll();
    expect(await rowsOf(intentId)).toEqual([]);
    const { payments, orders } = (await list()).passes;
    for (const pass of [payments, orders])
      expect(pass).toMatchObject({ endedAt: expect.any(String), compared: expect.any(Number) });
    expect(orders.compared).toBeGreaterThanOrEqual(1);
    expect(orders).not.toHaveProperty('inProgress');
  });

  it('takes over what was refunded at the provider, with an entry in the audit log', async () => {
    const { orderId, intentId } = await oldOrder();
    await shop.sandbox.stripe.refunds.create({ payment_intent: intentId, amount: 5_000 });
    expect(await rowsOf(intentId)).toEqual([]);
    await compareAll();
    expect(await rowsOf(intentId)).toMatchObject([
      {
        finding: 'refunds-differ',
        action: 'sync-refunds',
        orderId,
        orderStatus: 'paid',
        detail: '$50.00 of the payment was refunded at the payment provider, $0.00 according to its order.',
        foundAt: expect.any(String),
      },
    ]);
    expect(await resolve(intentId, 'sync-refunds')).toMatchObject({
      status: 200,
      body: { intentId, result: 'refunds-synced' },
    });
    expect(await rowsOf(intentId)).toEqual([]);
    expect(await steps.stored(orderId)).toMatchObject({ refundStatus: 'partial', status: 'paid' });
    const { body } = await shop.call('GET', `/audit?entity=order&entityId=${orderId}`, { as: admin });
    expect(body.items[0]).toMatchObject({ action: 'order.partly-refunded', actor: { email: admin.email } });
  });

  it('cannot take over refunds that the provider does not have', async () => {
    const { orderId, intentId } = await oldOrder();
    const refunds = [
      {
        attempt: 1,
        amountCents: 100,
        isRemainder: false,
        status: 'succeeded',
        isApplied: true,
        refundId: 're_gone',
        at: new Date(),
        by: 'admin',
      },
    ];
    const orders = shop.db.collection('purchases');
    const _id = new Types.ObjectId(orderId);
    await orders.updateOne({ _id }, { $set: { refunds, refundStatus: 'partial' } });
    await compareAll();
    expect((await rowsOf(intentId)).map(({ finding }) => finding)).toEqual(
      expect.arrayContaining(['refunds-differ', 'order-does-not-add-up']),
    );
    expect(await resolve(intentId, 'sync-refunds')).toMatchObject({
      status: 409,
      body: { type: 'urn:rapid:problem:refunds-differ' },
    });
    await orders.updateOne({ _id }, { $set: { refunds: [] }, $unset: { refundStatus: 1 } });
    await compareAll();
    expect(await rowsOf(intentId)).toEqual([]);
  });

  it('is listed when its money does not add up, until it does', async () => {
    const { orderId, intentId } = await oldOrder();
    const orders = shop.db.collection('purchases');
    const _id = new Types.ObjectId(orderId);
    await orders.updateOne({ _id }, { $inc: { 'lines.0.quantity': 1 } });
    await compareAll();
    expect(await rowsOf(intentId)).toMatchObject([
      {
        finding: 'order-does-not-add-up',
        action: 'look-at-order',
        detail: expect.stringMatching(
          /\$200\.00 was taken .* leaves \$200\.00; \$220\.00 of the order stands/,
        ),
      },
    ]);
    await orders.updateOne({ _id }, { $inc: { 'lines.0.quantity': -1 } });
    await compareAll();
    expect(await rowsOf(intentId)).toEqual([]);
  });

  it('is listed when its cardholder disputes it and no event has told so, until one does', async () => {
    const { orderId, intentId } = await steps
      .paid(customer, product, '4000000000000259')
      .then(({ _id, ...paid }) => ({ orderId: _id, ...paid }));
    await compareAll();
    expect(await rowsOf(intentId)).toMatchObject([
      { finding: 'dispute-unknown', action: 'respond-at-provider' },
    ]);
    await shop.app.get(PaymentsJob, { strict: false }).run();
    expect(await steps.stored(orderId)).toMatchObject({ dispute: 'open' });
    await compareAll();
    expect(await rowsOf(intentId)).toMatchObject([{ finding: 'dispute' }]);
  });

  it('is listed when the provider does not know its payment, or knows another amount', async () => {
    const { orderId, intentId } = await oldOrder();
    const other = await oldOrder();
    const sandbox = await startSandbox();
    const elsewhere = await again({ PAYMENTS_SANDBOX_URL: sandbox.url });
    try {
      await imported(other.orderId, sandbox, { id: other.intentId, amount: 19_999 });
      await compareAll(elsewhere);
      expect(await rowsOf(intentId, elsewhere)).toMatchObject([
        { finding: 'paid-without-payment', action: 'look-at-order', orderId, amount: 200 },
      ]);
      expect(await rowsOf(other.intentId, elsewhere)).toMatchObject([
        { finding: 'amount-mismatch', action: 'look-at-order', amount: 199.99, amountDue: 200 },
      ]);
    } finally {
      await elsewhere.close();
      await sandbox.close();
    }
    await compareAll();
    expect((await list()).items.filter(({ finding }) => finding !== 'dispute')).toEqual([]);
    expect(await kept().countDocuments()).toBe(0);
  });
});

describe('a payment that was made long ago', () => {
  it('is found without its order, and leaves the list when it is confirmed or refunded', async () => {
    const { _id: orderId } = await steps.order(customer, product);
    const unconfirmed = await imported(orderId);
    const unknown = await imported('0123456789abcdef01234567');
    await compareAll();
    expect(await rowsOf(unconfirmed)).toMatchObject([{ finding: 'paid-without-order', action: 'confirm' }]);
    expect(await rowsOf(unknown)).toMatchObject([
      { finding: 'paid-without-order', action: 'refund', orderId: '0123456789abcdef01234567' },
    ]);
    expect(await resolve(unconfirmed, 'sync-refunds')).toMatchObject({ status: 404 });
    expect(await resolve(unconfirmed, 'confirm')).toMatchObject({ status: 200 });
    expect(await rowsOf(unconfirmed)).toEqual([]);
    expect(await resolve(unknown, 'refund')).toMatchObject({ status: 200 });
    expect(await rowsOf(unknown)).toEqual([]);
  });

  it('leaves the list by itself, soon after it was refunded at the provider', async () => {
    const intentId = await imported('0123456789abcdef01234567');
    await compareAll();
    expect(await rowsOf(intentId)).toHaveLength(1);
    await shop.sandbox.stripe.refunds.create({ payment_intent: intentId });
    // what has findings is looked at every five minutes, long before everything is
    await passes().deleteOne({ _id: 'findings' });
    await job().run();
    expect(await rowsOf(intentId)).toEqual([]);
  });
});

describe('the job', () => {
  it('makes no more calls in a run than it may, and goes on where it was', async () => {
    for (let n = 0; n < 7; n += 1) await oldOrder();
    const bounded = await again({ RECONCILIATION_CALLS: '3' });
    const paid = await shop.db.collection('payments').countDocuments();
    const calls = callsOf(bounded);
    await passes().deleteMany({});
    const positions: (number | undefined)[] = [];
    await eventually(async () => {
      const before = calls();
      await job(bounded).run();
      expect(calls() - before).toBeLessThanOrEqual(3);
      positions.push((await list()).passes.orders.inProgress);
      return (await passOf('orders'))?.endedAt !== undefined;
    }, 'every order is compared');
    expect(positions.filter((one) => one !== undefined).length).toBeGreaterThan(paid / 3 - 2);
    // one for each order, one for all payments of each list
    expect(calls()).toBeGreaterThanOrEqual(paid + 2);
    expect(calls()).toBeLessThanOrEqual(paid + 6);
    expect((await list()).passes.orders).toMatchObject({ compared: paid, expected: paid });
    await bounded.close();
  });

  it('begins again only after a time', async () => {
    await compareAll();
    const calls = callsOf(shop);
    await job().run();
    expect(calls()).toBe(0);
    await passes().updateOne(
      { _id: 'orders' },
      { $set: { startedAt: new Date(Date.now() - 25 * 3_600_000) } },
    );
    const { endedAt } = (await passOf('orders'))!;
    await job().run();
    expect(calls()).toBeGreaterThan(0);
    expect((await passOf('orders'))!.endedAt!.getTime()).toBeGreaterThan(endedAt!.getTime());
  });

  it('goes on in another process when the one that it ran in is stopped in the middle', async () => {
    // another job has nothing to ask the provider for
    await shop.app.get(PaymentsJob, { strict: false }).run();
    await passes().deleteMany({});
    const first = await again({ RECONCILIATION_CALLS: '1000', SWEEP_SECONDS: '1' });
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

    const second = await again();
    const lookedThen = vi.spyOn(second.app.get(PaymentProvider, { strict: false }), 'retrieveIntent');
    await eventually(async () => {
      await job(second).run();
      return (await passOf('orders'))?.endedAt !== undefined;
    }, 'every order is compared');
    expect(lookedThen.mock.calls.map(([id]) => id)).toEqual(ids.slice(looked.length));
    await second.close();
  });

  it('is kept from nothing by an outage: it finds nothing, and goes on where it was', async () => {
    const { intentId } = await oldOrder();
    await compareAll();
    const bounded = await again({ RECONCILIATION_CALLS: '6' });
    await passes().deleteMany({});
    await job(bounded).run();
    const before = await passes().find().toArray();
    expect(before.some(({ endedAt }) => endedAt === undefined)).toBe(true);
    await shop.sandbox.lab({ failApi: { times: 1_000, status: 503 } });
    await expect(job(bounded).run()).rejects.toBeInstanceOf(DependencyDown);
    await shop.sandbox.lab({});
    expect(await passes().find().toArray()).toEqual(before);
    expect(await kept().countDocuments()).toBe(0);
    await eventually(async () => {
      await job(bounded).run();
      return (await passOf('orders'))?.endedAt !== undefined;
    }, 'every order is compared');
    expect(await rowsOf(intentId)).toEqual([]);
    await bounded.close();
  });

  it('runs in one process at a time', async () => {
    const other = await again();
    await passes().deleteMany({});
    const calls = [callsOf(shop), callsOf(other)];
    await Promise.all([job().run(), job(other).run()]);
    expect(calls.filter((of) => of() > 0)).toHaveLength(1);
    await other.close();
  });
});

describe('an order whose refund has failed after all', () => {
  it('takes that over, and is refunded again', async () => {
    const { _id: orderId, intentId } = await steps.paid(customer, product, '4000000000005126');
    expect(await shop.call('POST', `/refund/${orderId}`, { as: admin })).toMatchObject({ status: 200 });
    await shop.sandbox.delivered('refund.failed');
    await compareAll();
    expect(await rowsOf(intentId)).toMatchObject([{ finding: 'refunds-differ', action: 'sync-refunds' }]);
    expect(await resolve(intentId, 'sync-refunds')).toMatchObject({ status: 200 });
    expect(await rowsOf(intentId)).toMatchObject([{ finding: 'refund-failed', action: 'refund' }]);
    expect(await resolve(intentId, 'refund')).toMatchObject({ status: 200 });
    await compareAll();
    const left = (await rowsOf(intentId)).map(({ finding }) => finding);
    // the test card's second refund fails as well, which is told by its event
    expect(['', 'refunds-differ']).toContain(left.join());
  });
});
