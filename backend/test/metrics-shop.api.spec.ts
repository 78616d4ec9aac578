import { expect, it, vi } from 'vitest';
import { Metrics } from '../src/metrics/metrics.service.js';
import { Outbox } from '../src/outbox/outbox.service.js';
import { ReconciliationJob } from '../src/reports/reconciliation/reconciliation.job.js';
import { buying } from './buying.js';
import { type Commerce, eventually, signed, startCommerce } from './commerce.js';
import { startShop } from './harness.js';

/** A figure by its whole name with labels; 0 while there is none. */
async function figure(shop: Commerce, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${shop.app.get(Metrics).port}/metrics`)).text();
  const line = text.split('\n').find((it) => it.startsWith(`${name} `));
  return line === undefined ? 0 : Number(line.slice(name.length + 1));
}

it('counts orders, refusals for stock, payment events with their age, and what is unreconciled', async () => {
  const shop = await startCommerce({ METRICS_PORT: '0' });
  try {
    const figures = async (): Promise<string> =>
      (await fetch(`http://127.0.0.1:${shop.app.get(Metrics).port}/metrics`)).text();
    const steps = buying(shop);
    const customer = await shop.user();
    const product = await shop.product();
    await steps.paid(customer, product);
    const tooMany = steps.form(product, { orderQuantity: 95 });
    expect((await shop.call('POST', '/purchase', { as: customer, body: tooMany })).status).toBe(409);
    const [told] = await shop.sandbox.delivered('payment_intent.succeeded');
    // an event counts once, and one that the shop does not watch not at all
    const created = shop.sandbox.deliveries.find(({ type }) => type === 'payment_intent.created');
    for (const delivery of [told!, told!, created!, told!]) expect(await shop.deliver(delivery)).toBe(200);
    await eventually(
      async () => (await figures()).includes('shop_unreconciled_payments{finding="paid-without-order"} 0'),
      'the payments are compared',
    );
    const counted = ['placed', 'paid'].map(
      (what) => `shop_order_changes_total{what="${what}",by="customer"} `,
    );
    await eventually(async () => {
      const lines = (await figures()).split('\n');
      return counted.every((name) => lines.some((line) => line.startsWith(name)));
    }, 'the changes of the order are counted');
    const text = await figures();
    for (const name of counted) expect(text).toContain(`${name}1\n`);
    expect(text).toContain('shop_stock_conflicts_total 1');
    expect(text).toContain('shop_provider_events_total{source="webhook",outcome="handled"} 1');
    expect(text).toContain('shop_provider_event_age_seconds_count{source="webhook"} 1');
    // the order's, and those of the consumers of its events
    expect(await figure(shop, 'shop_transactions_total{outcome="committed"}')).toBeGreaterThanOrEqual(2);
  } finally {
    await shop.close();
  }
});

it('tells of payments that no order knows of, of events that failed and how old they were, and of retries', async () => {
  const shop = await startCommerce({ METRICS_PORT: '0' });
  const second = await startShop({
    MONGODB_URI: shop.config.mongodbUri,
    PAYMENTS_SANDBOX_URL: shop.sandbox.url,
  });
  try {
    const steps = buying(shop);
    const customer = await shop.user();
    const product = await shop.product({ availableQ: 1_000_000 });
    const { _id } = await steps.order(customer, product);
    await shop.sandbox.pay(await steps.secretOf(customer, _id));
    const [told] = await shop.sandbox.delivered('payment_intent.succeeded');
    const before = Date.now() / 1_000;
    await shop.app.get(ReconciliationJob, { strict: false }).run();
    const unreconciled = 'shop_unreconciled_payments{finding="paid-without-order"}';
    await eventually(async () => (await figure(shop, unreconciled)) === 1, 'the payment is found');
    expect(await figure(shop, 'shop_reconciled_timestamp_seconds')).toBeGreaterThanOrEqual(before - 1);

    // the provider tells of it an hour late, and cannot be asked
    const hourOld = { ...(JSON.parse(told!.body) as object), created: Math.floor(before) - 3_600 };
    await shop.sandbox.lab({ failApi: { times: 2, status: 500 } });
    expect(await shop.deliver(signed(hourOld))).toBe(503);
    expect(await figure(shop, 'shop_provider_events_total{source="webhook",outcome="failed"}')).toBe(1);
    expect(await shop.deliver(signed(hourOld))).toBe(200);
    expect(await figure(shop, 'shop_provider_events_total{source="webhook",outcome="handled"}')).toBe(1);
    const age = 'shop_provider_event_age_seconds';
    expect(await figure(shop, `${age}_sum{source="webhook"}`)).toBeGreaterThanOrEqual(2 * 3_600);
    expect(await figure(shop, `${age}_bucket{le="1800",source="webhook"}`)).toBe(0);
    expect(await figure(shop, `${age}_bucket{le="21600",source="webhook"}`)).toBe(2);

    // two processes want the same product at the same time
    await eventually(async () => {
      const all = [shop, second].flatMap(({ call }) =>
        Array.from({ length: 6 }, async () =>
          call('POST', '/purchase', { as: await shop.user(), body: steps.form(product) }),
        ),
      );
      for (const { status } of await Promise.all(all)) expect(status).toBe(201);
      return (await figure(shop, 'shop_transaction_retries_total')) > 0;
    }, 'a conflict');
  } finally {
    await second.close();
    await shop.close();
  }
});

