import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ImportResultDto } from '../src/products/product-import.dto.js';
import type { Product } from '../src/products/product.schema.js';
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

const CSV = { 'content-type': 'text/csv' };
const made = async (fields: Partial<Product> = {}): Promise<string> =>
  String((await shop.product({ kind, ...fields }))._id);
const send = (body: string | Buffer, headers = {}, query = '') =>
  shop.call('POST', `/items/import${query}`, { as: admin, body, headers: { ...CSV, ...headers } });
const dryRun = (body: string) => send(body, {}, '?dryRun=true');
const exported = async (query = `kind=${kind}`): Promise<string> => {
  const { status, body } = await shop.call('GET', `/items/export?${query}`, { as: admin });
  expect(status).toBe(200);
  return body as string;
};
const now = async (id: string) => (await shop.call('GET', `/items/${id}/edit`, { as: admin })).body;
const audited = (entityId: string) => shop.db.collection('audit_entries').find({ entityId }).toArray();
const errorsOf = ({ errors }: ImportResultDto) =>
  errors.map(({ line, column, message }) => [line, column, message]);

describe('GET /items/export', () => {
  it('has every field, and importing the file changes nothing, whatever is in the cells', async () => {
    await made({ name: '=1+1, "quoted"', sku: 'RT-1', description: '-5 °C\nto\r\n"+70 °C", dry' });
    await made({ name: "'=quoted", priceCents: 1, availableQ: 0, description: '@home\tand away' });
    await made({ name: 'Plain', lowStockAt: 3, description: "'" });
    const file = await exported();
    expect(file.split('\r\n', 1)[0]).toBe(
      'id,sku,name,kind,price,breaks,minimumOQ,orderStep,lowStockAt,availableQ,description,img,' +
        'manufacturer,partNumbers,gtin,externalId,availability,state,createdAt,updatedAt',
    );
    expect(file).toContain(`"'=1+1, ""quoted"""`);
    const before = await shop.db.collection('products').find({ kind }).sort({ _id: 1 }).toArray();
    expect((await dryRun(file)).body).toMatchObject({
      rows: 3,
      created: 0,
      updated: 0,
      unchanged: 3,
      changes: [],
      errors: [],
      ignoredColumns: ['availability', 'state', 'createdAt', 'updatedAt'],
    });
    expect(await send(file)).toMatchObject({ status: 200, body: { dryRun: false, unchanged: 3 } });
    expect(await shop.db.collection('products').find({ kind }).sort({ _id: 1 }).toArray()).toEqual(before);
  });

  it('is of what the search finds, archived products too', async () => {
    const id = await made({ name: 'Shelved' });
    await shop.call('POST', `/items/${id}/archive`, { as: admin });
    expect(await exported()).not.toContain('Shelved');
    expect(await exported(`kind=${kind}&state=archived`)).toContain('Shelved');
  });

  it('changes no stock that orders took since it was made', async () => {
    const id = await made({ sku: 'RT-9', availableQ: 50 });
    const file = await exported();
    const order = { productId: id, address: 'Here', phone: '5550100', orderQuantity: 10 };
    await shop.call('POST', '/purchase', { as: await shop.user(), body: order });
    expect((await send(file)).body).toMatchObject({ unchanged: 1, updated: 0 });
    expect((await now(id)).availableQ).toBe(40);
  });
});

