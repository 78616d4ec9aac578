import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Product } from '../src/products/product.schema.js';
import { Attention } from '../src/attention/attention.service.js';
import { eventually } from './commerce.js';
import { startShop, type TestUser } from './harness.js';
import { type ListedMail, type Mailing, PUBLIC_URL, startMailing } from './mailing.js';

/** What admins and customers see of the mails, and decide about them; and what no text of theirs does to one. */

let on: Mailing;
let customer: TestUser;
let product: Product;

beforeAll(async () => {
  on = await startMailing();
});
afterAll(() => on.close());
beforeEach(async () => {
  customer = await on.shop.user();
  product = await on.shop.product({ minimumOQ: 1 });
  on.server.refusals.clear();
});

/** How many mails the admins' bell counts. */
const failedForBell = async () => {
  const counts = await on.shop.app.get(Attention, { strict: false }).counts();
  return counts.find(({ kind }) => kind === 'failed-mail')!.count;
};

const ACTOR = { by: 'stock' };
const lowStock = () => {
  const productId = String(product._id);
  const { name, priceCents } = product;
  const facts = { productId, name, priceCents, minimumOQ: 5, availableQ: 4, availability: 'low' };
  return on.emit({
    type: 'product.low-stock',
    subject: `stock/${productId}`,
    version: 1,
    payload: { product: { ...facts, state: 'on-sale' }, actor: ACTOR },
  });
};

describe('an admin', () => {
  it('sends a mail once more, which is another one; the audit log says so', async () => {
    on.server.refusals.set(customer.email, { code: 550, message: 'Mailbox full' });
    const order = await on.place(customer, product);
    await on.becomes(order, 'failed');
    const failedOf = async () => {
      const { body } = await on.shop.call('GET', '/mails/failed', { as: on.admin });
      return (body.mails as { orderId?: string }[]).filter(({ orderId }) => orderId === order._id);
    };
    expect(await failedOf()).toHaveLength(1);
    // what the bell shows is some seconds old
    await eventually(async () => (await failedForBell()) === 1, 'the bell counts it');
    on.server.refusals.clear();
    const [failed] = await on.mailsOf(order);
    const response = await on.shop.call('POST', `/mails/${failed!._id}/send-again`, { as: on.admin });
    expect([response.status, response.body]).toMatchObject([202, { kind: 'order-placed', state: 'queued' }]);
    await on.server.received(customer.email);
    await on.becomes(order, 'sent');
    expect(await on.mailsOf(order)).toMatchObject([
      { _id: response.body._id, state: 'sent' },
      { _id: failed!._id, state: 'failed', sentAgainAt: expect.any(String) },
    ]);
    expect(await failedOf()).toEqual([]);
    await eventually(async () => (await failedForBell()) === 0, 'nothing is left for the bell');
    const entry = await on.shop.db.collection('audit_entries').findOne({ entityId: response.body._id });
    expect(entry).toMatchObject({
      action: 'mail.requested',
      label: order.number,
      actor: { id: on.admin.id },
    });
  });

  it('sees no address of somebody whose account was removed, and sends nothing there', async () => {
    const order = await on.place(customer, product);
    await on.server.received(customer.email);
    await on.shop.db
      .collection('purchases')
      .updateOne({ number: order.number }, { $set: { status: 'paid' } });
    expect((await on.shop.call('DELETE', `/user/${customer.email}`, { as: on.admin })).status).toBe(200);
    const [mail] = await on.mailsOf(order);
    expect(mail).not.toHaveProperty('to');
    expect(JSON.stringify(await on.shop.db.collection('mails').find().toArray())).not.toContain(
      customer.email,
    );
    const { status, body } = await on.shop.call('POST', `/mails/${mail!._id}/send-again`, { as: on.admin });
    expect([status, body.type]).toEqual([409, 'urn:rapid:problem:no-address']);
    expect(await on.server.received(customer.email)).toHaveLength(1);
  });

  it('sends nothing that is for admins to somebody who is none any more', async () => {
    const former = await on.shop.user({ role: 'admin' });
    on.server.refusals.set(former.email, { code: 550, message: 'Mailbox full' });
    await lowStock();
    const failed = async () => {
      const { body } = await on.shop.call('GET', '/mails/failed', { as: on.admin });
      return (body.mails as ListedMail[]).find(({ to }) => to === former.email);
    };
    await eventually(async () => (await failed()) !== undefined, 'the mail that failed');
    on.server.refusals.clear();
    const again = async () =>
      on.shop.call('POST', `/mails/${(await failed())!._id}/send-again`, { as: on.admin });
    const demoted = await on.shop.call('DELETE', `/user/admin/${former.email}`, { as: on.admin });
    expect(demoted.status).toBe(200);
    const { status, body } = await again();
    expect([status, body.type]).toEqual([409, 'urn:rapid:problem:not-an-admin']);
    await on.shop.call('PUT', `/user/admin/${former.email}`, { as: on.admin });
    expect((await again()).status).toBe(202);
    expect((await on.server.received(former.email))[0]!.subject).toBe(`Low stock: ${product.name}`);
  });

  it('sends no mail again that has nothing to tell any more, and does not see it as one that waits', async () => {
    on.server.refusals.set(customer.email, { code: 550, message: 'Mailbox full' });
    const order = await on.enter(customer, product);
    await on.becomes(order, 'failed');
    await eventually(async () => (await failedForBell()) > 0, 'the bell counts it');
    await on.cancel(on.admin, order);
    const failed = (await on.mailsOf(order)).find(({ kind }) => kind === 'payment-link')!;
    const { status, body } = await on.shop.call('POST', `/mails/${failed._id}/send-again`, { as: on.admin });
    expect([status, body]).toMatchObject([
      409,
      { type: 'urn:rapid:problem:nothing-to-tell', detail: expect.stringContaining('not to be paid') },
    ]);
    const links = (await on.mailsOf(order)).filter(({ kind }) => kind === 'payment-link');
    expect(links).toMatchObject([{ _id: failed._id, state: 'dropped' }]);
    const waiting = await on.shop.call('GET', '/mails/failed', { as: on.admin });
    expect(JSON.stringify(waiting.body.mails)).not.toContain(failed._id);
  });

  it('is told when there is no mail server', async () => {
    const order = await on.place(customer, product);
    await on.server.received(customer.email);
    const [mail] = await on.mailsOf(order);
    const without = await startShop({ MONGODB_URI: on.shop.config.mongodbUri });
    try {
      const path = `/mails/${mail!._id}/send-again`;
      expect((await without.call('POST', path, { as: on.admin })).body.type).toBe(
        'urn:rapid:problem:mail-not-configured',
      );
      expect(
        (await without.call('GET', `/purchases/${order._id}/mails`, { as: on.admin })).body.isConfigured,
      ).toBe(false);
    } finally {
      await without.close();
    }
  });
});

