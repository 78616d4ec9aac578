import { expect, test, type Browser, type Page } from '@playwright/test';
import { CUSTOMER, hydrated, signIn, type Product } from '../shop.js';

/** Public pages as the server renders them: readable without JavaScript, and taken over by it without a trace. */

const PAGES = [
  '/',
  '/parts',
  '/parts?kind=fan&sort=price&utm_source=letter',
  '/parts?q=nothing-like-it',
  '/parts?kind=ssd&spec=interface:sata-6,usb-20;readMbs:500..&sort=-spec.readMbs',
  '/parts?q=motherbord',
  '/parts/{id}',
  '/reviews?ratings=5',
  '/product',
  '/business',
  '/blogs',
  '/myportfolio',
  '/legal/terms',
  '/login',
  '/signup',
  '/page-not-found',
];

let product: Product;
test.beforeAll(async ({ request }) => {
  // the newest are those of other journeys, which change them meanwhile
  const oldest = await request.get('/api/items/search?sort=oldest&pageSize=1');
  [product] = ((await oldest.json()) as { items: [Product] }).items;
});
const fill = (path: string) => path.replace('{id}', product._id);

/** What the browser reports, except that it logs a page that is served with 404. */
function listen(page: Page): string[] {
  const messages: string[] = [];
  page.on('console', (message) => {
    const isStatus = message.text().includes('status of 404') && message.location().url === page.url();
    if (['error', 'warning'].includes(message.type()) && !isStatus)
      messages.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => messages.push(`${page.url()}: ${error.message}`));
  return messages;
}

async function open(browser: Browser, options: Parameters<Browser['newContext']>[0]): Promise<Page> {
  return (await browser.newContext(options)).newPage();
}

/** Opens a page that the server has rendered: on a busy machine a render may take so long that the browser is left to it. */
async function openRendered(page: Page, path: string, calls: string[]): Promise<void> {
  const before = calls.length;
  await expect(async () => {
    calls.splice(before);
    await page.goto(path);
    const isRendered = (await page.locator('#page-state').count()) === 1;
    // what the browser fetches instead belongs to this attempt
    if (!isRendered) await page.waitForLoadState('networkidle');
    expect(isRendered).toBe(true);
  }).toPass();
}

const VISITORS = [
  { who: 'a visitor at 1440 pixels', width: 1440, colorScheme: 'light' as const },
  { who: 'a visitor at 390 pixels, dark', width: 390, colorScheme: 'dark' as const },
  { who: 'a customer at 1440 pixels, dark', width: 1440, colorScheme: 'dark' as const, account: CUSTOMER },
  { who: 'a customer at 390 pixels', width: 390, colorScheme: 'light' as const, account: CUSTOMER },
];
for (const { who, width, colorScheme, account } of VISITORS)
  test(`${who} sees pages hydrated in silence, and fetches nothing that they carried`, async ({
    browser,
  }) => {
    const page = await open(browser, { viewport: { width, height: 900 }, colorScheme });
    if (account) await signIn(page, account);
    await page.waitForLoadState('networkidle');
    const messages = listen(page);
    const calls: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      // who is signed in is nobody's but the browser's; kinds that may be meant are asked for once nothing is found
      const isAsked = pathname === '/api/items/suggestions';
      if (/^\/api\/(items|item|reviews|product)\b/.test(pathname) && !isAsked)
        calls.push(`${page.url()}: ${pathname}`);
    });
    // who is signed in goes on from the log-in page at once, to a page that fetches what it shows
    for (const path of PAGES.filter((each) => !account || !['/login', '/signup'].includes(each))) {
      await openRendered(page, fill(path), calls);
      await hydrated(page);
      await page.waitForLoadState('networkidle');
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    }
    expect(messages).toEqual([]);
    expect(calls).toEqual([]);
  });

