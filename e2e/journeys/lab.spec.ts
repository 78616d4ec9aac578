import { expect, test, type APIRequestContext } from '@playwright/test';
import {
  addProduct,
  ADMIN,
  expectWithinWindow,
  fillOrder,
  newAccount,
  type Order,
  pay,
  placeOrder,
  register,
  signIn,
  stockOf,
  toast,
  tokenFor,
} from '../shop.js';

/**
 * What must come out right when payments go wrong. The lab's settings are the whole shop's, and other journeys pay at the
 * same time: each setting is for a few times only, does no harm to who else meets it, and is put back at the end.
 */
test.describe.configure({ mode: 'serial' });

const as = (token: string) => ({ authorization: `Bearer ${token}` });

async function setLab(request: APIRequestContext, settings: object): Promise<void> {
  const response = await request.put('/api/payment-lab', {
    headers: as(await tokenFor(request, ADMIN)),
    data: settings,
  });
  expect(response.status(), await response.text()).toBe(200);
}

interface AdminOrder extends Order {
  refundStatus?: string;
  nextSteps: string[];
  timeline: { what: string; by: string }[];
}

/** An order as the admin sees it. */
async function adminOrder(request: APIRequestContext, { _id }: Order): Promise<AdminOrder> {
  const response = await request.get(`/api/purchases/search?q=${_id}`, {
    headers: as(await tokenFor(request, ADMIN)),
  });
  const { items } = (await response.json()) as { items: AdminOrder[] };
  const found = items.find((order) => order._id === _id);
  if (!found) throw new Error(`No order ${_id}: ${await response.text()}`);
  return found;
}

const paidEntries = ({ timeline }: AdminOrder) => timeline.filter(({ what }) => what === 'paid');

test.afterEach(({ request }) => setLab(request, {}));

test('the admin sets the lab and resets it; a customer may not', async ({ page, request }) => {
  await signIn(page, ADMIN);
  await page.goto('/dashboard');
  await page
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('link', { name: 'Payment Failure Lab' })
    .click();
  const now = page.getByRole('region', { name: 'Now' });
  await expect(now.getByText('Nothing goes wrong.')).toBeVisible();

  await page.getByLabel('Events', { exact: true }).selectOption('duplicate');
  await page.getByLabel('Number of events').fill('0');
  await page.getByRole('button', { name: 'Set the lab' }).click();
  await expect(page.getByText('A whole number from 1 to 1,000')).toBeVisible();
  await expect(now.getByText('Nothing goes wrong.')).toBeVisible();
  await page.getByLabel('Number of events').fill('900');
  await page.getByRole('button', { name: 'Set the lab' }).click();
  await expect(toast(page, 'The lab is set')).toBeVisible();
  // Others pay meanwhile, and the number runs down.
  await expect(now.getByText(/The next \d+ webhooks arrive twice/)).toBeVisible();

  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(now.getByText('Nothing goes wrong.')).toBeVisible();
  await expect(page.getByLabel('Events', { exact: true })).toHaveValue('deliver');

  const token = await register(request, newAccount());
  expect((await request.get('/api/payment-lab', { headers: as(token) })).status()).toBe(403);
});

test('a payment whose response was lost on the way to the browser still ends paid', async ({
  page,
  request,
}) => {
  const product = await addProduct(request);
  const account = newAccount();
  const order = await placeOrder(request, await register(request, account), product);
  await signIn(page, account);
  await page.goto(`/dashboard/payment/${order._id}`);
  await expect(page.getByLabel(/card number/i)).toBeVisible();

  // Chromium may repeat by itself a call that was cut off, and then learns that it was done before.
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/confirm')) statuses.push(response.status());
  });
  // More than one, since another journey may pay in between.
  await setLab(request, { loseConfirmResponse: 5 });
  await pay(page, '4242424242424242');
  await expect(page.getByText('Your Payment is Completed')).toBeVisible({ timeout: 20_000 });
  expect(statuses).not.toContain(200);

  await page.goto('/dashboard');
  const row = page.getByRole('row').filter({ hasText: product.name });
  await expect(row.getByText('Paid')).toBeVisible();
  expect(paidEntries(await adminOrder(request, order))).toHaveLength(1);
});

test('duplicated webhooks count once', async ({ page, request }) => {
  const product = await addProduct(request);
  const account = newAccount();
  const order = await placeOrder(request, await register(request, account), product);
  await signIn(page, account);
  await page.goto(`/dashboard/payment/${order._id}`);
  await expect(page.getByLabel(/card number/i)).toBeVisible();

  await setLab(request, { webhooks: { mode: 'duplicate', times: 40 } });
  await pay(page, '4242424242424242');
  await expect(page.getByText('Your Payment is Completed')).toBeVisible();
  // Long enough for both copies to have come.
  await page.waitForTimeout(1_500);
  const paid = await adminOrder(request, order);
  expect(paid.status).toBe('paid');
  expect(paidEntries(paid)).toHaveLength(1);
});

