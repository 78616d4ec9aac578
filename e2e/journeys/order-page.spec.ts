import { expect, test, type Page } from '@playwright/test';
import {
  addProduct,
  CUSTOMER,
  expectWithinWindow,
  newAccount,
  type Order,
  orderOfLines,
  paidOrder,
  payOrder,
  placeOrder,
  register,
  signIn,
  toast,
} from '../shop.js';

/** The page of an order, and what becomes of one that its customer takes off their list. */

const pathOf = ({ number }: Pick<Order, 'number'>) => `/dashboard/orders/${number}`;
const head = (page: Page, { number }: Order) => page.getByRole('heading', { name: `Order ${number}` });
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const dollars = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });

for (const width of [1440, 390, 320])
  test(`a customer sees all of an order on its page: ${width} pixels`, async ({ page, request }) => {
    await page.setViewportSize({ width, height: 900 });
    const order = await orderOfLines(
      request,
      ({ lines, status }) => lines.length > 2 && status === 'shipped',
    );
    await signIn(page, CUSTOMER);
    await page.goto(`/dashboard?q=${order.number}`);
    await page.getByRole('link', { name: `Order ${order.number}`, exact: true }).click();
    await expect(page).toHaveURL(pathOf(order));
    await expect(head(page, order)).toBeVisible();
    const items = part(page, 'Items').getByRole('list', { name: 'Items' }).getByRole('listitem');
    await expect(items).toHaveCount(order.lines.length);
    for (const [index, { name, total }] of order.lines.entries()) {
      await expect(items.nth(index)).toContainText(name);
      await expect(items.nth(index)).toContainText(dollars(total));
    }
    await expect(part(page, 'Items').getByText('Total', { exact: true })).toBeVisible();
    await expect(part(page, 'Items')).toContainText(dollars(order.total));
    await expect(part(page, 'Delivery').getByRole('heading', { name: 'Shipments' })).toBeVisible();
    await expect(part(page, 'History').getByRole('listitem').first()).toContainText('Ordered by you');
    await expectWithinWindow(page, 'the page of an order');
    await page.emulateMedia({ media: 'print' });
    const receipt = page.getByRole('article').filter({ hasText: 'Receipt' });
    await expect(receipt).toContainText(`Paid: ${dollars(order.total)}`);
    await expect(receipt).toContainText(order.number);
  });

test('an order that is not paid leads to its payment; nobody else finds it', async ({ page, request }) => {
  const account = newAccount();
  const order = await placeOrder(request, await register(request, account), await addProduct(request));
  await signIn(page, account);
  // as somebody types it from a letter
  await page.goto(pathOf({ number: order.number.replaceAll('-', '').toLowerCase() }));
  await expect(head(page, order)).toBeVisible();
  await expect(page.getByText(/Please pay by/)).toBeVisible();
  await page.getByRole('link', { name: /^Pay \$/ }).click();
  await expect(page).toHaveURL(`/dashboard/payment/${order._id}`);

  const other = await orderOfLines(request, () => true);
  for (const number of [other.number, 'RM-0000-0000', 'no_number']) {
    await page.goto(pathOf({ number }));
    await expect(page.getByText('There is no such order')).toBeVisible();
    await expect(page.getByText(other.lines[0]!.name)).toHaveCount(0);
  }
  await page.getByRole('link', { name: 'See my orders' }).click();
  await expect(page.getByRole('row').filter({ hasText: order.number })).toBeVisible();
});

test('an order that was removed is put back from the toast, and found again', async ({ page, request }) => {
  const { account, order } = await paidOrder(request);
  await signIn(page, account);
  await page.goto('/dashboard');
  const row = page.getByRole('row').filter({ hasText: order.number });
  const remove = async () => {
    await page.getByRole('button', { name: /^Remove Order/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  };
  await expect(row).toBeVisible();
  await remove();
  await expect(row).toHaveCount(0);
  await toast(page, 'Item Deleted Successfully').getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'The order is on your list again')).toBeVisible();
  await expect(row).toBeVisible();

  await page.goto(pathOf(order));
  await remove();
  await expect(page.getByText(/You took this order off your list/)).toBeVisible();
  await page.goto('/dashboard');
  await expect(page.getByText('You have no orders yet')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Show removed orders' }).check();
  await expect(page).toHaveURL(/[?&]removed=true/);
  await expect(row).toBeVisible();
  await page.reload();
  await row.getByRole('button', { name: /^Put back/ }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Show removed orders' }).uncheck();
  await expect(row).toBeVisible();
  await page.goto(pathOf(order));
  await expect(part(page, 'History').getByRole('listitem').last()).toContainText(
    'Put back on your list by you',
  );
});

test('an order that cannot be read says so, and can be tried again', async ({ page, request }) => {
  const { account, order } = await paidOrder(request);
  await signIn(page, account);
  let fails = true;
  await page.route(`**/api/orders/${order.number}`, (route) =>
    fails ? route.fulfill({ status: 503, body: '' }) : route.continue(),
  );
  await page.goto(pathOf(order));
  await expect(page.getByText('The order could not be loaded')).toBeVisible();
  fails = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(head(page, order)).toBeVisible();
});

test('an order is put into the basket again, which says what has changed', async ({ page, request }) => {
  const account = newAccount();
  const token = await register(request, account);
  const product = await addProduct(request, { minimumOQ: 5, availableQ: 20 });
  const order = await placeOrder(request, token, product, 10);
  await payOrder(request, token, order);
  // of which 5 are left
  await placeOrder(request, token, product, 5);
  await signIn(page, account);
  await page.goto(pathOf(order));
  await page.getByRole('button', { name: /^Order again/ }).click();
  const said = toast(page, '1 part added to your basket.');
  await expect(said).toContainText(`${product.name}: 5 instead of 10.`);
  await expect(said.getByRole('link', { name: 'View basket' })).toHaveAttribute('href', '/basket');
  const read = await request.get('/api/basket', { headers: { authorization: `Bearer ${token}` } });
  expect(await read.json()).toMatchObject({
    lines: [{ productId: product._id, orderQuantity: 5, problems: [] }],
  });
});