describe('POST /items/import', () => {
  it('changes the given columns alone, creates unknown SKUs, and restocks', async () => {
    const id = await made({ name: 'Old', sku: 'UP-1', priceCents: 500, availableQ: 4, lowStockAt: 2 });
    const shelved = await made({ sku: 'UP-2' });
    await shop.call('POST', `/items/${shelved}/archive`, { as: admin });
    const file = [
      'sku,price,restock,lowStockAt,name,minimumOQ,description,img,availableQ',
      'up-1,7.25,+40,,Old,5,A part.,/products/part.webp,999',
      'UP-2,20,-1,,Renamed,5,A part.,/products/part.webp,',
      'NEW-1,3,,,Brand new,2,Fresh.,/products/new.webp,30',
    ].join('\n');
    const shown = await dryRun(file);
    expect(shown).toMatchObject({ status: 200, body: { rows: 3, created: 1, updated: 2, errors: [] } });
    expect(shown.body.changes[0]).toEqual({
      line: 2,
      label: 'Old',
      action: 'update',
      fields: [
        { field: 'price', before: 5, after: 7.25 },
        { field: 'lowStockAt', before: 2 },
        { field: 'availableQ', before: 4, after: 44 },
      ],
    });
    expect(await now(id)).toMatchObject({ price: 5, availableQ: 4 });
    expect((await send(file)).body).toMatchObject({ dryRun: false, created: 1, updated: 2 });
    expect(await now(id)).toMatchObject({ name: 'Old', kind, price: 7.25, availableQ: 44 });
    expect(await now(shelved)).toMatchObject({ name: 'Renamed', state: 'archived', availableQ: 99 });
    const { body } = await shop.call('GET', '/items/search?q=new-1');
    expect(body.items).toMatchObject([{ name: 'Brand new', sku: 'NEW-1', price: 3, availableQ: 30 }]);
    expect(await audited(id)).toMatchObject([
      {
        action: 'product.updated',
        before: { price: 5, availableQ: 4 },
        after: { price: 7.25, availableQ: 44, units: 40, reason: 'Import' },
      },
    ]);
    expect(await audited(String(body.items[0]._id))).toMatchObject([{ action: 'product.created' }]);
  });

  it('lists what is wrong by line and column, and imports nothing', async () => {
    const id = await made({ sku: 'ERR-1', availableQ: 5 });
    await made({ sku: 'ERR-2' });
    const file = [
      'id,sku,price,restock,setStock,description',
      ',ERR-1,8,1,,"two\nlines"',
      ',ERR-1,9,,,Again.',
      ',ERR-2,0,x,-1,',
      ',ERR-9,5,,,Unknown.',
      ',,5,,,No SKU.',
      `${id},ERR-2,5,,,Of another.`,
      '665f1c2ab8d4e1a2b3c4d5e6,,5,,,Absent.',
      'x,,5,,,No id.',
      ',ERR-2,5,1,1,Both.',
      ',ERR-2,5,-101,,Too few.',
      ',ERR-2,5',
    ].join('\n');
    const { status, body } = await dryRun(file);
    expect(status).toBe(200);
    expect(errorsOf(body)).toEqual([
      [4, 'sku', 'Line 2 is of the same product.'],
      [5, 'price', 'Enter a price above 0.'],
      [5, 'restock', 'Enter a whole number.'],
      [5, 'setStock', 'Enter at least 0.'],
      [5, 'description', 'Description is Required'],
      [6, 'sku', expect.stringMatching(/^No product has the SKU ERR-9, .* name/)],
      [7, 'sku', 'The row has no SKU, no id and no external id.'],
      [8, 'sku', 'Another product has the SKU ERR-2.'],
      [9, 'id', 'There is no such product.'],
      [10, 'id', expect.any(String)],
      [11, 'setStock', 'Give restock or setStock, and not both.'],
      [12, 'restock', 'Only 100 units are left.'],
      [13, undefined, 'This row has 3 cells, the header 6.'],
    ]);
    const refused = await send(file);
    expect(refused).toMatchObject({
      status: 422,
      body: { type: 'urn:rapid:problem:invalid-import', errors: { '4.sku': expect.any(String) } },
    });
    expect(await now(id)).toMatchObject({ price: 20, availableQ: 5 });
    expect(await audited(id)).toEqual([]);
  });

  it.each([
    ['', [[1, undefined, 'The file is empty.']]],
    ['sku,price\n', [[2, undefined, 'There are no rows below the header.']]],
    ['SKU,Colour\nA,B', [[1, 'Colour', expect.stringMatching(/^Unknown column/)]]],
    ['SKU,sku\nA,A', [[1, 'sku', 'This column is there twice.']]],
    ['price\n5', [[1, undefined, expect.stringMatching(/sku, id or externalId is needed/)]]],
    ['sku,price\nA,"5', [[expect.any(Number), undefined, 'The file is not valid CSV from here on.']]],
  ])('says what is wrong with the file %j', async (file, errors) => {
    expect(errorsOf((await dryRun(file)).body)).toEqual(errors);
    expect((await send(file)).status).toBe(422);
  });

  it('reads what spreadsheets write: a byte order mark, semicolons, CRLF, a header in any case', async () => {
    const id = await made({ sku: 'XLS-1', availableQ: 1 });
    expect((await send('\ufeffSKU;Price;SetStock\r\n\r\nXLS-1;6.5;9\r\n')).body).toMatchObject({
      updated: 1,
    });
    expect(await now(id)).toMatchObject({ price: 6.5, availableQ: 9 });
  });

  it('is refused above 8 MB, above 5,000 rows, as another type, and to customers', async () => {
    expect((await send(`sku,description\n${`SKU-1,${'x'.repeat(1_000)}\n`.repeat(8_400)}`)).status).toBe(413);
    expect((await dryRun(`sku,price\n${'S-1,1\n'.repeat(5_001)}`)).body).toMatchObject({
      type: 'urn:rapid:problem:too-many-rows',
    });
    expect((await shop.call('POST', '/items/import', { as: admin, body: {} })).status).toBe(415);
    expect((await shop.call('POST', '/items/import', { as: admin })).status).toBe(415);
    expect((await shop.call('POST', '/product', { as: admin, body: 'a,b', headers: CSV })).status).toBe(415);
    expect((await send('sku\nA', {}, '?dryRun=maybe')).status).toBe(400);
    const call = { as: await shop.user(), body: 'sku\nA', headers: CSV };
    expect((await shop.call('POST', '/items/import', call)).status).toBe(403);
  });

  it('reads no more of a file than its limits', async () => {
    for (const file of [','.repeat(8_000_000), `sku\n${','.repeat(8_000_000)}`])
      expect(errorsOf((await dryRun(file)).body)).toEqual([
        [expect.any(Number), undefined, 'A row has at most 1000 cells.'],
      ]);
    const wrong = (await dryRun(`sku,price,minimumOQ\n${'S-1,0,0\n'.repeat(5_000)}`)).body;
    expect(wrong).toMatchObject({ rows: 5_000, errorCount: 5_000, canSkipInvalid: false });
    expect(wrong.errors).toHaveLength(500);
  });

  it('imports once for an idempotency key', async () => {
    const id = await made({ sku: 'KEY-1', availableQ: 1 });
    const key = { 'idempotency-key': 'import-1' };
    await Promise.all([send('sku,restock\nKEY-1,5', key), send('sku,restock\nKEY-1,5', key)]);
    const again = await send('sku,restock\nKEY-1,5', key);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toMatchObject({ updated: 1 });
    expect((await now(id)).availableQ).toBe(6);
    expect((await send('sku,restock\nKEY-1,6', key)).status).toBe(422);
  });

  it('is refused when the products changed since its dry run, but not for an order', async () => {
    const id = await made({ sku: 'DRY-1', availableQ: 50 });
    const file = 'sku,price,restock\nDRY-1,9,5';
    const etag = (await dryRun(file)).headers.get('etag')!;
    const order = { productId: id, address: 'Here', phone: '5550100', orderQuantity: 10 };
    await shop.call('POST', '/purchase', { as: await shop.user(), body: order });
    expect((await send(file, { 'if-match': etag })).status).toBe(200);
    expect(await now(id)).toMatchObject({ price: 9, availableQ: 45 });
    const stale = (await dryRun('sku,price\nDRY-1,10')).headers.get('etag')!;
    const edit = { as: admin, body: { price: 11 }, headers: { 'if-match': '"1"' } };
    expect((await shop.call('PATCH', `/items/${id}`, edit)).status).toBe(200);
    expect((await send('sku,price\nDRY-1,10', { 'if-match': stale })).status).toBe(412);
    expect((await now(id)).price).toBe(11);
  });
});

