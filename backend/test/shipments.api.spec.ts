import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Product } from '../src/products/product.schema.js';
import { type Buying, buying } from './buying.js';
import { ADDRESS, line } from './checkouts.js';
import { type Commerce, startCommerce } from './commerce.js';
import type { ApiResponse, TestUser } from './harness.js';
import { storedEvents } from './outbox-events.js';

/** Shipments of a part of an order over the API, and what customers, packers and programs see of them. */

let shop: Commerce;
let steps: Buying;
let admin: TestUser;
let customer: TestUser;
let fan: Product;
let cable: Product;
let board: Product;
let orderId: string;
let number: string;

beforeAll(async () => {
  shop = await startCommerce();
  steps = buying(shop);
  admin = await shop.user({ role: 'admin' });
});
afterAll(() => shop.close());
beforeEach(async () => {
  customer = await shop.user();
  [fan, cable, board] = (await Promise.all(
    [2_000, 500, 20_000].map((priceCents) => shop.product({ priceCents, minimumOQ: 1, availableQ: 50 })),
  )) as [Product, Product, Product];
  const lines = [line(fan, 3), line(cable, 4), line(board, 1)];
  const placed = await shop.call('POST', '/checkout', {
    as: customer,
    body: { lines, address: ADDRESS, phone: '5550100' },
  });
  expect(placed.status).toBe(201);
  ({ _id: orderId, number } = placed.body as { _id: string; number: string });
});

const pay = async (card?: string) => {
  const { id } = await shop.sandbox.pay(await steps.secretOf(customer, orderId), card);
  expect((await steps.confirm(customer, orderId, id)).status).toBe(200);
};
const units = (product: Product, quantity: number) => ({ productId: String(product._id), quantity });
const ship = (body: object, headers: Record<string, string> = {}, as = admin): Promise<ApiResponse> =>
  shop.call('POST', `/purchases/${orderId}/shipments`, { as, body, headers });
const undo = (shipmentId: string, body: object) =>
  shop.call('POST', `/purchases/${orderId}/shipments/${shipmentId}/undo`, { as: admin, body });
const track = (shipmentId: string, body: object, headers: Record<string, string> = {}) =>
  shop.call('PUT', `/purchases/${orderId}/shipments/${shipmentId}/tracking`, { as: admin, body, headers });
const own = async () => (await shop.call('GET', `/orders/${number}`, { as: customer })).body;
const UPS = { carrier: 'ups', trackingNumber: '1Z 999' };

