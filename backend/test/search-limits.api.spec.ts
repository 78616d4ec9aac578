import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Shop, startShop, type TestUser } from './harness.js';

/** What a search does with input that is made to hurt, and with a catalogue that is too large for it. */

/** No request may take longer, whatever it is; a usual one takes a few milliseconds. */
const BOUND_MS = 5_000;

describe('hostile input', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startShop({ RESPONSE_CACHE_MB: '0' });
    for (const name of ['Tarn fan', 'Tarn SSD 1 TB', 'Fell motherboard'])
      await shop.product({ name, kind: 'fan' });
  });
  afterAll(() => shop.close());

  const get = (path: string, query: Record<string, string>) =>
    shop.call('GET', `/items/${path}?${new URLSearchParams(query).toString()}`);
  const bounded = async (path: string, query: Record<string, string>): Promise<number> => {
    const from = performance.now();
    const { status } = await get(path, query);
    expect([path, performance.now() - from < BOUND_MS]).toEqual([path, true]);
    return status;
  };

  it('of 10,000 words or filters is refused', async () => {
    const words = Array.from({ length: 10_000 }, (_, n) => `w${n}`).join(' ');
    for (const path of ['search', 'facets', 'suggestions'])
      expect(await bounded(path, { q: words.slice(0, 60_000) })).toBe(400);
    expect((await get('search', { q: words.slice(0, 201) })).status).toBe(400);
    const spec = Array.from({ length: 1_000 }, (_, n) => `sizeMm:${n}`).join(';');
    expect((await get('search', { kind: 'fan', spec })).status).toBe(400);
    expect((await get('search', { kind: 'fan', spec: spec.slice(0, 2_000) })).status).toBe(400);
    const values = Array.from({ length: 600 }, (_, n) => n)
      .join(',')
      .slice(0, 1_900);
    expect((await get('search', { kind: 'fan', spec: `sizeMm:${values}` })).status).toBe(400);
  });

  it.each([
    ['as many words as fit', Array.from({ length: 100 }, () => 'a').join(' ')],
    ['one long word', 'a'.repeat(200)],
    ['no word', '.*+?^${}()|[]\\/'.repeat(10)],
    ['a regular expression', '(a+)+$'],
    ['an operator', '{"$where":"sleep(1000)"}'],
    ['a prototype', '__proto__ constructor hasOwnProperty'],
    ['digits', '1'.repeat(200)],
    ['letters and digits', 'a1'.repeat(100)],
    ['commas', '1,'.repeat(100)],
    ['words that are all mistyped', 'tanr feln mohterborad sdd fann'],
  ])('of %s is searched in bounded time', async (_, q) => {
    for (const path of ['search', 'facets', 'suggestions']) expect(await bounded(path, { q })).toBe(200);
  });

  it('of every Unicode block is searched in bounded time', async () => {
    for (let at = 0; at < 0x11_0000; at += 0x400) {
      if (at >= 0xd8_00 && at < 0xe0_00) continue;
      const q = String.fromCodePoint(...Array.from({ length: 8 }, (_, n) => at + n * 0x40 + 1));
      expect([at.toString(16), await bounded('search', { q })]).toEqual([at.toString(16), 200]);
    }
  });

  it('of 100 searches at once is served or refused, and nobody else waits', async () => {
    const searches = Array.from({ length: 100 }, (_, n) =>
      get('search', { q: `tarn ${n}`, asTyped: 'true' }),
    );
    const from = performance.now();
    const others = await Promise.all(Array.from({ length: 10 }, () => shop.call('GET', '/items/kinds')));
    expect(others.map(({ status }) => status)).toEqual(others.map(() => 200));
    expect(performance.now() - from).toBeLessThan(BOUND_MS);
    for (const { status, headers } of await Promise.all(searches))
      expect([
        [200, null],
        [503, '2'],
      ]).toContainEqual([status, headers.get('retry-after')]);
  });
});

describe('a catalogue with more products than SEARCH_EMBEDDED_MAX', () => {
  let shop: Shop;
  let admin: TestUser;
  beforeAll(async () => {
    shop = await startShop({ SEARCH_EMBEDDED_MAX: '3' });
    admin = await shop.user({ role: 'admin' });
    for (const name of ['Tarn one', 'Tarn two', 'Tarn three', 'Tarn four'])
      await shop.product({ name, kind: 'fan', specs: { sizeMm: 120 }, description: 'Quietest of all.' });
  });
  afterAll(() => shop.close());

  it('is searched by the words of the database', async () => {
    const found = async (q: string) => (await shop.call('GET', `/items/search?q=${q}`)).body;
    expect(await found('tar')).toMatchObject({ total: 4 });
    expect((await found('tar')).corrected).toBeUndefined();
    expect(await found('tarn%20tw')).toMatchObject({ total: 1, items: [{ name: 'Tarn two' }] });
    expect(await found('tarm')).toMatchObject({ total: 0 });
    expect(await found('--')).toMatchObject({ total: 0 });
    const { body } = await shop.call('GET', '/items/suggestions?q=tarn%20tw');
    expect(body.parts).toMatchObject([{ name: 'Tarn two' }]);
    // what an index would have found may be among those without result
    expect((await shop.call('GET', '/search/misses', { as: admin })).body.items).toEqual([]);
  });

  it('has no counts and no filters by specifications, and says so', async () => {
    const { body } = await shop.call('GET', '/items/facets?kind=fan');
    const nothing = { kinds: [], availabilities: [], specs: [] };
    expect(body).toEqual({ isCounted: false, uncounted: 'too-many', ...nothing });
    for (const query of ['kind=fan&spec=sizeMm:120', 'kind=fan&sortSpec=sizeMm'])
      expect(await shop.call('GET', `/items/search?${query}`)).toMatchObject({
        status: 422,
        body: { type: 'urn:rapid:problem:search-index-missing' },
      });
    const facets = await shop.call('GET', '/items/manage/facets?kind=fan&spec=sizeMm:120', { as: admin });
    expect(facets).toMatchObject({ status: 422, body: { detail: expect.stringContaining('OpenSearch') } });
  });

  it('finds and counts again once it is smaller', async () => {
    const { body } = await shop.call('GET', '/items/search?q=tarn%20four');
    await shop.call('DELETE', `/item/${body.items[0]._id}`, { as: admin });
    const isCounted = async () =>
      (await shop.call('GET', '/items/facets?kind=fan')).body.isCounted as boolean;
    await expect.poll(isCounted, { timeout: 10_000 }).toBe(true);
  });
});
