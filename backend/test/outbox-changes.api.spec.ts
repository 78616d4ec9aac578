import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Subject } from '../src/outbox/domain-events.js';
import { User } from '../src/users/user.schema.js';
import { type Shop, startShop, type TestUser } from './harness.js';
import { unsignedToken } from './id-tokens.js';
import { storedEvents } from './outbox-events.js';

/** Each change of a product, review or account writes its event, through whichever call it is made. */

let shop: Shop;
let admin: TestUser;

beforeAll(async () => {
  shop = await startShop({ ADMIN_EMAILS: 'boss@example.com' });
  admin = await shop.user({ role: 'admin', name: 'Ada Admin', email: 'ada@example.com' });
});
afterAll(() => shop.close());

const call = (method: string, path: string, body?: object, headers = {}, as: TestUser | string = admin) =>
  shop.call(method, path, { as, headers, ...(body && { body }) });
/** Type and version of a subject's events. */
const eventsOf = async (subject: Subject) =>
  (await storedEvents(shop.db, subject)).map(({ type, version }) => [type, version]);
const payloadsOf = async (subject: Subject) =>
  (await storedEvents(shop.db, subject)).map(({ payload }) => payload);

describe('a product', () => {
  it('has an event for each change of its content, state or stock, in order', async () => {
    const form = {
      name: 'Harrow Fan',
      price: 20,
      minimumOQ: 5,
      availableQ: 20,
      description: 'A fan.',
      img: '/products/fan.webp',
      sku: 'hf-1',
    };
    const id = (await call('POST', '/product', form)).body.insertedId as string;
    const ok = async (response: ReturnType<typeof call>) => expect((await response).status).toBe(200);
    await ok(call('PATCH', `/items/${id}`, { price: 25 }, { 'if-match': '"0"' }));
    await ok(call('PATCH', `/items/${id}`, { price: 25 }, { 'if-match': '"1"' }));
    await ok(call('POST', `/items/${id}/restock`, { units: -17, reason: 'Counted' }));
    await ok(call('POST', `/items/bulk/stock`, { ids: [id], units: 30, reason: 'Delivery' }));
    await ok(call('POST', `/items/bulk/price`, { ids: [id], percent: 10 }));
    await ok(call('POST', `/items/${id}/archive`));
    await ok(call('POST', `/items/bulk/unarchive`, { ids: [id] }));
    await ok(call('DELETE', `/item/${id}`));
    await ok(call('POST', `/items/${id}/restore`));
    expect(await eventsOf(`product/${id}`)).toEqual([
      ['product.created', 0],
      ['product.updated', 1],
      ['product.restocked', 2],
      ['product.restocked', 3],
      ['product.updated', 4],
      ['product.archived', 5],
      ['product.unarchived', 6],
      ['product.deleted', 7],
      ['product.restored', 8],
    ]);
    const facts = { productId: id, name: 'Harrow Fan', minimumOQ: 5 };
    const actor = { by: 'admin', userId: admin.id };
    const payloads = await payloadsOf(`product/${id}`);
    expect(payloads[0]).toEqual({
      product: {
        ...facts,
        sku: 'HF-1',
        state: 'on-sale',
        priceCents: 2_000,
        availableQ: 20,
        availability: 'orderable',
      },
      actor,
    });
    expect(payloads[2]).toMatchObject({
      product: { ...facts, availableQ: 3, availability: 'below-minimum', priceCents: 2_500 },
    });
    expect(payloads.slice(4)).toMatchObject([
      { product: { priceCents: 2_750 } },
      { product: { state: 'archived' } },
      { product: { state: 'on-sale' } },
      { product: { state: 'deleted' } },
      { product: { state: 'on-sale', sku: 'HF-1' } },
    ]);
  });

  it('has one for its row of an import, and none when the import is refused', async () => {
    const part = { name: 'Fan', availableQ: 9 };
    const made = (sku: string) => shop.product({ ...part, sku });
    const ids = (await Promise.all(['OB-1', 'OB-2', 'OB-3'].map(made))).map(({ _id }) => String(_id));
    const row = (sku: string, name: string, price: number, restock: string, availableQ = '') =>
      `${sku},${name},${price},${restock},5,A part.,/products/part.webp,${availableQ}`;
    const send = (...rows: string[]) =>
      shop.call('POST', '/items/import', {
        as: admin,
        body: ['sku,name,price,restock,minimumOQ,description,img,availableQ', ...rows].join('\r\n'),
        headers: { 'content-type': 'text/csv' },
      });
    expect((await send(row('OB-1', 'Blower', 20, ''), row('OB-2', 'Fan', -1, ''))).status).toBe(422);
    for (const id of ids) expect(await eventsOf(`product/${id}`)).toEqual([]);
    const imported = await send(
      row('OB-1', 'Blower', 20, ''),
      row('OB-2', 'Fan', 20, '7'),
      row('OB-3', 'Fan', 20, ''),
      row('OB-4', 'New', 5, '', '8'),
    );
    expect(imported).toMatchObject({ status: 200, body: { created: 1, updated: 2, unchanged: 1 } });
    const created = await shop.db.collection('products').findOne({ sku: 'OB-4' });
    const all = await Promise.all([...ids, String(created!._id)].map((id) => eventsOf(`product/${id}`)));
    expect(all).toEqual([[['product.updated', 1]], [['product.restocked', 1]], [], [['product.created', 0]]]);
    expect(await payloadsOf(`product/${ids[1]!}`)).toMatchObject([{ product: { availableQ: 16 } }]);
  });

  it('has none for what orders take of it', async () => {
    const id = String((await shop.product())._id);
    const order = { productId: id, address: 'Here', phone: '5550100', orderQuantity: 5 };
    expect((await call('POST', '/purchase', order, {}, await shop.user())).status).toBe(201);
    expect(await eventsOf(`product/${id}`)).toEqual([]);
  });
});

