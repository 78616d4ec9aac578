import { type Browser, expect, type Page, test } from '@playwright/test';
import { addProduct, ADMIN, type Product, signIn, toast, unique } from '../shop.js';

/** Two admins, each in a browser of their own, have the same product open. */

const priceOf = async (page: Page, { _id }: Product): Promise<Product & { description: string }> =>
  (await page.request.get(`/api/item/${_id}`)).json() as never;

async function openEditor(browser: Browser, product: Product) {
  const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await signIn(page, ADMIN);
  await page.goto(`/dashboard/manageProducts?open=${product._id}`);
  const drawer = page.getByRole('dialog', { name: 'Edit product' });
  await expect(drawer.getByLabel('Name')).toHaveValue(product.name);
  return { page, drawer };
}

test('the second of two edits sees the first field by field, and chooses', async ({ browser, request }) => {
  const product = await addProduct(request);
  const first = await openEditor(browser, product);
  const second = await openEditor(browser, product);

  await first.drawer.getByLabel('Price').fill('15');
  await first.drawer.getByLabel('Description').fill('Theirs.');
  await first.drawer.getByRole('button', { name: 'Save' }).click();
  await expect(toast(first.page, `Product ${product.name} is saved`)).toBeVisible();
  await expect(first.drawer).toBeHidden();

  const renamed = unique('Renamed part');
  await second.drawer.getByLabel('Name').fill(renamed);
  await second.drawer.getByLabel('Price').fill('16');
  await second.drawer.getByRole('button', { name: 'Save' }).click();
  const { drawer } = second;
  await expect(drawer.getByRole('heading', { name: 'Somebody else changed this product' })).toBeFocused();
  const price = drawer.getByRole('group', { name: /^Price/ });
  await expect(price).toContainText('was $12.50');
  await expect(price.getByRole('radio', { name: /Theirs \$15.00/ })).not.toBeChecked();
  await expect(price.getByRole('radio', { name: /Mine \$16.00/ })).not.toBeChecked();
  // what only they changed is theirs, unless one says otherwise
  const description = drawer.getByRole('group', { name: /^Description/ });
  await expect(description.getByRole('radio', { name: /Theirs/ })).toBeChecked();
  const save = drawer.getByRole('button', { name: 'Save my choices' });
  await expect(save).toBeDisabled();
  expect(await priceOf(first.page, product)).toMatchObject({ price: 15, name: product.name });

  await price.getByRole('radio', { name: /Mine/ }).check();
  await save.click();
  await expect(toast(second.page, `Product ${renamed} is saved`)).toBeVisible();
  expect(await priceOf(first.page, product)).toMatchObject({
    price: 16,
    name: renamed,
    description: 'Theirs.',
  });
  await first.page.context().close();
  await second.page.context().close();
});

test('an edit is refused again when the product changes while one chooses, and can be given up', async ({
  browser,
  request,
}) => {
  const product = await addProduct(request);
  const first = await openEditor(browser, product);
  const second = await openEditor(browser, product);
  const change = async (price: string) => {
    await first.page.goto(`/dashboard/manageProducts?open=${product._id}`);
    await first.drawer.getByLabel('Price').fill(price);
    await first.drawer.getByRole('button', { name: 'Save' }).click();
    await expect(first.drawer).toBeHidden();
  };
  await change('20');
  await second.drawer.getByLabel('Price').fill('30');
  await second.drawer.getByRole('button', { name: 'Save' }).click();
  const price = second.drawer.getByRole('group', { name: /^Price/ });
  await price.getByRole('radio', { name: /Mine/ }).check();
  await change('21');
  await second.drawer.getByRole('button', { name: 'Save my choices' }).click();
  await expect(price.getByRole('radio', { name: /Theirs \$21.00/ })).toBeVisible();
  expect(await priceOf(first.page, product)).toMatchObject({ price: 21 });
  await second.drawer.getByRole('button', { name: 'Discard my changes' }).click();
  await expect(second.drawer.getByLabel('Price')).toHaveValue('21.00');
  await first.page.context().close();
  await second.page.context().close();
});

test('an order of the product meanwhile does not get in the way', async ({ browser, request }) => {
  const product = await addProduct(request, { availableQ: 50 });
  const { page, drawer } = await openEditor(browser, product);
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const order = { productId: product._id, orderQuantity: 10, address: '1 Journey Road', phone: '5550100' };
  const headers = { authorization: `Bearer ${token}` };
  expect((await request.post('/api/purchase', { headers, data: order })).status()).toBe(201);
  await drawer.getByLabel('Price').fill('9.99');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, `Product ${product.name} is saved`)).toBeVisible();
  expect(await priceOf(page, product)).toMatchObject({ price: 9.99, availableQ: 40 });
  await page.context().close();
});
