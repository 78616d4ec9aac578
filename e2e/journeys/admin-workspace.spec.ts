import { expect, test } from '@playwright/test';
import { ADMIN, CUSTOMER, paidOrder, signIn, toast } from '../shop.js';

test('admins work in a layout of their own, and the menu stays as they left it', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/dashboard/manageProducts');
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  for (const group of ['Sales', 'Catalogue', 'People', 'System'])
    await expect(menu.getByRole('heading', { name: group })).toBeVisible();
  await expect(menu.getByRole('list', { name: 'Your account' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Manage Products' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toHaveText(
    /Dashboard.*Catalogue.*Manage Products/,
  );
  await expect(page.getByText('Welcome to your Dashboard:')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);

  await page.getByRole('button', { name: 'Narrow the menu' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Widen the menu' })).toBeVisible();
  await menu.getByRole('link', { name: 'Manage All Orders' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Manage All Orders' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();

  await page.getByRole('link', { name: 'Back to the shop' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
});

test('on a small screen the menu is in a drawer, from which an admin signs out', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, ADMIN);
  await page.goto('/dashboard/manageOrders');
  await page.getByRole('button', { name: 'Open the menu' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('link', { name: 'My Orders' }).click();
  await expect(drawer).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'My Orders' })).toBeVisible();
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await drawer.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Login', includeHidden: true })).toBeAttached();
});

for (const [who, account] of Object.entries({ admin: ADMIN, customer: CUSTOMER }))
  test(`an address that the dashboard lacks shows the 404 page with its image to the ${who}`, async ({
    page,
  }) => {
    await signIn(page, account);
    await page.goto('/dashboard/no-such-page');
    await expect(page.getByRole('heading', { name: 'This page is missing' })).toBeVisible();
    await expect(page.getByRole('img', { name: /numbered 404/ })).toBeVisible();
  });

test('leaving during an export asks first, and loses nothing if one stays', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/dashboard/manageOrders');
  let come: () => void = () => undefined;
  const late = new Promise<void>((resolve) => (come = resolve));
  await page.route('**/api/purchases/export*', async (route) => {
    await late;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect(page.getByRole('progressbar', { name: 'Exporting orders' })).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('link', { name: 'Manage Products' })
    .click();
  const question = page.getByRole('dialog', { name: 'Leave this page?' });
  await expect(question.getByText(/The export is not complete/)).toBeVisible();
  await question.getByRole('button', { name: 'Stay' }).click();
  const download = page.waitForEvent('download');
  come();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
});

for (const width of [1440, 390])
  test(`a toast covers no button at ${width} pixels`, async ({ page, request }) => {
    const { order } = await paidOrder(request);
    await page.setViewportSize({ width, height: 844 });
    await signIn(page, ADMIN);
    await page.goto(`/dashboard/manageOrders?open=${order._id}`);
    const drawer = page.getByRole('dialog', { name: /order/i }).first();
    await drawer.getByRole('button', { name: /^Mark as shipped/ }).click();
    const question = page.getByRole('dialog', { name: 'Ship this order?' });
    await question.getByRole('button', { name: 'Mark as shipped' }).click();
    await expect(toast(page, 'Shipped Successfully')).toBeVisible();
    // with its veil
    await expect(question).toHaveCount(0);
    const covered = await page.evaluate(() =>
      [...document.querySelectorAll('button, a, input, select')]
        .filter((control) => {
          const { left, right, top, bottom } = control.getBoundingClientRect();
          const stack = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2);
          const below = stack.find((each) => !each.closest('.Toastify'));
          return below !== undefined && below !== stack[0] && control.contains(below);
        })
        .map(({ textContent }) => textContent),
    );
    expect(covered).toEqual([]);
  });
