import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Product } from '../src/products/product.schema.js';
import { findViolations } from '../src/reports/invariants.js';
import { type Shop, startShop, type TestUser } from './harness.js';

let shop: Shop;
let admin: TestUser;
let kind: string;
let serial = 0;

beforeAll(async () => {
  shop = await startShop();
  admin = await shop.user({ role: 'admin' });
});
afterAll(() => shop.close());
beforeEach(() => {
  kind = `kind-${(serial += 1)}`;
});

const BREAKS = [
  { from: 16, priceCents: 1_850 },
  { from: 48, priceCents: 1_700 },
];
const IN_DOLLARS = [
  { from: 16, price: 18.5 },
  { from: 48, price: 17 },
];
const PACKS: Partial<Product> = { minimumOQ: 8, orderStep: 8, availableQ: 100, breaks: BREAKS };
const made = async (fields: Partial<Product> = PACKS): Promise<string> =>
  String((await shop.product({ kind, ...fields }))._id);
const read = async (id: string) => {
  const { headers, body } = await shop.call('GET', `/items/${id}/edit`, { as: admin });
  return { body, etag: headers.get('etag')! };
};
const edit = (id: string, body: object, etag = '"0"') =>
  shop.call('PATCH', `/items/${id}`, { as: admin, body, headers: { 'if-match': etag } });
describe('a product', () => {
  it('shows its prices and packs wherever it is listed, and nothing where it has none', async () => {
    const [id, plain] = [await made(), await made({})];
    const shown = { breaks: IN_DOLLARS, orderStep: 8, availability: 'orderable' };
    expect((await shop.call('GET', `/item/${id}`)).body).toMatchObject(shown);
    for (const path of [`/items/search?kind=${kind}&sort=oldest`, `/items/manage?kind=${kind}&sort=oldest`]) {
      const { items } = (await shop.call('GET', path, { as: admin })).body;
      expect(items[0]).toMatchObject(shown);
      expect(items[1]).not.toHaveProperty('breaks');
      expect(items[1]).not.toHaveProperty('orderStep');
    }
    expect((await shop.call('GET', `/item/${plain}`)).body).not.toHaveProperty('breaks');
  });

  const BODY = { name: 'Fan', price: 20, minimumOQ: 8, availableQ: 1, description: 'A.', img: '/x.webp' };
  const create = (fields: object) =>
    shop.call('POST', '/product', { as: admin, body: { ...BODY, ...fields } });

  it('is created with them, from numbers and their strings, and without', async () => {
    const breaks = [{ from: '16', price: '18.50' }, IN_DOLLARS[1]];
    const { status, body } = await create({ breaks, orderStep: '8' });
    expect(status).toBe(201);
    expect((await read(body.insertedId)).body).toMatchObject({ breaks: IN_DOLLARS, orderStep: 8 });
    const none = await create({ breaks: [], orderStep: 1 });
    const stored = await shop.db.collection('products').findOne({ name: 'Fan', breaks: { $exists: false } });
    expect(String(stored!['_id'])).toBe(none.body.insertedId);
    expect(stored).not.toHaveProperty('orderStep');
  });

  it('is edited: they are set, cleared, audited, and make older edits stale', async () => {
    const id = await made({ minimumOQ: 8 });
    expect(await edit(id, { breaks: IN_DOLLARS, orderStep: 8 })).toMatchObject({
      status: 200,
      body: { breaks: IN_DOLLARS, orderStep: 8 },
    });
    expect((await edit(id, { breaks: null })).status).toBe(412);
    expect(await edit(id, { breaks: IN_DOLLARS }, '"1"')).toMatchObject({ status: 200 });
    expect((await read(id)).etag).toBe('"1"');
    const { body } = await edit(id, { breaks: null, orderStep: null }, '"1"');
    expect(body).not.toHaveProperty('breaks');
    expect(body).not.toHaveProperty('orderStep');
    const entries = await shop.db
      .collection('audit_entries')
      .find({ entityId: id })
      .sort({ at: 1 })
      .toArray();
    const changed = { breaks: IN_DOLLARS, orderStep: 8 };
    expect(entries.map(({ before, after }) => ({ before, after }))).toEqual([
      { before: {}, after: changed },
      { before: changed, after: {} },
    ]);
  });

  it.each([
    [{ breaks: 5 }, { breaks: expect.any(String) }],
    [{ breaks: [null] }, { breaks: expect.any(String) }],
    [{ breaks: [[]] }, { breaks: expect.any(String) }],
    [{ breaks: [{ from: 16 }] }, { 'breaks.0.price': 'Enter a number.' }],
    [{ breaks: [{ from: 16, price: 0 }] }, { 'breaks.0.price': 'Enter a price above 0.' }],
    [{ breaks: [{ from: 16, price: 1.001 }] }, { 'breaks.0.price': expect.stringContaining('two decimals') }],
    [{ breaks: [{ from: 16.5, price: 1 }] }, { 'breaks.0.from': 'Enter a whole number.' }],
    [{ breaks: [{ from: 16, price: 1, to: 5 }] }, { 'breaks.0.to': 'Unknown field: breaks.0.to' }],
    [
      { breaks: Array.from({ length: 11 }, (_, n) => ({ from: 10 + n, price: 19 - n })) },
      { breaks: 'Enter at most 10.' },
    ],
    [{ breaks: [{ from: 8, price: 19 }] }, { 'breaks.0.from': 'Enter more than the minimum order, 8.' }],
    [
      { breaks: [IN_DOLLARS[0], { from: 40, price: 18.5 }] },
      { 'breaks.1.price': 'Enter a price below $18.50.' },
    ],
    [{ orderStep: 0 }, { orderStep: 'Enter at least 1.' }],
    [{ orderStep: 3 }, { minimumOQ: 'Enter a multiple of 3, the units of a pack.' }],
  ])('refuses %j, when it is created and when it is edited', async (fields, errors) => {
    expect(await create(fields)).toMatchObject({ status: 400, body: { errors } });
    const id = await made({ minimumOQ: 8 });
    expect(await edit(id, fields)).toMatchObject({ status: 400, body: { errors } });
    expect((await read(id)).etag).toBe('"0"');
  });

  it.each([
    [{ price: 18.5 }, { 'breaks.0.price': 'Enter a price below $18.50.' }],
    [{ minimumOQ: 16 }, { 'breaks.0.from': 'Enter more than the minimum order, 16.' }],
    [{ minimumOQ: 12 }, { minimumOQ: 'Enter a multiple of 8, the units of a pack.' }],
  ])('refuses %j, which breaks a rule with what it has', async (fields, errors) => {
    expect(await edit(await made(), fields)).toMatchObject({ status: 400, body: { errors } });
  });

  it('takes no null when it is created', async () => {
    for (const field of ['breaks', 'orderStep'])
      expect(await create({ [field]: null })).toMatchObject({
        status: 400,
        body: { errors: { [field]: expect.any(String) } },
      });
  });

  it('that keeps no rule is found by the check', async () => {
    const id = await made();
    await shop.db.collection('products').updateOne({ kind }, { $set: { 'breaks.1.priceCents': 1_850 } });
    const found = await findViolations(shop.db.getClient().db(shop.db.name));
    expect(found.filter(({ of }) => of === `product ${id}`)).toEqual([
      { of: `product ${id}`, what: 'breaks a rule of breaks.1.price: Enter a price below $18.50.' },
    ]);
  });
});

