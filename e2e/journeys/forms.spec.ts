import { expect, test } from '@playwright/test';
import {
  addProduct,
  ADMIN,
  CUSTOMER,
  fillLogin,
  fillOrder,
  newAccount,
  register,
  signIn,
  toast,
} from '../shop.js';

test('what was typed is there again after a log-in in between, and is nobody else’s', async ({
  page,
  request,
}) => {
  const product = await addProduct(request, { minimumOQ: 5, availableQ: 50 });
  const account = newAccount();
  await register(request, account);
  await page.goto(`/item/${product._id}`);
  await expect(page).toHaveURL(/\/login$/);
  await fillLogin(page, account);
  await fillOrder(page, 9);

  // the browser has lost the session when the tab is loaded again, as after a night
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect(page).toHaveURL(/\/login$/);
  await fillLogin(page, CUSTOMER);
  await expect(page.getByLabel('Address')).toHaveValue('');
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await fillLogin(page, account);
  await expect(page).toHaveURL(new RegExp(`/item/${product._id}$`));
  await expect(page.getByLabel('Address')).toHaveValue('12 Foundry Lane');
  await expect(page.getByLabel('Phone')).toHaveValue('5550123');
  await expect(page.getByLabel('Order Quantity')).toHaveValue('9');
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toMatch(/password|rapid-customer/i);

  await page.getByRole('button', { name: 'Purchase', exact: true }).click();
  await expect(toast(page, 'Purchase Successful')).toBeVisible();
  expect(await page.evaluate(() => Object.keys(sessionStorage).join())).not.toMatch('rapid.draft');
  await page.goto(`/item/${product._id}`);
  await page.getByLabel('Address').fill('Elsewhere');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  expect(await page.evaluate(() => Object.keys(sessionStorage).join())).not.toMatch('rapid.draft');
});

test('the quantity begins at the minimum and is stepped by buttons and keys, within its limits', async ({
  page,
  request,
}) => {
  const product = await addProduct(request, { minimumOQ: 5, availableQ: 7 });
  await signIn(page, CUSTOMER);
  await page.goto(`/item/${product._id}`);
  const quantity = page.getByLabel('Order Quantity');
  const [fewer, more] = ['One unit fewer', 'One unit more'].map((name) => page.getByRole('button', { name }));
  await expect(quantity).toHaveValue('5');
  await expect(fewer!).toHaveAttribute('aria-disabled', 'true');
  await more!.focus();
  for (const units of ['6', '7', '7']) {
    await page.keyboard.press('Enter');
    await expect(quantity).toHaveValue(units);
  }
  // at its limit the button keeps the focus
  await expect(more!).toBeFocused();
  await expect(more!).toHaveAttribute('aria-disabled', 'true');
  await quantity.focus();
  for (const [key, units] of [
    ['ArrowDown', '6'],
    ['PageDown', '5'],
    ['PageUp', '7'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(quantity).toHaveValue(units);
  }
  await quantity.fill('many');
  await quantity.blur();
  await expect(page.getByText(/You can order Equal or More/)).toBeVisible();
  await more!.click();
  await expect(quantity).toHaveValue('5');
});

test('required fields are marked, for eyes and for screen readers', async ({ page }) => {
  await signIn(page, CUSTOMER);
  for (const path of ['/dashboard/addReview', '/dashboard/myProfile']) {
    await page.goto(path);
    await expect(page.getByText('Fields marked with * are required.')).toBeVisible();
  }
  const name = page.getByRole('main').getByLabel('Name');
  await expect(name).toHaveAttribute('required');
  const mark = await page
    .locator('.field:has(input:required) > .field__label')
    .first()
    .evaluate((label) => getComputedStyle(label, '::after').content);
  expect(mark).toContain('*');
});

test('the theme follows the system live until one is chosen, and goes back to it', async ({
  page,
  context,
}) => {
  const root = page.locator('html');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/blogs');
  await expect(page.getByRole('radio', { name: 'As the system' })).toBeChecked();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(root).toHaveAttribute('data-theme', 'dark');

  await page.getByRole('radio', { name: 'Light' }).check();
  await expect(root).toHaveAttribute('data-theme', 'light');
  const other = await context.newPage();
  await other.emulateMedia({ colorScheme: 'dark' });
  await other.goto('/reviews');
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'light');
  await other.emulateMedia({ colorScheme: 'light' });
  await other.emulateMedia({ colorScheme: 'dark' });
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'light');

  await page.getByRole('radio', { name: 'As the system' }).check();
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
  await other.emulateMedia({ colorScheme: 'light' });
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('the focus is never lost when a control goes or cannot be pressed any more', async ({
  page,
  request,
}) => {
  const product = await addProduct(request);
  await page.goto('/login');
  const google = page.getByRole('button', { name: 'Login With Google' });
  await google.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(google).toBeFocused();

  await signIn(page, ADMIN);
  await page.goto('/dashboard/addProduct');
  const photo = page.getByLabel('Photo');
  await page.route('**/api/images', () => undefined);
  await photo.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('x') });
  await expect(page.getByRole('progressbar', { name: 'Uploading the photo' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel the upload' }).click();
  await expect(photo).toBeFocused();
  await expect(page.getByText('Choose a photo')).toBeVisible();

  await page.goto(`/dashboard/manageProducts?q=${encodeURIComponent(product.name)}`);
  const restock = page.getByRole('button', { name: `Restock: ${product.name}` });
  await restock.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(restock).toBeFocused();
  await page.getByRole('button', { name: `Delete: ${product.name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(restock).toHaveCount(0);
  await expect(page.locator(':focus')).toHaveCount(1);
  await expect(page.locator('body:focus')).toHaveCount(0);
});
