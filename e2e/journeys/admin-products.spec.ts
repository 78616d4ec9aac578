import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { addProduct, ADMIN, asAdmin, type Product, signIn, stockOf, toast, unique } from '../shop.js';

/** An image of one pixel. */
const IMAGE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const list = (page: Page, product: Product, more = '') =>
  page.goto(`/dashboard/manageProducts?q=${encodeURIComponent(product.name)}${more}`);
const drawerOf = (page: Page) => page.getByRole('dialog', { name: 'Edit product' });

async function managed(request: APIRequestContext, { _id }: Product) {
  const headers = await asAdmin(request);
  const response = await request.get(`/api/items/${_id}/edit`, { headers });
  return { status: response.status(), body: (await response.json()) as Product & { state: string } };
}

test('an admin corrects a product with the keyboard alone, and the drawer is in the URL', async ({
  page,
  request,
}) => {
  const product = await addProduct(request);
  await signIn(page, ADMIN);
  await list(page, product);
  await page.getByRole('link', { name: `Edit ${product.name}` }).focus();
  await page.keyboard.press('Enter');
  const drawer = drawerOf(page);
  await expect(drawer.getByLabel('Name')).toHaveValue(product.name);
  await expect(page).toHaveURL(new RegExp(`open=${product._id}`));
  await page.reload();
  await expect(drawer.getByLabel('Price')).toHaveValue('12.50');
  await drawer.getByLabel('Name').focus();
  await page.keyboard.press('Tab');
  await expect(drawer.getByLabel('Price')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('0');
  await page.keyboard.press('Enter');
  await expect(drawer.getByText('Price must be a number above 0 with at most two decimals')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('13.75');
  await page.keyboard.press('Escape');
  const asks = page.getByRole('dialog', { name: 'Leave this page?' });
  await asks.getByRole('button', { name: 'Stay' }).focus();
  await page.keyboard.press('Enter');
  await expect(asks).toBeHidden();
  await drawer.getByLabel('Price').press('Enter');
  await expect(toast(page, `Product ${product.name} is saved`)).toBeVisible();
  await expect(drawer).toBeHidden();
  expect((await managed(request, product)).body.price).toBe(13.75);
});

test('an admin restocks, archives and duplicates a product, also on a small screen', async ({
  page,
  request,
}) => {
  const product = await addProduct(request, { availableQ: 3 });
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, ADMIN);
  await list(page, product);
  await page.getByRole('button', { name: `Restock: ${product.name}` }).click();
  const restock = page.getByRole('dialog', { name: `Restock ${product.name}` });
  await restock.getByRole('button', { name: 'Change the stock' }).click();
  await expect(restock.getByText('Reason is Required')).toBeVisible();
  await restock.getByLabel('Units to add').fill('40');
  await expect(restock.getByText('3 in stock, 43 afterwards.')).toBeVisible();
  await restock.getByLabel('Reason').fill('Delivery');
  await restock.getByRole('button', { name: 'Change the stock' }).click();
  await expect(toast(page, `${product.name} has 43 units now`)).toBeVisible();
  expect(await stockOf(request, product)).toBe(43);

  await page.getByRole('link', { name: `Edit ${product.name}` }).click();
  const drawer = drawerOf(page);
  await expect(drawer.getByLabel('Name')).toHaveValue(product.name);
  await drawer.getByRole('button', { name: `Archive: ${product.name}` }).click();
  await expect(toast(page, `Product ${product.name} is archived`)).toBeVisible();
  await expect(drawer.getByText('Archived', { exact: true })).toBeVisible();
  expect((await request.get(`/api/item/${product._id}`)).status()).toBe(404);
  await list(page, product, '&state=archived');
  await page.getByRole('link', { name: `Edit ${product.name}` }).click();
  await drawer.getByRole('button', { name: `Unarchive: ${product.name}` }).click();
  await expect(toast(page, `Product ${product.name} is on sale again`)).toBeVisible();

  await drawer.getByRole('link', { name: 'Duplicate' }).click();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(
    `${product.name} (copy)`,
  );
  await page.getByLabel(/Available/).fill('8');
  await page.getByRole('main').getByRole('button', { name: 'Add Product' }).click();
  await expect(toast(page, 'Product Added Successfully')).toBeVisible();
});

test('a deletion can be undone for a few seconds', async ({ page, request }) => {
  const product = await addProduct(request);
  await signIn(page, ADMIN);
  await list(page, product);
  const row = page.getByRole('row').filter({ hasText: product.name });
  await row.getByRole('button', { name: /Delete/ }).click();
  const modal = page.getByRole('dialog');
  await expect(modal.getByText('Please Check before Delete!')).toBeVisible();
  await modal.getByRole('button', { name: 'Delete' }).click();
  const said = toast(page, `Product ${product.name} is Deleted Successfully!`);
  // it stays for as long as the pointer is on it
  await said.hover();
  await expect(row).toHaveCount(0);
  expect((await request.get(`/api/item/${product._id}`)).status()).toBe(404);
  await said.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, `Product ${product.name} is back`)).toBeVisible();
  await expect(row).toHaveCount(1);
  expect((await request.get(`/api/item/${product._id}`)).status()).toBe(200);
});