describe('shipping', () => {
  it('of two of three lines leaves the third to be shipped, and the customer follows it', async () => {
    await pay();
    const lines = [units(fan, 3), units(cable, 1)];
    const { status, body, headers } = await ship({ lines, ...UPS });
    expect([status, headers.get('etag')]).toEqual([201, expect.stringMatching(/^"\d+"$/)]);
    expect(body).toMatchObject({
      status: 'paid',
      fulfilment: 'partial',
      shipped: false,
      nextSteps: ['ship', 'refund'],
      lines: [
        { shipped: 3, outstanding: 0 },
        { shipped: 1, outstanding: 3 },
        { shipped: 0, outstanding: 1 },
      ],
      shipments: [{ lines, ...UPS, trackingUrl: 'https://www.ups.com/track?tracknum=1Z%20999' }],
    });
    expect((await own()).shipments).toEqual(body.shipments);

    // the specification's button ships the rest
    const rest = await shop.call('PATCH', `/purchase/${orderId}`, { as: admin });
    expect(rest.body).toMatchObject({ status: 'shipped', fulfilment: 'full', shipped: true });
    expect(rest.body.shipments[1].lines).toEqual([units(cable, 3), units(board, 1)]);
    const events = await storedEvents(shop.db, `order/${orderId}`);
    expect(events.map(({ type }) => type)).toEqual([
      'order.placed',
      'order.paid',
      'order.partly-shipped',
      'order.shipped',
    ]);
    expect(JSON.stringify(events)).not.toContain('1Z 999');
  });

  it('without lines ships all that are left, by a carrier of the shop’s own', async () => {
    await pay();
    const { headers } = await shop.call('GET', '/delivery/settings', { as: admin });
    const carriers = [{ name: 'Springfield Couriers', trackingUrl: 'https://couriers.example/{number}' }];
    await shop.call('PUT', '/delivery/settings', {
      as: admin,
      body: { methods: [], taxRates: [], carriers },
      headers: { 'if-match': headers.get('etag')! },
    });
    const { body } = await ship({ carrier: 'Springfield Couriers', trackingNumber: 'A1' });
    expect(body).toMatchObject({
      status: 'shipped',
      shipments: [{ trackingUrl: 'https://couriers.example/A1' }],
    });
    expect(body.shipments[0].lines).toHaveLength(3);
  });

  it('is done once for a key, and for the version that was read', async () => {
    await pay();
    const key = { 'idempotency-key': `ship-${orderId}` };
    const first = await ship({ lines: [units(fan, 1)] }, key);
    const again = await ship({ lines: [units(fan, 1)] }, key);
    expect(again.body).toEqual(first.body);
    expect(again.body.lines[0].shipped).toBe(1);
    const stale = await ship({ lines: [units(fan, 1)] }, { 'if-match': '"1"' });
    expect([stale.status, stale.body.type]).toEqual([412, 'urn:rapid:problem:stale-version']);
    const etag = first.headers.get('etag')!;
    expect((await ship({ lines: [units(fan, 1)] }, { 'if-match': etag })).status).toBe(201);
  });

  it.each<[what: string, body: () => object, status: number, field: string]>([
    ['more than are left', () => ({ lines: [units(fan, 4)] }), 422, 'lines.0.quantity'],
    ['a part of another order', () => ({ lines: [units(fan, 1), foreign] }), 422, 'lines.1.productId'],
    ['a part twice', () => ({ lines: [units(fan, 1), units(fan, 1)] }), 422, 'lines'],
    ['no unit', () => ({ lines: [units(fan, 0)] }), 400, 'lines.0.quantity'],
    ['half a unit', () => ({ lines: [units(fan, 0.5)] }), 400, 'lines.0.quantity'],
    ['no line', () => ({ lines: [] }), 400, 'lines'],
    ['no list', () => ({ lines: 'all' }), 400, 'lines'],
    ['a line of two lines', () => ({ carrier: 'UPS\nDHL' }), 400, 'carrier'],
    ['a long number', () => ({ trackingNumber: '1'.repeat(61) }), 400, 'trackingNumber'],
    ['what nobody knows', () => ({ weight: 3 }), 400, 'weight'],
  ])('refuses %s at its field', async (_, body, status, field) => {
    await pay();
    const response = await ship(body());
    expect([response.status, Object.keys(response.body.errors as object)]).toEqual([status, [field]]);
    expect(await own()).toMatchObject({ fulfilment: 'none', shipments: [] });
  });
  const foreign = { productId: '665f1c2ab8d4e1a2b3c4d5e7', quantity: 1 };

  it('is refused of an order that is unpaid, disputed, or not there', async () => {
    expect((await ship({})).body).toMatchObject({ status: 409, type: 'urn:rapid:problem:wrong-state' });
    await pay('4000000000000259');
    const [dispute] = await shop.sandbox.delivered('charge.dispute.created');
    await shop.deliver(dispute!);
    const disputed = await ship({ lines: [units(fan, 1)] });
    expect([disputed.status, disputed.body.detail]).toEqual([
      409,
      'The cardholder disputes the payment of this order; it cannot be shipped before that is decided.',
    ]);
    const { body } = await shop.call('GET', `/purchases/${orderId}`, { as: admin });
    expect(body.dispute).toBe('open');
    expect(new Date(body.disputeDueBy as string).getTime()).toBeGreaterThan(Date.now());
    expect(await own()).not.toHaveProperty('disputeDueBy');
    orderId = '665f1c2ab8d4e1a2b3c4d5e6';
    expect((await ship({})).status).toBe(404);
  });

  it('is for admins, and for programs with the scope', async () => {
    await pay();
    expect((await ship({}, {}, customer)).status).toBe(403);
    const keyOf = async (scope: string) => {
      const body = { name: scope, scopes: [scope] };
      return (await shop.call('POST', '/api-keys', { as: admin, body })).body.key as string;
    };
    const by = async (scope: string) => {
      const headers = { authorization: `Bearer ${await keyOf(scope)}` };
      return (await ship({ lines: [units(fan, 1)] }, headers, undefined)).status;
    };
    expect([await by('orders:read'), await by('orders:ship')]).toEqual([403, 201]);
  });
});