describe('preferences', () => {
  const get = async (as: TestUser) => (await on.shop.call('GET', '/user/mail-preferences', { as })).body;
  const set = (as: TestUser, off: unknown) =>
    on.shop.call('PUT', '/user/mail-preferences', { as, body: { off } });

  it('are kept of each admin', async () => {
    const reader = await on.shop.user({ role: 'admin' });
    expect(await get(reader)).toEqual({ off: [] });
    expect((await set(reader, ['disputes', 'low-stock'])).body).toEqual({ off: ['low-stock', 'disputes'] });
    const ONE_OF = 'Each is one of low-stock, disputes, failed-webhooks.';
    for (const [off, message] of [
      [['order-placed'], ONE_OF],
      [['stock-alerts'], ONE_OF],
      [['disputes', 'disputes'], 'Give each once.'],
      ['disputes', 'Give a list of mails that are not wanted.'],
      [null, 'Give a list of mails that are not wanted.'],
    ])
      expect(await set(reader, off)).toMatchObject({ status: 400, body: { errors: { off: message } } });
    expect(await get(reader)).toEqual({ off: ['low-stock', 'disputes'] });
    expect((await set(customer, [])).status).toBe(403);
  });

  it('keep admins from what they do not want, and nobody else', async () => {
    const [reader, other] = [await on.shop.user({ role: 'admin' }), await on.shop.user({ role: 'admin' })];
    await set(other, ['low-stock']);
    await lowStock();
    expect((await on.server.received(reader.email))[0]!.subject).toBe(`Low stock: ${product.name}`);
    expect(on.server.mails.some(({ to }) => to.includes(other.email))).toBe(false);
    const byAdmin = await webhookDisabled('By an admin', 'admin');
    await webhookDisabled('Warehouse', 'webhooks');
    for (const { email } of [reader, other]) {
      const mails = await eventuallyWith(email, 'A webhook was disabled');
      expect(mails!.text).toContain(`${PUBLIC_URL}/dashboard/webhooks`);
      expect(mails!.text).toContain('Warehouse\nhttps://warehouse.example/events');
      expect(mails!.text).toContain('has told the shop that it is gone');
    }
    await eventually(
      async () =>
        (await on.shop.db.collection('outbox').countDocuments({ subject: byAdmin, pendingCount: 0 })) === 1,
      'the endpoint that an admin disabled',
    );
    expect(on.server.mails.filter(({ text }) => text.includes('By an admin'))).toEqual([]);
  });

  /** An endpoint is disabled, by the shop itself where it is gone; its subject. */
  const webhookDisabled = async (description: string, by: string) => {
    const row = {
      url: 'https://warehouse.example/events',
      types: ['order.paid'],
      enabled: false,
      version: 1,
    };
    const endpoint = { ...row, description, secrets: [], createdAt: new Date() };
    const { insertedId } = await on.shop.db.collection('webhook_endpoints').insertOne(endpoint);
    const endpointId = String(insertedId);
    const subject = `webhook/${endpointId}` as const;
    const gone = by === 'webhooks' && ({ reason: 'gone' } as const);
    const payload = { endpoint: { endpointId, disabled: true, ...gone }, actor: { by } };
    await on.emit({ type: 'webhook.disabled', subject, version: 1, payload });
    return subject;
  };

  const eventuallyWith = async (to: string, subject: string) => {
    const found = () => on.server.mails.find((mail) => mail.to.includes(to) && mail.subject === subject);
    await eventually(() => found() !== undefined, `${subject} to ${to}`);
    return found();
  };
});

