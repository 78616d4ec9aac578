import { expect, test, type Page, type Route } from '@playwright/test';
import { addProduct, ADMIN, asAdmin, signIn, unique } from '../shop.js';

/** Operations on many rows: what is shown is what is sent, and how it ended stays in sight. */

const list = (page: Page, word: string, more = '') =>
  page.goto(`/dashboard/manageProducts?q=${encodeURIComponent(word)}${more}`);
const selectPage = (page: Page) => page.getByRole('button', { name: 'Select all on this page' }).click();
const bulk = (page: Page, label: string) =>
  page
    .getByRole('group', { name: 'Selected rows' })
    .getByRole('button', { name: label, exact: true })
    .click();

test('the preview is that of the fields that are sent, however late another one comes', async ({
  page,
  request,
}) => {
  const product = await addProduct(request, { price: 100 });
  await signIn(page, ADMIN);
  await list(page, product.name);
  await selectPage(page);
  await bulk(page, 'Change prices');
  const dialog = page.getByRole('dialog', { name: 'Change prices' });
  const percent = dialog.getByLabel('Percent', { exact: true });
  const check = dialog.getByRole('button', { name: 'Check' });

  let come: () => void = () => undefined;
  const late = new Promise<void>((resolve) => (come = resolve));
  const first = (route: Route) => (route.request().postDataJSON() as { percent: number }).percent === 1;
  await page.route('**/api/items/bulk/price', async (route) => {
    const response = await route.fetch();
    if (first(route)) await late;
    await route.fulfill({ response });
  });
  await percent.fill('1');
  await check.click();
  await expect(dialog.getByText('Checking which rows qualify')).toBeVisible();
  await percent.fill('100');
  await check.click();
  await expect(dialog.getByText('$100.00 → $200.00')).toBeVisible();
  const came = page.waitForResponse('**/api/items/bulk/price');
  come();
  await came;
  await expect(dialog.getByText('$100.00 → $200.00')).toBeVisible();
  await expect(dialog.getByText('$101.00')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Change the price of 1 product' }).click();
  await expect(dialog.getByText('1 done, 0 refused, 0 failed')).toBeVisible();
});

test('the report and its retry stay when the operation empties the list, and archiving is undone in bulk', async ({
  page,
  request,
}) => {
  const word = unique('Emptied').replace(' ', '');
  const products = [
    await addProduct(request, { name: `${word} one` }),
    await addProduct(request, { name: `${word} two` }),
  ];
  await signIn(page, ADMIN);
  await list(page, word);
  await selectPage(page);
  await bulk(page, 'Archive');
  const dialog = page.getByRole('dialog', { name: 'Archive products' });
  await dialog.getByRole('button', { name: 'Archive 2 products' }).click();
  await expect(dialog.getByText('2 done, 0 refused, 0 failed')).toBeVisible();
  await expect(page.getByText('No products match')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toHaveCount(0);

  // the archived ones are not offered to be archived
  await list(page, word, '&state=archived');
  await selectPage(page);
  await expect(page.getByRole('button', { name: 'Archive', exact: true })).toHaveCount(0);
  await bulk(page, 'Unarchive');
  await page.getByRole('dialog').getByRole('button', { name: 'Put 2 products on sale' }).click();
  await expect(page.getByRole('dialog').getByText('2 done, 0 refused, 0 failed')).toBeVisible();
  for (const { _id } of products) expect((await request.get(`/api/item/${_id}`)).status()).toBe(200);
});

test('rows that failed are no 100 %, and the buttons stay in sight below them', async ({ page, request }) => {
  const word = unique('Failing').replace(' ', '');
  await addProduct(request, { name: `${word} one` });
  await addProduct(request, { name: `${word} two` });
  const headers = await asAdmin(request);
  const found = await request.get(`/api/items/manage?q=${word}`, { headers });
  const { items } = (await found.json()) as { items: { _id: string; name: string }[] };
  // more rows than the screen has lines
  const rows = Array.from({ length: 90 }, (_, n) => ({
    id: items[n % 2]!._id.slice(0, 22) + (10 + n),
    label: `Row ${n}`,
  }));
  await page.setViewportSize({ width: 1440, height: 600 });
  await signIn(page, ADMIN);
  await page.route('**/api/items/bulk/archive', async (route) => {
    const { dryRun } = route.request().postDataJSON() as { dryRun?: boolean };
    if (!dryRun) return route.abort();
    return route.fulfill({
      json: {
        matched: 90,
        qualifying: 90,
        dryRun: true,
        rows: rows.map((row) => ({ ...row, outcome: 'qualifies' })),
      },
    });
  });
  await list(page, word);
  await selectPage(page);
  await bulk(page, 'Archive');
  const dialog = page.getByRole('dialog', { name: 'Archive products' });
  await dialog.getByRole('button', { name: 'Archive 90 products' }).click();
  await expect(dialog.getByText('0 done, 0 refused, 90 failed')).toBeVisible();
  await expect(dialog.getByRole('progressbar')).toHaveCount(0);
  await expect(dialog.getByText('100%')).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Try 90 again' })).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByRole('button', { name: 'Close' }).last()).toBeInViewport({ ratio: 1 });
});

test('more rows than one call takes are not offered, and it says so before', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.route('**/api/items/manage?*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ json: { ...((await response.json()) as object), total: 8_000 } });
  });
  await page.goto('/dashboard/manageProducts');
  await selectPage(page);
  await expect(page.getByText(/8,000 match; at most 1,000 can be changed at once/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Select all 8,000/ })).toHaveCount(0);
});

test('leaving while rows are being changed asks first', async ({ page, request }) => {
  const product = await addProduct(request);
  await signIn(page, ADMIN);
  await page.goto('/dashboard/overview');
  await page.getByRole('link', { name: 'Manage Products' }).click();
  await page.getByRole('searchbox').fill(product.name);
  await expect(page.getByText('1 product', { exact: true })).toBeVisible();
  await selectPage(page);
  await bulk(page, 'Archive');
  let come: () => void = () => undefined;
  const late = new Promise<void>((resolve) => (come = resolve));
  await page.route('**/api/items/bulk/archive', async (route) => {
    await late;
    await route.continue();
  });
  const dialog = page.getByRole('dialog', { name: 'Archive products' });
  await dialog.getByRole('button', { name: 'Archive 1 product' }).click();
  await expect(dialog.getByRole('button', { name: 'Stop after this batch' })).toBeVisible();
  await page.goBack();
  const question = page.getByRole('dialog', { name: 'Leave this page?' });
  await expect(question.getByText(/Rows are being changed/)).toBeVisible();
  await question.getByRole('button', { name: 'Stay' }).click();
  come();
  await expect(dialog.getByText('1 done, 0 refused, 0 failed')).toBeVisible();
  await expect(page).toHaveURL(/manageProducts/);
});

test('what can be done with the selected rows stays in sight below a long list', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 700 });
  await signIn(page, ADMIN);
  await page.goto('/dashboard/manageProducts?pageSize=50');
  await page.getByRole('row').nth(1).getByRole('checkbox').check();
  await page.getByRole('row').last().scrollIntoViewIfNeeded();
  await expect(page.getByRole('row').nth(1)).not.toBeInViewport();
  await expect(
    page
      .getByRole('group', { name: 'Selected rows' })
      .getByRole('button', { name: 'Change prices', exact: true }),
  ).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('columnheader', { name: 'Name' })).toBeInViewport({ ratio: 1 });
});