describe('a shipment', () => {
  it('is undone with a reason, once, and its units are shipped again', async () => {
    await pay();
    const { _id } = (await ship({})).body.shipments[0] as { _id: string };
    const nameless = await undo(_id, { reason: ' ' });
    expect(nameless).toMatchObject({ status: 400, body: { errors: { reason: 'Reason is Required' } } });
    const undone = await undo(_id, { reason: 'The parcel never left.' });
    expect(undone).toMatchObject({
      status: 200,
      body: { status: 'paid', fulfilment: 'none', shipments: [{ undoReason: 'The parcel never left.' }] },
    });
    expect(JSON.stringify(await own())).not.toContain('never left');
    expect((await undo(_id, { reason: 'Again' })).body).toMatchObject({
      status: 409,
      detail: 'This shipment was undone already.',
    });
    expect((await undo('665f1c2ab8d4e1a2b3c4d5ea', { reason: 'Again' })).status).toBe(404);
    expect((await ship({})).body).toMatchObject({ status: 'shipped' });
  });

  it('gets another tracking number on the version that was read', async () => {
    await pay();
    const { body, headers } = await ship({ ...UPS });
    const { _id } = body.shipments[0] as { _id: string };
    const etag = { 'if-match': headers.get('etag')! };
    expect((await track(_id, {})).status).toBe(428);
    const changed = await track(_id, { carrier: 'Bob', trackingNumber: '7' }, etag);
    const { lines } = body.shipments[0] as { lines: object };
    const at = expect.any(String);
    expect(changed).toMatchObject({ status: 200, body: { status: 'shipped' } });
    expect(changed.body.shipments).toEqual([{ _id, at, lines, carrier: 'Bob', trackingNumber: '7' }]);
    expect((await track(_id, {}, etag)).status).toBe(412);
    expect((await own()).timeline.at(-1)).toMatchObject({ what: 'tracking-changed', by: 'admin' });
    const now = { 'if-match': changed.headers.get('etag')! };
    expect((await track('665f1c2ab8d4e1a2b3c4d5ea', {}, now)).status).toBe(404);
    const undone = await undo(_id, { reason: 'Returned' });
    const late = await track(_id, {}, { 'if-match': undone.headers.get('etag')! });
    expect(late.body).toMatchObject({ status: 409, detail: 'This shipment was undone.' });
  });
});

describe('a packing list', () => {
  const packing = (ids: string, as?: TestUser) =>
    shop.call('GET', `/purchases/packing?ids=${ids}`, { as: as ?? admin });

  it('has what is left of each order, without prices, and says what is left out', async () => {
    await pay();
    await ship({ lines: [units(fan, 3), units(cable, 1)] });
    const { _id: unpaid, number: its } = await steps.order(customer, fan);
    const none = '665f1c2ab8d4e1a2b3c4d5e6';
    const { status, body } = await packing([unpaid, orderId, none].join(','));
    expect(status).toBe(200);
    expect(body).toEqual({
      slips: [
        {
          _id: orderId,
          number,
          createdAt: expect.any(String),
          userName: customer.name,
          address: expect.stringContaining('12 Foundry Lane'),
          phone: '5550100',
          isPart: true,
          lines: [
            { ...units(cable, 3), name: cable.name },
            { ...units(board, 1), name: board.name },
          ],
        },
      ],
      left: [
        { _id: unpaid, number: its, reason: 'This order is unpaid; only a paid one can be shipped.' },
        { _id: none, reason: 'There is no such order.' },
      ],
    });
  });

  it.each([
    ['none', ''],
    ['what is no id', 'all'],
    ['one twice', '665f1c2ab8d4e1a2b3c4d5e6,665f1c2ab8d4e1a2b3c4d5e6'],
    ['too many', Array.from({ length: 101 }, (_, n) => n.toString(16).padStart(24, '0')).join(',')],
  ])('of %s is refused', async (_, ids) => {
    const { status, body } = await packing(ids);
    expect([status, Object.keys(body.errors as object)]).toEqual([400, ['ids']]);
  });

  it('is for admins', async () => expect((await packing(orderId, customer)).status).toBe(403));
});
