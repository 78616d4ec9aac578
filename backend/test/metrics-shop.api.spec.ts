import { expect, it } from '@jest/globals';
import { Metrics } from '../src/metrics/metrics.service.js';
import { buying } from './buying.js';
import { eventually, startCommerce } from './commerce.js';

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
    expect(await shop.deliver(told!)).toBe(200);
    await eventually(
      async () => (await figures()).includes('shop_unreconciled_payments{finding="paid-without-order"} 0'),
      'the payments are compared',
    );
    const text = await figures();
    expect(text).toContain('shop_order_changes_total{what="placed",by="customer"} 1');
    expect(text).toContain('shop_order_changes_total{what="paid",by="customer"} 1');
    expect(text).toContain('shop_stock_conflicts_total 1');
    expect(text).toContain('shop_provider_events_total{road="webhook",outcome="handled"} 1');
    expect(text).toContain('shop_provider_event_age_seconds_count{road="webhook"} 1');
    expect(text).toContain('shop_transactions_total{outcome="committed"} 1');
  } finally {
    await shop.close();
  }
});
