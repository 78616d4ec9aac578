import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { ADMIN, addProduct, signIn } from '../shop.js';

const LONG = 'x'.repeat(250);

const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

test('filters changed within one pause of typing are all kept', async ({ page }) => {
  await page.goto('/parts');
  await expect(page.getByLabel('Kind').getByRole('option', { name: 'SSDs' })).toBeAttached();
  await page.getByRole('searchbox').fill('dart');
  await page.getByLabel('Price from').fill('10');
  await page.getByLabel('Price to').fill('900');
  await page.getByLabel('Kind').selectOption('ssd');
  await page.getByLabel('Sort by').selectOption('price');
  await expect
    .poll(() => query(page))
    .toEqual({ q: 'dart', minPrice: '10', maxPrice: '900', kind: 'ssd', sort: 'price' });
  await expect(page.getByRole('searchbox')).toHaveValue('dart');
  await expect(page.getByLabel('Price from')).toHaveValue('10');
});

test('filters of an admin table changed within one pause of typing are all kept', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/dashboard/manageProducts');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.getByRole('searchbox').fill('dart');
  await page.getByRole('button', { name: 'In stock' }).click();
  await expect.poll(() => query(page)).toEqual({ q: 'dart', availability: 'orderable' });
  await expect(page.getByRole('searchbox')).toHaveValue('dart');
});

test('a link followed right after typing leads on, and Back shows what was searched', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/dashboard/manageProducts');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  // the next page's code takes longer than the pause of typing
  await page.route(/\/assets\/make-admin-page/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });
  await page.getByRole('searchbox').fill('dart');
  await page.getByRole('link', { name: 'Make Admin' }).click();
  await expect(page.getByRole('heading', { name: 'Make Admin' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Manage Products' })).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue('dart');
  expect(query(page)).toEqual({ q: 'dart' });
});

test('the sorts of the parts stay as filters are set; words add the best match, which comes first', async ({
  page,
}) => {
  const sort = page.getByLabel('Sort by');
  const offered = sort.getByRole('option');
  await page.goto('/parts?sort=name');
  await expect(sort).toHaveValue('name');
  await expect(offered).toHaveCount(5);
  await page.getByRole('searchbox').fill('ssd');
  await expect(offered).toHaveText(['Best match', /^Newest/, /^Price/, /^Price/, /^Name/, /^Most/]);
  await page.getByLabel('Price from').fill('10');
  await expect.poll(() => query(page)).toEqual({ q: 'ssd', minPrice: '10', sort: 'name' });
  await expect(sort).toHaveValue('name');
  await sort.selectOption('relevance');
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(offered).toHaveCount(5);
  await expect(sort).toHaveValue('newest');
});

test('only the sorts that suit the filters of the orders are offered, and another one in the address falls back', async ({
  page,
}) => {
  const sort = page.getByLabel('Sort by');
  await page.setViewportSize({ width: 390, height: 800 });
  await signIn(page, ADMIN);
  await page.goto('/dashboard/manageOrders?sort=-total');
  await expect(sort).toHaveValue('-total');
  await page.getByRole('searchbox').fill('dart');
  await expect(sort.getByRole('option')).toHaveText(['Newest first', 'Oldest first']);
  await expect(sort).toHaveValue('newest');
});

test('searches beyond the bounds are explained at their fields, and the list stays', async ({ page }) => {
  const cards = page.getByRole('main').getByRole('link', { name: /Buy Now/ });
  await page.goto('/parts?minPrice=2000000&maxPrice=-3');
  await expect(page.getByText('Enter a price from $0 to $999,999.99.')).toHaveCount(2);
  await expect(page.getByLabel('Price from')).toHaveAttribute('aria-invalid', 'true');
  await expect(cards.first()).toBeVisible();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.getByLabel('Price from').fill('1000000');
  await expect(page.getByText('Enter a price from $0 to $999,999.99.')).toBeVisible();
  await expect(cards.first()).toBeVisible();

  await page.goto(`/parts?q=${LONG}`);
  await expect(page.getByText('Only the first 200 characters are searched for.')).toBeVisible();
  await expect(page.getByText('No parts match')).toBeVisible();
  await page.goto(`/parts?kind=${LONG}`);
  await expect(page.getByText('No parts match')).toBeVisible();
});

test('a search too long for an admin table is explained, and the table stays', async ({ page }) => {
  await signIn(page, ADMIN);
  for (const [path, noun] of [
    ['manageProducts', 'products'],
    ['manageOrders', 'orders'],
    ['makeAdmin', 'users'],
  ]) {
    await page.goto(`/dashboard/${path}?q=${LONG}`);
    await expect(page.getByText('Only the first 200 characters are searched for.')).toBeVisible();
    await expect(page.getByText(`No ${noun} match`)).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await page.getByRole('searchbox').fill(LONG);
    await expect(page.getByRole('searchbox')).toHaveValue(LONG.slice(0, 200));
    await expect(page.getByText(`No ${noun} match`)).toBeVisible();
  }
});

/** How many products the shop has. */
async function productCount(request: APIRequestContext): Promise<number> {
  const response = await request.get('/api/items/search?pageSize=1');
  return ((await response.json()) as { total: number }).total;
}

test('the new products are counted, not only those shown', async ({ page, request }) => {
  for (let missing = 62 - (await productCount(request)); missing > 0; missing -= 1) await addProduct(request);
  await page.goto('/product');
  const total = page.locator('.news__count strong');
  await expect(total).toBeVisible();
  // other journeys add and delete products meanwhile
  await expect
    .poll(async () => {
      await page.reload();
      return Number((await total.textContent())?.replace(',', '')) - (await productCount(request));
    })
    .toBe(0);
  expect(Number(await total.textContent())).toBeGreaterThan(60);
});
