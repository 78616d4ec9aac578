import { expect, test, type Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import {
  ADMIN,
  CUSTOMER,
  expectWithinWindow,
  isPartlyShipped,
  type Order,
  orderOfLines,
  signIn,
} from '../shop.js';

/** Orders of several lines, as their customer and as an admin. */

const dollars = (amount: number) =>
  amount.toLocaleString('en-US', { style: 'currency', currency: 'USD', minimumFractionDigits: 2 });

const opened = (page: Page, { number }: Order) => page.getByRole('dialog', { name: `Order ${number}` });

/** Every line with its units, and what the order costs. */
async function expectWhole(page: Page, order: Order): Promise<void> {
  const items = opened(page, order).getByRole('list', { name: 'Items' }).getByRole('listitem');
  await expect(items).toHaveCount(order.lines.length);
  for (const [index, { name, quantity, price, total }] of order.lines.entries()) {
    await expect(items.nth(index)).toContainText(name);
    await expect(items.nth(index)).toContainText(`${quantity} × ${dollars(price)}`);
    await expect(items.nth(index)).toContainText(dollars(total));
  }
  await expect(opened(page, order).getByText(dollars(order.total)).first()).toBeVisible();
}

for (const width of [1440, 390])
  test(`a customer sees every line of an order, and its receipt: ${width} pixels`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const order = await orderOfLines(request, ({ lines }) => lines.length === 8);
    await signIn(page, CUSTOMER);
    await page.goto(`/dashboard?q=${order.number}`);
    const row = page.getByRole('row').filter({ hasText: order.number });
    await expect(row).toContainText(`${order.lines[0]!.name} and 7 more`);
    await expect(row).toContainText('8 items');
    await expect(row).toContainText(dollars(order.total));
    await row.getByRole('link', { name: /show the order/ }).click();
    await expectWhole(page, order);
    await expect(opened(page, order).getByRole('heading', { name: 'Shipments' })).toBeVisible();
    await expectWithinWindow(page, 'an order of eight lines');

    await page.emulateMedia({ media: 'print' });
    const receipt = page.getByRole('article').filter({ hasText: 'Receipt' });
    // its head and its subtotal are rows as well
    await expect(receipt.getByRole('row')).toHaveCount(order.lines.length + 2);
    await expect(receipt).toContainText(`Paid: ${dollars(order.total)}`);
  });

test('a customer sees what the payment of several lines is for', async ({ page, request }) => {
  const order = await orderOfLines(request, ({ status }) => status === 'unpaid');
  await signIn(page, CUSTOMER);
  await page.goto(`/dashboard/payment/${order._id}`);
  const what = page.getByRole('region', { name: 'What you pay for' });
  await expect(what.getByText(dollars(order.total)).first()).toBeVisible();
  await expect(what.getByRole('listitem')).toHaveCount(order.lines.length);
  await expect(what.getByText(`Order ${order.number}`)).toBeVisible();
  await expect(page.getByRole('button', { name: `Pay ${dollars(order.total)}` })).toBeVisible();
});

test('an admin sees every line of an order, what of it is to be shipped, and exports its lines', async ({
  page,
  request,
}) => {
  const order = await orderOfLines(request, isPartlyShipped);
  await signIn(page, ADMIN);
  await page.goto(`/dashboard/manageOrders?q=${order.number}`);
  const row = page.locator('tr[data-row-key]');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(`${order.lines.length} items`);
  await expect(row).toContainText(dollars(order.total));
  await expect(row.getByText('Partly shipped')).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export lines' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^order-lines-/);
  const file = await readFile(await download.path(), 'utf8');
  expect(file.trim().split('\r\n')).toHaveLength(1 + order.lines.length);

  await row.getByRole('link', { name: /show the order/ }).click();
  await expectWhole(page, order);
  await opened(page, order)
    .getByRole('button', { name: /^Mark as shipped/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Ship this order?' });
  for (const { name, quantity, shipped } of order.lines)
    await expect(dialog.getByText(`${quantity - shipped} × ${name}`)).toHaveCount(shipped < quantity ? 1 : 0);
  await dialog.getByRole('button', { name: 'Not yet' }).click();
  await expect(dialog).toBeHidden();
});
