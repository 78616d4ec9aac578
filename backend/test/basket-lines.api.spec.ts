import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Types } from 'mongoose';
import type { BasketDto } from '../src/basket/basket.dto.js';
import { Product } from '../src/products/product.schema.js';
import { basketsOf, etagOf, type Line, lineOf, linesOf } from './baskets.js';
import { type Shop, startShop, type TestUser } from './harness.js';

/** What a basket takes, what it says of its lines, and what it would cost. */

let shop: Shop;
let admin: TestUser;
let baskets: ReturnType<typeof basketsOf>;

beforeAll(async () => {
  shop = await startShop();
  admin = await shop.user({ role: 'admin' });
  baskets = basketsOf(shop);
});
afterAll(() => shop.close());

const change = (product: { _id: Types.ObjectId }, fields: Partial<Product>) =>
  shop.db.model<Product>(Product.name).updateOne({ _id: product._id }, { $set: fields });

describe('a line', () => {
  it.each<[string, Partial<Product>, number, object]>([
    [
      'whose price has changed',
      { priceCents: 5_250 },
      2,
      {
        price: 52.5,
        total: 105,
        problems: [{ code: 'price-changed', was: 49.9, is: 52.5, fix: 'accept-price' }],
      },
    ],
    [
      'that is below a new minimum',
      { minimumOQ: 5 },
      2,
      { problems: [{ code: 'below-minimum', fix: 'set-quantity', orderQuantity: 5 }] },
    ],
    [
      'that is not of new packs',
      { minimumOQ: 4, orderStep: 4 },
      5,
      { problems: [{ code: 'off-pack-step', fix: 'set-quantity', orderQuantity: 8 }] },
    ],
    [
      'of more than is left',
      { availableQ: 4 },
      5,
      {
        problems: [
          { code: 'more-than-available', message: 'Only 4 are left.', fix: 'set-quantity', orderQuantity: 4 },
        ],
      },
    ],
    ['that is sold out', { availableQ: 0 }, 5, { problems: [{ code: 'sold-out', fix: 'remove' }] }],
  ])('%s says so', async (_, now, quantity, expected) => {
    const as = await shop.user();
    const product = await baskets.part();
    const saved = await baskets.put(as, [lineOf(product, quantity, 49.9)]);
    expect(saved.body).toMatchObject({ lines: [{ problems: [] }] });
    await change(product, now);
    const { body } = await baskets.get(as);
    expect(body).toMatchObject({ lines: [{ orderQuantity: quantity, ...expected }] });
    const checked = await baskets.check([lineOf(product, quantity, 49.9)]);
    expect(checked.body).toEqual(body);
  });

  it.each([
    ['archived', { removedAt: new Date(), archived: true as const }],
    ['deleted', { removedAt: new Date(), deleted: { archived: false } }],
  ])('of a product that was %s costs nothing and is named', async (_, fields) => {
    const [gone, other] = [await baskets.part({ name: 'Old fan' }), await baskets.part()];
    const lines = [lineOf(gone, 3), lineOf(other, 1)];
    await change(gone, fields);
    const { body } = await baskets.check(lines);
    expect(body).toMatchObject({ subtotal: 49.9, total: 49.9 });
    expect((body as BasketDto).lines[0]).toEqual({
      productId: String(gone._id),
      orderQuantity: 3,
      name: 'Old fan',
      img: gone.img,
      price: 0,
      total: 0,
      problems: [{ code: 'not-sold', message: 'This part is no longer sold.', fix: 'remove' }],
    });
  });

  it('of a product that there never was has no name', async () => {
    const { body } = await baskets.check([lineOf({ _id: new Types.ObjectId() }, 3)]);
    const expected = { name: '', img: '', price: 0, total: 0, problems: [{ code: 'not-sold' }] };
    expect((body as BasketDto).lines[0]).toMatchObject(expected);
  });
});

