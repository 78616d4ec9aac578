import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { placeLines } from '../lines.js';
import {
  addProduct,
  ADMIN,
  expectWithinWindow,
  newAccount,
  payOrder,
  placeOrder,
  register,
  signIn,
} from '../shop.js';

/** What is packed of selected orders: slips and a pick list, on paper. */

/** Ten paid orders of one customer, each of the same two products, and one that is not paid. */
async function tenOrders(request: APIRequestContext) {
  const account = newAccount();
  const token = await register(request, account);
  const products = [
    await addProduct(request, { minimumOQ: 2, availableQ: 500, price: 20 }),
    await addProduct(request, { minimumOQ: 3, availableQ: 500 }),
  ];
  const paid = [];
  for (let n = 0; n < 10; n += 1) {
    const order = await placeLines(request, token, products);
    await payOrder(request, token, order);
    paid.push(order);
  }
  return { account, products, paid, unpaid: await placeOrder(request, token, products[0]!) };
}

/** The pages of a print on a paper. */
async function pagesOf(page: Page, format: 'A4' | 'Letter'): Promise<number> {
  const file = await page.pdf({ format, preferCSSPageSize: false });
  return file.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

test('packing slips and a pick list of ten orders are printed, and say what they leave out', async ({
  page,
  request,
}) => {
  const { account, products, paid, unpaid } = await tenOrders(request);
  await signIn(page, ADMIN);
  await page.goto(`/dashboard/manageOrders?q=${account.email}&pageSize=25`);
  await expect(page.locator('tr[data-row-key]')).toHaveCount(11);
  await page.getByRole('button', { name: 'Select all on this page' }).click();
  const [slips] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: /^Packing slips/ }).click(),
  ]);
  await expect(slips.getByRole('heading', { name: 'Packing slips', level: 1 })).toBeVisible();
  await expect(slips.getByText('10 orders, 50 units.')).toBeVisible();
  await expect(slips.getByText('1 order left out:')).toBeVisible();
  await expect(slips.getByRole('listitem').filter({ hasText: unpaid.number })).toContainText(
    'This order is unpaid; only a paid one can be shipped.',
  );
  const sheets = slips.getByRole('article');
  await expect(sheets).toHaveCount(10);
  const sheet = slips.getByRole('article', { name: paid[3]!.number });
  for (const text of ['1 Journey Road', '5550100', 'PO-2026-0117', 'Please deliver before noon.'])
    await expect(sheet).toContainText(text);
  for (const { name, minimumOQ } of products)
    await expect(sheet.getByRole('row').filter({ hasText: name })).toContainText(String(minimumOQ));
  await expect(sheet).not.toContainText('$');
  for (const format of ['A4', 'Letter'] as const) expect(await pagesOf(slips, format)).toBe(10);
  await slips.emulateMedia({ media: 'print' });
  const width = async () => (await sheet.boundingBox())!.width;
  await expect.poll(width, 'a slip takes the whole paper').toBeGreaterThan(1_400);
  await expect(slips.getByText('1 order left out:')).toBeHidden();
  await expect(slips.getByRole('navigation').filter({ visible: true })).toHaveCount(0);
  await slips.emulateMedia({ media: 'screen' });

  await slips.getByRole('link', { name: 'Pick list' }).click();
  await expect(slips.getByRole('heading', { name: 'Pick list', level: 1 })).toBeVisible();
  const row = slips.getByRole('row').filter({ hasText: products[0]!.name });
  await expect(row).toContainText('20');
  await expect(row.getByRole('listitem')).toHaveCount(10);
  await expect(row.getByText(`${paid[0]!.number}: 2`)).toBeVisible();
  expect(await pagesOf(slips, 'A4')).toBe(1);

  // the rows are still selected
  await expect(page.getByText('11 selected')).toBeVisible();
});

test('the page of packing slips fits a phone, and leads to the orders where none is selected', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { paid } = await tenOrders(request);
  await signIn(page, ADMIN);
  for (const view of ['slips', 'picks']) {
    await page.goto(
      `/dashboard/manageOrders/packing?view=${view}&ids=${paid.map(({ _id }) => _id).join(',')}`,
    );
    await expect(page.getByText('10 orders, 50 units.')).toBeVisible();
    await expectWithinWindow(page, view);
  }
  await page.goto('/dashboard/manageOrders/packing?ids=nothing');
  await expect(page.getByText('This could not be loaded')).toBeVisible();
  await page.goto('/dashboard/manageOrders/packing');
  await page.getByRole('link', { name: 'All orders' }).click();
  await expect(page.getByRole('heading', { name: 'Manage All Orders' })).toBeVisible();
});
