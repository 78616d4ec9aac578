import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection, mongo, Types } from 'mongoose';
import type { Caller } from '../src/common/access.js';
import { inTransaction } from '../src/database/transaction.js';
import { addOrderFinding } from '../src/migrations/0016-order-finding.js';
import { asAdmin, type Order } from '../src/purchases/orders/order.schema.js';
import { PurchasesService } from '../src/purchases/purchases.service.js';
import { Shipments } from '../src/purchases/shipments/shipments.service.js';
import { type Shop, startShop, type TestUser } from './harness.js';
import { emptyDatabase } from './tools.js';

let shop: Shop;
let admin: TestUser;
let bob: TestUser;

beforeAll(async () => {
  shop = await startShop();
  admin = await shop.user({ role: 'admin' });
  bob = await shop.user({ name: 'Bob Moor' });
});
afterAll(() => shop.close());

const search = (q: string) =>
  shop.call('GET', `/purchases/search?${new URLSearchParams({ q }).toString()}`, { as: admin });
const shipment = (trackingNumber: string) => ({
  _id: new Types.ObjectId(),
  at: new Date(),
  lines: [],
  trackingNumber,
});

describe('the searched words of an order', () => {
  const caller = ({ id, email, role }: TestUser) =>
    ({ id, email, role, name: '', emailVerified: true }) as Caller;

  it('have a tracking number as soon as it ships', async () => {
    const { _id } = await shop.order(bob, { status: 'paid' });
    expect((await search('TRK-77-0001')).body.total).toBe(0);
    await inTransaction(shop.app.get<Connection>(getConnectionToken()), (session) =>
      shop.app
        .get(Shipments, { strict: false })
        .ship(session, _id, { trackingNumber: 'TRK 77 0001' }, asAdmin(caller(admin))),
    );
    expect((await search('TRK-77-0001')).body.items).toMatchObject([{ _id: String(_id), status: 'shipped' }]);
    expect((await search('bob moor trk770001')).body.total).toBe(1);
  });

  it('lose what names a customer with their account, and keep the rest', async () => {
    const gone = await shop.user({ name: 'Vera Gone' });
    const { _id, number } = await shop.order(gone, {
      status: 'shipped',
      phone: '+44 20 7946 0958',
      address: 'Vera Gone\n9 Tallow Row\nSpringfield SW1A 1AA\nUnited Kingdom',
      shippingAddress: {
        name: 'Vera Gone',
        line1: '9 Tallow Row',
        city: 'Springfield',
        postalCode: 'SW1A 1AA',
        country: 'GB',
      },
      poNumber: 'VG-1-2026',
      shipments: [shipment('GONE-0001-22')],
    });
    const names = async (typed: string) => (await search(typed)).body.total as number;
    const personal = ['02079460958', 'tallow', 'vera', 'vg12026', gone.email];
    for (const typed of personal) expect([typed, await names(typed)]).toEqual([typed, 1]);
    await shop.app.get(PurchasesService, { strict: false }).endForRemovedUser(gone.id, admin.id);
    for (const typed of personal) expect([typed, await names(typed)]).toEqual([typed, 0]);
    for (const typed of [number, 'gone000122']) expect([typed, await names(typed)]).toEqual([typed, 1]);
  });

  it('are written again by the migration, for orders of earlier versions', async () => {
    const store = await emptyDatabase();
    try {
      await shop.order(bob, { shipments: [shipment('TRK 77 0002')] });
      const removed = await shop.user();
      await shop.order(removed, { status: 'paid' });
      await shop.app.get(PurchasesService, { strict: false }).endForRemovedUser(removed.id, admin.id);
      const rows = store.db.collection<Order>('purchases');
      const stored = await shop.db.collection<Order>('purchases').find().toArray();
      expect(stored.length).toBeGreaterThan(1);
      await rows.insertMany(stored.map((order) => ({ ...order, words: ['rm'], tokens: ['r', 'rm'] })));
      const bare = { _id: new mongo.ObjectId(), number: 'RM-0000-0001', lines: [] };
      await rows.insertOne(bare as never);
      await addOrderFinding(store.db);
      const written = await rows
        .find({ _id: { $ne: bare._id } })
        .sort({ _id: 1 })
        .toArray();
      expect(written).toEqual(stored.toSorted((a, b) => (String(a._id) < String(b._id) ? -1 : 1)));
      expect(await rows.countDocuments({ _id: bare._id, tokens: '00000001' })).toBe(1);
      await addOrderFinding(store.db);
      expect(
        await rows
          .find({ _id: { $ne: bare._id } })
          .sort({ _id: 1 })
          .toArray(),
      ).toEqual(written);
    } finally {
      await store.close();
    }
  });
});