describe('what a basket takes', () => {
  const id = String(new Types.ObjectId('665f1c2ab8d4e1a2b3c4d5e7'));
  const line = { productId: id, orderQuantity: 1 };

  it.each<[string, unknown, string]>([
    ['no lines', undefined, 'lines'],
    ['lines that are no list', line, 'lines'],
    ['a line that is no object', ['x'], 'lines'],
    ['no product', [{ orderQuantity: 1 }], 'lines.0.productId'],
    ['a product that is no id', [line, { productId: 'x', orderQuantity: 1 }], 'lines.1.productId'],
    ['no quantity', [{ productId: id }], 'lines.0.orderQuantity'],
    ['a quantity of 0', [{ ...line, orderQuantity: 0 }], 'lines.0.orderQuantity'],
    ['a negative quantity', [{ ...line, orderQuantity: -1 }], 'lines.0.orderQuantity'],
    ['a fraction', [{ ...line, orderQuantity: 1.5 }], 'lines.0.orderQuantity'],
    ['too large a quantity', [{ ...line, orderQuantity: 1_000_000_001 }], 'lines.0.orderQuantity'],
    ['a price of 0', [{ ...line, price: 0 }], 'lines.0.price'],
    ['a price of half a cent', [{ ...line, price: 1.005 }], 'lines.0.price'],
    ['an unknown member', [{ ...line, total: 1 }], 'lines.0.total'],
    ['a product twice', [line, { ...line, productId: id.toUpperCase() }], 'lines.1.productId'],
  ])('is not %s', async (_, lines, field) => {
    const as = await shop.user();
    for (const response of [await baskets.put(as, lines), await baskets.check(lines)]) {
      expect(response).toMatchObject({ status: 400, body: { type: 'urn:rapid:problem:invalid-input' } });
      const { errors } = response.body as { errors: Record<string, string> };
      expect(Object.keys(errors).some((key) => key === field || key.startsWith(`${field}.`))).toBe(true);
    }
    expect(etagOf(await baskets.get(as))).toBe('"0"');
  });

  it('is at most 200 lines', async () => {
    const as = await shop.user();
    const lines: Line[] = [];
    // one after another: so many at once, a busy machine has no connections for
    while (lines.length < 201) lines.push(lineOf(await baskets.part(), 1, 49.9));
    const full = await baskets.put(as, lines.slice(0, 200));
    expect(full).toMatchObject({ status: 200, body: { subtotal: 9_980 } });
    expect(linesOf(await baskets.get(as))).toEqual(
      lines.slice(0, 200).map(({ productId, orderQuantity }) => ({ productId, orderQuantity })),
    );
    for (const response of [await baskets.put(as, lines), await baskets.check(lines)])
      expect(response).toMatchObject({ status: 400, body: { errors: { lines: expect.any(String) } } });
    expect(etagOf(await baskets.get(as))).toBe('"1"');
  });
});

