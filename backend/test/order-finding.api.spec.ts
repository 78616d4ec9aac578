import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Types } from 'mongoose';
import type { OrderLine } from '../src/purchases/orders/order-line.schema.js';
import type { Order } from '../src/purchases/orders/order.schema.js';
import { type Shop, startShop, type TestUser } from './harness.js';

/** One box finds an order by whatever of it somebody has at hand. */

let shop: Shop;
let admin: TestUser;
let zoe: TestUser;
let bob: TestUser;
/** The orders by their names here. */
let orders: Record<string, Order>;

const line = (name: string, sku: string): OrderLine => ({
  productId: new Types.ObjectId(),
  name,
  sku,
  img: '/products/part.webp',
  unitCents: 100,
  quantity: 5,
  taxRate: 0,
  taxCents: 0,
  refunded: 0,
  shipped: 0,
  restocked: 0,
});
const shipment = (trackingNumber: string) => ({
  _id: new Types.ObjectId(),
  at: new Date(),
  lines: [],
  carrier: 'UPS',
  trackingNumber,
});
const shippingAddress = {
  name: 'Goods In',
  line1: '12 Foundry Lane',
  line2: 'Gate 3',
  city: 'Springfield',
  region: 'IL',
  postalCode: 'SW1A 1AA',
  country: 'US',
};

beforeAll(async () => {
  shop = await startShop();
  admin = await shop.user({ role: 'admin' });
  zoe = await shop.user({ name: 'Zoë Ångström', email: 'zoe.a@example.com' });
  bob = await shop.user({ name: 'Bob Moor', email: 'bob.m@example.com' });
  const order = (who: TestUser, at: number, fields: object) =>
    shop.order(who, { address: 'Elsewhere', phone: '5550000000', createdAt: new Date(at), ...fields });
  orders = {
    z: await order(zoe, 1, {
      number: 'RM-7F4K-20QX',
      poNumber: 'PO-2026/0117',
      phone: '+1 (555) 010-0199',
      address: 'Goods In\n12 Foundry Lane\nGate 3\nSpringfield, IL SW1A 1AA\nUnited States',
      shippingAddress,
      lines: [line('Northbeam 480 SSD', 'NB-480-SSD'), line('Spare fan', 'F.9')],
      status: 'shipped',
      shipments: [shipment('1Z 999 AA1 01 2345 6784')],
    }),
    b: await order(bob, 2, {
      number: 'RM-1VWX-YZ29',
      poNumber: '45002026',
      phone: '030 1234567',
      address: '7 Quay Street, Eastmere 41027',
      lines: [line('SSD 480 Duo', 'DUO480')],
    }),
    c: await order(bob, 3, {
      number: 'RM-7F4K-ABCD',
      phone: '+1 556 010 0199',
      lines: [line('Vane', 'V-1')],
    }),
  };
});
afterAll(() => shop.close());

const search = (q: string, as: TestUser = admin, email?: string) =>
  shop.call('GET', `/purchases/search?${new URLSearchParams({ q, ...(email && { email }) }).toString()}`, {
    as,
  });
async function found(q: string, as?: TestUser, email?: string): Promise<string> {
  const { status, body } = await search(q, as, email);
  expect([q, status]).toEqual([q, 200]);
  const names = (body.items as { _id: string }[]).map(
    ({ _id }) => Object.entries(orders).find(([, order]) => String(order._id) === _id)?.[0],
  );
  expect(body.total).toBe(names.length);
  return names.toSorted((a = '', b = '') => a.localeCompare(b)).join('');
}

const FINDS: [typed: string, names: string][] = [
  // the number
  ['RM-7F4K-20QX', 'z'],
  ['7f4k20qx', 'z'],
  ['RM-7F4K-2OQX', 'z'],
  ['rm7f4k', 'cz'],
  ['7F4K', 'cz'],
  ['RM 7F4K 2', 'z'],
  ['7f4k-2o', 'z'],
  ['2OQX', 'z'],
  ['k20qx', 'z'],
  ['4K-20QX', 'z'],
  ['rm-ivwx', 'b'],
  ['RM-LVWX-YZ', 'b'],
  // telephone
  ['tel:+1-555-010-0199', 'z'],
  ['Tel. 555 010 0199', 'z'],
  ['555 010 0199 ext 4', 'z'],
  ['+1 (555) 010-0199', 'z'],
  ['001 555 0100199', 'z'],
  ['5550100199', 'z'],
  ['15550100199', 'z'],
  ['010-0199', 'cz'],
  ['00199', 'cz'],
  ['0199', ''],
  ['+49 30 1234567', 'b'],
  ['030/1234567', 'b'],
  ['301234567', 'b'],
  ['1234568', ''],
  // address
  ['foundry', 'z'],
  ['12 foun', 'z'],
  ['Foundry Lane 12', 'z'],
  ['gate 3', 'z'],
  ['goods in', 'z'],
  ['springf', 'z'],
  ['SW1A1AA', 'z'],
  ['sw1a 1', 'z'],
  ['41027', 'b'],
  ['quay eastmere', 'b'],
  ['foundry quay', ''],
  // tracking
  ['1Z 999 AA1 01 2345 6784', 'z'],
  ['1z999aa10123456784', 'z'],
  ['1Z-999-AA1-01', 'z'],
  ['1Z999AA10123456785', ''],
  // PO number and SKU
  ['PO-2026/0117', 'z'],
  ['po20260117', 'z'],
  ['PO 2026 01', 'z'],
  ['45002026', 'b'],
  ['4500-2026', 'b'],
  ['nb480ssd', 'z'],
  ['NB-480', 'z'],
  ['F9', 'z'],
  ['v1', 'c'],
  // the whole is a beginning of a SKU, the words are of a name: both
  ['duo 480', 'b'],
  ['480 ssd', 'bz'],
  ['ssd 480', 'bz'],
  // who
  ['zoe.a@example.com', 'z'],
  ['zoë', 'z'],
  ['ANGSTROM', 'z'],
  ['moor vane', 'c'],
];

