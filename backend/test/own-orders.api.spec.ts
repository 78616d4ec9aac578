import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Product } from '../src/products/product.schema.js';
import { type Buying, buying } from './buying.js';
import { type Commerce, startCommerce } from './commerce.js';
import type { TestUser } from './harness.js';

let shop: Commerce;
let steps: Buying;
let admin: TestUser;
let customer: TestUser;
let other: TestUser;
let product: Product;

beforeAll(async () => {
  shop = await startCommerce();
  steps = buying(shop);
  admin = await shop.user({ role: 'admin' });
  customer = await shop.user({ name: 'Casey Customer' });
  other = await shop.user();
  product = await shop.product({ availableQ: 10_000 });
});
afterAll(() => shop.close());

const read = (number: string, as = customer) => shop.call('GET', `/orders/${number}`, { as });
const putBack = (number: string, as = customer) => shop.call('POST', `/orders/${number}/put-back`, { as });
const remove = (id: string) => shop.call('DELETE', `/purchase/${id}`, { as: customer });
const paidOrder = async (card?: string) => {
  const { _id } = await steps.paid(customer, product, card);
  return { _id, number: String((await steps.stored(_id))['number']) };
};
const listed = async (): Promise<string[]> => {
  const { body } = await shop.call('GET', `/purchases/search?email=${customer.email}&pageSize=100`, {
    as: customer,
  });
  return (body.items as { _id: string }[]).map(({ _id }) => _id);
};

