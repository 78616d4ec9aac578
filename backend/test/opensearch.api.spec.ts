import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SearchIndex } from '../src/search/search-index.service.js';
import { eventually } from './commerce.js';
import { type Shop, startShop, type TestUser } from './harness.js';
import { kindOf, numberSpec, specOf } from './kind-factory.js';
import { indexed, indicesOf, stored, TEST_OPENSEARCH_URL } from './opensearch.js';
import { productCalls } from './product-calls.js';

/** Runs on a real OpenSearch: `vitest.config.js` leaves it out without `TEST_OPENSEARCH_URL`. */
const url = TEST_OPENSEARCH_URL!;

const SOCKET = specOf({
  key: 'socket',
  label: 'Socket',
  type: 'choice',
  filter: 'values',
  options: [
    { value: 'AM4', label: 'AM4', aliases: [] },
    { value: 'AM5', label: 'AM5', aliases: [] },
  ],
});
const BOARD = kindOf(
  'mainframe',
  [SOCKET, numberSpec('volts', { label: 'Voltage', unit: 'V', decimals: 2 })],
  {
    label: 'Mainframe',
    plural: 'Mainframes',
  },
);

/** Searches are never from the cache. */
const SETTINGS = { OPENSEARCH_URL: url, RESPONSE_CACHE_MB: '0' };

let shop: Shop;
/** A second replica of the shop. */
let other: Shop;
let admin: TestUser;
const { made, edit } = productCalls(() => ({ shop, admin }));

beforeAll(async () => {
  shop = await startShop(SETTINGS);
  admin = await shop.user({ role: 'admin' });
  const { status, body } = await shop.call('POST', '/kinds', { as: admin, body: BOARD });
  expect([status, body.errors]).toEqual([201, undefined]);
  await shop.app.get(SearchIndex, { strict: false }).rebuild();
  other = await startShop({ ...SETTINGS, MONGODB_URI: shop.config.mongodbUri });
});
afterAll(async () => {
  await other.close();
  await shop.close();
});

const search = async ({ call }: Shop, query: string) => {
  const { status, body } = await call('GET', `/items/search?${query}`);
  expect([status, body.detail]).toEqual([200, undefined]);
  return body as { items: Record<string, unknown>[]; total: number };
};
const idsFound = async (at: Shop, query: string): Promise<unknown[]> =>
  (await search(at, query)).items.map(({ _id }) => _id);
const facets = async ({ call }: Shop, query: string) => (await call('GET', `/items/facets?${query}`)).body;

/** Waits at most two seconds until both replicas have it. */
async function onBoth(holds: (at: Shop) => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 2_000;
  for (const at of [shop, other])
    while (!(await holds(at))) {
      expect(Date.now()).toBeLessThan(deadline);
      await sleep(25);
    }
}

const board = (name: string, fields: object = {}) =>
  made({ name, kind: 'mainframe', specs: { socket: 'AM5', volts: 1.35 }, ...fields });
const isSame = async (at: Shop, on: string = url): Promise<void> => {
  expect(await indexed(on, at.db.name)).toEqual(await stored(at));
};

describe('a change is seen on both replicas within two seconds', () => {
  it('of a price', async () => {
    const id = await board('Pricey board', { price: 90 });
    await onBoth(async (at) => (await idsFound(at, 'q=pricey&maxPrice=90')).includes(id));
    await edit(id, { price: 120 });
    await onBoth(async (at) => (await idsFound(at, 'q=pricey&maxPrice=90')).length === 0);
    await onBoth(async (at) => (await idsFound(at, 'q=pricey&minPrice=120')).includes(id));
  });

  it('of the stock, also by an order that empties the part', async () => {
    const id = await board('Scarce board', { availableQ: 10, minimumOQ: 5 });
    for (const filter of ['low', 'low-stock'])
      await onBoth(async (at) => (await idsFound(at, `q=scarce&availability=${filter}`)).includes(id));
    const body = { productId: id, address: '12 Foundry Lane', phone: '5550100', orderQuantity: 10 };
    expect((await shop.call('POST', '/purchase', { as: await shop.user(), body })).status).toBe(201);
    await onBoth(async (at) => (await idsFound(at, 'q=scarce&availability=sold-out')).includes(id));
    const restock = { as: admin, body: { units: 200, reason: 'received' } };
    const { status } = await shop.call('POST', `/items/${id}/restock`, restock);
    expect(status).toBe(200);
    await onBoth(async (at) => (await idsFound(at, 'q=scarce&availability=orderable')).includes(id));
  });

  it('of a name, a specification and its facet', async () => {
    const id = await board('Formerly so');
    await onBoth(async (at) => (await idsFound(at, 'q=formerly')).includes(id));
    await edit(id, { name: 'Henceforth thus', specs: { socket: 'AM4', volts: 1.2 } });
    await onBoth(async (at) => (await idsFound(at, 'q=formerly&asTyped=true')).length === 0);
    await onBoth(async (at) =>
      (await idsFound(at, 'q=henceforth&kind=mainframe&spec=socket:AM4')).includes(id),
    );
    await onBoth(async (at) => {
      const { specs } = await facets(at, 'q=henceforth&kind=mainframe');
      const [socket, volts] = specs;
      return socket.options[0]?.value === 'AM4' && socket.options[0].total === 1 && volts.min === 1.2;
    });
  });

  it('of its state', async () => {
    const id = await board('Retired board');
    await onBoth(async (at) => (await idsFound(at, 'q=retired')).includes(id));
    expect((await shop.call('POST', `/items/${id}/archive`, { as: admin })).status).toBe(200);
    await onBoth(async (at) =>
      (await facets(at, 'q=retired&asTyped=true')).kinds.every((kind: any) => kind.total === 0),
    );
    await onBoth(async (at) => (await idsFound(at, 'q=retired&asTyped=true')).length === 0);
    await isSame(shop);
  });
});