describe('GET /purchases/search?q=', () => {
  it.each(FINDS)('%s finds "%s", and a customer theirs of it', async (typed, names) => {
    expect(await found(typed)).toBe(names);
    expect(await found(typed, bob, bob.email)).toBe(names.replace('z', ''));
    expect(await found(typed, zoe, zoe.email)).toBe(names.replace(/[bc]/g, ''));
    expect(await found(typed, admin, zoe.email)).toBe(names.replace(/[bc]/g, ''));
  });

  it('does not find a number by its middle', async () => expect(await found('f4k2')).toBe(''));

  it('finds an order by its id, and the beginning of it', async () => {
    const id = String(orders.c!._id);
    expect(await found(id)).toBe('c');
    expect(await found(id.slice(0, 23))).toContain('c');
  });

  it.each([
    '$ne',
    '{"$gt":""}',
    '.*',
    '^RM',
    '#99100',
    '#',
    '\u0000',
    '\uffff',
    '𝟝𝟝𝟝',
    '%',
    '"',
    'q'.repeat(200),
    '0'.repeat(200),
    '1 '.repeat(100),
    '+'.repeat(200),
    '[object Object]',
    '__proto__',
    'constructor',
    '٥٥٥٠١٠٠١٩٩',
  ])('takes %j as a text', async (typed) => {
    const { status, body } = await search(typed);
    expect(status).toBe(200);
    expect(body.items.length).toBeLessThanOrEqual(3);
    expect((await search(typed, zoe, zoe.email)).status).toBe(200);
  });

  it.each([
    ['q[$ne]=1', { 'q[$ne]': expect.any(String) }],
    ['q=a&q=b', { q: 'Enter a text.' }],
    [`q=${'1'.repeat(201)}`, { q: 'Enter at most 200 characters.' }],
  ])('refuses %s', async (query, errors) => {
    expect(await shop.call('GET', `/purchases/search?${query}`, { as: admin })).toMatchObject({
      status: 400,
      body: { errors },
    });
  });

  it('counts and exports the same orders', async () => {
    const q = encodeURIComponent('555 010 0199');
    const counts = await shop.call('GET', `/purchases/counts?q=${q}`, { as: admin });
    const shipped = (counts.body.counts as { status: string; total: number }[]).filter(
      ({ total }) => total > 0,
    );
    expect(shipped).toMatchObject([{ status: 'shipped', total: 1 }]);
  });

  it('shows a customer nothing of somebody else’s, nor what matched', async () => {
    for (const typed of ['5550100199', '1z999aa10123456784', 'foundry', 'RM-7F4K-20QX']) {
      expect(await search(typed, bob)).toMatchObject({ status: 403 });
      expect(await search(typed, bob, zoe.email)).toMatchObject({ status: 403 });
      expect((await search(typed, bob, bob.email)).body.items).toEqual([]);
      const own = await search(typed, zoe, zoe.email);
      expect(own.body.items).toHaveLength(1);
      expect(own.body.items[0]).not.toHaveProperty('matches');
    }
  });
});

describe('what matched', () => {
  it.each([
    ['555-010-0199', [{ field: 'phone', text: '+1 (555) 010-0199', marks: [{ from: 4, to: 17 }] }]],
    ['foundry', [{ field: 'address', text: '12 Foundry Lane', marks: [{ from: 3, to: 10 }] }]],
    ['RM-7F4K-2OQX', [{ field: 'number', text: 'RM-7F4K-20QX', marks: [{ from: 3, to: 12 }] }]],
    [
      '1z999aa10123456784',
      [{ field: 'trackingNumber', text: '1Z 999 AA1 01 2345 6784', marks: [{ from: 0, to: 23 }] }],
    ],
  ])('is told to admins: %s', async (typed, matches) => {
    expect((await search(typed)).body.items[0]).toMatchObject({ matches });
  });

  it('is told with a search alone', async () => {
    const { body } = await shop.call('GET', '/purchases/search', { as: admin });
    for (const order of body.items) expect(order).not.toHaveProperty('matches');
  });
});