describe('what a basket would cost', () => {
  /** Replaces the shop's delivery methods and tax rates. @returns the ids of the methods by their names */
  const configure = async (methods: object[], taxRates: object[] = []): Promise<Record<string, string>> => {
    const settings = await shop.call('GET', '/delivery/settings', { as: admin });
    const { status, body } = await shop.call('PUT', '/delivery/settings', {
      as: admin,
      body: { methods, taxRates },
      headers: { 'if-match': etagOf(settings)! },
    });
    expect(status).toBe(200);
    const saved = (body as { methods: { _id: string; name: string }[] }).methods;
    return Object.fromEntries(saved.map(({ _id, name }) => [name, _id]));
  };
  const STANDARD = { name: 'Standard', price: 5, freeFrom: 100, workingDays: 3, countries: [] };
  const EXPRESS = { name: 'Express', price: 14.9, workingDays: 1, countries: ['US', 'DE'] };
  const DAY = /^\d{4}-\d{2}-\d{2}$/;

  afterEach(() => configure([]));

  it('has the delivery that is asked for, or the cheapest', async () => {
    const { Express } = await configure([EXPRESS, STANDARD]);
    const lines = [lineOf(await baskets.part(), 1)];
    const offers = [
      { name: 'Standard', price: 5, freeFrom: 100, expected: expect.stringMatching(DAY) },
      { name: 'Express', price: 14.9, expected: expect.stringMatching(DAY) },
    ];
    expect((await baskets.check(lines)).body).toMatchObject({
      deliveryOffers: offers,
      delivery: offers[0],
      isDelivered: true,
      total: 54.9,
    });
    for (const deliveryMethodId of [Express!, Express!.toUpperCase()]) {
      const chosen = await baskets.check(lines, { deliveryMethodId });
      expect(chosen.body).toMatchObject({ deliveryOffers: offers, delivery: offers[1], total: 64.8 });
    }
    // one that does not deliver there, and one that there is not
    for (const destination of [
      { country: 'FR', deliveryMethodId: Express },
      { deliveryMethodId: String(new Types.ObjectId()) },
    ])
      expect((await baskets.check(lines, destination)).body).toMatchObject({
        delivery: offers[0],
        total: 54.9,
      });
    const as = await shop.user();
    await baskets.put(as, lines);
    const read = await baskets.get(as, `?country=de&deliveryMethodId=${Express}`);
    expect(read.body).toMatchObject({ delivery: offers[1], total: 64.8 });
    expect((await baskets.get(as, '?country=nowhere')).status).toBe(400);
  });

  it('has no delivery from a threshold on, of what is sold', async () => {
    await configure([STANDARD]);
    const [product, gone] = [
      await baskets.part(),
      await baskets.part({ removedAt: new Date(), archived: true }),
    ];
    const at = async (quantity: number) =>
      (await baskets.check([lineOf(product, quantity), lineOf(gone, 9)])).body;
    expect(await at(2)).toMatchObject({ delivery: { price: 5 }, subtotal: 99.8, total: 104.8 });
    expect(await at(3)).toMatchObject({ delivery: { price: 0 }, subtotal: 149.7, total: 149.7 });
  });

  it('has no delivery where nothing is to be delivered', async () => {
    await configure([STANDARD], [{ country: 'US', rate: 10, isIncluded: false }]);
    for (const lines of [[], [lineOf({ _id: new Types.ObjectId() }, 1)]]) {
      const { body } = await baskets.check(lines);
      expect(body).toMatchObject({ subtotal: 0, tax: 0, total: 0, deliveryOffers: [{ price: 5 }] });
      expect(body).not.toHaveProperty('delivery');
    }
  });

  it('says when the shop does not deliver there', async () => {
    await configure([EXPRESS]);
    const { body } = await baskets.check([lineOf(await baskets.part(), 1)], { country: 'FR' });
    expect(body).toMatchObject({ isDelivered: false, deliveryOffers: [], total: 49.9 });
    expect(body).not.toHaveProperty('delivery');
  });

  it('has the tax of the destination, in the prices or added to them', async () => {
    await configure(
      [EXPRESS],
      [
        { country: 'DE', rate: 19, isIncluded: true },
        { country: 'US', rate: 5, isIncluded: false },
        { country: 'US', region: 'IL', rate: 8.25, isIncluded: false },
      ],
    );
    const lines = [lineOf(await baskets.part(), 10)];
    const included = { taxRate: 19, pricesIncludeTax: true, tax: 82.05, subtotal: 499, total: 513.9 };
    expect((await baskets.check(lines, { country: 'DE' })).body).toMatchObject(included);
    const added = { taxRate: 8.25, pricesIncludeTax: false, tax: 42.4, subtotal: 499, total: 556.3 };
    expect((await baskets.check(lines, { country: 'us', region: 'il' })).body).toMatchObject(added);
    // the shop's own country, and no region
    expect((await baskets.check(lines)).body).toMatchObject({ taxRate: 5, tax: 25.7, total: 539.6 });
  });
});