describe('an import of 50 products at once with', () => {
  const files = async () => {
    const ids: string[] = [];
    for (let n = 0; n < 50; n += 1)
      ids.push(await made({ sku: `M${serial}-${n}`, minimumOQ: 1, availableQ: 100 }));
    const file = ['sku,restock', ...ids.map((_, n) => `M${serial}-${n},40`)].join('\n');
    return { ids, file };
  };

  it('orders loses none of their units, nor its own', async () => {
    const { ids, file } = await files();
    const customer = await shop.user();
    const order = (productId: string) =>
      shop.call('POST', '/purchase', {
        as: customer,
        body: { productId, address: 'Here', phone: '5550100', orderQuantity: 3 },
      });
    const orders = ids.slice(0, 12).map(order);
    const [done, ...placed] = await Promise.all([send(file), ...orders]);
    expect(done).toMatchObject({ status: 200, body: { updated: 50 } });
    expect(new Set(placed.map(({ status }) => status))).toEqual(new Set([201]));
    const stock = await Promise.all(ids.map(async (id) => (await now(id)).availableQ as number));
    expect(stock).toEqual(ids.map((_, n) => (n < 12 ? 137 : 140)));
  });

  it('edits of them loses none of either', async () => {
    const { ids, file } = await files();
    const headers = { 'if-match': '"0"' };
    const edits = ids
      .slice(0, 10)
      .map((id) => shop.call('PATCH', `/items/${id}`, { as: admin, headers, body: { price: 33 } }));
    const [done, ...edited] = await Promise.all([send(file), ...edits]);
    expect(done.status).toBe(200);
    expect(new Set(edited.map(({ status }) => status))).toEqual(new Set([200]));
    for (const [n, id] of ids.entries())
      expect(await now(id)).toMatchObject({ availableQ: 140, price: n < 10 ? 33 : 20 });
  });
});