describe('the index', () => {
  it('includes a bound that a value equals', async () => {
    const id = await board('Bound board');
    const found = (range: string) => idsFound(shop, `q=bound&kind=mainframe&spec=volts:${range}`);
    expect(await found('1.35..')).toEqual([id]);
    expect(await found('..1.35')).toEqual([id]);
    expect(await found('1.36..')).toEqual([]);
  });

  it('never goes back: what is older than what it has is left out', async () => {
    const id = await board('Stale board');
    const { index } = { index: shop.app.get(SearchIndex, { strict: false }) };
    const before = await shop.db.collection('products').findOne({ name: 'Stale board' });
    await edit(id, { name: 'Fresh board' });
    await onBoth(async (at) => (await idsFound(at, 'q=fresh')).includes(id));
    // as a process reads it that is late
    const { _id, ...fields } = before!;
    const now = await shop.db.collection('products').findOne({ _id });
    await shop.db.collection('products').replaceOne({ _id }, fields);
    await index.apply([id]);
    await shop.db.collection('products').replaceOne({ _id }, { ...now, _id });
    expect((await indexed(url, shop.db.name))[id]).toMatchObject({ fields: { name: 'Fresh board' } });
  });

  it('is built again while parts change, and the one before is removed', { timeout: 180_000 }, async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, (_, n) => board(`Moving board ${n}`)));
    const before = await indicesOf(url, shop.db.name);
    const building = { isDone: false };
    const changing = (async () => {
      for (let n = 0; !building.isDone || n < 20; n += 1) {
        const at = n % 2 === 0 ? shop : other;
        await edit(ids[n % ids.length]!, { price: 20 + n });
        await at.call('GET', '/items/search?q=moving');
      }
    })();
    // the second one is asked while the first may be building: one of them builds
    const indexes = [shop, other].map((at) => at.app.get(SearchIndex, { strict: false }));
    await Promise.all(indexes.map((index) => index.rebuild()));
    await indexes[0]!.rebuild();
    building.isDone = true;
    await changing;
    await eventually(async () => {
      const [there, wanted] = await Promise.all([indexed(url, shop.db.name), stored(shop)]);
      return (
        JSON.stringify(Object.keys(there).toSorted()) === JSON.stringify(Object.keys(wanted).toSorted()) &&
        ids.every((id) => there[id]!.version === wanted[id]!.version)
      );
    }, 'the index has all changes');
    await isSame(shop);
    await eventually(
      async () => {
        const names = await indicesOf(url, shop.db.name);
        return names.length === 1 && !before.includes(names[0]!);
      },
      'only the new index is there',
      60_000,
    );
  });

  it('has the new name of an option once a kind has changed', async () => {
    const id = await board('Renaming board');
    const path = '/kinds/mainframe';
    const { body, headers } = await shop.call('GET', `${path}/edit`, { as: admin });
    const [socket, ...specs] = body.specs;
    const options = [...socket.options, { value: 'LGA1851', label: 'LGA 1851', aliases: [] }];
    const { slug: _slug, ...kind } = BOARD;
    const changed = await shop.call('PUT', path, {
      as: admin,
      body: { ...kind, label: 'Bigiron', specs: [{ ...SOCKET, options }, ...specs] },
      headers: { 'if-match': headers.get('etag') ?? '' },
    });
    expect([changed.status, changed.body.errors]).toEqual([200, undefined]);
    for (const at of [shop, other])
      await eventually(
        async () => (await idsFound(at, 'q=bigiron+renaming')).includes(id),
        'its kind is renamed',
      );
    await edit(id, { specs: { socket: 'LGA1851' } });
    await onBoth(async (at) => (await idsFound(at, 'kind=mainframe&spec=socket:LGA1851')).includes(id));
  });

  it('pages through all rows, by relevance and by a specification that some lack', async () => {
    for (let n = 0; n < 9; n += 1)
      await board(`Leaf board ${n}`, { specs: { socket: 'AM5', ...(n % 2 === 0 && { volts: n / 10 }) } });
    for (const query of [
      'q=leaf',
      'kind=mainframe&q=leaf&sortSpec=volts',
      'kind=mainframe&q=leaf&sortSpec=-volts',
    ]) {
      const names: unknown[] = [];
      for (let cursor = ''; ;) {
        const { body } = await shop.call('GET', `/items/search?${query}&pageSize=2${cursor}`);
        names.push(...body.items.map(({ name }: { name: string }) => name));
        if (body.nextCursor === undefined) break;
        cursor = `&cursor=${body.nextCursor}`;
      }
      expect([query, new Set(names).size, names.length]).toEqual([query, 9, 9]);
      if (query.includes('sortSpec'))
        expect(names.slice(5).every((name) => Number(String(name).at(-1)) % 2 === 1)).toBe(true);
    }
  });
});