describe('GET /orders/{number}', () => {
  it('shows an order with what its customer needs of it', async () => {
    const { _id } = await shop.order(customer, {
      number: 'RM-7F4K-29QX',
      poNumber: 'PO-2026-0117',
      vatId: 'DE123456789',
      company: 'Springfield Systems Inc.',
      note: 'Before noon, please.',
      delivery: { name: 'Express', priceCents: 1_490, taxCents: 0, expected: '2026-11-30' },
    });
    const response = await read('RM-7F4K-29QX');
    expect(response).toMatchObject({
      status: 200,
      body: {
        _id: String(_id),
        number: 'RM-7F4K-29QX',
        status: 'unpaid',
        nextSteps: ['pay', 'remove'],
        poNumber: 'PO-2026-0117',
        vatId: 'DE123456789',
        company: 'Springfield Systems Inc.',
        note: 'Before noon, please.',
        delivery: { name: 'Express', price: 14.9, expected: '2026-11-30' },
        refunds: [],
      },
    });
    for (const absent of ['kept', 'removedAt', 'dispute']) expect(response.body).not.toHaveProperty(absent);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it.each(['rm-7f4k-29qx', 'RM7F4K29QX', '7f4k29qx', '7F4K-29QX'])('is found by %s', async (typed) => {
    expect(await read(typed)).toMatchObject({ status: 200, body: { number: 'RM-7F4K-29QX' } });
  });

  it('does not exist for anybody else, an admin among them', async () => {
    for (const as of [other, admin])
      for (const number of ['RM-7F4K-29QX', 'RM-0000-0000'])
        for (const response of [await read(number, as), await putBack(number, as)])
          expect(response).toMatchObject({ status: 404, body: { detail: 'There is no such order.' } });
    expect(await shop.call('GET', '/orders/RM-7F4K-29QX')).toMatchObject({ status: 401 });
  });

  it.each([
    ['RM-7F4K', 404],
    ['RM-7F4K-29QU', 404],
    ['RM%2D7F4K%2D29QX', 200],
    ['RM_7F4K_29QX', 400],
    ['123456789012345678901', 400],
  ])('of the number %s is %i', async (number, status) => {
    expect(await read(number)).toMatchObject({ status });
  });

  it('has an ETag that changes with the order', async () => {
    const { _id, number } = await paidOrder();
    const before = (await read(number)).headers.get('etag');
    expect(before).toMatch(/^"\d+"$/);
    await remove(_id);
    expect((await read(number)).headers.get('etag')).not.toBe(before);
  });

  it('says what of a payment was given back and what is left, not why', async () => {
    const { _id, number } = await paidOrder();
    expect((await read(number)).body).toMatchObject({ kept: 200, refunds: [] });
    const body = { amount: 50.5, reason: 'Scratched' };
    expect(await shop.call('POST', `/refund/${_id}`, { as: admin, body })).toMatchObject({ status: 200 });
    const { body: order } = await read(number);
    expect(order).toMatchObject({ kept: 149.5, refunded: 50.5, refundStatus: 'partial' });
    expect(order.refunds).toEqual([
      expect.objectContaining({ amount: 50.5, status: 'succeeded', at: expect.any(String) }),
    ]);
    for (const hidden of ['reason', 'failure', 'by']) expect(order.refunds[0]).not.toHaveProperty(hidden);
  });

  it('says that a refund has failed, and not what the payment provider says of it', async () => {
    const { _id, number } = await paidOrder('4000000000000259');
    expect(await shop.call('POST', `/refund/${_id}`, { as: admin })).toMatchObject({ status: 200 });
    const timelines = await Promise.all([read(number), shop.call('GET', `/purchases/${_id}`, { as: admin })]);
    const [own, shown] = timelines.map(({ body }) => (body.timeline as { what: string }[]).at(-1)) as [
      object,
      object,
    ];
    expect(shown).toMatchObject({ what: 'refund-failed', note: expect.stringContaining('charged back') });
    expect(own).toMatchObject({ what: 'refund-failed' });
    expect(own).not.toHaveProperty('note');
  });

  it('has nothing left to be shipped once it is cancelled', async () => {
    const { _id, number } = await steps.order(customer, product);
    expect((await read(number)).body.lines).toMatchObject([{ quantity: 10, outstanding: 10 }]);
    await shop.call('DELETE', `/purchase/${_id}`, { as: admin });
    expect((await read(number)).body.lines).toMatchObject([{ quantity: 10, outstanding: 0 }]);
  });
});

describe('POST /orders/{number}/put-back', () => {
  it('puts a removed order back on the list, once', async () => {
    const { _id, number } = await paidOrder();
    await remove(_id);
    expect(await listed()).not.toContain(_id);
    expect((await read(number)).body).toMatchObject({ removedAt: expect.any(String), nextSteps: [] });
    const done = await putBack(number);
    expect(done).toMatchObject({ status: 200, body: { _id, status: 'paid' } });
    expect(done.body).not.toHaveProperty('removedAt');
    expect(done.body.timeline.at(-1)).toMatchObject({ what: 'put-back-by-customer', by: 'customer' });
    expect(await listed()).toContain(_id);
    const again = await putBack(number);
    expect([again.status, again.body]).toEqual([200, done.body]);
    expect(again.headers.get('etag')).toBe(done.headers.get('etag'));
    expect(await remove(_id)).toMatchObject({ status: 200 });
    expect(await listed()).not.toContain(_id);
  });

  it('leaves an order as it is that is on the list', async () => {
    const { number } = await paidOrder();
    const before = await read(number);
    expect((await putBack(number)).body).toEqual(before.body);
  });

  it('puts back an order that was removed unpaid; it stays cancelled', async () => {
    const { _id, number } = await steps.order(customer, product);
    const stock = await steps.stockOf(product);
    await remove(_id);
    expect(await putBack(number)).toMatchObject({
      status: 200,
      body: { status: 'cancelled', nextSteps: ['remove'] },
    });
    expect(await listed()).toContain(_id);
    expect(await steps.stockOf(product)).toBe(stock + 10);
  });

  it('takes effect once, however many ask at once', async () => {
    const { _id, number } = await paidOrder();
    await remove(_id);
    const responses = await Promise.all(Array.from({ length: 5 }, () => putBack(number)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const { timeline } = (await steps.stored(_id)) as { timeline: { what: string }[] };
    expect(timeline.filter(({ what }) => what === 'put-back-by-customer')).toHaveLength(1);
  });
});
