import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Types } from 'mongoose';
import { Baskets } from '../src/basket/baskets.service.js';
import { inTransaction } from '../src/database/transaction.js';
import { basketsOf, etagOf, lineOf, linesOf, quantitiesOf } from './baskets.js';
import { type Shop, startShop, type TestUser } from './harness.js';

let shop: Shop;
let admin: TestUser;
let baskets: ReturnType<typeof basketsOf>;

beforeAll(async () => {
  shop = await startShop();
  admin = await shop.user({ role: 'admin' });
  baskets = basketsOf(shop);
});
afterAll(() => shop.close());

describe("a visitor's basket", () => {
  it('is checked and priced without an account, and kept nowhere', async () => {
    const [fan, disk] = [
      await baskets.part(),
      await baskets.part({
        name: 'Disk 1',
        sku: 'D-1',
        priceCents: 1_000,
        breaks: [{ from: 10, priceCents: 900 }],
      }),
    ];
    const before = await shop.db.collection('baskets').countDocuments();
    const response = await baskets.check([lineOf(disk, 20, 10), lineOf(fan, 2)]);
    // what its page says of its kind is not in a basket
    const shown = (await shop.call('GET', `/item/${String(disk._id)}`)).body as Record<string, unknown>;
    const { kindLabel: _label, specification: _table, ...product } = shown;
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(etagOf(response)).toBeNull();
    expect(response.body).toEqual({
      lines: [
        {
          productId: String(disk._id),
          orderQuantity: 20,
          name: 'Disk 1',
          img: disk.img,
          product,
          price: 9,
          total: 180,
          problems: [],
        },
        expect.objectContaining({ productId: String(fan._id), price: 49.9, total: 99.8, problems: [] }),
      ],
      subtotal: 279.8,
      deliveryOffers: [],
      isDelivered: true,
      tax: 0,
      taxRate: 0,
      pricesIncludeTax: true,
      total: 279.8,
    });
    expect(await shop.db.collection('baskets').countDocuments()).toBe(before);
  });

  it('may be empty', async () => {
    expect(await baskets.check([])).toMatchObject({
      status: 200,
      body: { lines: [], subtotal: 0, total: 0 },
    });
  });
});

describe("a customer's basket", () => {
  it('is empty at first, and then what was put there, in its order', async () => {
    const as = await shop.user();
    const [a, b, c] = [await baskets.part(), await baskets.part(), await baskets.part()];
    const none = await baskets.get(as);
    expect(none).toMatchObject({ status: 200, body: { lines: [], total: 0 } });
    expect([etagOf(none), none.headers.get('cache-control')]).toEqual(['"0"', 'no-store']);

    const lines = [lineOf(c, 3), lineOf(a, 1, 49.9), lineOf(b, 2)];
    const saved = await baskets.put(as, lines);
    expect(saved).toMatchObject({ status: 200, body: { subtotal: 299.4 } });
    expect(etagOf(saved)).toBe('"1"');
    const read = await baskets.get(as);
    expect(read.body).toEqual(saved.body);
    expect(etagOf(read)).toBe('"1"');
    expect(linesOf(read)).toEqual(
      lines.map(({ productId, orderQuantity }) => ({ productId, orderQuantity })),
    );

    const [first, ...others] = lines;
    await baskets.put(as, [...others, first]);
    expect(quantitiesOf(await baskets.get(as))).toEqual([1, 2, 3]);
    expect(etagOf(await baskets.put(as, []))).toBe('"3"');
    expect(linesOf(await baskets.get(as))).toEqual([]);
  });

  it('is theirs alone', async () => {
    const [as, other] = [await shop.user(), await shop.user()];
    await baskets.put(as, [lineOf(await baskets.part(), 1)]);
    for (const stranger of [other, admin]) expect(linesOf(await baskets.get(stranger))).toEqual([]);
    expect((await shop.call('GET', '/basket')).status).toBe(401);
    expect((await shop.call('PUT', '/basket', { body: { lines: [] } })).status).toBe(401);
    expect(quantitiesOf(await baskets.get(as))).toEqual([1]);
  });

  it('is erased with the account', async () => {
    const as = await shop.user();
    await baskets.put(as, [lineOf(await baskets.part(), 1)]);
    const stored = () => shop.db.collection('baskets').findOne({ _id: new Types.ObjectId(as.id) });
    expect(await stored()).not.toBeNull();
    expect((await shop.call('DELETE', `/user/${as.email}`, { as: admin })).status).toBe(200);
    expect(await stored()).toBeNull();
  });

  it('expires 90 days after its last change', async () => {
    const as = await shop.user();
    const changedAt = async () =>
      (await shop.db.collection('baskets').findOne({ _id: new Types.ObjectId(as.id) }))!['changedAt'] as Date;
    await baskets.put(as, []);
    const first = await changedAt();
    expect(Date.now() - first.getTime()).toBeLessThan(60_000);
    await baskets.put(as, []);
    expect((await changedAt()).getTime()).toBeGreaterThanOrEqual(first.getTime());
    const indexes = await shop.db.collection('baskets').indexes();
    expect(indexes).toContainEqual(
      expect.objectContaining({ key: { changedAt: 1 }, expireAfterSeconds: 90 * 86_400 }),
    );
  });

  it('loses what is ordered in the same unit of work', async () => {
    const as = await shop.user();
    const [a, b, c] = [await baskets.part(), await baskets.part(), await baskets.part()];
    await baskets.put(as, [lineOf(a, 1), lineOf(b, 2), lineOf(c, 3)]);
    const remove = (ids: Types.ObjectId[], also = async (): Promise<void> => undefined) =>
      inTransaction(shop.db, async (session) => {
        await shop.app.get(Baskets, { strict: false }).removeOrdered(session, as.id, ids);
        await also();
      });
    const refused = remove([a._id], () => Promise.reject(new Error('refused')));
    await expect(refused).rejects.toThrow('refused');
    expect(quantitiesOf(await baskets.get(as))).toEqual([1, 2, 3]);

    await remove([a._id, c._id, new Types.ObjectId()]);
    const left = await baskets.get(as);
    expect([quantitiesOf(left), etagOf(left)]).toEqual([[2], '"2"']);
    // what is not in it changes nothing
    await remove([a._id]);
    expect(etagOf(await baskets.get(as))).toBe('"2"');
    expect((await baskets.put(as, [], '"1"')).status).toBe(412);
  });
});

