import { expect, test, type Page } from '@playwright/test';
import {
  addProduct,
  ADMIN,
  expectWithinWindow,
  fillOrder,
  newAccount,
  register,
  signIn,
  stockOf,
  toast,
} from '../shop.js';

/** Parts that cost less a unit in larger orders, and parts that are sold in packs. */

const BREAKS = [
  { from: 16, price: 18 },
  { from: 40, price: 15.25 },
];

const prices = (page: Page) => page.getByRole('table', { name: 'Prices by quantity' });
const rows = (page: Page) => prices(page).getByRole('row');

test('a customer orders whole packs, and pays the price of that quantity', async ({ page, request }) => {
  const product = await addProduct(request, {
    price: 20,
    breaks: BREAKS,
    orderStep: 8,
    minimumOQ: 8,
    availableQ: 100,
  });
  const account = newAccount();
  await register(request, account);
  await signIn(page, account);
  await page.goto(`/parts/${product._id}`);
  await expect(rows(page)).toHaveText([
    /Order of at least/,
    /8 units\s*\$20\.00/,
    /16 units\s*\$18\.00/,
    /40 units\s*\$15\.25/,
  ]);
  // of 100 units, four are no pack
  await expect(page.getByText('96 units')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Buy Now', exact: true }).click();

  const quantity = page.getByRole('spinbutton', { name: 'Order Quantity' });
  const form = page.getByRole('form', { name: 'Order' });
  await expect(quantity).toHaveValue('8');
  await expect(quantity).toHaveAccessibleDescription('From 8 to 96 units, in packs of 8');
  await expect(form.getByText('8 more and all cost $18.00 each.')).toBeVisible();
  await expect(form.getByText('$160.00')).toBeVisible();
  await form.getByRole('button', { name: 'One pack more' }).click();
  await expect(quantity).toHaveValue('16');
  await expect(form.getByText('at $18.00 a unit')).toBeVisible();
  await expect(form.getByText('$288.00')).toBeVisible();
  await quantity.press('ArrowDown');
  await expect(quantity).toHaveValue('8');
  await expect(form.getByText('at $20.00 a unit')).toBeVisible();

  await fillOrder(page, 20);
  await form.getByRole('button', { name: 'Purchase', exact: true }).click();
  await expect(quantity).toHaveAccessibleDescription(/Sold in packs of 8/);
  expect(await stockOf(request, product)).toBe(100);
  await quantity.press('ArrowUp');
  await expect(quantity).toHaveValue('24');
  await expect(form.getByText('16 more and all cost $15.25 each.')).toBeVisible();
  await form.getByRole('button', { name: 'Order 40' }).click();
  await expect(quantity).toHaveValue('40');
  await expect(form.getByText('$610.00')).toBeVisible();
  await form.getByRole('button', { name: 'Purchase', exact: true }).click();
  await expect(toast(page, 'Purchase Successful')).toBeVisible();

  const what = page.getByRole('region', { name: 'What you pay for' });
  await expect(what.getByRole('paragraph').filter({ hasText: '$610.00' })).toBeVisible();
  await expect(what.getByText('40 × $15.25')).toBeVisible();
  await page.goto('/dashboard');
  const row = page.getByRole('row').filter({ hasText: product.name });
  await expect(row.getByText('$15.25')).toBeVisible();
  await expect(row.getByText('$610.00 in all')).toBeVisible();
  expect(await stockOf(request, product)).toBe(60);
});

test('an admin adds prices by quantity and a pack, and the storefront shows them', async ({
  page,
  request,
}) => {
  const product = await addProduct(request, { price: 20, minimumOQ: 10, availableQ: 100 });
  await signIn(page, ADMIN);
  await page.goto(`/dashboard/manageProducts?open=${product._id}`);
  const drawer = page.getByRole('dialog', { name: 'Edit product' });
  const price = (at: number) => drawer.getByRole('group', { name: `Price ${at}` });
  await expect(drawer.getByLabel('Name')).toHaveValue(product.name);
  await drawer.getByLabel('Units of a pack').fill('8');
  for (const [index, { from, price: each }] of BREAKS.entries()) {
    await drawer.getByRole('button', { name: 'Add a price' }).click();
    await price(index + 1)
      .getByLabel('From units')
      .fill(String(from));
    await price(index + 1)
      .getByLabel('Price of each')
      .fill(String(each));
  }
  // the rules between the fields are the server's
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(drawer.getByText('Enter a multiple of 8, the units of a pack.')).toBeVisible();
  await drawer.getByLabel('Minimum Order').fill('8');
  await price(2).getByLabel('Price of each').fill('19');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(price(2).getByText('Enter a price below $18.00.')).toBeVisible();
  await price(2).getByLabel('Price of each').fill('15.25');
  await drawer.getByRole('button', { name: 'Add a price' }).click();
  await drawer.getByRole('button', { name: 'Remove price 3' }).click();
  await expect(price(3)).toHaveCount(0);
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, `Product ${product.name} is saved`)).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/parts/${product._id}`);
  await expect(rows(page)).toHaveCount(4);
  await expect(rows(page).last()).toHaveText(/40 units\s*\$15\.25/);
  await expect(page.getByText('Sold in packs of')).toBeVisible();
  await expectWithinWindow(page, 'a part with prices by quantity');
  await page.goto(`/parts?q=${encodeURIComponent(product.name)}`);
  await expect(page.getByRole('article').filter({ hasText: product.name })).toContainText('from $15.25');
});

test('prices by quantity change by percent together with the price', async ({ page, request }) => {
  const product = await addProduct(request, { price: 20, breaks: BREAKS, minimumOQ: 8, availableQ: 100 });
  await signIn(page, ADMIN);
  await page.goto(`/dashboard/manageProducts?q=${encodeURIComponent(product.name)}`);
  await page.getByRole('checkbox', { name: product.name }).check();
  await page.getByRole('button', { name: 'Change prices' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change prices' });
  await dialog.getByLabel('Percent', { exact: true }).fill('-10');
  await dialog.getByRole('button', { name: 'Check' }).click();
  await expect(dialog.getByText('$20.00 → $18.00')).toBeVisible();
  await dialog.getByRole('button', { name: 'Change the price of 1 product' }).click();
  await expect(dialog.getByText('1 done, 0 refused, 0 failed')).toBeVisible();
  await page.goto(`/parts/${product._id}`);
  await expect(rows(page)).toHaveText([
    /Order of at least/,
    /8 units\s*\$18\.00/,
    /16 units\s*\$16\.20/,
    /40 units\s*\$13\.73/,
  ]);
});
