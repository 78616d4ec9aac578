import { expect, test } from '@playwright/test';
import {
  addProduct,
  ADMIN,
  fillOrder,
  newAccount,
  pay,
  placeOrder,
  QUANTITY_RULE,
  register,
  signIn,
  stockOf,
  toast,
} from '../shop.js';

test('order within the limits, pay after a decline, the admin ships, the stock is down', async ({
  page,
  request,
  browser,
}) => {
  const product = await addProduct(request, { minimumOQ: 5, availableQ: 50 });
  const account = newAccount();
  await register(request, account);
  await signIn(page, account);

  await page.goto(`/parts?q=${encodeURIComponent(product.name)}`);
  await page
    .getByRole('main')
    .getByRole('link', { name: /Buy Now/ })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`/item/${product._id}$`));
  await page.getByLabel('Address').fill('12 Foundry Lane');
  await page.getByLabel('Phone').fill('5550123');
  for (const refused of ['4', '51', '2.5']) {
    await page.getByLabel('Order Quantity').fill(refused);
    await page.getByRole('button', { name: 'Purchase', exact: true }).click();
    await expect(page.getByText(QUANTITY_RULE)).toBeVisible();
  }
  await expect.poll(() => stockOf(request, product)).toBe(50);

  await page.getByLabel('Order Quantity').fill('10');
  await page.getByRole('button', { name: 'Purchase', exact: true }).click();
  await expect(toast(page, 'Purchase Successful')).toBeVisible();
  // nothing is paid yet: the order leads to its payment, not to a second form
  await expect(page).toHaveURL(/\/dashboard\/payment\/\w+$/);
  await expect.poll(() => stockOf(request, product)).toBe(40);

  await page.goto('/dashboard');
  const row = page.getByRole('row').filter({ hasText: product.name });
  await row.getByRole('link', { name: /Pay/ }).click();
  await expect(page.getByText(`Hello Mr. ${account.name}`)).toBeVisible();
  await expect(page.getByText(`Please Pay for ${product.name}`)).toBeVisible();
  await expect(page.getByText('$125.00').first()).toBeVisible();

  await pay(page, '4000000000000002');
  await expect(page.getByText('Your card was declined.')).toBeVisible();
  await pay(page, '4242424242424242');
  await expect(page.getByText('Your Payment is Completed')).toBeVisible();
  await expect(page.getByText(/pi_\w+/).first()).toBeVisible();

  await page.goto('/dashboard');
  await expect(row.getByText('Paid')).toBeVisible();
  await expect(row.getByRole('link', { name: /Pay/ })).toHaveCount(0);

  const office = await browser.newPage();
  await signIn(office, ADMIN);
  await office.goto(`/dashboard/manageOrders?q=${encodeURIComponent(product.name)}`);
  const sold = office.getByRole('row').filter({ hasText: product.name });
  await sold.getByRole('button', { name: /Pending/ }).click();
  await office.getByRole('dialog').getByRole('button', { name: 'Mark as shipped' }).click();
  await expect(toast(office, 'Shipped Successfully')).toBeVisible();
  await expect(sold.getByText('Shipped').first()).toBeVisible();
  await office.close();
  await expect.poll(() => stockOf(request, product)).toBe(40);
});

test('3-D Secure: a failed challenge charges nothing, a passed one pays', async ({ page, request }) => {
  const product = await addProduct(request);
  const account = newAccount();
  const order = await placeOrder(request, await register(request, account), product);
  await signIn(page, account);
  await page.goto(`/dashboard/payment/${order._id}`);

  await pay(page, '4000002500003155');
  const challenge = page.frameLocator('iframe');
  await challenge.getByRole('button', { name: /Fail/ }).click();
  await expect(
    page
      .getByRole('main')
      .getByRole('alert')
      .filter({ hasText: /authenticat/i }),
  ).toBeVisible();

  await pay(page, '4000002500003155');
  await challenge.getByRole('button', { name: /Complete/ }).click();
  await expect(page.getByText('Your Payment is Completed')).toBeVisible();
});

test('a paid order is confirmed by the webhook alone when the browser is gone', async ({ page, request }) => {
  const product = await addProduct(request);
  const account = newAccount();
  const token = await register(request, account);
  const order = await placeOrder(request, token, product);
  await signIn(page, account);
  await page.route('**/api/payment/**', (route) => route.abort());
  await page.goto(`/dashboard/payment/${order._id}`);
  await pay(page, '4242424242424242');
  await expect
    .poll(async () => {
      const response = await request.get(`/api/buy/${order._id}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return ((await response.json()) as { status: string }).status;
    })
    .toBe('paid');
});

test('the customer removes an unpaid order, and its stock returns', async ({ page, request }) => {
  const product = await addProduct(request, { availableQ: 20 });
  const account = newAccount();
  await placeOrder(request, await register(request, account), product, 8);
  await expect.poll(() => stockOf(request, product)).toBe(12);
  await signIn(page, account);
  await page.goto('/dashboard');
  const row = page.getByRole('row').filter({ hasText: product.name });
  await row.getByRole('button', { name: /Remove/ }).click();
  await page
    .getByRole('tooltip')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: /Remove|Yes|OK/ })
    .click();
  await expect(toast(page, 'Item Deleted Successfully')).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect.poll(() => stockOf(request, product)).toBe(20);
});

test('the order form advises when an order would strand the rest', async ({ page, request }) => {
  const product = await addProduct(request, { minimumOQ: 5, availableQ: 12 });
  const account = newAccount();
  await register(request, account);
  await signIn(page, account);
  await page.goto(`/item/${product._id}`);
  await page.getByLabel('Order Quantity').fill('10');
  await page.getByRole('button', { name: 'Take all 12' }).click();
  await expect(page.getByLabel('Order Quantity')).toHaveValue('12');
});

test('an order that the server refuses says why at the form, and can be sent again', async ({
  page,
  request,
}) => {
  const product = await addProduct(request);
  const account = newAccount();
  await register(request, account);
  await signIn(page, account);
  await page.goto(`/item/${product._id}`);
  await fillOrder(page, 10);
  const detail = 'Until your first payment you can hold at most half of the stock.';
  const keys: string[] = [];
  await page.route('**/api/purchase', (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '');
    return keys.length > 1
      ? route.continue()
      : route.fulfill({
          status: 409,
          contentType: 'application/problem+json',
          body: JSON.stringify({
            type: 'urn:rapid:problem:too-much-stock',
            status: 409,
            detail,
            available: 3,
          }),
        });
  });
  const order = page.getByRole('button', { name: 'Purchase', exact: true });
  await order.click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(detail);
  await order.click();
  await expect(toast(page, 'Purchase Successful')).toBeVisible();
  // the server repeats its response to a key: another attempt needs another one
  expect(new Set(keys).size).toBe(2);
});
