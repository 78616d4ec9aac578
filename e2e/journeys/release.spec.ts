import { expect, test, type Page } from '@playwright/test';
import { hydrated } from '../shop.js';

/** Before it is hydrated, a link of the page fetches a new document. */
async function mark(page: Page): Promise<void> {
  await hydrated(page);
  await page.evaluate(() => void Object.assign(window, { sameDocument: true }));
}
const isSame = (page: Page) => page.evaluate(() => 'sameDocument' in window);
const PAGE = '**/assets/*portfolio-page*.js';

test('a page whose code failed to load is fetched again, and the rest of the shop stays', async ({
  page,
}) => {
  let isBroken = true;
  await page.route(PAGE, (route) => (isBroken ? route.abort() : route.continue()));
  await page.goto('/blogs');
  await mark(page);
  await page.getByRole('banner').getByRole('link', { name: 'Portfolio' }).click();
  const retry = page.getByRole('main').getByRole('button', { name: 'Try again' });
  await expect(retry).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  isBroken = false;
  await retry.click();
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  expect(await isSame(page)).toBe(true);
});

test('a page whose script failed once is loaded again, and works', async ({ page }) => {
  let failures = 1;
  await page.route('**/assets/index-*.js', (route) =>
    (failures -= 1) < 0 ? route.continue() : route.abort(),
  );
  await page.goto('/blogs', { waitUntil: 'commit' });
  await hydrated(page);
  expect(failures).toBeLessThan(0);
});

test('a page whose script never comes can be read, and its links work', async ({ page }) => {
  let requests = 0;
  await page.route('**/assets/index-*.js', (route) => {
    requests += 1;
    return route.abort();
  });
  await page.goto('/blogs', { waitUntil: 'commit' });
  await expect.poll(() => requests).toBe(2);
  await expect(page.getByRole('button', { name: 'Subscribe' })).toBeDisabled();
  await page.getByRole('banner').getByRole('link', { name: 'Portfolio' }).click();
  await expect(page).toHaveURL('/myportfolio');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a tab left open across a release reloads at the next navigation, once', async ({ page }) => {
  await page.goto('/blogs');
  let checks = 0;
  await page.route('**/release.json', (route) => {
    checks += 1;
    return route.fulfill({ json: { entry: '/assets/newer.js' } });
  });
  await mark(page);
  const checked = page.waitForResponse('**/release.json');
  // the tab listens once its effects have run, a moment after it is hydrated
  const becomeVisible = async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    return checks;
  };
  await expect.poll(becomeVisible).toBeGreaterThan(0);
  await checked;
  const links = page.getByRole('banner');
  await links.getByRole('link', { name: 'Reviews' }).click();
  await expect.poll(() => isSame(page).catch(() => true)).toBe(false);
  await expect(page).toHaveURL(/\/reviews$/);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();

  // a replica that still has the old release must not make it loop
  await mark(page);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await links.getByRole('link', { name: 'Portfolio' }).click();
  await expect(page).toHaveURL(/\/myportfolio$/);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  expect(await isSame(page)).toBe(true);
});

test('a page that only the older release had is loaded from the newer one', async ({ page }) => {
  await page.goto('/blogs');
  await mark(page);
  await page.route('**/release.json', (route) => route.fulfill({ json: { entry: '/assets/newer.js' } }));
  await page.route(PAGE, async (route) => {
    if (await isSame(page).catch(() => false)) await route.fulfill({ status: 404, body: '' });
    else await route.continue();
  });
  await page.getByRole('banner').getByRole('link', { name: 'Portfolio' }).click();
  await expect.poll(() => isSame(page).catch(() => true)).toBe(false);
  await expect(page).toHaveURL(/\/myportfolio$/);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
});
