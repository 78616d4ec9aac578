import { expect, test, type Page } from '@playwright/test';
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

/** The rows of the admin's lists, and the drawer that a row opens. */

const rows = (page: Page) => page.locator('tr[data-row-key]');

test('rows are links: the middle button opens another tab, and the drawer leads on to the next row', async ({
  page,
  request,
}) => {
  const product = await addProduct(request, { availableQ: 200 });
  const account = newAccount();
  const token = await register(request, account);
  const older = await placeOrder(request, token, product);
  const newer = await placeOrder(request, token, product);
  await payOrder(request, token, newer);
  await signIn(page, ADMIN);
  await page.goto(`/dashboard/manageOrders?q=${encodeURIComponent(account.email)}`);
  await expect(rows(page)).toHaveCount(2);
  const opened = page.context().waitForEvent('page');
  await rows(page).first().getByText('Journey Buyer').click({ button: 'middle' });
  await expect(await opened).toHaveURL(new RegExp(`open=${newer._id}`));

  // anywhere in the row, and its number leads
  await rows(page).first().getByText('Journey Buyer').click();
  const drawer = page.getByRole('dialog', { name: `Order ${newer.number}` });
  await expect(drawer.getByRole('button', { name: /^Mark as shipped/ })).toBeInViewport({ ratio: 1 });
  await drawer.getByRole('button', { name: 'Next row' }).click();
  const next = page.getByRole('dialog', { name: `Order ${older.number}` });
  await expect(next).toBeVisible();
  await expect(next.getByRole('button', { name: /^Cancel/ })).toBeVisible();
  await next.getByRole('button', { name: 'Previous row' }).click();
  await expect(drawer).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('payment and fulfilment are told apart, and Pending says what it does', async ({ page, request }) => {
  const product = await addProduct(request, { availableQ: 200 });
  const account = newAccount();
  const token = await register(request, account);
  const order = await placeOrder(request, token, product);
  await payOrder(request, token, order);
  await signIn(page, ADMIN);
  await page.goto(`/dashboard/manageOrders?q=${encodeURIComponent(account.email)}`);
  const row = rows(page).first();
  await expect(row.getByText('Paid', { exact: true })).toBeVisible();
  await expect(row.getByText('Not shipped', { exact: true })).toBeVisible();
  const pending = row.getByRole('button', { name: `Pending: ${product.name} for Journey Buyer` });
  await expect(pending).toHaveAccessibleDescription('Marks the order as shipped');
  await row.getByRole('button', { name: /^More: order/ }).click();
  await page.getByRole('menuitem', { name: 'Orders of this customer' }).click();
  await expect(page).toHaveURL(/email=/);
});

test('at the default density a row is 40 pixels high, with name and e-mail in one line', async ({ page }) => {
  await signIn(page, ADMIN);
  for (const path of ['manageOrders', 'manageProducts', 'makeAdmin', 'manageReviews', 'auditLog']) {
    await page.goto(`/dashboard/${path}`);
    await expect(rows(page).first()).toBeVisible();
    const heights = await rows(page).evaluateAll((all) => all.map((row) => row.clientHeight));
    expect(Math.max(...heights), path).toBeLessThanOrEqual(41);
    // a long name ends with its cell
    const beyond = await rows(page)
      .locator('.row-link')
      .evaluateAll((links) =>
        links.map(
          (link) =>
            link.getBoundingClientRect().right - link.closest('th, td')!.getBoundingClientRect().right,
        ),
      );
    expect(Math.max(0, ...beyond), path).toBe(0);
  }
});

test('nothing of a list is cut at 1440 pixels, and its header stays in sight', async ({ page }) => {
  await signIn(page, ADMIN);
  for (const path of ['manageOrders', 'manageProducts', 'reconciliation?days=90']) {
    await page.goto(`/dashboard/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(
      page
        .getByRole('status')
        .filter({ hasText: /of \d|No findings|^\d/ })
        .first(),
    ).toBeVisible();
    const overflow = await page
      .locator('.data-table')
      .evaluate((table) =>
        [...table.querySelectorAll('.data-table__scroll')].map(
          (frame) => frame.scrollWidth - frame.clientWidth,
        ),
      );
    expect(Math.max(0, ...overflow), path).toBe(0);
  }
  await page.goto('/dashboard/manageOrders');
  await rows(page).nth(15).scrollIntoViewIfNeeded();
  await rows(page).last().scrollIntoViewIfNeeded();
  await expect(page.getByRole('columnheader', { name: 'Paid Status' })).toBeInViewport({ ratio: 1 });
});

test('at 390 pixels an order is a card of three lines', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, ADMIN);
  await page.goto('/dashboard/manageOrders');
  await expect(rows(page).first()).toBeVisible();
  const tops = await rows(page)
    .first()
    .evaluate((row) =>
      [...row.children]
        .filter((cell) => getComputedStyle(cell).display !== 'none')
        .map((cell) => getComputedStyle(cell).gridRowStart),
    );
  expect(new Set(tops)).toEqual(new Set(['1', '2', '3']));
  await expectWithinWindow(page, 'the list of orders');
});

test.describe('east of UTC', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('times are those of the browser with UTC in the tooltip, and a day is the day that was chosen', async ({
    page,
  }) => {
    await signIn(page, ADMIN);
    await page.goto('/dashboard/manageOrders?from=2026-11-22&to=2026-11-22');
    await expect(page.getByText('Ordered: Nov 22, 2026')).toBeVisible();
    await page.goto('/dashboard/manageOrders');
    const time = rows(page).first().locator('time');
    const at = new Date((await time.getAttribute('datetime'))!);
    const clock = (timeZone: string) =>
      new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone }).format(at);
    await expect(time).toContainText(clock('Asia/Tokyo'));
    await expect(time).toHaveAttribute('title', / UTC$/);
  });
});

test('a link to an order of another page opens it for its customer, too', async ({ page, request }) => {
  const product = await addProduct(request, { availableQ: 500, minimumOQ: 1 });
  const account = newAccount();
  const token = await register(request, account);
  const first = await placeOrder(request, token, product);
  for (let n = 0; n < 10; n += 1) await placeOrder(request, token, product);
  await signIn(page, account);
  await page.goto(`/dashboard/myOrders?open=${first._id}`);
  await expect(page.getByRole('dialog', { name: `Order ${first.number}` })).toBeVisible();
});