test('a product is fetched anew on each later visit', async ({ page }) => {
  await page.goto('/parts');
  await hydrated(page);
  const card = page.locator('main h3 a').first();
  const name = await card.innerText();
  let reads = 0;
  page.on('request', (request) => void (reads += Number(/\/api\/item\//.test(request.url()))));
  let before = 0;
  for (let visit = 1; visit <= 2; visit += 1) {
    await page.getByRole('link', { name, exact: true }).first().click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    // by the click, or ahead of it: after Back the pointer and the focus are on the link
    await expect.poll(() => reads).toBeGreaterThan(before);
    before = reads;
    await page.goBack();
    await expect(card).toBeVisible();
  }
});

test('without JavaScript the pages show what they are about, and their links work', async ({ browser }) => {
  const page = await open(browser, { javaScriptEnabled: false });
  // rendered once, they are there at once: on a busy machine the first render may be left to the browser
  for (const path of ['/', '/parts', `/parts/${product._id}`, '/reviews'])
    await expect(async () => {
      expect(await (await page.request.get(path)).text()).toContain('id="page-state"');
    }).toPass();
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Parts Items' })).toBeVisible();
  expect(await page.content()).toContain('Without JavaScript the shop can be read.');
  await page.getByRole('link', { name: 'See all Items' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Our All Products' })).toBeVisible();
  expect(await page.locator('main article').count()).toBe(12);
  const link = page.locator('main h3 a').first();
  const name = await link.innerText();
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText('a unit').first()).toBeVisible();
  await page.getByRole('link', { name: 'Reviews', exact: true }).click();
  await expect(page.locator('main figure blockquote').first()).toBeVisible();
  for (const path of ['/business', '/blogs', '/myportfolio', '/product', '/legal/privacy']) {
    await page.goto(path);
    await expect(page.locator('main h1')).toBeVisible();
  }
  expect((await page.goto('/page-not-found'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'This page is missing' })).toBeVisible();
});

test('the bytes of a product page name it, its price and its availability', async ({ request }) => {
  const response = await request.get(`/parts/${product._id}`);
  const html = await response.text();
  expect(response.headers()['cache-control']).toContain('s-maxage=1');
  const text = html.replace(/<(style|script)[\s\S]*?<\/\1>/g, '').replace(/<[^>]*>/g, '');
  expect(text).toContain(product.name);
  expect(text).toContain(product.price.toLocaleString('en-US', { style: 'currency', currency: 'USD' }));
  expect(text).toMatch(/In stock|Low stock|Sold out|Below/i);
});

test('the document brings its styles along: nothing is fetched before the first paint', async ({ page }) => {
  const sheets: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'stylesheet') sheets.push(request.url());
  });
  await page.goto(`/parts/${product._id}`);
  await hydrated(page);
  const blocking = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(
        (entry) =>
          (entry as PerformanceResourceTiming & { renderBlockingStatus: string }).renderBlockingStatus ===
          'blocking',
      )
      .map(({ name }) => name),
  );
  expect(blocking).toEqual([]);
  // the toasts' own come when the browser is idle
  expect(sheets.filter((url) => !/toast/i.test(url))).toEqual([]);
});

test('a page can be used after at most 12 requests', async ({ browser }) => {
  for (const path of ['/', '/parts', '/parts/{id}', '/reviews']) {
    const page = await open(browser, { viewport: { width: 390, height: 844 } });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await openRendered(page, fill(path), requests);
    await hydrated(page);
    // No page waits for its icon; the toaster and the basket's counter, with their chunks, come when the browser is idle.
    // How many avatars are in view depends on who wrote a review last.
    const later = /toast|unstyled|clsx|favicon|avatars|assets\/[\w-]*basket/i;
    const needed = requests.filter((url) => !later.test(url));
    expect(needed.length, `${path}: ${needed.join(' ')}`).toBeLessThanOrEqual(12);
    await page.context().close();
  }
});

test('a phone lays out what is in view, what is scrolled to, and all that is printed', async ({
  browser,
}) => {
  const page = await open(browser, { viewport: { width: 390, height: 844 } });
  await page.goto('/parts');
  const laidOut = () =>
    page
      .locator('.card')
      .evaluateAll((cards) => cards.map((card) => card.checkVisibility({ contentVisibilityAuto: true })));
  await expect.poll(laidOut).toContain(true);
  expect((await laidOut()).at(-1)).toBe(false);
  await page.locator('.card').last().scrollIntoViewIfNeeded();
  await expect.poll(async () => (await laidOut()).at(-1)).toBe(true);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(laidOut).not.toContain(false);
  await page.context().close();
});

test('a page is fetched when somebody is about to follow a link to it, by pointer or by key', async ({
  page,
}) => {
  await page.goto('/parts');
  await hydrated(page);
  const order = page.waitForRequest(/\/item-page/);
  await page
    .getByRole('main')
    .getByRole('link', { name: /Buy Now/ })
    .first()
    .hover();
  await order;
  const blogs = page.waitForRequest(/\/blogs-page/);
  await page.getByRole('banner').getByRole('link', { name: 'Blogs' }).focus();
  await blogs;
  await expect(page).toHaveURL(/\/parts$/);
});
