import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiResponse } from './call.js';
import { type Shop, startShop, type TestUser } from './harness.js';
import { ENGINES } from './opensearch.js';

let shop: Shop;
let admin: TestUser;
const ids: Record<string, string> = {};

const BOARD = {
  kind: 'motherboard',
  specs: { socket: 'AM5', memoryType: 'DDR5', memorySlots: 4, memoryMaxGb: 256, formFactor: 'ATX' },
};

beforeAll(async () => {
  const [[, settings]] = ENGINES;
  shop = await startShop(settings);
  admin = await shop.user({ role: 'admin' });
  const add = async (name: string, fields: object = {}) => {
    ids[name] = String((await shop.product({ name, ...fields }))._id);
  };
  await add('Tarn X1 Motherboard', {
    ...BOARD,
    partNumbers: ['TX-1/5000'],
    sku: 'TARN-1',
    priceCents: 15_000,
  });
  await add('Tarn X2 Motherboard', {
    ...BOARD,
    specs: { ...BOARD.specs, socket: 'AM4', memoryType: 'DDR4', memorySlots: 2, memoryMaxGb: 64 },
    gtin: '04012345678901',
    priceCents: 25_000,
  });
  await add('Tarn X3 Motherboard', {
    kind: 'motherboard',
    specs: { socket: 'AM5' },
    partNumbers: ['16'],
    availableQ: 0,
  });
  await add('Fell 120 Fan', { kind: 'fan', description: 'Fits a Tarn motherboard.', partNumbers: ['16'] });
  await add('Fell 140 Fan', { kind: 'fan', externalId: 'ERP-90210' });
  await shop.product({ name: 'Tarn of old', archived: true, removedAt: new Date() });
});
afterAll(() => shop.close());

const names = ({ body }: ApiResponse): string[] => (body.items as { name: string }[]).map(({ name }) => name);
const search = async (query: string): Promise<string[]> => {
  const response = await shop.call('GET', `/items/search?${query}`);
  expect([query, response.status, response.body.errors]).toEqual([query, 200, undefined]);
  return names(response);
};
const X = (n: number) => `Tarn X${n} Motherboard`;

describe('a search', () => {
  it.each([
    // named before anywhere, and what can be ordered before what is sold out
    ['q=tarn', [X(1), X(2), X(3), 'Fell 120 Fan']],
    ['q=tarn motherboard', [X(1), X(2), X(3), 'Fell 120 Fan']],
    ['q=tarn motherboard&sort=-price', [X(2), X(1), 'Fell 120 Fan', X(3)]],
    ['q=tarn&kind=mobo', [X(1), X(2), X(3)]],
    ['q=TX-1/5000', [X(1)]],
    ['q=tx15000', [X(1)]],
    ['q=tx15', [X(1)]],
    ['q=tarn tx15', [X(1)]],
    ['q=tarn-1', [X(1)]],
    ['q=4012345678901', [X(2)]],
    ['q=16', ['Fell 120 Fan', X(3)]],
    ['q=erp-90210', []],
    ['q=fell&pageSize=1', ['Fell 140 Fan']],
    ['q=fell&pageSize=1&page=2', ['Fell 120 Fan']],
    ['q=fell tarn', ['Fell 120 Fan']],
    ['q=tarn&minPrice=200', [X(2)]],
    ['minPrice=0&kind=motherboard&sort=name', [X(1), X(2), X(3)]],
  ])('?%s', async (query, expected) => expect(await search(query)).toEqual(expected));

  it('finds what other systems call a product for admins only', async () => {
    expect(names(await shop.call('GET', '/items/manage?q=erp-90210', { as: admin }))).toEqual([
      'Fell 140 Fan',
    ]);
    expect(names(await shop.call('GET', '/items/manage?q=tarn&state=archived', { as: admin }))).toEqual([
      'Tarn of old',
    ]);
  });

  it('corrects a typing error, and does not when it is told so', async () => {
    const { body } = await shop.call('GET', '/items/search?q=tarn%20motherbord');
    expect([body.corrected, body.total]).toEqual(['tarn motherboard', 4]);
    const asTyped = (await shop.call('GET', '/items/search?q=tarn%20motherbord&asTyped=true')).body;
    expect([asTyped.corrected, asTyped.total]).toEqual([undefined, 0]);
    const facets = (await shop.call('GET', '/items/facets?q=motherbord')).body;
    expect(facets.kinds).toContainEqual({ kind: 'motherboard', label: 'Motherboards', total: 3 });
    // a filter that excludes what the words find is no typing error
    expect((await shop.call('GET', '/items/search?q=motherboard&minPrice=900')).body).toMatchObject({
      total: 0,
    });
    expect(
      (await shop.call('GET', '/items/search?q=motherboard&minPrice=900')).body.corrected,
    ).toBeUndefined();
  });

  it('goes on by cursor', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await shop.call(
        'GET',
        `/items/search?q=tarn&pageSize=1${cursor ? `&cursor=${cursor}` : ''}`,
      );
      seen.push(...names({ body } as ApiResponse));
      cursor = body.nextCursor as string | undefined;
    } while (cursor);
    expect(seen).toEqual(await search('q=tarn'));
  });
});

