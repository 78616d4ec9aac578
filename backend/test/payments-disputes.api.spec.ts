import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Types } from 'mongoose';
import type { Product } from '../src/products/product.schema.js';
import type { Order } from '../src/purchases/orders/order.schema.js';
import { RefundTransitions } from '../src/purchases/refunds/refund-transitions.service.js';
import { type Buying, buying } from './buying.js';
import { type Commerce, signed, startCommerce } from './commerce.js';
import type { TestUser } from './harness.js';
import { Invariants } from './invariants.js';

let shop: Commerce;
let invariants: Invariants;
let steps: Buying;
let admin: TestUser;
let customer: TestUser;
let product: Product;

beforeAll(async () => {
  shop = await startCommerce();
  invariants = new Invariants(shop);
  steps = buying(shop);
  admin = await shop.user({ role: 'admin' });
});
afterAll(async () => {
  await invariants.expectStockConserved();
  await shop.close();
});
beforeEach(async () => {
  customer = await shop.user();
  product = await invariants.product();
});

const now = () => Math.floor(Date.now() / 1_000);
/** Delivers an event about a dispute of a payment. */
const dispute = (
  intentId: string,
  status: string,
  fields: { id?: string; amount?: number; at?: number } = {},
) => {
  const { id = `dp_${intentId}`, amount = 20_000, at = now() } = fields;
  const object = {
    id,
    object: 'dispute',
    payment_intent: intentId,
    status,
    reason: 'fraudulent',
    amount,
    currency: 'usd',
  };
  const type = `charge.dispute.${status === 'needs_response' ? 'created' : 'closed'}`;
  return shop.deliver(
    signed({
      id: `evt_${String(new Types.ObjectId())}`,
      object: 'event',
      type,
      created: at,
      data: { object },
    }),
  );
};
const ship = (orderId: string) => shop.call('PATCH', `/purchase/${orderId}`, { as: admin });
const bulkShip = async (orderId: string, dryRun: boolean) =>
  (await shop.call('POST', '/purchases/bulk-ship', { as: admin, body: { ids: [orderId], dryRun } })).body
    .rows[0];
const search = async (query: string) =>
  (await shop.call('GET', `/purchases/search?${query}`, { as: admin })).body.items as {
    _id: string;
    dispute?: string;
    nextSteps: string[];
  }[];
const findingOf = async (intentId: string) => {
  const { body } = await shop.call('GET', '/payments/reconciliation?days=1', { as: admin });
  return (body.items as { intentId: string; finding: string }[])
    .filter((row) => row.intentId === intentId)
    .map(({ finding }) => finding);
};