it('says how the consumers of events stand, and counts no change of an order twice', async () => {
  const shop = await startCommerce({ METRICS_PORT: '0' });
  try {
    let isBroken = true;
    const { consumers } = shop.app.get(Outbox, { strict: false });
    const handle = () => {
      if (isBroken) throw new Error('It fails');
    };
    consumers.register({ name: 'broken', handles: ['order.placed'], handle });
    const counting = consumers.all().find(({ name }) => name === 'metrics') as {
      handleBatch(events: unknown[], session: unknown): Promise<void>;
    };
    const { handleBatch } = counting;
    let attempts = 0;
    vi.spyOn(counting, 'handleBatch').mockImplementation(async (...args) => {
      await handleBatch(...args);
      // what it counted is rolled back
      if ((attempts += 1) === 1) throw new Error('It fails once');
    });
    await buying(shop).order(await shop.user(), await shop.product());
    const of = (name: string, consumer: string) =>
      figure(shop, `shop_outbox_${name}{consumer="${consumer}"}`);
    await eventually(async () => (await of('failing_events', 'broken')) === 1, 'the failure is seen');
    expect(await of('pending_events', 'broken')).toBe(1);
    expect(await of('oldest_event_age_seconds', 'broken')).toBeGreaterThan(0);
    const placed = 'shop_order_changes_total{what="placed",by="customer"}';
    await eventually(async () => (await figure(shop, placed)) > 0, 'the order is counted');
    isBroken = false;
    await eventually(async () => (await of('pending_events', 'broken')) === 0, 'it is handled');
    for (const consumer of ['broken', 'metrics', 'rollups']) {
      await eventually(async () => (await of('oldest_event_age_seconds', consumer)) === 0, 'none is left');
      expect(await of('failing_events', consumer)).toBe(0);
    }
    expect(await figure(shop, placed)).toBe(1);
    expect(attempts).toBeGreaterThan(1);
  } finally {
    vi.restoreAllMocks();
    await shop.close();
  }
});

it('measures the scheduled jobs', async () => {
  const shop = await startCommerce({ METRICS_PORT: '0', SWEEP_SECONDS: '1' });
  try {
    const jobs = (job: string, outcome: string) =>
      figure(shop, `shop_job_duration_seconds_count{job="${job}",outcome="${outcome}"}`);
    await eventually(async () => (await jobs('PaymentsJob', 'done')) > 0, 'payments are processed');
    await eventually(async () => (await jobs('ExpiryJob', 'done')) > 0, 'expiries are processed');
    expect(await jobs('PaymentsJob', 'failed')).toBe(0);
    await shop.sandbox.lab({ failApi: { times: 1_000, status: 500 } });
    await eventually(async () => (await jobs('PaymentsJob', 'failed')) > 0, 'a run fails');
  } finally {
    await shop.close();
  }
});
