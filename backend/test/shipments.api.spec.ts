import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection, Types } from 'mongoose';
import type { Caller } from '../src/common/access.js';
import { inTransaction } from '../src/database/transaction.js';
import type { Product } from '../src/products/product.schema.js';
import { OrderPlacement } from '../src/purchases/orders/order-placement.service.js';
import { asAdmin, type Order } from '../src/purchases/orders/order.schema.js';
import { type WantedShipment, Shipments } from '../src/purchases/shipments/shipments.service.js';
import { type Buying, buying } from './buying.js';
import { type Commerce, startCommerce } from './commerce.js';
import type { TestUser } from './harness.js';
import { Invariants } from './invariants.js';

/** What of an order has shipped, and a shipment that is undone. No call ships a part yet; the service does. */

let shop: Commerce;
let steps: Buying;
let invariants: Invariants;
let admin: TestUser;
let customer: TestUser;
let drive: Product;
let fan: Product;

beforeAll(async () => {
  shop = await startCommerce();
  steps = buying(shop);
  invariants = new Invariants(shop);
  admin = await shop.user({ role: 'admin' });
});
afterAll(() => shop.close());
beforeEach(async () => {
  customer = await shop.user();
  drive = await invariants.product();
  fan = await invariants.product();
});
afterEach(async () => {
  await invariants.expectStockConserved();
  await invariants.expectPaymentsConfirmed(shop.sandbox);
});

const caller = ({ id, email, role }: TestUser) =>
  ({ id, email, role, name: '', emailVerified: true }) as Caller;

/** A paid order of ten of each product. */
async function paid(): Promise<string> {
  const lines = [drive, fan].map(({ _id: productId }) => ({ productId, quantity: 10, seenCents: undefined }));
  const wanted = { id: new Types.ObjectId(), lines, address: '12 Foundry Lane', phone: '5550100' };
  const order = await shop.app.get(OrderPlacement, { strict: false }).place(wanted, caller(customer));
  const orderId = String(order._id);
  const { id } = await shop.sandbox.pay(await steps.secretOf(customer, orderId));
  expect(await steps.confirm(customer, orderId, id)).toMatchObject({ status: 200 });
  return orderId;
}
const inUnit = <T>(work: (shipments: Shipments, session: Parameters<Shipments['ship']>[0]) => Promise<T>) =>
  inTransaction(shop.app.get<Connection>(getConnectionToken()), (session) =>
    work(shop.app.get(Shipments, { strict: false }), session),
  );
const ship = (orderId: string, wanted: WantedShipment): Promise<Order | null> =>
  inUnit((shipments, session) => shipments.ship(session, orderId, wanted, asAdmin(caller(admin))));
const undo = (orderId: string, shipmentId: Types.ObjectId, reason: string): Promise<Order | null> =>
  inUnit((shipments, session) =>
    shipments.undo(session, orderId, shipmentId, reason, asAdmin(caller(admin))),
  );

describe('an order of which a part has shipped', () => {
  it('stays paid until the rest has shipped as well, which the call for one order ships', async () => {
    const orderId = await paid();
    const part = [{ productId: drive._id, quantity: 4 }];
    expect(await ship(orderId, { lines: part, carrier: 'UPS' })).toMatchObject({ status: 'paid' });
    expect((await shop.call('GET', `/purchases/${orderId}`, { as: admin })).body).toMatchObject({
      status: 'paid',
      shipped: false,
      fulfilment: 'partial',
      lines: [
        { shipped: 4, quantity: 10 },
        { shipped: 0, quantity: 10 },
      ],
      shipments: [{ carrier: 'UPS', lines: [{ productId: String(drive._id), quantity: 4 }] }],
    });
    const rest = await shop.call('PATCH', `/purchase/${orderId}`, { as: admin });
    expect(rest).toMatchObject({
      status: 200,
      body: {
        status: 'shipped',
        shipped: true,
        fulfilment: 'full',
        lines: [{ shipped: 10 }, { shipped: 10 }],
      },
    });
    expect((await shop.call('PATCH', `/purchase/${orderId}`, { as: admin })).status).toBe(409);
  });

  it.each<[string, { of: 'drive' | 'none'; quantity: number }, string]>([
    ['more than is left', { of: 'drive', quantity: 11 }, 'are left to be shipped'],
    ['nothing', { of: 'drive', quantity: 0 }, 'are left to be shipped'],
    ['half a unit', { of: 'drive', quantity: 0.5 }, 'are left to be shipped'],
    ['a product of another order', { of: 'none', quantity: 1 }, 'no such product'],
  ])('ships not %s', async (_, { of, quantity }, why) => {
    const orderId = await paid();
    const productId = of === 'drive' ? drive._id : new Types.ObjectId();
    await expect(ship(orderId, { lines: [{ productId, quantity }] })).rejects.toThrow(why);
    expect(await steps.stored(orderId)).toMatchObject({ shipments: [], status: 'paid' });
  });
});

describe('a shipment that is undone', () => {
  it('is to be shipped again, and its reason is for admins alone', async () => {
    const orderId = await paid();
    const shipped = await ship(orderId, {});
    const reason = 'Casey called: nobody was at home.';
    const undone = await undo(orderId, shipped!.shipments[0]!._id, reason);
    expect(undone).toMatchObject({ status: 'paid', lines: [{ shipped: 0 }, { shipped: 0 }] });
    const forAdmin = (await shop.call('GET', `/purchases/${orderId}`, { as: admin })).body;
    expect(forAdmin).toMatchObject({
      status: 'paid',
      shipped: false,
      fulfilment: 'none',
      shipments: [{ undoReason: reason }],
      timeline: [{}, {}, { what: 'shipped' }, { what: 'shipment-undone' }],
    });
    const own = (await shop.call('GET', `/purchase/${customer.email}`, { as: customer })).body;
    expect(own).toMatchObject([
      { _id: orderId, shipped: false, shipments: [{ undoneAt: expect.any(String) as string }] },
    ]);
    expect(JSON.stringify(own)).not.toContain('Casey called');
    expect(JSON.stringify(await shop.db.collection('outbox').find().toArray())).not.toContain('Casey called');
    expect(JSON.stringify(await shop.db.collection('audit_entries').find().toArray())).not.toContain(
      'Casey called',
    );
    expect(await undo(orderId, shipped!.shipments[0]!._id, reason)).toBeNull();
    expect((await shop.call('PATCH', `/purchase/${orderId}`, { as: admin })).body).toMatchObject({
      status: 'shipped',
    });
  });
});
