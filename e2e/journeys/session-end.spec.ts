import { expect, test, type Page } from '@playwright/test';
import {
  addProduct,
  ADMIN,
  fillOrder,
  newAccount,
  placeOrder,
  register,
  signIn,
  toast,
  unique,
} from '../shop.js';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** What the shop says to a person whom it no longer knows. */
const REFUSAL = {
  status: 401,
  contentType: 'application/problem+json',
  body: JSON.stringify({ type: 'urn:rapid:problem:not-signed-in', status: 401, detail: 'Sign in again.' }),
};

/** Every call is refused from now on, until the person has signed in again. */
async function endSession(page: Page): Promise<void> {
  let isBack = false;
  page.on('response', (response) => {
    if (response.url().includes('accounts:signInWithPassword')) isBack = true;
  });
  await page.route('**/api/**', (route) =>
    isBack || route.request().url().includes('/api/config') ? route.fallback() : route.fulfill(REFUSAL),
  );
}

const again = (page: Page) => page.getByRole('dialog', { name: 'Log in again' });

async function returnAs(page: Page, { email, password }: { email: string; password: string }) {
  await expect(again(page)).toBeVisible();
  await again(page).getByLabel('Email').fill(email);
  await again(page).getByLabel('Password').fill(password);
  await again(page).getByRole('button', { name: 'Login', exact: true }).click();
  await expect(again(page)).toHaveCount(0);
}

test('a session that ends while an order is filled in loses nothing typed', async ({ page, request }) => {
  const product = await addProduct(request);
  const account = newAccount();
  await register(request, account);
  await signIn(page, account);
  await page.goto(`/item/${product._id}`);
  await fillOrder(page, 7);
  await endSession(page);
  const order = page.getByRole('button', { name: 'Purchase', exact: true });
  await order.click();
  await expect(again(page).getByLabel('Email')).toHaveValue(account.email);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await returnAs(page, account);
  await expect(page.getByLabel('Address')).toHaveValue('12 Foundry Lane');
  await expect(page.getByLabel('Phone')).toHaveValue('5550123');
  await expect(page.getByLabel('Order Quantity')).toHaveValue('7');
  await order.click();
  await expect(toast(page, 'Purchase Successful')).toBeVisible();
});

test('a sign-out in another tab loses no form', async ({ page, request }) => {
  const product = await addProduct(request);
  const account = newAccount();
  await register(request, account);
  await signIn(page, account);
  await page.goto(`/item/${product._id}`);
  await fillOrder(page, 7);
  const other = await page.context().newPage();
  await other.goto('/');
  await other.getByRole('button', { name: 'Sign Out' }).click();
  await expect(other.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  await returnAs(page, account);
  await expect(page.getByLabel('Address')).toHaveValue('12 Foundry Lane');
  await expect(page.getByLabel('Order Quantity')).toHaveValue('7');
});

test('somebody else who signs in instead gets the page without what was typed', async ({ page, request }) => {
  const product = await addProduct(request);
  const [first, second] = [newAccount(), newAccount()];
  await register(request, first);
  await register(request, second);
  await signIn(page, first);
  await page.goto(`/item/${product._id}`);
  await fillOrder(page, 7);
  await endSession(page);
  await page.getByRole('button', { name: 'Purchase', exact: true }).click();
  await returnAs(page, second);
  await expect(page.getByLabel('Address')).toHaveValue('');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('title', second.email);
});

test('review, profile and card forms keep what was typed', async ({ page, request }) => {
  const account = newAccount();
  const order = await placeOrder(request, await register(request, account), await addProduct(request));
  await signIn(page, account);

  await page.goto('/dashboard/addReview');
  await page.getByRole('radio', { name: '4 stars' }).check();
  await page.getByLabel('Comments').fill('Well packed');
  await endSession(page);
  await page.getByRole('button', { name: 'Add Review' }).click();
  await returnAs(page, account);
  await expect(page.getByLabel('Comments')).toHaveValue('Well packed');
  await page.getByRole('button', { name: 'Add Review' }).click();
  await expect(toast(page, 'Review Added Successfully')).toBeVisible();

  await page.getByRole('link', { name: 'My Profile' }).click();
  await page.getByLabel('Education').fill('Apprenticeship');
  await page.getByLabel('LinkedIn').fill('linkedin.com/in/x');
  await page.getByLabel('Phone').fill('5550123');
  await page.unrouteAll();
  await endSession(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await returnAs(page, account);
  await expect(page.getByLabel('Education')).toHaveValue('Apprenticeship');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Profile Updated Successfully')).toBeVisible();

  await page.goto(`/dashboard/payment/${order._id}`);
  await page.getByLabel(/card number/i).fill('4242424242424242');
  await page.getByLabel(/expir/i).fill('12 / 34');
  await page.getByLabel(/security code/i).fill('123');
  await page.unrouteAll();
  await endSession(page);
  await page.getByRole('button', { name: /^Pay/ }).click();
  await returnAs(page, account);
  await expect(page.getByLabel(/card number/i)).toHaveValue('4242 4242 4242 4242');
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByText('Your Payment is Completed')).toBeVisible();
});

test('the product form and a note keep what was typed, under the dialog that is open', async ({
  page,
  request,
}) => {
  const product = await addProduct(request);
  const order = await placeOrder(request, await register(request, newAccount()), product);
  await signIn(page, ADMIN);

  await page.goto('/dashboard/addProduct');
  const name = unique('Typed part');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Price').fill('12.50');
  await page.getByLabel('Minimum Order').fill('5');
  await page.getByLabel('Available Quantity').fill('50');
  await page.getByLabel('Description').fill('Typed before the session ended.');
  await endSession(page);
  await page.getByLabel('Photo').setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: PIXEL });
  await returnAs(page, ADMIN);
  await expect(page.getByLabel('Name')).toHaveValue(name);
  await page.getByRole('button', { name: 'Try the upload again' }).click();
  await expect(page.getByText('photo.png is uploaded.')).toBeVisible();
  await page.getByRole('button', { name: 'Add Product' }).click();
  await expect(toast(page, 'Product Added Successfully')).toBeVisible();

  await page.goto(`/dashboard/manageOrders?open=${order._id}`);
  await page.getByLabel('New note').fill('Ring before delivery');
  await page.unrouteAll();
  await endSession(page);
  await page.getByRole('button', { name: 'Add the note' }).click();
  await returnAs(page, ADMIN);
  await expect(page.getByLabel('New note')).toHaveValue('Ring before delivery');
  await page.getByRole('button', { name: 'Add the note' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Ring before delivery' })).toBeVisible();
});