describe('a review', () => {
  it('has an event for each change, without its author and words', async () => {
    const author = await shop.user({ name: 'Rita Reviewer', email: 'rita@example.com' });
    const { body } = await call('POST', '/review', { ratings: 4, comments: 'Quick delivery' }, {}, author);
    const id = body._id as string;
    const steps: [string, string, object?][] = [
      ['PUT', 'hidden', { reason: 'Advertises' }],
      ['DELETE', 'hidden'],
      ['PUT', 'reply', { text: 'Thank you' }],
      ['DELETE', 'reply'],
    ];
    for (const [n, [method, what, sent]] of steps.entries()) {
      const headers = { 'if-match': `"${n}"` };
      expect((await call(method, `/review/${id}/${what}`, sent, headers)).status).toBe(200);
    }
    expect((await call('DELETE', `/user/${author.email}`)).status).toBe(200);
    expect(await eventsOf(`review/${id}`)).toEqual([
      ['review.created', 0],
      ['review.hidden', 1],
      ['review.unhidden', 2],
      ['review.replied', 3],
      ['review.reply-removed', 4],
      ['review.anonymised', 5],
    ]);
    const payloads = await payloadsOf(`review/${id}`);
    expect(payloads.slice(0, 2)).toEqual([
      {
        review: {
          reviewId: id,
          accountId: author.id,
          ratings: 4,
          hidden: false,
          verifiedBuyer: false,
          hasReply: false,
        },
        actor: { by: 'customer', userId: author.id },
      },
      expect.objectContaining({ actor: { by: 'admin', userId: admin.id } }),
    ]);
  });
});

describe('an account', () => {
  const signIn = (person: { uid: string; email: string; claims?: Record<string, unknown> }) =>
    shop.call('PUT', `/user/${person.email}`, { as: unsignedToken(person), body: { email: person.email } });
  const idOf = async (email: string) =>
    String((await shop.db.model<User>(User.name).findOne({ email }).lean<User>())!._id);

  it('has an event for each change, without the profile', async () => {
    const person = {
      uid: 'uid-casey',
      email: 'casey@example.com',
      claims: { name: 'Casey', email_verified: true },
    };
    const { body } = await signIn(person);
    const id = await idOf(person.email);
    // nothing has changed
    await signIn(person);
    await call('PATCH', `/updateUser/${person.email}`, { phone: '5550123' }, {}, body.token as string);
    await signIn({ ...person, claims: { ...person.claims, picture: 'https://pictures.example/2.jpg' } });
    await call('PUT', `/user/admin/${person.email}`);
    await call('PUT', `/user/admin/${person.email}`);
    await call('DELETE', `/user/admin/${person.email}`);
    expect((await call('DELETE', `/user/${person.email}`)).status).toBe(200);
    expect(await eventsOf(`account/${id}`)).toEqual([
      ['account.created', 0],
      ['account.updated', 1],
      ['account.updated', 2],
      ['account.promoted', 3],
      ['account.demoted', 4],
      ['account.removed', 5],
    ]);
    const [created, , , promoted] = await payloadsOf(`account/${id}`);
    const own = { by: 'customer', userId: id };
    expect(created).toEqual({
      account: { accountId: id, role: 'customer', emailVerified: true },
      actor: own,
    });
    expect(promoted).toMatchObject({ account: { role: 'admin' }, actor: { by: 'admin', userId: admin.id } });
  });

  it('of ADMIN_EMAILS has one when the setting makes it an admin, once', async () => {
    const boss = { uid: 'uid-boss', email: 'boss@example.com', claims: { email_verified: true } };
    await signIn(boss);
    await signIn(boss);
    const id = await idOf(boss.email);
    expect(await eventsOf(`account/${id}`)).toEqual([
      ['account.created', 0],
      ['account.promoted', 1],
    ]);
  });
});

it('no event has a name, an address, or anything that somebody wrote', async () => {
  const events = await shop.db.collection('outbox').find().toArray();
  expect(events.length).toBeGreaterThan(20);
  const text = JSON.stringify(events);
  for (const personal of [
    '@example.com',
    'Rita',
    'Casey',
    'Ada',
    '5550100',
    '5550123',
    'Quick',
    'Advertises',
    'Thank',
  ])
    expect(text).not.toContain(personal);
});
