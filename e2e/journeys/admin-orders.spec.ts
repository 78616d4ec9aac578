import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { violations } from '../axe.js';
import {
  addProduct,
  ADMIN,
  newAccount,
  type Order,
  placeOrder,
  type Product,
  register,
  signIn,
  stockOf,
  toast,
} from '../shop.js';

/** Pays an order over the API, as the payment page does. */
async function payOrder(request: APIRequestContext, token: string, { _id }: Order): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const opened = await request.post('/api/create-payment-intent', { headers, data: { orderId: _id } });
  const { clientSecret } = (await opened.json()) as { clientSecret: string };
  const id = clientSecret.slice(0, clientSecret.indexOf('_secret_'));
  const config = (await (await request.get('/api/config')).json()) as {
    payments: { publishableKey: string };
  };
  const charged = await request.post(`/payments-sandbox/v1/payment_intents/${id}/confirm`, {
    headers: { authorization: `Bearer ${config.payments.publishableKey}` },
    form: {
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242424242424242',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2040',
      'payment_method_data[card][cvc]': '123',
    },
  });
  expect(charged.status(), await charged.text()).toBe(200);
  const confirmed = await request.patch(`/api/payment/${_id}`, { headers, data: { transactionId: id } });
  expect(confirmed.status(), await confirmed.text()).toBe(200);
}

/** A product with orders of one customer: one unpaid, and so many paid. */
async function orders(request: APIRequestContext, paid: number) {
  const product = await addProduct(request, { availableQ: 300 });
  const account = newAccount();
  const token = await register(request, account);
  const unpaid = await placeOrder(request, token, product, 10);
  const confirmed = [];
  for (let n = 0; n < paid; n += 1) {
    const order = await placeOrder(request, token, product, 10);
    await payOrder(request, token, order);
    confirmed.push(order);
  }
  return { product, account, unpaid, confirmed };
}

const drawer = (page: Page) => page.getByRole('dialog').filter({ hasText: 'Internal notes' });
const ofCustomer = (email: string) => `/dashboard/manageOrders?q=${encodeURIComponent(email)}`;
const rowsOf = (page: Page, product: Product) => page.getByRole('row').filter({ hasText: product.name });

test('an admin finds an order by its customer’s e-mail, notes something, and ships it', async ({
  page,
  request,
}) => {
  const { product, account, confirmed } = await orders(request, 1);
  await signIn(page, ADMIN);
  await page.goto('/dashboard/manageOrders');
  await page.getByLabel('Search orders').fill(account.email);
  await expect(rowsOf(page, product)).toHaveCount(2);
  await expect(page.getByRole('button', { name: /^Paid\s*1$/ })).toBeVisible();
  await page.getByRole('button', { name: /^Paid/ }).click();
  await expect(rowsOf(page, product)).toHaveCount(1);

  await page.getByRole('button', { name: new RegExp(`${product.name}, show the order`) }).click();
  await expect(page).toHaveURL(new RegExp(`open=${confirmed[0]!._id}`));
  await page.reload();
  await expect(drawer(page).getByText(account.email).first()).toBeVisible();
  await expect(drawer(page).getByText('Ordered')).toBeVisible();
  await drawer(page).getByLabel('New note').fill('Leave at the gate.');
  await drawer(page).getByRole('button', { name: 'Add the note' }).click();
  await expect(drawer(page).getByText('Leave at the gate.')).toBeVisible();
  await expect(drawer(page).getByLabel('New note')).toHaveValue('');

  await drawer(page)
    .getByRole('button', { name: /^Pending/ })
    .click();
  const confirm = page.getByRole('dialog').filter({ hasText: 'Ship this order?' });
  await confirm.getByRole('button', { name: 'Not yet' }).click();
  await drawer(page)
    .getByRole('button', { name: /^Pending/ })
    .click();
  await confirm.getByRole('button', { name: 'Mark as shipped' }).click();
  await expect(toast(page, 'Shipped Successfully')).toBeVisible();
  await expect(drawer(page).getByText('Shipped').first()).toBeVisible();
});