test('the admin refunds a paid order: it shows so, and its stock is back', async ({
  page,
  request,
  browser,
}) => {
  const product = await addProduct(request, { availableQ: 30 });
  const account = newAccount();
  const order = await placeOrder(request, await register(request, account), product, 10);
  await signIn(page, account);
  await page.goto(`/dashboard/payment/${order._id}`);
  await pay(page, '4242424242424242');
  await expect(page.getByText('Your Payment is Completed')).toBeVisible();
  await expect.poll(() => stockOf(request, product)).toBe(20);

  const office = await browser.newPage();
  await signIn(office, ADMIN);
  await office.goto(`/dashboard/manageOrders?q=${encodeURIComponent(product.name)}`);
  const row = office.getByRole('row').filter({ hasText: product.name });
  await row.getByRole('link', { name: /show the order/ }).click();
  const opened = office.getByRole('dialog', { name: `Order ${order.number}` });
  await opened.getByRole('button', { name: /^Refund/ }).click();
  const question = office.getByRole('dialog', { name: 'Refund this order?' });
  await expect(question.getByText('10 units go back to the stock and can be sold again.')).toBeVisible();
  await question.getByRole('button', { name: 'Refund $125.00' }).click();
  await expect(toast(office, 'Refunded $125.00')).toBeVisible();
  await expect(opened.getByText('Refunded', { exact: true }).first()).toBeVisible();
  await expect(opened.getByRole('button', { name: /^(Refund|Ship|Mark as shipped)/ })).toHaveCount(0);
  await expect(row.getByText('Refunded', { exact: true })).toBeAttached();
  await office.close();

  await expect.poll(() => stockOf(request, product)).toBe(30);
  expect(await adminOrder(request, order)).toMatchObject({ status: 'refunded', nextSteps: [] });
  await page.goto('/dashboard');
  await expect(page.getByRole('row').filter({ hasText: product.name }).getByText('Refunded')).toBeVisible();
});

test('a double click on Purchase makes one order', async ({ page, request }) => {
  const product = await addProduct(request, { minimumOQ: 5, availableQ: 50 });
  const account = newAccount();
  const token = await register(request, account);
  await signIn(page, account);
  await page.goto(`/item/${product._id}`);
  await fillOrder(page, 10);
  await page.getByRole('button', { name: 'Purchase', exact: true }).dblclick();
  await expect(toast(page, 'Purchase Successful').first()).toBeVisible();

  await expect.poll(() => stockOf(request, product)).toBe(40);
  const response = await request.get(`/api/purchase/${account.email}`, { headers: as(token) });
  expect(await response.json()).toHaveLength(1);
});

test('a refund that fails after all is shown so, and reconciliation gives the money back', async ({
  page,
  request,
  browser,
}) => {
  const product = await addProduct(request);
  const account = newAccount();
  const order = await placeOrder(request, await register(request, account), product);
  await signIn(page, account);
  await page.goto(`/dashboard/payment/${order._id}`);
  await pay(page, '4000000000005126');
  await expect(page.getByText('Your Payment is Completed')).toBeVisible();
  const refund = await request.post(`/api/refund/${order._id}`, {
    headers: as(await tokenFor(request, ADMIN)),
  });
  expect(refund.status(), await refund.text()).toBe(200);
  await expect
    .poll(async () => (await adminOrder(request, order)).refundStatus, { timeout: 20_000 })
    .toBe('failed');

  const office = await browser.newPage();
  await signIn(office, ADMIN);
  await office.goto(`/dashboard/manageOrders?q=${encodeURIComponent(product.name)}`);
  const sold = office.getByRole('row').filter({ hasText: product.name });
  await expect(sold.getByText('Refund failed')).toBeVisible();
  await expect(sold.getByText('Refunded', { exact: true })).toHaveCount(0);
  await expect(sold.getByRole('button', { name: /^Refund again/ })).toBeVisible();
  // one step a row: two are cut at 1440 pixels
  await expect(sold.getByRole('button', { name: /^Pending/ })).toHaveCount(0);
  await office.setViewportSize({ width: 390, height: 844 });
  await expectWithinWindow(office, 'an order whose refund failed');
  await office.setViewportSize({ width: 1440, height: 900 });

  await office.goto('/dashboard/reconciliation?days=1&pageSize=100');
  const row = office.getByRole('row').filter({ hasText: order.number });
  await expect(row.getByText('Refund failed')).toBeVisible();
  const comparisons = office.getByRole('list', { name: 'Comparisons of everything' });
  for (const width of [390, 1440]) {
    await office.setViewportSize({ width, height: 900 });
    await expect(row.getByRole('button', { name: /^Refund again/ })).toBeVisible();
    await expect(comparisons.getByRole('listitem')).toHaveCount(2);
    await expectWithinWindow(office, `the reconciliation at ${width}`);
  }
  // the job begins within a minute of the shop's start, and goes on with the orders until the last
  await expect
    .poll(
      async () => {
        await office.getByRole('button', { name: 'Compare again' }).click();
        return comparisons.innerText();
      },
      { timeout: 90_000, intervals: [3_000] },
    )
    .toMatch(
      /All payments with their orders\s+Compared[^]*All paid orders with their payments\s+(Compared|In progress)/,
    );
  await row.getByRole('button', { name: /^Refund again/ }).click();
  await office.getByRole('dialog').getByRole('button', { name: 'Refund the payment' }).click();
  await expect(toast(office, 'The payment is refunded')).toBeVisible();
  await office.close();
});