describe('what people typed', () => {
  it('adds no header, recipient or tag to a mail', async () => {
    const evil = 'Evil\r\nBcc: victim@example.com\r\n\r\n<script>alert(1)</script>';
    product = await on.shop.product({ name: evil, minimumOQ: 1 });
    const order = await on.place(customer, product);
    await on.shop.db.collection('purchases').updateOne({ number: order.number }, { $set: { address: evil } });
    await on.cancel(customer, order);
    await on.emit({
      type: 'product.low-stock',
      subject: `stock/${String(product._id)}`,
      version: 1,
      payload: {
        product: {
          productId: String(product._id),
          name: evil,
          state: 'on-sale',
          priceCents: 1,
          minimumOQ: 1,
          availableQ: 0,
          availability: 'none',
        },
        actor: { by: 'stock' },
      },
    });
    const own = await on.server.received(customer.email, 2);
    const isIt = ({ subject }: { subject?: string | undefined }) => subject?.startsWith('Low stock: Evil');
    await eventually(() => on.server.mails.some(isIt), 'the mail to admins');
    for (const { source, html, headers, to } of [...own, on.server.mails.find(isIt)!]) {
      expect(source.slice(0, source.indexOf('\r\n\r\n'))).not.toMatch(/^Bcc:/im);
      expect([headers.has('bcc'), to.length]).toEqual([false, 1]);
      expect(html).not.toContain('<script');
    }
    expect(on.server.mails.some(({ to }) => to.includes('victim@example.com'))).toBe(false);
  });

  it('in an address that no mail server takes fails that mail alone', async () => {
    const odd = await on.shop.user({ email: 'odd\r\nbcc:victim@example.com' });
    const order = await on.place(odd, product);
    await eventually(async () => (await on.mailsOf(order))[0] !== undefined, 'the mail');
    await on.place(customer, product);
    await on.server.received(customer.email);
    await eventually(async () => (await on.mailsOf(order))[0]?.state !== 'queued', 'its end');
    expect(on.server.mails.some(({ to }) => to.includes('victim@example.com'))).toBe(false);
  });
});
