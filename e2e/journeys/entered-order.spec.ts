import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import {
  addProduct,
  ADMIN,
  asAdmin,
  expectWithinWindow,
  newAccount,
  pay,
  register,
  signIn,
  stockOf,
  toast,
  unique,
  type Order,
} from '../shop.js';

/** An admin enters an order for a customer, and somebody who is not signed in pays it by the link. */

const WIDTHS = [1440, 390];

async function customerOf(request: APIRequestContext) {
  const account = newAccount();
  const token = await register(request, account);
  const found = await request.get(`/api/user/${account.email}`, { headers: await asAdmin(request) });
  return { account, token, id: ((await found.json()) as { _id: string })._id };
}

async function fillAddress(page: Page): Promise<void> {
  await page.getByLabel('Street and number').fill('12 Foundry Lane');
  await page.getByLabel('City').fill('Springfield');
  await page.getByLabel('Postal code').fill('62704');
  await page.getByLabel('Country').selectOption('US');
  await page.getByLabel('Phone').fill('5550123');
}

for (const width of WIDTHS) {
  test(`an order entered for a customer is paid by its link, at ${width} px`, async ({
    page,
    browser,
    request,
  }) => {
    const { account, token, id } = await customerOf(request);
    const product = await addProduct(request);
    await page.setViewportSize({ width, height: 900 });
    await signIn(page, ADMIN);
    await page.goto(`/dashboard/customers/${id}`);
    await expect(page.getByRole('heading', { level: 1, name: account.name })).toBeVisible();
    await expect(page.getByText('No orders yet.')).toBeVisible();
    await expectWithinWindow(page, 'the customer’s page');

    await page.getByRole('button', { name: 'Enter An Order' }).click();
    const dialog = page.getByRole('dialog', { name: `Enter an order for ${account.name}` });
    await dialog.getByLabel('Add a part').fill(product.name);
    await page
      .getByRole('option')
      .or(page.locator('.ant-select-item-option'))
      .filter({ hasText: product.name })
      .first()
      .click();
    await dialog.getByLabel(`Quantity of ${product.name}`).fill('8');
    await fillAddress(page);
    await expect(dialog.getByLabel('Prices')).toContainText('$100.00');
    await dialog.getByRole('button', { name: 'Enter the order' }).click();

    const made = page.getByRole('dialog', { name: /^Order RM-\S+ is entered$/ });
    await made.getByRole('button', { name: 'Make a payment link' }).click();
    const link = await made.getByLabel(/^Link to pay RM-/).inputValue();
    const { pathname } = new URL(link);
    expect(pathname).toMatch(/^\/pay\/[\w.-]+$/);
    expect(await stockOf(request, product)).toBe(42);

    const stranger = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    const paying = await stranger.newPage();
    const response = await paying.goto(pathname);
    expect(response!.headers()).toMatchObject({
      'referrer-policy': 'strict-origin',
      'x-robots-tag': 'noindex',
      'cache-control': 'no-store',
    });
    await expect(paying.getByText(product.name)).toBeVisible();
    await expect(paying.getByText(account.email)).toHaveCount(0);
    await expect(paying.getByText(account.name)).toHaveCount(0);
    await expectWithinWindow(paying, 'the payment page');
    await pay(paying, '4242424242424242');
    await expect(paying.getByRole('alert').filter({ hasText: 'Your Payment is Completed' })).toBeVisible();
    await paying.reload();
    await expect(paying.getByRole('heading', { name: 'This order is paid' })).toBeVisible();
    await paying.goto('/pay/tampered.token.x');
    await expect(paying.getByText('This payment link is not valid', { exact: true })).toBeVisible();
    await stranger.close();

    const headers = { authorization: `Bearer ${token}` };
    const own = await request.get(`/api/purchase/${account.email}`, { headers });
    expect(await own.json()).toMatchObject([
      { status: 'paid', lines: [{ name: product.name, quantity: 8 }] },
    ]);
    await made.getByRole('button', { name: 'Done' }).click();
  });
}

/** An order of a new customer, entered over the API. */
async function enteredOrder(request: APIRequestContext) {
  const { account, id } = await customerOf(request);
  const product = await addProduct(request);
  const address = {
    name: account.name,
    line1: '1 Old Road',
    city: 'Springfield',
    postalCode: '62704',
    country: 'US',
  };
  const externalId = unique('SO');
  const entered = await request.post('/api/orders', {
    headers: await asAdmin(request),
    data: {
      customer: { id },
      lines: [{ productId: product._id, orderQuantity: 5 }],
      address,
      phone: '5550100',
      externalId,
    },
  });
  expect(entered.status(), await entered.text()).toBe(201);
  return { account, externalId, order: (await entered.json()) as Order };
}