test('a photo is pasted or dropped, and a failed upload can be repeated', async ({ page, request }) => {
  const product = await addProduct(request);
  await signIn(page, ADMIN);
  await page.goto(`/dashboard/manageProducts?open=${product._id}`);
  const drawer = drawerOf(page);
  await expect(drawer.getByLabel('Name')).toHaveValue(product.name);
  await expect(drawer.getByText('Choose another photo to replace this one.')).toBeVisible();
  await page.route('**/api/images', (route) => route.abort(), { times: 1 });
  await drawer.getByLabel('Description').evaluate((field, base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([bytes], 'pasted.png', { type: 'image/png' }));
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, IMAGE.toString('base64'));
  await expect(drawer.getByText('pasted.png could not be uploaded')).toBeVisible();
  await drawer.getByRole('button', { name: 'Try the upload again' }).click();
  await expect(drawer.getByText('pasted.png is uploaded.')).toBeVisible();
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(drawer).toBeHidden();
  const { body } = await managed(request, product);
  expect(body).toMatchObject({ img: expect.stringMatching(/^\/api\/images\//) });
});

test('an admin restocks products from a file, after seeing what is wrong and what changes', async ({
  page,
  request,
}) => {
  const sku = unique('SKU').replace(' ', '-').toUpperCase();
  const product = await addProduct(request, { availableQ: 2, sku } as Partial<Product>);
  await signIn(page, ADMIN);
  await list(page, product);
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import products' });
  const choose = (content: string) =>
    dialog
      .getByLabel('CSV file')
      .setInputFiles({ name: 'stock.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
  await choose(`sku,restock\n${sku},many\nNO-SUCH-SKU,1`);
  await expect(dialog.getByRole('row', { name: '2 restock Enter a whole number.' })).toBeVisible();
  await expect(dialog.getByRole('row', { name: /^3 sku No product has the SKU/ })).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Import/ })).toBeDisabled();
  await choose(`sku,restock,price\n${sku},48,11`);
  await expect(dialog.getByText('availableQ: 2 50')).toBeVisible();
  await dialog.getByRole('button', { name: 'Import 1 products' }).click();
  await expect(toast(page, 'Imported: 1 changed, 0 added')).toBeVisible();
  expect(await stockOf(request, product)).toBe(50);
});

test('prices of many products change together, after each old and new one is shown', async ({
  page,
  request,
}) => {
  const first = await addProduct(request, { price: 10.45 });
  const second = await addProduct(request, { name: first.name.replace('part', 'part B'), price: 999_999 });
  await signIn(page, ADMIN);
  await list(page, { ...first, name: first.name.split(' ').at(-1) ?? '' });
  await page.getByRole('checkbox', { name: first.name }).check();
  await page.getByRole('checkbox', { name: second.name }).check();
  await page.getByRole('button', { name: 'Change prices' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change prices' });
  await dialog.getByLabel('Percent', { exact: true }).fill('-10');
  await dialog.getByRole('button', { name: 'Check' }).click();
  await expect(dialog.getByText('$10.45 → $9.41')).toBeVisible();
  await dialog.getByLabel('Percent', { exact: true }).fill('10');
  await dialog.getByRole('button', { name: 'Check' }).click();
  await expect(dialog.getByText('$10.45 → $11.50')).toBeVisible();
  await expect(dialog.getByText(/more than \$999999.99/)).toBeVisible();
  expect((await managed(request, first)).body.price).toBe(10.45);
  await dialog.getByRole('button', { name: 'Change the price of 1 product' }).click();
  await expect(dialog.getByText('1 done, 0 refused, 0 failed')).toBeVisible();
  expect((await managed(request, first)).body.price).toBe(11.5);
});

test('the export of a filtered list can be imported again', async ({ page, request }) => {
  const product = await addProduct(request);
  await signIn(page, ADMIN);
  await list(page, product);
  await expect(page.getByRole('link', { name: `Edit ${product.name}` })).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import products' });
  await dialog.getByLabel('CSV file').setInputFiles(await download.path());
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await expect(dialog.getByText('The file changes nothing.')).toBeVisible();
});

for (const [theme, width] of [
  ['light', 1440],
  ['dark', 390],
] as const)
  test(`a selected row is tinted as a whole, and not red: ${theme}, ${width} pixels`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width, height: 900 });
    await signIn(page, ADMIN);
    await page.goto('/dashboard/manageProducts');
    const row = page.locator('tr[data-row-key]').first();
    const colours = () =>
      row.evaluate((element) => [
        getComputedStyle(element).backgroundColor,
        ...new Set([...element.children].map((cell) => getComputedStyle(cell).backgroundColor)),
      ]);
    const [before] = await colours();
    await row.getByRole('checkbox').check();
    await page.mouse.move(0, 0);
    await expect.poll(async () => (await colours())[0]).not.toBe(before);
    const [tint = '', ...cells] = await colours();
    expect(cells).toEqual(['rgba(0, 0, 0, 0)']);
    const parts = (tint.match(/\d+/g) ?? []).map(Number);
    expect(Math.max(...parts) - Math.min(...parts)).toBeLessThan(16);
  });
