import { expect, test } from '@playwright/test';
import { addProduct, ADMIN, type Product, signIn, stockOf, unique } from '../shop.js';

/** The import of products from a file. */

test('the file chosen last counts, and a header is understood in any case', async ({ page, request }) => {
  const sku = unique('LATE').replace(' ', '-').toUpperCase();
  const product = await addProduct(request, { availableQ: 2, sku } as Partial<Product>);
  await signIn(page, ADMIN);
  await page.goto('/dashboard/manageProducts');
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import products' });
  const choose = (name: string, content: string) =>
    dialog.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
  let come: () => void = () => undefined;
  const late = new Promise<void>((resolve) => (come = resolve));
  await page.route('**/api/items/import?*', async (route) => {
    const response = await route.fetch();
    if (route.request().postData()?.includes('A-FILE') === true) await late;
    await route.fulfill({ response });
  });
  await choose('a.csv', 'sku,restock\nA-FILE,1');
  await expect(dialog.getByText('Reading the file')).toBeVisible();
  await choose('b.csv', `SKU,Restock\n${sku},48`);
  await expect(dialog.getByText('availableQ: 2 50')).toBeVisible();
  const came = page.waitForResponse('**/api/items/import?*');
  come();
  await came;
  await expect(dialog.getByText('b.csv')).toBeVisible();
  await expect(dialog.getByText('availableQ: 2 50')).toBeVisible();
  await dialog.getByRole('button', { name: 'Import 1 products' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await stockOf(request, product)).toBe(50);
});

test('what is wrong with a file is a sentence that is not cut off', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, ADMIN);
  await page.goto('/dashboard/manageProducts');
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import products' });
  await dialog.getByLabel('CSV file').setInputFiles({
    name: 'wrong.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('sku,price,restock\nNO-SUCH-SKU-OF-ANY-KIND-AT-ALL,x,many'),
  });
  const cell = dialog.getByText('Enter a whole number.');
  await expect(cell).toBeVisible();
  const cut = await dialog
    .getByRole('cell')
    .evaluateAll((cells) => cells.filter((each) => each.scrollWidth > each.clientWidth + 1).length);
  expect(cut).toBe(0);
  await expect(cell).toBeInViewport();
});
