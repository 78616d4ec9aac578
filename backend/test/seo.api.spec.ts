import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Config } from '../src/config.js';
import { ProductsService } from '../src/products/products.service.js';
import { MAX_PRODUCTS, SitemapService } from '../src/seo/sitemap.service.js';
import { callAt } from './call.js';
import { PRODUCTION, type Shop, startShop } from './harness.js';

const ORIGIN = 'https://shop.example';
const locations = (xml: string): string[] =>
  [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => url);

describe('what crawlers read', () => {
  let shop: Shop;
  let call: ReturnType<typeof callAt>;
  const ids: string[] = [];

  beforeAll(async () => {
    shop = await startShop({ PUBLIC_URL: ORIGIN });
    call = callAt(shop.url);
    for (const fields of [
      { kind: 'fan' },
      { kind: 'fan & duct' },
      { removedAt: new Date(), archived: true as const },
      { removedAt: new Date(), deleted: { archived: false } },
      {},
    ])
      ids.push(String((await shop.product(fields))._id));
  });
  afterAll(() => shop.close());

  it('is named in robots.txt, which keeps them out of the dashboard and the API', async () => {
    const { status, headers, body } = await call('GET', '/robots.txt');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect((body as string).split('\n')).toEqual([
      'User-agent: *',
      'Allow: /api/images/',
      'Disallow: /api/',
      'Disallow: /dashboard',
      '',
      'Sitemap: https://shop.example/sitemap.xml',
      '',
    ]);
  });

  it('is refused while the products cannot be read, and made again for the next request', async () => {
    const read = vi.spyOn(shop.app.get(ProductsService), 'onSaleAfter').mockImplementationOnce(() => {
      throw new Error('no database');
    });
    expect((await call('GET', '/sitemap.xml')).status).toBe(500);
    expect((await call('GET', '/sitemap.xml')).status).toBe(200);
    read.mockRestore();
  });

  it('is a sitemap of the pages, the kinds, and the parts on sale with their last change', async () => {
    const { status, headers, body } = await call('GET', '/sitemap.xml', {
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    });
    expect([status, headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8']);
    const urls = locations(body as string);
    expect(urls).toEqual(
      expect.arrayContaining([
        `${ORIGIN}/`,
        `${ORIGIN}/parts`,
        `${ORIGIN}/reviews`,
        `${ORIGIN}/legal/terms`,
        `${ORIGIN}/parts?kind=fan`,
        `${ORIGIN}/parts?kind=fan+%26+duct`,
      ]),
    );
    expect(urls.filter((url) => url.includes('/parts/'))).toEqual(
      [ids[0], ids[1], ids[4]].map((id) => `${ORIGIN}/parts/${id}`),
    );
    expect(body).toMatch(
      new RegExp(`<loc>${ORIGIN}/parts/${ids[0]}</loc><lastmod>\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z</lastmod>`),
    );
  });

  it('is compressed where that is accepted, and need not be sent twice', async () => {
    const plain = (await call('GET', '/sitemap.xml', { headers: { 'accept-encoding': 'identity' } })).body;
    const response = await fetch(`${shop.url}/sitemap.xml`, { headers: { 'accept-encoding': 'gzip' } });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(await response.text()).toBe(plain);
    const etag = response.headers.get('etag')!;
    expect((await call('GET', '/sitemap.xml', { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  it('is read from the database once an hour, however often it is asked for', async () => {
    const before = (await call('GET', '/sitemap.xml')).body;
    await shop.product();
    const bodies = await Promise.all(Array.from({ length: 20 }, () => call('GET', '/sitemap.xml')));
    for (const { body } of bodies) expect(body).toBe(before);
  });

  it.each([
    ['nonsense', 400],
    ['f'.repeat(24), 404],
    ['0'.repeat(24), 404],
  ])('has no part after %s that is not in its index', async (after, status) => {
    expect((await call('GET', `/sitemap.xml?after=${after}`)).status).toBe(status);
  });

  it('names no address that is not configured', async () => {
    const unnamed = await startShop(PRODUCTION);
    try {
      expect((await callAt(unnamed.url)('GET', '/robots.txt')).body).not.toContain('Sitemap');
      expect((await callAt(unnamed.url)('GET', '/sitemap.xml')).status).toBe(404);
    } finally {
      await unnamed.close();
    }
  });

  it('comes from the products in order of their ids', async () => {
    const products = shop.app.get(ProductsService);
    const all = (await shop.db.collection('products').find().sort({ _id: 1 }).toArray()).map(({ _id }) =>
      String(_id),
    );
    expect(await products.everyNth(2)).toEqual([all[1], all[3]]);
    expect(await products.everyNth(all.length)).toEqual([]);
    const batches: string[][] = [];
    for await (const batch of products.onSaleAfter(all[1]!, 3)) batches.push(batch.map(({ id }) => id));
    expect(batches).toEqual([[all[4]]]);
  });
});

describe('the sitemap of more than 50,000 pages', () => {
  const id = (n: number): string => n.toString(16).padStart(24, '0');
  /** 120,000 products, the id of each its number. */
  const products = {
    everyNth: (n: number) => Promise.resolve([id(n), id(2 * n)]),
    kinds: () => Promise.resolve({ kinds: ['fan'] }),
    async *onSaleAfter(after: string, count: number) {
      const first = Number.parseInt(after, 16) + 1;
      const last = Math.min(first + count - 1, 120_000);
      yield Array.from({ length: last - first + 1 }, (_, n) => ({
        id: id(first + n),
        updatedAt: new Date(0),
      }));
    },
  } as unknown as ProductsService;
  const sitemap = new SitemapService({ publicUrl: ORIGIN } as Config, products);
  const read = async (after?: string) => gunzipSync(await sitemap.document(after)).toString();

  it('is an index of several, in which each page is once', async () => {
    const index = await read();
    expect(index).toContain('<sitemapindex');
    const parts = locations(index).map((url) => new URL(url).searchParams.get('after')!);
    expect(parts).toEqual([id(0), id(MAX_PRODUCTS), id(2 * MAX_PRODUCTS)]);
    const urls: string[] = [];
    for (const part of parts) {
      const found = locations(await read(part));
      expect(found.length).toBeLessThanOrEqual(50_000);
      urls.push(...found);
    }
    expect(urls.filter((url) => url.includes('/parts/'))).toHaveLength(120_000);
    expect(new Set(urls).size).toBe(urls.length);
  });
});