describe('a disputed payment', () => {
  it('is shown on its order and in lists, and keeps it from being shipped, also in bulk', async () => {
    const { _id, intentId } = await steps.paid(customer, product);
    expect(await dispute(intentId, 'needs_response')).toBe(200);
    expect((await shop.call('GET', `/purchases/${_id}`, { as: admin })).body).toMatchObject({
      dispute: 'open',
      status: 'paid',
      timeline: [{ what: 'unpaid' }, { what: 'paid' }, { what: 'dispute-opened', by: 'webhook' }],
    });
    expect(await search(`dispute=open&q=${_id}`)).toMatchObject([
      { _id, dispute: 'open', nextSteps: ['refund'] },
    ]);
    expect(await search(`dispute=won&q=${_id}`)).toEqual([]);
    expect(await ship(_id)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('disputes the payment') },
    });
    for (const dryRun of [true, false])
      expect(await bulkShip(_id, dryRun)).toMatchObject({
        outcome: 'refused',
        reason: expect.stringContaining('disputes the payment'),
      });
    const [own] = (await shop.call('GET', `/purchases/search?email=${customer.email}`, { as: customer })).body
      .items;
    expect(own).not.toHaveProperty('dispute');
  });

  it('is shipped when the dispute is won, in whatever order that is told', async () => {
    const { _id, intentId } = await steps.paid(customer, product);
    expect(await dispute(intentId, 'needs_response')).toBe(200);
    expect(await dispute(intentId, 'won', { at: now() + 1 })).toBe(200);
    expect(await dispute(intentId, 'needs_response', { at: now() - 1 })).toBe(200);
    expect(await steps.stored(_id)).toMatchObject({ dispute: 'won', status: 'paid' });
    expect(await ship(_id)).toMatchObject({ status: 200, body: { dispute: 'won' } });
  });

  it('blocks as long as one of several disputes is open', async () => {
    const { _id, intentId } = await steps.paid(customer, product);
    await dispute(intentId, 'needs_response', { id: 'dp_first', amount: 100 });
    await dispute(intentId, 'needs_response', { id: 'dp_second', amount: 100 });
    await dispute(intentId, 'won', { id: 'dp_first', amount: 100 });
    expect((await ship(_id)).status).toBe(409);
    await dispute(intentId, 'won', { id: 'dp_second', amount: 100 });
    expect((await ship(_id)).status).toBe(200);
  });

  it('is refunded money when the dispute is lost, once: the order is closed and its stock returns', async () => {
    const { _id, intentId } = await steps.paid(customer, product);
    await dispute(intentId, 'needs_response');
    for (const _ of [1, 2]) expect(await dispute(intentId, 'lost')).toBe(200);
    expect(await steps.stored(_id)).toMatchObject({
      dispute: 'lost',
      status: 'refunded',
      refundStatus: 'succeeded',
    });
    expect(await steps.stockOf(product)).toBe(100);
    expect((await shop.call('GET', `/purchases/${_id}`, { as: admin })).body).toMatchObject({
      refundable: 0,
      refunded: 200,
      refunds: [{ amount: 200, status: 'succeeded' }],
    });
    // nothing is left to respond to
    expect(await findingOf(intentId)).toEqual([]);
  });

  it('is partly refunded when the dispute was of a part', async () => {
    const { _id, intentId } = await steps.paid(customer, product);
    await dispute(intentId, 'lost', { amount: 5_000 });
    expect(await steps.stored(_id)).toMatchObject({
      dispute: 'lost',
      status: 'paid',
      refundStatus: 'partial',
    });
    expect(await findingOf(intentId)).toEqual([]);
    expect(await ship(_id)).toMatchObject({ status: 200 });
  });

  it('takes no more than is left of it when a part is refunded in the same moment', async () => {
    const { _id, intentId } = await steps.paid(customer, product);
    const transitions = shop.app.get(RefundTransitions, { strict: false });
    const find = transitions.find.bind(transitions);
    vi.spyOn(transitions, 'find').mockImplementationOnce(async (orderId) => {
      const read = await find(orderId);
      const body = { amount: 50 };
      expect((await shop.call('POST', `/refund/${_id}`, { as: admin, body })).status).toBe(200);
      return read;
    });
    expect(await dispute(intentId, 'lost')).toBe(200);
    const { refunds } = (await steps.stored(_id)) as unknown as Order;
    expect(refunds.map(({ amountCents }) => amountCents)).toEqual([5_000, 15_000]);
    vi.restoreAllMocks();
  });

  it('is listed by the reconciliation as long as it is open, of whatever age', async () => {
    const { intentId } = await steps.paid(customer, product);
    const longAgo = now() - 100 * 86_400;
    for (const [status, listed] of [
      ['needs_response', ['dispute']],
      ['under_review', ['dispute']],
      ['won', []],
    ] as const) {
      await dispute(intentId, status, { at: longAgo });
      expect(await findingOf(intentId)).toEqual(listed);
    }
  });

  it('is known before the payment itself was reported', async () => {
    const { _id } = await steps.order(customer, product);
    const { id } = await shop.sandbox.pay(await steps.secretOf(customer, _id));
    expect(await dispute(id, 'needs_response')).toBe(200);
    expect(await steps.stored(_id)).toMatchObject({ status: 'paid', dispute: 'open' });
    expect((await ship(_id)).status).toBe(409);
  });

  it('is not shipped in the same moment', async () => {
    for (let n = 0; n < 5; n += 1) {
      const { _id, intentId } = await steps.paid(customer, product);
      const [shipped] = await Promise.all([ship(_id), dispute(intentId, 'needs_response')]);
      const { timeline } = (await steps.stored(_id)) as { timeline: { what: string }[] };
      const done = timeline.map(({ what }) => what).slice(2);
      expect(done).toEqual(shipped.status === 200 ? ['shipped', 'dispute-opened'] : ['dispute-opened']);
    }
  });
});
