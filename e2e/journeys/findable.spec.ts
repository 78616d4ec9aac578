import { expect, type Page, test } from '@playwright/test';
import { addProduct, ADMIN, tokenFor } from '../shop.js';

/** What a page says about itself, as a search engine reads it. */
const about = (page: Page) =>
  page.evaluate(() => {
    const content = (selector: string) =>
      document.querySelector<HTMLMetaElement>(`head ${selector}`)?.content ?? '';
    return {
      title: document.title,
      description: content('meta[name="description"]'),
      robots: content('meta[name="robots"]'),
      image: content('meta[property="og:image"]'),
      canonical: document.querySelector<HTMLLinkElement>('head link[rel="canonical"]')?.href ?? '',
      types: [...document.querySelectorAll('script[type="application/ld+json"]')].flatMap((script) =>
        (JSON.parse(script.textContent) as { '@graph': { '@type': string }[] })['@graph'].map(
          (node) => node['@type'],
        ),
      ),
    };
  });

test('every page of the sitemap is what it says, and no two say the same', async ({ page, request }) => {
  test.slow();
  const robots = await (await request.get('/robots.txt')).text();
  const sitemap = /^Sitemap: (.*)$/m.exec(robots)?.[1] ?? '';
  expect(robots).toContain('Disallow: /dashboard');
  const xml = await (await request.get(new URL(sitemap).pathname)).text();
  const urls = [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'));
  const parts = urls.filter((url) => url.includes('/parts/'));
  const kinds = urls.filter((url) => url.includes('?kind='));
  const others = urls.filter((url) => !parts.includes(url) && !kinds.includes(url));
  expect([parts.length > 40, kinds.length > 5, others.length]).toEqual([true, true, 10]);
  const said: string[] = [];
  for (const url of [...others, ...parts.slice(0, 2), ...kinds.slice(0, 2)]) {
    const { pathname, search } = new URL(url);
    await page.goto(pathname + search);
    await expect.poll(() => about(page), url).toMatchObject({ canonical: url, robots: '' });
    const { title, description, image } = await about(page);
    expect(image, url).toMatch(/^http/);
    expect(description.length, url).toBeGreaterThan(20);
    said.push(title, description);
  }
  expect(new Set(said).size).toBe(said.length);
});

test('a part has structured data, and one that was taken off sale shows others of its kind', async ({
  page,
  request,
}) => {
  const token = await tokenFor(request, ADMIN);
  const product = await addProduct(request, { kind: 'cooler' });
  await page.goto(`/parts/${product._id}`);
  await expect(page.getByRole('heading', { level: 1, name: product.name })).toBeVisible();
  expect((await about(page)).types).toEqual(['Product', 'BreadcrumbList']);
  await request.delete(`/api/item/${product._id}`, { headers: { authorization: `Bearer ${token}` } });
  await page.goto(`/parts/${product._id}`);
  await expect(page.getByRole('heading', { name: 'This part is no longer made' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Buy Now: / })).toHaveCount(3);
  expect((await about(page)).robots).toBe('noindex');
  expect((await request.get(`/api/item/${product._id}`)).status()).toBe(404);
});

test('searches, filters and the login are not to be found', async ({ page }) => {
  for (const path of [
    '/parts?q=fan',
    '/parts?kind=nothing',
    '/parts?minPrice=5',
    '/reviews?ratings=5',
    '/login',
    '/nothing',
  ])
    await test.step(path, async () => {
      await page.goto(path);
      await expect.poll(() => about(page)).toMatchObject({ robots: 'noindex', canonical: '' });
    });
  // one specification is a list of its own; several filters are not, and name their kind
  await page.goto('/parts?kind=ssd&spec=interface:sata-6');
  await expect
    .poll(() => about(page))
    .toMatchObject({ robots: '', title: expect.stringMatching(/^SSDs, Interface: SATA/) });
  expect(new URL((await about(page)).canonical).search).toBe('?kind=ssd&spec=interface%3Asata-6');
  await page.goto('/parts?kind=ssd&spec=interface:sata-6&maxPrice=900');
  await expect.poll(() => about(page)).toMatchObject({ robots: 'noindex' });
  expect(new URL((await about(page)).canonical).search).toBe('?kind=ssd');
  await page.goto('/parts?sort=-price&page=2');
  await expect.poll(async () => new URL((await about(page)).canonical).search).toBe('?page=2');
});

test('filters by specifications are one address, however they are written', async ({ page }) => {
  for (const [kind, written, spec] of [
    ['motherboard', 'socket:am5;', 'socket:AM5'],
    ['motherboard', 'socket:AM5;socket:AM5', 'socket:AM5'],
    ['motherboard', ' socket : AM5 ', 'socket:AM5'],
    ['cable', 'plugs:type-c', 'plugs:usb-c'],
    ['motherboard', 'wifi:yes', 'wifi:true'],
    ['motherboard', ';', null],
    ['processor', 'tdpW:65', 'tdpW:65..65'],
  ] as const)
    await test.step(`${kind} ${written}`, async () => {
      await page.goto(`/parts?kind=${kind}&spec=${encodeURIComponent(written)}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText('could not be loaded')).toHaveCount(0);
      await expect
        .poll(async () => new URL((await about(page)).canonical).searchParams.get('spec'))
        .toBe(spec);
    });
  // no part has this socket, and it is a socket
  await page.goto('/parts?kind=motherboard&spec=socket:AM3plus;foo:1');
  await expect(page.getByText('There are no such filters, so they have no effect: foo: 1.')).toBeVisible();
  await expect(page.getByText('No parts match')).toBeVisible();
  await page.goto('/parts?kind=processor&spec=tdpW:9999');
  await expect(page.getByText('No parts match')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Without .*: 9,999/ })).toBeVisible();
});

test('what is for one visitor only is kept out of search engines, before any script has run', async ({
  request,
}) => {
  const documentOf = async (path: string) => {
    const response = await request.get(path, { headers: { accept: 'text/html' } });
    return `${response.headers()['x-robots-tag'] ?? ''} ${await response.text()}`;
  };
  for (const path of ['/dashboard', '/item/665f1c2ab8d4e1a2b3c4d5e6', '/purchase', '/login', '/parts?q=fan'])
    // a busy server leaves a page to the browser once
    await expect.poll(() => documentOf(path), { message: path, timeout: 30_000 }).toContain('noindex');
  for (const path of ['/', '/parts', '/reviews'])
    expect(await documentOf(path), path).not.toContain('noindex');
});
