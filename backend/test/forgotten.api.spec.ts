import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Types } from 'mongoose';
import { inTransaction } from '../src/database/transaction.js';
import type { Actor, Order } from '../src/purchases/orders/order.schema.js';
import { Shipments } from '../src/purchases/shipments/shipments.service.js';
import { buying } from './buying.js';
import { type Commerce, startCommerce } from './commerce.js';
import { unsignedToken } from './id-tokens.js';

describe('a removed person', () => {
  let shop: Commerce;
  beforeAll(async () => {
    shop = await startCommerce();
  });
  afterAll(() => shop.close());

  const traces = {
    email: 'forget.me+now@example.com',
    name: 'Ottoline Vanishing',
    phone: '5550199',
    address: '77 Oblivion Street',
    linkedIn: 'https://www.linkedin.com/in/ottoline-vanishing',
    picture: 'https://pictures.example/ottoline.jpg',
    uid: 'uid-of-the-vanishing',
  };

  /** Every `collection: field value` in the database that contains a text. */
  const whereIs = async (text: string): Promise<string[]> => {
    const found: string[] = [];
    for (const { name } of await shop.db.db!.listCollections().toArray()) {
      for await (const document of shop.db.collection(name).find()) {
        if (JSON.stringify(document).toLowerCase().includes(text.toLowerCase())) found.push(name);
      }
    }
    return [...new Set(found)].toSorted();
  };

  it('is named in no collection afterwards, apart from the uid that refuses old tokens', async () => {
    const steps = buying(shop);
    const admin = await shop.user({ role: 'admin' });
    const product = await shop.product({ availableQ: 1_000, minimumOQ: 1 });
    const { uid, email, name, picture, phone, address, linkedIn } = traces;
    const as = unsignedToken({ uid, email, claims: { name, picture } });
    const { body } = await shop.call('PUT', `/user/${email}`, { as, body: { email } });
    const person = { token: body.token as string };
    const write = async (method: string, path: string, sent: object, by: { token: string } = person) => {
      const headers = { 'idempotency-key': randomUUID() };
      const response = await shop.call(method, path, { as: by, body: sent, headers });
      expect([path, response.status < 300, response.body]).toEqual([path, true, response.body]);
      return response.body as { _id: string };
    };
    await write('PATCH', `/updateUser/${email}`, { name, phone, education: 'Engineer', linkedIn });
    await write('POST', '/newsletter', { email });
    await write('POST', '/review', { ratings: 5, comments: 'Good parts', name });
    const saved = { name, line1: address, city: 'Springfield', postalCode: '62704', country: 'US' };
    await write('POST', '/addresses', saved);
    const form = steps.form(product, { address, phone });
    await write('POST', '/purchase', form);
    const ids = [];
    for (const _ of [1, 2]) {
      const { _id } = await write('POST', '/purchase', form);
      const secret = await steps.secretOf(person as never, _id);
      const { id } = await shop.sandbox.pay(secret);
      expect((await steps.confirm(person as never, _id, id)).status).toBe(200);
      ids.push(_id);
    }
    await write('POST', `/refund/${ids[0]}`, {}, admin);
    await write('POST', `/purchases/${ids[1]}/notes`, { text: `${name} called` }, admin);
    await write('POST', '/purchases/bulk-ship', { ids, dryRun: true }, admin);
    for (const delivery of shop.sandbox.deliveries) await shop.deliver(delivery);
    for (const text of [email, name, phone, address]) expect(await whereIs(text)).toContain('purchases');
    expect(await whereIs(address)).toContain('address_books');
    expect(await whereIs(email)).toEqual(
      expect.arrayContaining(['idempotency_keys', 'subscriptions', 'users']),
    );

    expect((await shop.call('DELETE', `/user/${encodeURIComponent(email)}`, { as: admin })).status).toBe(200);
    const left: Record<string, string[]> = {};
    for (const [what, text] of Object.entries(traces)) left[what] = await whereIs(text);
    expect(left).toEqual({
      email: [],
      name: [],
      phone: [],
      address: [],
      linkedIn: [],
      picture: [],
      uid: ['removed_identities'],
    });
  });

  it('is named by no reason that an admin gave for a change of their order', async () => {
    const admin = await shop.user({ role: 'admin' });
    const customer = await shop.user({ name: 'Wilhelmina Vanishing' });
    const { _id } = await buying(shop).paid(customer, await shop.product({ availableQ: 100 }));
    const reason = `${customer.name} called`;
    const body = { amount: 10, reason };
    expect((await shop.call('POST', `/refund/${_id}`, { as: admin, body })).status).toBe(200);
    expect((await shop.call('PATCH', `/purchase/${_id}`, { as: admin })).status).toBe(200);
    const order = () => shop.db.collection<Order>('purchases').findOne({ _id: new Types.ObjectId(_id) });
    const [shipment] = (await order())!.shipments;
    const actor: Actor = { by: 'admin', userId: admin.id };
    await inTransaction(shop.db, (session) =>
      shop.app.get(Shipments, { strict: false }).undo(session, _id, shipment!._id, reason, actor),
    );
    expect(JSON.stringify(await order()).split(reason)).toHaveLength(3);
    const path = `/user/${encodeURIComponent(customer.email)}`;
    expect((await shop.call('DELETE', path, { as: admin })).status).toBe(200);
    expect(JSON.stringify(await order())).not.toContain('Wilhelmina');
    expect(await order()).toMatchObject({
      refunds: [{ amountCents: 1_000, by: 'admin' }],
      shipments: [{ _id: shipment!._id, undone: { userId: admin.id } }],
      timeline: expect.arrayContaining([expect.objectContaining({ what: 'shipment-undone' })]),
    });
  });
});
