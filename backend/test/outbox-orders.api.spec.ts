import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../src/database/transaction.js';
import { ORDER_EVENTS, type OrderChanged } from '../src/outbox/domain-events.js';
import type { Product } from '../src/products/product.schema.js';
import type { Order } from '../src/purchases/orders/order.schema.js';
import { type Buying, buying } from './buying.js';
import { type Commerce, startCommerce } from './commerce.js';
import type { TestUser } from './harness.js';
import { changesIn } from './order-changes.js';
import { storedEvents } from './outbox-events.js';

/** Each change of an order writes its event, through whichever call it is made. */

let shop: Commerce;
let steps: Buying;
let admin: TestUser;
let customer: TestUser;
let product: Product;

beforeAll(async () => {
  shop = await startCommerce();
  steps = buying(shop);
  admin = await shop.user({ role: 'admin', name: 'Ada Admin', email: 'ada@example.com' });
  customer = await shop.user({ name: 'Casey Customer', email: 'casey@example.com' });
  product = await shop.product({ name: 'Harrow Fan', sku: 'HF-1' });
});
afterAll(() => shop.close());

const eventsOf = (orderId: string) => storedEvents(shop.db, `order/${orderId}`);
const typesOf = async (orderId: string) => (await eventsOf(orderId)).map(({ type }) => type);
const payloadsOf = async (orderId: string) =>
  (await eventsOf(orderId)).map(({ payload }) => payload as OrderChanged);
const asAdmin = async (method: string, path: string, body?: object) => {
  const response = await shop.call(method, path, { as: admin, ...(body && { body }) });
  expect(response).toMatchObject({ status: 200 });
  return response;
};

describe('an order', () => {
  it('has an event for each change, in order, which says what it was before and is after', async () => {
    const { _id, intentId } = await steps.paid(customer, product);
    await asAdmin('POST', `/refund/${_id}`, { amount: 50.5, reason: 'Scratched on arrival' });
    await asAdmin('PATCH', `/purchase/${_id}`);
    const { shipments } = (await steps.stored(_id)) as unknown as Order;
    await inTransaction(shop.db, (session) =>
      changesIn(shop).shipments.undo(session, _id, shipments[0]!._id, 'It fell off the van', {
        by: 'admin',
        userId: admin.id,
      }),
    );
    await asAdmin('POST', `/refund/${_id}`);
    await shop.call('DELETE', `/purchase/${_id}`, { as: customer });
    const { number, createdAt } = (await steps.stored(_id)) as unknown as Order;
    for (let times = 0; times < 2; times += 1)
      await shop.call('POST', `/orders/${number}/put-back`, { as: customer });
    expect(await typesOf(_id)).toEqual([
      'order.placed',
      'order.paid',
      'order.refund-requested',
      'order.partly-refunded',
      'order.shipped',
      'order.shipment-undone',
      'order.refund-requested',
      'order.refunded',
      'order.removed-by-customer',
      'order.put-back-by-customer',
    ]);
    const versions = (await eventsOf(_id)).map(({ version }) => version);
    expect(versions).toEqual([...new Set(versions)].toSorted((a, b) => a - b));
    const payloads = await payloadsOf(_id);
    const productId = String(product._id);
    expect(payloads[0]).toEqual({
      order: {
        orderId: _id,
        number,
        customerId: customer.id,
        placedAt: createdAt.toISOString(),
        status: 'unpaid',
        fulfilment: 'none',
        currency: 'USD',
        subtotalCents: 20_000,
        taxCents: 0,
        deliveryCents: 0,
        totalCents: 20_000,
        refundedCents: 0,
        lines: [
          {
            productId,
            name: 'Harrow Fan',
            sku: 'HF-1',
            unitCents: 2_000,
            quantity: 10,
            refunded: 0,
            shipped: 0,
            totalCents: 20_000,
          },
        ],
      },
      actor: { by: 'customer', userId: customer.id },
    });
    const units = [{ productId, quantity: 10 }];
    expect(payloads.slice(1)).toMatchObject([
      { order: { status: 'paid' }, before: { status: 'unpaid' } },
      { change: { amountCents: 5_050 }, actor: { by: 'admin', userId: admin.id } },
      { order: { refundedCents: 5_050 }, before: { refundedCents: 0 }, change: { amountCents: 5_050 } },
      { order: { status: 'shipped', fulfilment: 'full' }, change: { lines: units } },
      {
        order: { status: 'paid', fulfilment: 'none' },
        before: { status: 'shipped' },
        change: { lines: units },
      },
      { order: { status: 'paid' } },
      {
        order: { status: 'refunded', refundedCents: 20_000, lines: [{ refunded: 10 }] },
        before: { status: 'paid', refundedCents: 5_050, refundedUnits: [0] },
      },
      { order: { status: 'refunded' }, before: { status: 'refunded' } },
      { order: { status: 'refunded' }, actor: { by: 'customer', userId: customer.id } },
    ]);
    expect(intentId).toBeTruthy();
  });

  it('has one when it ends unpaid, and when its customer is removed', async () => {
    const leaver = await shop.user({ name: 'Lee Leaver', email: 'lee@example.com' });
    const { _id: kept } = await steps.paid(leaver, product);
    const { _id: cancelled } = await steps.order(leaver, product);
    const { _id: left } = await steps.order(leaver, product);
    await asAdmin('DELETE', `/purchase/${cancelled}`);
    await asAdmin('DELETE', `/user/${leaver.email}`);
    expect(await typesOf(kept)).toEqual(['order.placed', 'order.paid', 'order.anonymised']);
    for (const id of [cancelled, left])
      expect(await typesOf(id)).toEqual(['order.placed', 'order.cancelled', 'order.anonymised']);
    const [[, byAdmin], [, byRemoval]] = [await payloadsOf(cancelled), await payloadsOf(left)];
    expect(byAdmin).toMatchObject({ order: { status: 'cancelled' }, actor: { by: 'admin' } });
    expect(byRemoval).toMatchObject({ order: { status: 'cancelled' }, actor: { by: 'account-removal' } });
  });
});

it('no event of an order has a name, an address, or anything that somebody wrote, and each has a known type', async () => {
  const events = await shop.db.collection('outbox').find().toArray();
  expect(events.length).toBeGreaterThan(15);
  for (const { type } of events.filter(({ subject }) => (subject as string).startsWith('order/')))
    expect(ORDER_EVENTS).toContain(type);
  const text = JSON.stringify(events);
  for (const personal of ['@example.com', 'Casey', 'Lee', 'Ada', '5550100', 'Foundry', 'Scratched', 'van'])
    expect(text).not.toContain(personal);
});
