import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Types } from 'mongoose';
import { PaymentsJob } from '../src/payments/payments.job.js';
import type { Product } from '../src/products/product.schema.js';
import { type Buying, buying } from './buying.js';
import { type Commerce, eventually, signed, startCommerce } from './commerce.js';
import type { TestUser } from './harness.js';

/** Intents that the provider does not show to the shop. */
const denied = new Set<string>();
/** Events that are listed without a readable time. */
const broken = new Set<string>();
let relay: Server;

/** Hands everything on to the sandbox, but for what is denied or broken. */
async function startRelay(target: string): Promise<string> {
  relay = createServer(async (request, response) => {
    const { method, url = '', headers } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if ([...denied].some((id) => url.includes(id))) {
      const error = { type: 'invalid_request_error', message: 'No access to this payment.' };
      response.writeHead(403, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
      return;
    }
    const { host: _, connection: __, 'content-length': ___, ...sent } = headers;
    const body = chunks.length > 0 ? Buffer.concat(chunks) : undefined;
    const answer = await fetch(target + url, {
      method: method!,
      headers: sent as Record<string, string>,
      ...(body && { body }),
    });
    let text = await answer.text();
    for (const id of broken)
      text = text.replace(new RegExp(`("id":"${id}"[^]*?"created":)\\d+`), '$11000000000000000');
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
  });
  await new Promise<void>((ready) => relay.listen(0, '127.0.0.1', ready));
  return `http://127.0.0.1:${(relay.address() as AddressInfo).port}`;
}

let shop: Commerce;
let steps: Buying;
let admin: TestUser;
let customer: TestUser;
let product: Product;

beforeAll(async () => {
  shop = await startCommerce({}, startRelay);
  steps = buying(shop);
  admin = await shop.user({ role: 'admin' });
  customer = await shop.user();
  product = await shop.product({ availableQ: 10_000 });
});
afterAll(async () => {
  await shop.close();
  relay.closeAllConnections();
  await new Promise((end) => relay.close(end));
});
beforeEach(() => {
  denied.clear();
  broken.clear();
  shop.sandbox.deliveries.length = 0;
});

const runJob = () => shop.app.get(PaymentsJob, { strict: false }).run();
const cursor = async () =>
  (await shop.db.collection<{ upTo: Date }>('payment_event_cursors').findOne())?.upTo.getTime() ?? 0;
const failures = () => shop.db.collection<{ _id: string; attempts: number }>('failed_payment_events');
const listed = async () => {
  const { status, body } = await shop.call('GET', '/payments/failed-events', { as: admin });
  expect(status).toBe(200);
  return body.events as { id: string; reason: string; attempts: number }[];
};
const resolve = (id: string, action: string, as = admin) =>
  shop.call('POST', `/payments/failed-events/${id}/${action}`, { as });
/** An order that was paid at the provider, and the event about it. */
const charged = async () => {
  const { _id: orderId } = await steps.order(customer, product);
  const { id: intentId } = await shop.sandbox.pay(await steps.secretOf(customer, orderId));
  const found = () =>
    shop.sandbox.deliveries.find(
      ({ type, body }) => type === 'payment_intent.succeeded' && body.includes(intentId),
    );
  await eventually(() => found() !== undefined, 'its event');
  const delivery = found()!;
  return { orderId, intentId, delivery, eventId: (JSON.parse(delivery.body) as { id: string }).id };
};
/** Runs the job as often as an event is tried, each time as if its pause were over. */
const runUntilSetAside = async (eventId: string): Promise<void> => {
  for (let n = 0; n < 5; n += 1) {
    await runJob();
    await failures().updateOne({ _id: eventId }, { $set: { nextAttemptAt: new Date(0) } });
  }
};

describe('an event that cannot be handled', () => {
  it('stops neither the events nor the refunds behind it, nor the cursor', async () => {
    const [bad, unreadable, good] = [await charged(), await charged(), await charged()];
    const refunded = await steps.paid(customer, product);
    await shop.db.collection('purchases').updateOne(
      { _id: new Types.ObjectId(refunded._id) },
      {
        $set: {
          refunds: [
            {
              attempt: 1,
              amountCents: 20_000,
              isRemainder: true,
              status: 'pending',
              at: new Date(),
              by: 'webhook',
            },
          ],
          refundStatus: 'pending',
          refundAttempt: 1,
        },
      },
    );
    denied.add(bad.intentId);
    broken.add(unreadable.eventId);
    const before = Date.now();
    await runJob();
    expect(await cursor()).toBeGreaterThanOrEqual(before);
    expect(await steps.stored(good.orderId)).toMatchObject({ status: 'paid' });
    expect(await steps.stored(refunded._id)).toMatchObject({ status: 'refunded' });
    expect(await failures().find().toArray()).toHaveLength(2);
    // within its pause it is not tried again
    await runJob();
    expect((await failures().findOne({ _id: bad.eventId }))!.attempts).toBe(1);
    denied.clear();
    broken.clear();
    await failures().updateMany({}, { $set: { nextAttemptAt: new Date(0) } });
    await runJob();
    for (const { orderId } of [bad, unreadable])
      expect(await steps.stored(orderId)).toMatchObject({ status: 'paid' });
    expect(await failures().countDocuments()).toBe(0);
  });

  it('is set aside after some attempts, and handled when an admin tries again', async () => {
    const { orderId, intentId, eventId, delivery } = await charged();
    denied.add(intentId);
    await runUntilSetAside(eventId);
    expect(await listed()).toMatchObject([
      {
        id: eventId,
        intentId,
        type: 'payment_intent.succeeded',
        attempts: 5,
        reason: expect.stringContaining('No access to this payment.'),
      },
    ]);
    // the provider need not deliver it again
    expect(await shop.deliver(delivery)).toBe(200);
    expect(await resolve(eventId, 'retry')).toMatchObject({
      status: 409,
      body: { type: 'urn:rapid:problem:event-not-handled', detail: expect.stringContaining('No access') },
    });
    denied.clear();
    expect(await resolve(eventId, 'retry')).toMatchObject({
      status: 200,
      body: { eventId, result: 'handled' },
    });
    expect(await steps.stored(orderId)).toMatchObject({ status: 'paid' });
    expect(await listed()).toEqual([]);
    expect((await resolve(eventId, 'retry')).status).toBe(404);
  });

  it('can be dismissed, and does not come again', async () => {
    const { intentId, eventId } = await charged();
    denied.add(intentId);
    await runUntilSetAside(eventId);
    for (const as of [customer, undefined]) {
      const status = as ? 403 : 401;
      expect((await shop.call('GET', '/payments/failed-events', { as })).status).toBe(status);
      expect((await shop.call('POST', `/payments/failed-events/${eventId}/dismiss`, { as })).status).toBe(
        status,
      );
    }
    expect(await resolve(eventId, 'dismiss')).toMatchObject({ status: 200, body: { result: 'dismissed' } });
    await runUntilSetAside(eventId);
    expect(await listed()).toEqual([]);
    const { body } = await shop.call('GET', '/audit?action=order.payment-event-dismissed', { as: admin });
    expect(body.items).toMatchObject([{ label: eventId, entityId: intentId }]);
  });

  it('is not what an outage is: that counts nothing and keeps the cursor', async () => {
    const { orderId } = await charged();
    const before = await cursor();
    // stripe-node repeats a failed call once
    await shop.sandbox.lab({ failApi: { times: 2, status: 503 } });
    await expect(runJob()).rejects.toMatchObject({ status: 503 });
    expect([await cursor(), await failures().countDocuments()]).toEqual([before, 0]);
    await runJob();
    expect(await steps.stored(orderId)).toMatchObject({ status: 'paid' });
  });

  it.each([1e15, 'soon', -1])(
    'is refused as a webhook while it may become readable: time %s',
    async (created) => {
      const id = `evt_${String(new Types.ObjectId())}`;
      const dispute = {
        id: `dp_${id}`,
        object: 'dispute',
        status: 'needs_response',
        reason: 'fraudulent',
        amount: 1,
        currency: 'usd',
      };
      const event = {
        id,
        object: 'event',
        type: 'charge.dispute.created',
        created,
        data: { object: dispute },
      };
      expect(await shop.deliver(signed(event))).toBe(400);
      for (let n = 0; n < 4; n += 1) {
        await failures().updateOne({ _id: id }, { $set: { nextAttemptAt: new Date(0) } });
        await shop.deliver(signed(event));
      }
      expect(await shop.deliver(signed(event))).toBe(200);
      expect((await listed()).map((one) => one.id)).toContain(id);
      await resolve(id, 'dismiss');
    },
  );
});
