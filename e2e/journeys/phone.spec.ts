import { expect, test } from '@playwright/test';
import { addProduct, CUSTOMER, hydrated, signIn } from '../shop.js';

/** The storefront on a phone. */
test.use({ viewport: { width: 390, height: 844 } });

test('the list of parts begins above the fold, and its filters are in a sheet', async ({ page }) => {
  await page.goto('/parts?kind=ssd&availability=orderable');
  await hydrated(page);
  const main = page.getByRole('main');
  const first = main.getByRole('listitem').filter({ has: page.getByRole('link', { name: /Buy Now/ }) });
  const box = await first.first().boundingBox();
  // the part's image and something of it, not its edge
  expect(box!.y).toBeLessThan(844 - 150);
  await expect(page.getByRole('combobox', { name: 'Find parts' })).toBeInViewport();
  await expect(main.getByLabel('Sort by')).toBeInViewport();

  const kind = main.getByLabel('Kind');
  await expect(kind).toBeHidden();
  await main.getByRole('button', { name: 'Filters (2)' }).click();
  await expect(kind).toBeVisible();
  await kind.selectOption('case');
  await expect(page).toHaveURL(/kind=case/);
  await page.getByRole('button', { name: /^Show \d+ parts?/ }).click();
  await expect(kind).toBeHidden();
  await main.getByRole('button', { name: 'Filters (2)' }).click();
  await page.keyboard.press('Escape');
  await expect(kind).toBeHidden();
  await expect(main.getByRole('button', { name: 'Filters (2)' })).toBeFocused();
});

test('quick order shows the form of the part that is picked, and leads back to the parts', async ({
  page,
  request,
}) => {
  const product = await addProduct(request);
  await signIn(page, CUSTOMER);
  await page.goto('/purchase');
  const name = page.getByLabel('Part name');
  await expect(name).toBeInViewport();
  await name.fill(product.name);
  await page.getByRole('radio', { name: new RegExp(product.name) }).click();
  await expect(page.getByLabel('Address')).toBeInViewport();
  await expect(page.getByRole('region', { name: 'Your order' })).toBeFocused();
  await page.getByRole('button', { name: 'Choose another part' }).click();
  await expect(name).toBeFocused();
  await expect(page.getByLabel('Address')).toBeHidden();
});

test('the part picker asks once for what is typed', async ({ page }) => {
  await signIn(page, CUSTOMER);
  await page.goto('/purchase');
  await expect(page.getByRole('radio').first()).toBeVisible();
  const asked: (string | null)[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/items/search') asked.push(url.searchParams.get('q'));
  });
  await page.getByLabel('Part name').pressSequentially('kestrel', { delay: 30 });
  await expect(page.getByText(/Kestrel/).first()).toBeVisible();
  await expect.poll(() => asked).toContain('kestrel');
  expect(asked).toEqual(['kestrel']);
});

test('each form of a page has a name of its own', async ({ page, request }) => {
  const product = await addProduct(request);
  const names = async (path: string) => {
    await page.goto(path);
    await expect(page.getByRole('main').locator('form').first()).toBeAttached();
    const all = await page.locator('form').count();
    expect(await page.getByRole('form').or(page.getByRole('search')).count()).toBeGreaterThanOrEqual(all);
    return Promise.all((await page.getByRole('form').all()).map((form) => form.ariaSnapshot()));
  };
  for (const path of ['/parts', '/login', '/signup']) {
    const found = (await names(path)).map((text) => text.split('\n')[0]);
    expect(new Set(found).size).toBe(found.length);
  }
  await page.goto('/parts');
  await expect(
    page.getByRole('form', { name: 'Parts' }).getByRole('button', { name: 'Search', includeHidden: true }),
  ).toHaveAttribute('type', 'submit');
  await signIn(page, CUSTOMER);
  for (const path of [`/item/${product._id}`, '/dashboard/myProfile', '/dashboard/addReview'])
    await names(path);
});
