import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { placeLines } from '../lines.js';
import {
  expectWithinWindow,
  addProduct,
  ADMIN,
  asAdmin,
  newAccount,
  payOrder,
  placeOrder,
  type Product,
  register,
  signIn,
  stockOf,
  toast,
} from '../shop.js';

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

  await page.getByRole('link', { name: new RegExp(`${product.name}, show the order`) }).click();
  await expect(page).toHaveURL(new RegExp(`open=${confirmed[0]!._id}`));
  await page.reload();
  await expect(drawer(page).getByText(account.email).first()).toBeVisible();
  await expect(drawer(page).getByText('Ordered')).toBeVisible();
  await drawer(page).getByLabel('New note').fill('Leave at the gate.');
  await drawer(page).getByRole('button', { name: 'Add the note' }).click();
  await expect(drawer(page).getByText('Leave at the gate.')).toBeVisible();
  await expect(drawer(page).getByLabel('New note')).toHaveValue('');

  await drawer(page)
    .getByRole('button', { name: /^Mark as shipped/ })
    .click();
  const confirm = page.getByRole('dialog').filter({ hasText: 'Ship this order?' });
  await confirm.getByRole('button', { name: 'Not yet' }).click();
  await drawer(page)
    .getByRole('button', { name: /^Mark as shipped/ })
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
  await dialog.getByRole('radio', { name: 'Amount' }).check();
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
  await expect(dialog.getByRole('radio', { name: 'Everything left' })).toBeChecked();
  await dialog.getByRole('button', { name: `Refund $${(total - 5).toFixed(2)}` }).click();
  await expect(drawer(page).getByText('Refunded').first()).toBeVisible();
  await expect.poll(() => stockOf(request, product)).toBe(before + 10);
});

test('a refund of the delivery that the bank sent back is made again by what it owes', async ({
  page,
  request,
}) => {
  const token = await register(request, newAccount());
  const offered = await (await request.get('/api/delivery/methods')).json();
  const { methods } = offered as { methods: { _id: string; name: string }[] };
  const express = methods.find(({ name }) => name === 'Express')!._id;
  const order = await placeLines(request, token, [await addProduct(request)], express);
  const { price } = order.delivery!;
  await payOrder(request, token, order, '4000000000005126');
  const headers = await asAdmin(request);
  const refunded = await request.post(`/api/refund/${order._id}`, { headers, data: { delivery: true } });
  expect(refunded.status(), await refunded.text()).toBe(200);
  const read = async () =>
    (await (await request.get(`/api/purchases/${order._id}`, { headers })).json()) as object;
  await expect.poll(read, { timeout: 20_000 }).toMatchObject({ refunds: [{ isOwed: true }] });

  await signIn(page, ADMIN);
  await page.goto(`/dashboard/manageOrders?q=${order.number}&open=${order._id}`);
  await drawer(page)
    .getByRole('button', { name: /^Refund again/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Refund this order?' });
  const why = dialog.getByRole('status').filter({ hasText: 'The bank sent back the refund' });
  await expect(why.getByRole('listitem')).toHaveText('Delivery');
  await dialog.getByRole('radio', { name: 'Lines' }).check();
  await expect(dialog.getByRole('checkbox', { name: /^Delivery/ })).toHaveCount(0);
  await dialog.getByRole('radio', { name: 'Amount' }).check();
  await expect(dialog.getByLabel('Amount in dollars')).toHaveValue(price.toFixed(2));
  await dialog.getByRole('radio', { name: 'Everything left' }).check();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await drawer(page)
    .getByRole('button', { name: /^Refund again/ })
    .click();
  await dialog.getByRole('button', { name: `Refund $${price.toFixed(2)}` }).click();
  await expect(toast(page, `Refunded $${price.toFixed(2)}`)).toBeVisible();
  expect(await read()).toMatchObject({ refunded: price, refundStatus: 'partial' });
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
  const opener = page.getByRole('link', { name: /show the order of/ });
  await expect(opener).toHaveCount(2);
  await opener.first().focus();
  await page.keyboard.press('Enter');
  await expect(drawer(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toHaveCount(0);

  await page.goto(`${ofCustomer(account.email)}&open=${confirmed[0]!._id}`);
  await drawer(page)
    .getByRole('button', { name: /^Mark as shipped/ })
    .focus();
  await page.keyboard.press('Enter');
  const confirm = page.getByRole('dialog').filter({ hasText: 'Ship this order?' });
  await confirm.getByRole('button', { name: 'Mark as shipped' }).focus();
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Shipped Successfully')).toBeVisible();
  await expectWithinWindow(page, 'the order');
});
