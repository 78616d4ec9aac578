import { Types } from 'mongoose';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Product } from '../src/products/product.schema.js';
import { ExpiryJob } from '../src/purchases/orders/expiry.job.js';
import { type Buying, buying } from './buying.js';
import { ADDRESS, line } from './checkouts.js';
import { type Commerce, signed, startCommerce } from './commerce.js';
import type { TestUser } from './harness.js';
import { type MailServer, startMailServer } from './mail-server.js';

/** Every mail about an order, from the call that causes it to the mail server that takes it. */

const PUBLIC_URL = 'https://shop.example';

let server: MailServer;
let shop: Commerce;
let steps: Buying;
let admin: TestUser;
let customer: TestUser;
let fan: Product;
let cable: Product;
let seen: string | undefined;

beforeAll(async () => {
  server = await startMailServer();
  shop = await startCommerce({ SMTP_URL: server.url, MAIL_FROM: 'Shop <shop@shop.example>', PUBLIC_URL });
  steps = buying(shop);
  admin = await shop.user({ role: 'admin' });
});
afterAll(async () => {
  await shop.close();
  await server.stop();
});
beforeEach(async () => {
  seen = undefined;
  customer = await shop.user();
  [fan, cable] = await Promise.all([
    shop.product({ name: 'Quiet fan', priceCents: 2_000, minimumOQ: 1 }),
    shop.product({ name: 'Long cable', priceCents: 500, minimumOQ: 1 }),
  ]);
});

const place = async () => {
  const body = { lines: [line(fan, 3), line(cable, 4)], address: ADDRESS, phone: '5550100' };
  const placed = await shop.call('POST', '/checkout', { as: customer, body });
  expect(placed.status).toBe(201);
  return placed.body as { _id: string; number: string };
};
const pay = async (orderId: string) => {
  const { id } = await shop.sandbox.pay(await steps.secretOf(customer, orderId));
  expect((await steps.confirm(customer, orderId, id)).status).toBe(200);
  return id;
};
/** What an admin does with the order that they have read last. */
const byAdmin = async (method: string, path: string, body?: object) => {
  const headers: Record<string, string> = { ...(seen && { 'if-match': seen }) };
  const response = await shop.call(method, path, { as: admin, headers, ...(body && { body }) });
  expect([path, response.status]).toEqual([path, expect.toBeOneOf([200, 201, 202])]);
  seen = response.headers.get('etag') ?? undefined;
  return response.body;
};
/** The mails of the customer: waits for so many. */
const mails = async (count: number) => {
  const found = await server.received(customer.email, count);
  expect(found).toHaveLength(count);
  return found;
};

it('tells of a whole order: placed, paid, shipped in two parts, followed in another way, refunded in two parts', async () => {
  const { _id, number } = await place();
  await pay(_id);
  const units = [{ productId: String(fan._id), quantity: 3 }];
  const tracking = { carrier: 'UPS', trackingNumber: '1Z 999' };
  const { shipments } = await byAdmin('POST', `/purchases/${_id}/shipments`, { lines: units, ...tracking });
  await byAdmin('PUT', `/purchases/${_id}/shipments/${shipments[0]._id}/tracking`, {
    carrier: 'DHL',
    trackingNumber: 'D1',
  });
  await byAdmin('PATCH', `/purchase/${_id}`);
  await byAdmin('POST', `/refund/${_id}`, { amount: 20 });
  await byAdmin('POST', `/refund/${_id}`, {});
  const all = await mails(7);
  expect(all.map(({ subject }) => subject)).toEqual([
    `Your order ${number}`,
    `Receipt for your order ${number}`,
    `A part of your order ${number} has shipped`,
    `New tracking for your order ${number}`,
    `Your order ${number} has shipped`,
    `Refund of $20.00 for your order ${number}`,
    `Refund of $60.00 for your order ${number}`,
  ]);
  const [placed, paid, partly, tracked, shipped, partlyRefunded, refunded] = all.map(({ text }) => text);
  for (const text of [placed, paid]) {
    expect(text).toMatch(/Quiet fan, 3 × \$20\.00 +\$60\.00\n/);
    expect(text).toMatch(/Total +\$80\.00\n/);
    expect(text).toContain('12 Foundry Lane\nSpringfield, IL 62704\nUnited States');
    expect(text).toContain(`${PUBLIC_URL}/dashboard/orders/${number}`);
  }
  expect(paid).toContain(`Order ${number}\nPlaced on `);
  expect(partly).toMatch(/Quiet fan, 3 units\n/);
  expect(partly).not.toContain('Long cable');
  expect(tracked).toContain('https://www.dhl.com/global-en/home/tracking.html?tracking-id=D1');
  expect(shipped).toMatch(/Long cable, 4 units\n/);
  expect(partlyRefunded).toMatch(/Refunded so far +\$20\.00\n/);
  expect(refunded).toMatch(/Refunded so far +\$80\.00\n/);
  for (const { headers } of all) {
    expect(headers.get('auto-submitted')).toBe('auto-generated');
    expect(headers.has('list')).toBe(false);
  }
});

