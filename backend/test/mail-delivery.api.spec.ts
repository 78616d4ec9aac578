import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Metrics } from '../src/metrics/metrics.service.js';
import type { Product } from '../src/products/product.schema.js';
import { eventually } from './commerce.js';
import type { TestUser } from './harness.js';
import { type Mailing, startMailing } from './mailing.js';

/** What the mail consumer promises while the mail server fails. */

let on: Mailing;
let customer: TestUser;
let product: Product;

beforeAll(async () => {
  on = await startMailing({ METRICS_PORT: '0' });
});
afterAll(() => on.close());
beforeEach(async () => {
  customer = await on.shop.user();
  product = await on.shop.product({ minimumOQ: 1 });
  on.server.refusals.clear();
  on.server.delayMs = 0;
});

describe('a mail server', () => {
  it('that is down gets every mail when it is back, those of an order in their order', async () => {
    await on.server.stop();
    const first = await on.place(customer, product);
    await on.cancel(customer, first);
    const second = await on.place(customer, product);
    await eventually(async () => (await on.mailsOf(first))[0]?.reason !== undefined, 'the first attempt');
    expect(await on.mailsOf(first)).toMatchObject([
      {
        kind: 'order-placed',
        to: customer.email,
        state: 'queued',
        reason: expect.stringContaining('ECONNREFUSED'),
      },
    ]);
    await on.server.start();
    await on.retriedUntil(
      () => on.server.mails.filter(({ to }) => to[0] === customer.email).length >= 3,
      'three mails',
    );
    const subjects = (await on.server.received(customer.email, 3)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject?.includes(first.number))).toEqual([
      `Your order ${first.number}`,
      `Your order ${first.number} was cancelled`,
    ]);
    expect(subjects).toContain(`Your order ${second.number}`);
    await eventually(
      async () => (await on.mailsOf(first)).every(({ state }) => state === 'sent'),
      'the records',
    );
  });

  it('that refuses one recipient for good gets the mails of the others, and is not asked again', async () => {
    on.server.refusals.set(customer.email, { code: 550, message: 'No such mailbox' });
    const refused = await on.place(customer, product);
    await on.becomes(refused, 'failed');
    expect(await on.mailsOf(refused)).toMatchObject([
      { reason: expect.stringContaining('550 No such mailbox') },
    ]);
    const other = await on.shop.user();
    await on.place(other, product);
    await on.server.received(other.email);
    const event = await on.shop.db.collection('outbox').findOne({ subject: `order/${refused._id}` });
    expect(event?.['failures']).toBeUndefined();
  });

  it('that refuses one recipient for now keeps no other waiting', async () => {
    on.server.refusals.set(customer.email, { code: 451, message: 'Try again later' });
    const order = await on.place(customer, product);
    await eventually(async () => (await on.mailsOf(order))[0]?.reason !== undefined, 'the first attempt');
    await on.cancel(customer, order);
    const other = await on.shop.user();
    await on.place(other, product);
    await on.server.received(other.email);
    on.server.refusals.clear();
    await on.retriedUntil(
      () => on.server.mails.filter(({ to }) => to[0] === customer.email).length >= 2,
      'both mails',
    );
    const subjects = (await on.server.received(customer.email, 2)).map(({ subject }) => subject);
    expect(subjects).toEqual([`Your order ${order.number}`, `Your order ${order.number} was cancelled`]);
  });

  it('that refuses a mail for now is not asked once there is nothing to tell any more, which is no failure', async () => {
    on.server.refusals.set(customer.email, { code: 451, message: 'Try again later' });
    const order = await on.enter(customer, product);
    await eventually(async () => (await on.mailsOf(order))[0]?.reason !== undefined, 'the first attempt');
    await on.cancel(on.admin, order);
    await on.retriedUntil(
      async () => (await on.mailsOf(order)).some(({ state }) => state === 'dropped'),
      'it is dropped',
    );
    const { body } = await on.shop.call('GET', '/mails/failed', { as: on.admin });
    expect(JSON.stringify(body.mails)).not.toContain('payment-link');
    const { port } = on.shop.app.get(Metrics);
    const figures = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(figures).toContain('shop_mails_total{kind="payment-link",outcome="dropped"} 1');
    expect(figures).not.toContain('shop_mails_total{kind="payment-link",outcome="failed"}');
  });

  it('that is slow takes each mail once', async () => {
    on.server.delayMs = 1_500;
    const people = await Promise.all(Array.from({ length: 6 }, () => on.shop.user()));
    for (const person of people) await on.place(person, product);
    for (const { email } of people) expect(await on.server.received(email)).toHaveLength(1);
  });
});

describe('a repetition of an event', () => {
  const again = async ({ _id }: { _id: string }) => {
    const events = on.shop.db.collection('outbox');
    await events.updateOne(
      { subject: `order/${_id}` },
      { $set: { pending: ['mail'], pendingCount: 1 }, $unset: { doneAt: 1 } },
    );
    await eventually(
      async () => (await events.findOne({ subject: `order/${_id}` }))?.['pendingCount'] === 0,
      'the repetition',
    );
  };

  it('is not mailed again', async () => {
    const order = await on.place(customer, product);
    await on.server.received(customer.email);
    await on.becomes(order, 'sent');
    await again(order);
    expect(await on.server.received(customer.email)).toHaveLength(1);
  });

  it('has the same Message-ID when it is: after a crash between the mail server and the record', async () => {
    const order = await on.place(customer, product);
    await on.server.received(customer.email);
    await on.becomes(order, 'sent');
    await on.shop.db
      .collection('mails')
      .updateOne({ about: `order/${order._id}` }, { $set: { state: 'queued' } });
    await again(order);
    const [first, second] = await on.server.received(customer.email, 2);
    expect(second!.messageId).toBe(first!.messageId);
    expect(first!.messageId).toMatch(/^<[0-9a-f]{24}@shop\.example>$/);
    expect(await on.mailsOf(order)).toHaveLength(1);
  });
});