test('an admin refunds a part with a reason, and then the rest', async ({ page, request }) => {
  const { product, account, confirmed } = await orders(request, 1);
  const total = confirmed[0]!.total;
  await signIn(page, ADMIN);
  await page.goto(`${ofCustomer(account.email)}&open=${confirmed[0]!._id}`);
  const open = () =>
    drawer(page)
      .getByRole('button', { name: /^Refund/ })
      .click();
  const dialog = page.getByRole('dialog').filter({ hasText: 'Refund this order?' });
  await open();
  const amount = dialog.getByLabel('Amount in dollars');
  await expect(amount).toHaveValue(total.toFixed(2));
  await amount.fill(String(total + 1));
  await dialog.getByRole('button', { name: /^Refund \$/ }).click();
  await expect(dialog.getByText(/^From \$0\.01 to/)).toBeVisible();
  await amount.fill('5');
  await dialog.getByLabel(/Reason/).fill('One unit was scratched');
  await dialog.getByRole('button', { name: 'Refund $5.00' }).click();
  await expect(toast(page, 'Refunded $5.00')).toBeVisible();
  await expect(drawer(page).getByText('Partly refunded').first()).toBeVisible();
  await expect(drawer(page).getByText('One unit was scratched')).toBeVisible();
  const before = await stockOf(request, product);

  await open();
  await expect(amount).toHaveValue((total - 5).toFixed(2));
  await dialog.getByRole('button', { name: /^Refund \$/ }).click();
  await expect(drawer(page).getByText('Refunded').first()).toBeVisible();
  await expect.poll(() => stockOf(request, product)).toBe(before + 10);
});

test('many orders are shipped after a check that says which qualify', async ({ page, request }) => {
  const { product, account } = await orders(request, 2);
  await signIn(page, ADMIN);
  await page.goto(ofCustomer(account.email));
  await expect(rowsOf(page, product)).toHaveCount(3);
  await page.getByRole('button', { name: 'Select all on this page' }).click();
  await page.getByRole('button', { name: 'Ship', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('2 of 3')).toBeVisible();
  await expect(dialog.getByText('This order is unpaid; only a paid one can be shipped.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Ship 2 orders' }).click();
  await expect(dialog.getByText(/^2 done, 0 refused, 0 failed/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(rowsOf(page, product).getByText('Shipped', { exact: true })).toHaveCount(2);
});

test('an order is found, opened and shipped by keyboard alone, on a narrow screen', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { account, confirmed } = await orders(request, 1);
  await signIn(page, ADMIN);
  await page.goto('/dashboard/manageOrders');
  await page.getByLabel('Search orders').focus();
  await page.keyboard.type(account.email);
  await page.keyboard.press('Enter');
  const opener = page.getByRole('button', { name: /show the order of/ });
  await expect(opener).toHaveCount(2);
  await opener.first().focus();
  await page.keyboard.press('Enter');
  await expect(drawer(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toHaveCount(0);

  await page.goto(`${ofCustomer(account.email)}&open=${confirmed[0]!._id}`);
  await drawer(page)
    .getByRole('button', { name: /^Pending/ })
    .focus();
  await page.keyboard.press('Enter');
  const confirm = page.getByRole('dialog').filter({ hasText: 'Ship this order?' });
  await confirm.getByRole('button', { name: 'Mark as shipped' }).focus();
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Shipped Successfully')).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
});

for (const theme of ['light', 'dark'])
  test(`axe finds nothing with an order or its refund open, ${theme}`, async ({ browser, request }) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, bypassCSP: true });
    const page = await context.newPage();
    const { account, confirmed } = await orders(request, 1);
    await signIn(page, ADMIN);
    await page.evaluate((value) => localStorage.setItem('rapid.theme', value), theme);
    await page.goto(`${ofCustomer(account.email)}&open=${confirmed[0]!._id}`);
    await expect(drawer(page).getByText('No notes yet.')).toBeVisible();
    expect(await violations(page), 'the drawer').toEqual([]);
    await drawer(page)
      .getByRole('button', { name: /^Refund/ })
      .click();
    await expect(page.getByLabel('Amount in dollars')).toBeVisible();
    expect(await violations(page), 'the refund').toEqual([]);
    await context.close();
  });