describe('POST /items/bulk/price', () => {
  const bulk = (body: object) => shop.call('POST', '/items/bulk/price', { as: admin, body });

  it('scales the prices by quantity with a percentage', async () => {
    const id = await made();
    expect((await bulk({ ids: [id], percent: -10 })).body.rows).toMatchObject([
      { outcome: 'done', before: 20, after: 18 },
    ]);
    expect((await read(id)).body).toMatchObject({
      price: 18,
      breaks: [
        { from: 16, price: 16.65 },
        { from: 48, price: 15.3 },
      ],
    });
  });

  it('refuses one price for all that is not above them, and a percentage that makes two the same', async () => {
    const ids = [
      await made(),
      await made({ minimumOQ: 1, priceCents: 9, breaks: [{ from: 5, priceCents: 8 }] }),
    ];
    const reasons = async (body: object) => {
      const { rows } = (await bulk({ ids, ...body })).body as {
        rows: { outcome: string; reason?: string }[];
      };
      return rows.map(({ outcome, reason }) => reason ?? outcome);
    };
    expect(await reasons({ price: 18.5, dryRun: true })).toEqual([
      'From 16 units the price would be $18.50, not below $18.50.',
      'qualifies',
    ]);
    expect(await reasons({ percent: -80 })).toEqual([
      'done',
      'From 5 units the price would be $0.02, not below $0.02.',
    ]);
    expect((await read(ids[1]!)).body).toMatchObject({ price: 0.09, breaks: [{ from: 5, price: 0.08 }] });
  });
});