describe('a cursor that was made up', () => {
  const ID = '665f1c2ab8d4e1a2b3c4d5e6';
  it.each([
    ['q=tarn', ['relevance', ID]],
    ['q=tarn', ['relevance', 'first', ID]],
    ['q=tarn', ['newest', 1, ID]],
    ['q=tarn&sort=newest', ['newest', ID]],
    ['q=tarn&sort=newest', ['newest', 'now', ID]],
    ['q=tarn&sort=newest', ['newest', 1, 2, ID]],
    ['q=tarn&sort=name', ['name', 5, ID]],
    ['q=tarn&sort=price', ['price', 5, 'x']],
    ['q=tarn&sort=price', { price: 5 }],
    ['kind=motherboard&sortSpec=memorySlots', ['memorySlots1', 0, 'many', ID]],
    ['kind=motherboard&sortSpec=memorySlots', ['memorySlots1', 4, ID]],
  ])('is refused: ?%s with %j', async (query, cursor) => {
    const sent = Buffer.from(JSON.stringify(cursor)).toString('base64url');
    expect(await shop.call('GET', `/items/search?${query}&cursor=${sent}`)).toMatchObject({
      status: 400,
      body: { errors: { cursor: expect.any(String) } },
    });
  });
});

describe('filters by specifications', () => {
  it.each([
    ['kind=motherboard&spec=socket:AM5', [X(3), X(1)]],
    ['kind=mobo&spec=socket:AM4', [X(2)]],
    ['kind=motherboard&spec=socket:AM4,AM5&sort=name', [X(1), X(2), X(3)]],
    ['kind=motherboard&spec=memoryMaxGb:128..', [X(1)]],
    ['kind=motherboard&spec=memoryMaxGb:..64', [X(2)]],
    ['kind=motherboard&spec=memorySlots:~', [X(3)]],
    ['kind=motherboard&spec=memoryMaxGb:128..,~&sort=name', [X(1), X(3)]],
    ['kind=motherboard&spec=socket:AM5;memoryType:DDR5&q=tarn', [X(1)]],
    ['kind=motherboard&sortSpec=memorySlots', [X(2), X(1), X(3)]],
    ['kind=motherboard&sortSpec=-memorySlots', [X(1), X(2), X(3)]],
  ])('?%s', async (query, expected) => expect(await search(query)).toEqual(expected));

  it.each([
    ['spec=socket:AM5', { spec: expect.stringContaining('Choose a kind') }],
    ['kind=motherboard&spec=sockt:AM5', { spec: expect.stringContaining('no filter sockt') }],
    ['kind=motherboard&spec=socket:AM9', { spec: expect.stringContaining('AM9') }],
    ['kind=motherboard&spec=;', { spec: expect.stringContaining('key:value') }],
    ['kind=motherboard&spec=socket', { spec: expect.stringContaining('key:value') }],
    ['kind=motherboard&spec=socket:AM5;socket:AM4', { spec: expect.stringContaining('twice') }],
    ['kind=motherboard&spec=memoryMaxGb:4..2', { spec: expect.stringContaining('above') }],
    ['kind=motherboard&spec=memoryMaxGb:..', { spec: expect.stringContaining('no bound') }],
    ['kind=motherboard&spec=memorySlots:many', { spec: expect.any(String) }],
    ['kind=motherboard&spec=memorySlots:2..4', { spec: expect.stringContaining('no range') }],
    ['kind=motherboard&spec=memorySlots:2,..4', { spec: expect.stringContaining('no range') }],
    ['kind=motherboard&sortSpec=weight', { sortSpec: expect.stringContaining('no specification weight') }],
    ['sortSpec=socket', { sortSpec: expect.stringContaining('Choose a kind') }],
    [`kind=motherboard&spec=${'x'.repeat(2_001)}`, { spec: 'Enter at most 2000 characters.' }],
  ])('refuses ?%.60s', async (query, errors) => {
    for (const path of ['search', 'facets'].slice(0, query.includes('sortSpec') ? 1 : 2))
      expect(await shop.call('GET', `/items/${path}?${query}`)).toMatchObject({
        status: 400,
        body: { errors },
      });
  });

  it.each([{ asTyped: true }, { kind: 'motherboard', spec: ' ; ' }, { spec: ' ' }])(
    'do not let a bulk call change every product: %j',
    async (filter) => {
      const body = { filter, price: 99, dryRun: true };
      expect((await shop.call('POST', '/items/bulk/price', { as: admin, body })).status).toBe(400);
    },
  );

  it('select what a bulk call changes and an export has', async () => {
    const filter = { kind: 'motherboard', spec: 'socket:AM5', q: 'motherbord' };
    const body = { filter, price: 99, dryRun: true };
    const { body: bulk } = await shop.call('POST', '/items/bulk/price', { as: admin, body });
    expect((bulk.rows as { label: string }[]).map(({ label }) => label).toSorted()).toEqual([X(1), X(3)]);
    const csv = await shop.call('GET', `/items/export?${new URLSearchParams(filter).toString()}`, {
      as: admin,
    });
    expect(String(csv.body).match(/Tarn X\d/g)).toEqual(['Tarn X1', 'Tarn X3']);
    expect(csv.headers.get('x-total-count')).toBe('2');
  });
});