it('tells of the shipment that it is about, also when others of as many units have followed', async () => {
  const { _id } = await place();
  await pay(_id);
  const lines = [{ productId: String(fan._id), quantity: 1 }];
  for (const trackingNumber of ['ONE', 'TWO'])
    await byAdmin('POST', `/purchases/${_id}/shipments`, { lines, carrier: 'UPS', trackingNumber });
  // the tracking is that of when a mail is made
  await mails(4);
  const { shipments } = await byAdmin('GET', `/purchases/${_id}`);
  await byAdmin('PUT', `/purchases/${_id}/shipments/${shipments[0]._id}/tracking`, {
    carrier: 'DHL',
    trackingNumber: 'CHANGED',
  });
  const [, , one, two, changed] = await mails(5);
  expect([one!.text, two!.text]).toEqual([
    expect.stringContaining('UPS\nONE'),
    expect.stringContaining('UPS\nTWO'),
  ]);
  expect(changed!.text).toContain('DHL\nCHANGED');
  expect(changed!.text).not.toContain('TWO');

  const sent = shop.db.collection('mails');
  const about = { about: `order/${_id}`, kind: 'order-shipped' };
  const first = (await sent.findOne(about, { sort: { 'source.at': 1 } }))!;
  await shop.call('POST', `/mails/${String(first._id)}/send-again`, { as: admin });
  // an event of before they named the shipment
  await sent.updateMany(about, { $unset: { 'source.payload.change.shipmentId': 1 } });
  await mails(6);
  await shop.call('POST', `/mails/${String(first._id)}/send-again`, { as: admin });
  for (const { text } of (await mails(7)).slice(5)) {
    expect(text).toContain('DHL\nCHANGED');
    expect(text).not.toContain('TWO');
  }
});

it('tells that a line was cancelled, and the order after it', async () => {
  const { _id, number } = await place();
  const cancelled = await shop.call('POST', `/purchases/${_id}/lines/${String(cable._id)}/cancel`, {
    as: customer,
  });
  expect(cancelled.status).toBe(200);
  await shop.call('DELETE', `/purchase/${_id}`, { as: customer });
  const [, changed, gone] = await mails(3);
  expect(changed!.subject).toBe(`Your order ${number} has changed`);
  expect(changed!.text).toMatch(/no longer in order \S+:\n\nLong cable, 4 units\n/);
  expect(changed!.text).toMatch(/Total +\$60\.00\n/);
  expect(gone!.subject).toBe(`Your order ${number} was cancelled`);
  expect(gone!.text).toContain('You cancelled this order.');
});

it('tells that the hold of an order has ended', async () => {
  const { _id } = await place();
  await shop.db.model('Order').updateOne({ _id }, { holdUntil: new Date(1_000) });
  await shop.app.get(ExpiryJob, { strict: false }).run();
  const [, gone] = await mails(2);
  expect(gone!.text).toContain('It was not paid in time');
});