describe('two tabs of a customer', () => {
  it('overwrite nothing unseen when they send what they read', async () => {
    const as = await shop.user();
    const product = await baskets.part();
    const first = await baskets.put(as, [lineOf(product, 1)], '"0"');
    expect([first.status, etagOf(first)]).toEqual([200, '"1"']);
    const stale = await baskets.put(as, [lineOf(product, 2)], '"0"');
    expect(stale).toMatchObject({ status: 412, body: { type: 'urn:rapid:problem:stale-version' } });
    expect((await baskets.put(as, [lineOf(product, 2)], 'W/"1"')).status).toBe(200);
    for (const tag of ['"1"', '"7"', 'foreign']) {
      const { status } = await baskets.put(as, [lineOf(product, 9)], tag);
      expect(status).toBe(412);
    }
    expect(quantitiesOf(await baskets.get(as))).toEqual([2]);
    // without a header, and with one that names anything, the last one wins
    expect(etagOf(await baskets.put(as, [lineOf(product, 3)]))).toBe('"3"');
    expect(etagOf(await baskets.put(as, [lineOf(product, 4)], '*'))).toBe('"4"');
    expect(quantitiesOf(await baskets.get(as))).toEqual([4]);
  });

  it('that know a basket which is not there any more read it again', async () => {
    const as = await shop.user();
    expect((await baskets.put(as, [lineOf(await baskets.part(), 1)], '"3"')).status).toBe(412);
    expect(etagOf(await baskets.get(as))).toBe('"0"');
  });

  it('may both make the first basket at once', async () => {
    const product = await baskets.part();
    for (let n = 0; n < 5; n += 1) {
      const [free, bound] = [await shop.user(), await shop.user()];
      const quantities = [1, 2, 3, 4];
      const last = await Promise.all(
        quantities.map((quantity) => baskets.put(free, [lineOf(product, quantity)])),
      );
      expect(last.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(last.map(etagOf).map(String).toSorted()).toEqual(['"1"', '"2"', '"3"', '"4"']);
      const one = await Promise.all(
        quantities.map((quantity) => baskets.put(bound, [lineOf(product, quantity)], '"0"')),
      );
      expect(one.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412, 412]);
      const winner = one.find(({ status }) => status === 200)!;
      expect((await baskets.get(bound)).body).toEqual(winner.body);
    }
  });
});