test('an order being entered, and one that is entered, outlive a read that fails', async ({
  page,
  context,
  request,
}) => {
  const { account, id } = await customerOf(request);
  const product = await addProduct(request);
  await signIn(page, ADMIN);
  await page.goto(`/dashboard/customers/${id}`);
  await page.getByRole('button', { name: 'Enter An Order' }).click();
  const dialog = page.getByRole('dialog', { name: `Enter an order for ${account.name}` });
  await dialog.getByLabel('Add a part').fill(product.name);
  await page.locator('.ant-select-item-option').filter({ hasText: product.name }).first().click();
  await fillAddress(page);
  const broken = async () => page.getByText(/^This may be out of date/).count();
  await page.route(`**/api/customers/${id}`, (route) => route.fulfill({ status: 503, body: '' }));
  await context.setOffline(true);
  await context.setOffline(false);
  await expect.poll(broken).toBe(1);
  await expect(dialog.getByLabel('Street and number')).toHaveValue('12 Foundry Lane');

  // what was entered changes the customer's figures, which cannot be read
  await dialog.getByRole('button', { name: 'Enter the order' }).click();
  const made = page.getByRole('dialog', { name: /^Order RM-\S+ is entered$/ });
  await expect(made).toBeVisible();
  await expect.poll(broken).toBe(1);
  await made.getByRole('button', { name: 'Make a payment link' }).click();
  await expect(made.getByLabel(/^Link to pay RM-/)).toBeVisible();
  await made.getByRole('button', { name: 'Done' }).click();
  await page.unroute(`**/api/customers/${id}`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(broken).toBe(0);
});

test('a link of an order that was cancelled says so', async ({ page, request }) => {
  const { order } = await enteredOrder(request);
  const headers = await asAdmin(request);
  const made = await request.post(`/api/purchases/${order._id}/pay-link`, { headers });
  const { url } = (await made.json()) as { url: string };
  expect((await request.delete(`/api/purchase/${order._id}`, { headers })).status()).toBe(200);
  await page.goto(new URL(url).pathname);
  await expect(page.getByText('There is nothing to pay', { exact: true })).toBeVisible();
  await expect(page.getByText(`Order ${order.number} was cancelled`)).toBeVisible();
  await expect(page.getByLabel(/card number/i)).toHaveCount(0);
});

test('an admin changes the address of an order before it ships, and notes why', async ({ page, request }) => {
  const { account, order } = await enteredOrder(request);
  await signIn(page, ADMIN);
  await page.goto(`/dashboard/manageOrders?open=${order._id}`);
  await page.getByRole('button', { name: 'Change the address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the address' });
  await dialog.getByLabel('Country').selectOption('DE');
  await dialog.getByRole('button', { name: 'Change the address' }).click();
  await expect(dialog.getByText(/charged for another country/)).toBeVisible();
  await dialog.getByLabel('Country').selectOption('US');
  await dialog.getByLabel('Street and number').fill('9 New Road');
  await dialog.getByRole('button', { name: 'Change the address' }).click();
  await expect(toast(page, 'The address was changed')).toBeVisible();
  const drawer = page.getByRole('dialog', { name: `Order ${order.number}` });
  await expect(drawer.getByText('9 New Road')).toBeVisible();
  await expect(drawer.getByText('1 Old Road')).toBeVisible();

  await drawer.getByRole('link', { name: 'The customer’s page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: account.name })).toBeVisible();
  await page.getByLabel('New note').fill('Moved in November.');
  await page.getByRole('button', { name: 'Add the note' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Moved in November.' })).toBeVisible();
});

test('an order is found by what another system calls it', async ({ page, request }) => {
  const { externalId, order } = await enteredOrder(request);
  await signIn(page, ADMIN);
  await page.goto('/dashboard/manageOrders');
  await page.getByRole('button', { name: /^More filters/ }).click();
  await page.getByLabel('External id').fill(externalId);
  const rows = page.locator('tr[data-row-key]');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(order.number);
  expect(new URL(page.url()).searchParams.get('externalId')).toBe(externalId);
});