describe('suggestions', () => {
  const suggest = async (q: string) =>
    (await shop.call('GET', `/items/suggestions?q=${encodeURIComponent(q)}`)).body;

  it('are parts and kinds', async () => {
    const { parts, kinds, exactId } = await suggest('mothe');
    expect(
      parts
        .map(({ name }: { name: string }) => name)
        .slice(0, 3)
        .toSorted(),
    ).toEqual([X(1), X(2), X(3)]);
    expect(kinds).toEqual([{ slug: 'motherboard', label: 'Motherboards' }]);
    expect(exactId).toBeUndefined();
    expect((await suggest('gpu')).kinds).toEqual([]);
    expect((await suggest('motherbord')).corrected).toBe('motherboard');
  });

  it('name the number that is being typed, and the part that has exactly it', async () => {
    expect((await suggest('tx-1')).parts[0]).toMatchObject({ name: X(1), number: 'TX-1/5000' });
    expect((await suggest('tx-1/5000')).exactId).toBe(ids[X(1)]);
    expect((await suggest('TARN 1')).exactId).toBe(ids[X(1)]);
    expect((await suggest('04012345678901')).exactId).toBe(ids[X(2)]);
    // of two parts
    expect((await suggest('16')).exactId).toBeUndefined();
  });

  it.each(['q=a', 'q=', `q=${'x'.repeat(201)}`, ''])('refuse ?%.20s', async (query) => {
    expect((await shop.call('GET', `/items/suggestions?${query}`)).status).toBe(400);
  });
});

describe('what is searched without result', () => {
  it('is counted for admins, without what may be of a person', async () => {
    const ofPeople = ['ada@example.com', '+1 555 010 0199', '555.010.0199', '0176/12.34.567'];
    for (const q of ['quantum', 'Quantum!', 'quantum drive', ...ofPeople, 'quantu'])
      await shop.call('GET', `/items/search?q=${encodeURIComponent(q)}`);
    await shop.call('GET', '/items/search?q=motherboard&minPrice=900');
    const { status, body } = await shop.call('GET', '/search/misses', { as: admin });
    expect(status).toBe(200);
    const words = (body.items as { words: string }[]).map((item) => item.words);
    expect(body.items).toContainEqual({ words: 'quantum drive', count: 1, lastAt: expect.any(String) });
    expect(words.filter((each) => /^quantum?$|ada|0199|0176|motherboard/.test(each))).toEqual([]);
  });
});