describe('a CSV file', () => {
  const send = (body: string, query = '') =>
    shop.call('POST', `/items/import${query}`, { as: admin, body, headers: { 'content-type': 'text/csv' } });
  const exported = async () =>
    (await shop.call('GET', `/items/export?kind=${kind}`, { as: admin })).body as string;

  it('has them in a column each, and importing it changes nothing', async () => {
    await made({ ...PACKS, sku: `A-${serial}` });
    await made({ sku: `B-${serial}`, minimumOQ: 1, breaks: [{ from: 100, priceCents: 1_850 }] });
    await made({ sku: `C-${serial}` });
    const file = await exported();
    expect(file.split('\r\n', 1)[0]).toContain('price,breaks,minimumOQ,orderStep,');
    expect(file).toContain(',20,16:18.50;48:17.00,8,8,');
    // with its semicolon no spreadsheet takes it for a time
    expect(file).toContain(',20,100:18.50;,1,,');
    for (const text of [file, file.replaceAll(/16:18.50;48:17.00|100:18.50;/g, '"$&"')])
      expect((await send(text)).body).toMatchObject({ rows: 3, unchanged: 3, errorCount: 0 });
  });

  it('sets and clears them, also where semicolons separate cells', async () => {
    const [a, b] = [await made({ sku: `A-${serial}` }), await made({ ...PACKS, sku: `B-${serial}` })];
    const rows = [
      'sku;breaks;orderStep;minimumOQ',
      `A-${serial};" 16 : 18.5 ; 48:17 ";8;8`,
      `B-${serial};;;8`,
    ];
    const { status, body } = await send(rows.join('\n'));
    expect([status, body.updated, body.errors]).toEqual([200, 2, []]);
    expect(body.changes[0].fields).toContainEqual({ field: 'breaks', after: '16:18.50;48:17.00' });
    expect(body.changes[1].fields).toEqual([
      { field: 'breaks', before: '16:18.50;48:17.00' },
      { field: 'orderStep', before: 8 },
    ]);
    expect((await read(a)).body).toMatchObject({ breaks: IN_DOLLARS, orderStep: 8 });
    expect((await read(b)).body).not.toHaveProperty('breaks');
  });

  it('makes new products with them', async () => {
    const rows = [
      'sku,name,kind,price,minimumOQ,description,img,breaks,orderStep',
      `N-${serial},New,fan,20,8,A part.,/x.webp,16:18.50;48:17,8`,
    ];
    expect((await send(rows.join('\n'))).body).toMatchObject({ created: 1 });
    const { items } = (await shop.call('GET', `/items/search?q=N-${serial}`)).body;
    expect(items).toMatchObject([{ breaks: IN_DOLLARS, orderStep: 8 }]);
  });

  it('says what is wrong by line and column, of new products too', async () => {
    const sku = `A-${serial}`;
    await made({ sku, minimumOQ: 8 });
    const errorsOf = async (header: string, row: string) => {
      const { body } = await send(`sku,${header}\n${sku},${row}`, '?dryRun=true');
      return (body.errors as { line: number; column: string; message: string }[]).map(
        ({ line, column, message }) => [line, column, message],
      );
    };
    const form = 'Write units and prices as 10:18.50;50:17.00.';
    expect(await errorsOf('breaks', '16-18.50')).toEqual([[2, 'breaks', form]]);
    expect(await errorsOf('breaks', '16:18.50;;48:17')).toEqual([[2, 'breaks', form]]);
    expect(await errorsOf('breaks', '16:18.50;48:0')).toEqual([
      [2, 'breaks', 'Price 2: Enter a price above 0.'],
    ]);
    expect(await errorsOf('breaks', '16:18.50;9:17')).toEqual([
      [2, 'breaks', 'Price 2: Enter more than 16.'],
    ]);
    expect(await errorsOf('orderStep,breaks', '3,9:18')).toEqual([
      [2, 'minimumOQ', 'Enter a multiple of 3, the units of a pack.'],
    ]);
    expect(await errorsOf('orderStep', 'x')).toEqual([[2, 'orderStep', 'Enter a whole number.']]);
    const rows = ['sku,name,price,minimumOQ,description,img,breaks', `NEW-${sku},N,20,8,A.,/x.webp,8:18`];
    expect((await send(rows.join('\n'), '?dryRun=true')).body.errors).toEqual([
      { line: 2, column: 'breaks', message: 'Price 1: Enter more than the minimum order, 8.' },
    ]);
  });
});
