import { expect, test, type Page } from '@playwright/test';
import { hydrated } from '../shop.js';

/** What is typed and chosen on a page that is there to be read, while its scripts are still on their way, and what is not sent. */

/** Opens a page whose scripts wait; the returned function lets them through. */
async function openWithoutScripts(
  page: Page,
  to: string | (() => Promise<unknown>),
): Promise<() => Promise<void>> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  // the scripts hold its events up
  if (typeof to === 'string') {
    // on a busy machine the first render may take so long that the browser is left to it
    await expect(async () => {
      expect(await (await page.request.get(to)).text()).toContain('id="page-state"');
    }).toPass();
    await page.goto(to, { waitUntil: 'commit' });
  } else await to();
  await expect(page.locator('#page-state')).toBeAttached();
  return async () => {
    release();
    await hydrated(page);
  };
}

test('a search and a filter that were set before the scripts came are applied', async ({ page }) => {
  const arrive = await openWithoutScripts(page, '/parts');
  await page.getByRole('searchbox').fill('ssd');
  await page.getByLabel('Price from').fill('10');
  await arrive();
  await expect(page).toHaveURL(/q=ssd/);
  await expect(page).toHaveURL(/[?&]minPrice=10(&|$)/);
  await expect(page.getByRole('searchbox')).toHaveValue('ssd');
});

test('a value of a specification that was chosen before the scripts came is applied', async ({ page }) => {
  const arrive = await openWithoutScripts(page, '/parts?kind=ssd');
  const value = page.getByRole('group', { name: 'Interface' }).getByRole('checkbox', { name: /^SATA/ });
  await value.check();
  await page.getByRole('group', { name: 'Reading' }).getByLabel('From').fill('100');
  await arrive();
  await expect
    .poll(() => new URL(page.url()).searchParams.get('spec'))
    .toBe('interface:sata-6;readMbs:100..');
  await expect(value).toBeChecked();
});

test('a search in the bar before the scripts came leads to the results', async ({ page }) => {
  await openWithoutScripts(page, '/blogs');
  await page.getByRole('combobox', { name: 'Find parts' }).fill('ssd');
  await page.getByRole('combobox', { name: 'Find parts' }).press('Enter');
  await expect(page).toHaveURL('/parts?q=ssd');
  await expect(page.getByRole('combobox', { name: 'Find parts' })).toHaveValue('ssd');
});

test('a sort that was chosen before the scripts came is applied', async ({ page }) => {
  const arrive = await openWithoutScripts(page, '/parts');
  await page.getByLabel('Sort by').selectOption('-price');
  await arrive();
  await expect(page).toHaveURL(/sort=-price/);
  await expect(page.getByLabel('Sort by')).toHaveValue('-price');
});

test('what was typed in a form before the scripts came is sent once they are there', async ({ page }) => {
  const news = page.getByRole('contentinfo');
  const send = page.getByRole('button', { name: 'Subscribe' });
  const arrive = await openWithoutScripts(page, '/');
  await news.getByRole('textbox').fill('early@example.com');
  await expect(send).toBeDisabled();
  await news.getByRole('textbox').press('Enter');
  await arrive();
  await expect(page).toHaveURL('/');
  await send.click();
  await expect(news.getByRole('status')).toContainText('early@example.com');
});

for (const path of ['/login', '/signup', '/', '/parts'])
  test(`without its script no form of ${path} is sent by itself, but for a search`, async ({ page }) => {
    await openWithoutScripts(page, path);
    for (const form of await page.locator('form').all()) {
      const submit = form.locator('button[type="submit"]');
      if ((await submit.getAttribute('formmethod')) === 'get') {
        await expect(form.locator('input[type="password"]')).toHaveCount(0);
        continue;
      }
      await expect(form).toHaveAttribute('method', 'post');
      await expect(submit).toBeDisabled();
    }
    for (const field of await page.locator('input[type="password"], footer input[type="email"]').all()) {
      await field.fill('not-for-the-address');
      await field.press('Enter');
    }
    await expect(page).toHaveURL(path);
  });

test('without its script the search of the parts works', async ({ page }) => {
  await openWithoutScripts(page, '/parts');
  await page.getByRole('searchbox').fill('ssd');
  await page.getByRole('searchbox').press('Enter');
  await expect(page).toHaveURL(/[?&]q=ssd/);
  await expect(page.getByRole('searchbox')).toHaveValue('ssd');
});

test('Back before the scripts came shows the page before', async ({ page }) => {
  await page.goto('/blogs');
  await hydrated(page);
  await page.getByRole('banner').getByRole('link', { name: 'Portfolio' }).click();
  await expect(page).toHaveURL('/myportfolio');
  const arrive = await openWithoutScripts(page, () => page.reload({ waitUntil: 'commit' }));
  await page.goBack({ waitUntil: 'commit' });
  await arrive();
  await expect(page).toHaveURL('/blogs');
  await expect(page.getByRole('heading', { level: 1, name: /blog/i })).toBeVisible();
});

test('a theme that was chosen, and one that the system took, before the scripts came', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  let arrive = await openWithoutScripts(page, '/blogs');
  await page.emulateMedia({ colorScheme: 'dark' });
  await arrive();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.unrouteAll();

  arrive = await openWithoutScripts(page, '/blogs');
  await page.getByRole('radio', { name: 'Light' }).check({ force: true });
  await arrive();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('a theme that was chosen earlier is not taken for one that is being chosen', async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('rapid.theme', 'dark');
    const set = Storage.prototype.setItem;
    Storage.prototype.setItem = function (name: string, value: string) {
      if (name === 'rapid.theme') document.documentElement.dataset.written = value;
      set.call(this, name, value);
    };
  });
  const arrive = await openWithoutScripts(page, '/blogs');
  await arrive();
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  await page.waitForLoadState('networkidle');
  await expect(page.locator('html')).not.toHaveAttribute('data-written');
});
