import { expect, test } from '@playwright/test';
import {
  addProduct,
  ADMIN,
  asAdmin,
  newAccount,
  placeOrder,
  register,
  signIn,
  stockOf,
  toast,
  unique,
} from '../shop.js';

/** A one-pixel image. */
const IMAGE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('the admin adds a product with a photo, and deletes it', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/dashboard/addProduct');
  const add = page.getByRole('main').getByRole('button', { name: 'Add Product' });
  await add.click();
  for (const message of [
    'Name is Required',
    'Price is Required',
    'Minimum Order is Required',
    'Available Quantity is Required',
    'Description is Required',
    'Photo is Required',
  ])
    await expect(page.getByText(message)).toBeVisible();

  const name = unique('Admin part');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Price').fill('19.90');
  await page.getByLabel(/Minimum/).fill('2');
  await page.getByLabel(/Available/).fill('40');
  await page.getByLabel('Description').fill('A part that an admin added.');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'part.png', mimeType: 'image/png', buffer: IMAGE });
  await expect(page.getByRole('main').locator('img[src*="/api/images/"]')).toBeVisible();
  await add.click();
  await expect(toast(page, 'Product Added Successfully')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('');

  await page.goto(`/dashboard/manageProducts?q=${encodeURIComponent(name)}`);
  const row = page.getByRole('row').filter({ hasText: name });
  await row.getByRole('button', { name: /Delete/ }).click();
  const modal = page.getByRole('dialog');
  await expect(modal.getByText(`Are you sure, you want to Delete ${name}?`)).toBeVisible();
  await expect(modal.getByText('Please Check before Delete!')).toBeVisible();
  await modal.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, `Product ${name} is Deleted Successfully!`)).toBeVisible();
  await expect(row).toHaveCount(0);
});

test('the admin cancels an unpaid order, and its stock returns', async ({ page, request }) => {
  const product = await addProduct(request, { availableQ: 30 });
  await placeOrder(request, await register(request, newAccount()), product, 10);
  await signIn(page, ADMIN);
  await page.goto(`/dashboard/manageOrders?q=${encodeURIComponent(product.name)}`);
  const row = page.getByRole('row').filter({ hasText: product.name });
  await expect(row.getByText('Unpaid').first()).toBeVisible();
  await row.getByRole('button', { name: /Cancel/ }).click();
  await page
    .getByRole('tooltip')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: /Cancel (the )?order|Yes|OK/i })
    .click();
  await expect(toast(page, 'Delete Item Successfully')).toBeVisible();
  expect(await stockOf(request, product)).toBe(30);
});

test('the admin promotes a user, and removes another', async ({ page, request }) => {
  const promoted = newAccount();
  const removed = newAccount();
  const promotedToken = await register(request, promoted);
  await register(request, removed);
  await signIn(page, ADMIN);

  await page.goto(`/dashboard/makeAdmin?q=${encodeURIComponent(promoted.email.split('@')[0] ?? '')}`);
  const first = page.getByRole('row').filter({ hasText: promoted.email });
  await first.getByRole('button', { name: /Make Admin/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make Admin' }).click();
  await expect(toast(page, 'Made Admin Successfully')).toBeVisible();
  await expect(first.getByRole('button', { name: /Make Admin/ })).toHaveCount(0);
  const response = await request.get('/api/user', { headers: { authorization: `Bearer ${promotedToken}` } });
  expect(response.status()).toBe(200);

  await page.goto(`/dashboard/makeAdmin?q=${encodeURIComponent(removed.email.split('@')[0] ?? '')}`);
  const second = page.getByRole('row').filter({ hasText: removed.email });
  await second.getByRole('button', { name: /Remove/ }).click();
  await page
    .getByRole('tooltip')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: /Remove|Yes|OK/i })
    .click();
  await expect(toast(page, 'Delete User Successfully')).toBeVisible();
  await expect(second).toHaveCount(0);
});

test('a promotion that the server refuses says why', async ({ page, request }) => {
  const account = newAccount();
  await register(request, account);
  await signIn(page, ADMIN);
  await page.goto(`/dashboard/makeAdmin?q=${encodeURIComponent(account.email.split('@')[0] ?? '')}`);
  const row = page.getByRole('row').filter({ hasText: account.email });
  const makeAdmin = row.getByRole('button', { name: /Make Admin/ });
  await expect(makeAdmin).toBeVisible();
  const removed = await request.delete(`/api/user/${encodeURIComponent(account.email)}`, {
    headers: await asAdmin(request),
  });
  expect(removed.status()).toBe(200);
  await makeAdmin.click();
  const asks = page.getByRole('dialog');
  await asks.getByRole('button', { name: 'Make Admin' }).click();
  await expect(asks.getByText('There is no such user.')).toBeVisible();
});