it('tells of a payment that came too late, and of its refund', async () => {
  const { _id, number } = await place();
  await shop.call('DELETE', `/purchase/${_id}`, { as: customer });
  const id = `pi_late${String(new Types.ObjectId())}`;
  const created = Math.floor(Date.now() / 1_000);
  await shop.sandbox.import([{ id, amount: 8_000, currency: 'usd', created, metadata: { orderId: _id } }]);
  expect((await steps.confirm(customer, _id, id)).status).toBe(409);
  const [, , late, refunded] = await mails(4);
  expect(late!.subject).toBe(`Your payment for the cancelled order ${number}`);
  expect(late!.text).toContain('Your payment of $80.00 arrived after');
  expect(refunded!.subject).toBe(`Refund of $80.00 for your order ${number}`);
});

it('asks the customer of an order that an admin entered to pay it by a link, and again when an admin says so', async () => {
  const entered = await byAdmin('POST', '/orders', {
    customer: { id: customer.id },
    lines: [{ productId: String(fan._id), orderQuantity: 2 }],
    address: ADDRESS,
    phone: '5550100',
  });
  const { _id } = entered as { _id: string };
  const [first] = await mails(1);
  expect(first!.subject).toMatch(/^Payment of your order /);
  const link = /https:\/\/shop\.example(\/pay\/\S+)/.exec(first!.text)?.[1] ?? '';
  expect((await shop.call('GET', link)).body).toMatchObject({ amount: 40, status: 'unpaid' });

  expect(await byAdmin('POST', `/purchases/${_id}/pay-link/mail`)).toMatchObject({
    kind: 'payment-link',
    to: customer.email,
    state: 'queued',
    orderId: _id,
  });
  const [, second] = await mails(2);
  expect(second!.text).toMatch(/https:\/\/shop\.example\/pay\/\S+/);
  expect(second!.messageId).not.toBe(first!.messageId);

  await pay(_id);
  const refused = await shop.call('POST', `/purchases/${_id}/pay-link/mail`, { as: admin });
  expect([refused.status, refused.body.type]).toEqual([409, 'urn:rapid:problem:wrong-state']);
});

/** An event of the payment provider about the dispute of a payment. */
const dispute = async (intentId: string, fields: object = {}) => {
  const object = {
    id: `dp_${intentId}`,
    object: 'dispute',
    payment_intent: intentId,
    status: 'needs_response',
    reason: 'fraudulent',
    amount: 8_000,
    currency: 'usd',
    evidence_details: { due_by: 1_790_000_000 },
    ...fields,
  };
  const id = `evt_${String(new Types.ObjectId())}`;
  const created = Math.floor(Date.now() / 1_000);
  const type = `charge.dispute.${object.status === 'needs_response' ? 'created' : 'closed'}`;
  expect(await shop.deliver(signed({ id, object: 'event', type, created, data: { object } }))).toBe(200);
};

it('tells who gave money back: the bank after a lost dispute, or the shop as much', async () => {
  const { _id } = await place();
  const intentId = await pay(_id);
  await dispute(intentId, { status: 'lost', amount: 2_000 });
  await byAdmin('GET', `/purchases/${_id}`);
  await byAdmin('POST', `/refund/${_id}`, { amount: 20 });
  const [, , byBank, byShop] = await mails(4);
  expect(byBank!.text).toContain('Your bank has given you back $20.00');
  expect(byShop!.text).toContain('We have refunded $20.00');
});

it('tells admins of a dispute, and by when to respond', async () => {
  const other = await shop.user({ role: 'admin' });
  const without = await shop.user({ role: 'admin' });
  const put = await shop.call('PUT', '/user/mail-preferences', { as: without, body: { off: ['disputes'] } });
  expect(put.status).toBe(200);
  const { _id, number } = await place();
  const intentId = await pay(_id);
  await dispute(intentId);
  for (const { email } of [admin, other]) {
    const [mail] = await server.received(email);
    expect(mail!.subject).toBe(`Dispute of order ${number}`);
    expect(mail!.text).toContain('by 21 September 2026');
    expect(mail!.text).toContain(`${PUBLIC_URL}/dashboard/manageOrders?open=${_id}`);
    expect(mail!.headers.get('list')).toMatchObject({
      unsubscribe: { url: `${PUBLIC_URL}/dashboard/myProfile#mail` },
    });
  }
  expect(server.mails.some(({ to }) => to.includes(without.email))).toBe(false);
});
