import { expect, test, type Page } from '@playwright/test';
import { ADMIN, addProduct, signIn, unique } from '../shop.js';

const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const tab = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Status' }).getByRole('button', { name: new RegExp(`^${name}`) });
const rows = (page: Page) => page.locator('tr[data-row-key]');

test('filters are in the address: reload and Back restore them, tags remove them', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/dashboard/manageOrders?sort=-total&pageSize=10');
  await expect(rows(page)).toHaveCount(10);
  await page.getByRole('listitem', { name: '2', exact: true }).click();
  await expect.poll(() => query(page).page).toBe('2');
  await expect(page.getByText(/^11–20 of/)).toBeVisible();

  await tab(page, 'Unpaid').click();
  await expect.poll(() => query(page)).toEqual({ sort: '-total', pageSize: '10', status: 'unpaid' });
  await page.reload();
  await expect(tab(page, 'Unpaid')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByLabel('Sort by')).toHaveValue('-total');
  await expect(rows(page).filter({ hasText: 'Unpaid' })).toHaveCount(10);

  await page.goBack();
  await expect(page.getByText(/^11–20 of/)).toBeVisible();
  await expect(tab(page, 'All')).toHaveAttribute('aria-pressed', 'true');
  await page.goForward();
  await page.getByRole('button', { name: 'Remove the filter Status' }).click();
  await expect.poll(() => query(page)).toEqual({ sort: '-total', pageSize: '10' });
});

test('clearing the filters keeps sort and page size', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/dashboard/manageOrders?sort=oldest&pageSize=10&status=paid&q=ssd');
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect.poll(() => query(page)).toEqual({ sort: 'oldest', pageSize: '10' });
  await expect(page.getByRole('searchbox')).toHaveValue('');
});

test('an address that the list does not understand says so', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/dashboard/manageOrders?status=stolen&colour=red&pageSize=10');
  await expect(page.getByText(/no such filter or value: status = stolen, colour = red/)).toBeVisible();
  await expect(rows(page)).toHaveCount(10);
  await page.getByRole('button', { name: 'Remove from the address' }).click();
  await expect.poll(() => query(page)).toEqual({ pageSize: '10' });
});

test('beyond row 10,000 the pages go on by cursor', async ({ page }) => {
  await signIn(page, ADMIN);
  let comes: Promise<unknown> | undefined;
  // As a shop with more orders responds; no journey makes as many.
  await page.route('**/api/purchases/search?*', async (route) => {
    const url = new URL(route.request().url());
    const { page: number, cursor } = Object.fromEntries(url.searchParams);
    url.searchParams.set('page', '1');
    url.searchParams.delete('cursor');
    const json = (await (await route.fetch({ url: url.href })).json()) as object;
    await comes;
    const next = cursor === 'second' ? {} : { nextCursor: cursor === 'first' ? 'second' : 'first' };
    await route.fulfill({
      json: {
        ...json,
        page: Number(number ?? 1),
        total: 10_000,
        totalIsExact: false,
        nextCursor: undefined,
        ...next,
      },
    });
  });
  await page.goto('/dashboard/manageOrders?page=499');
  await expect(page.getByText('9,961–9,980 of more than 10,000 orders')).toBeVisible();
  const next = page.getByRole('button', { name: 'Next 20 rows' });
  await expect(next).toHaveCount(0);
  await page.getByRole('listitem', { name: '500', exact: true }).click();
  await expect(page.getByText('9,981–10,000 of more than 10,000 orders')).toBeVisible();
  let come: (value?: unknown) => void = () => undefined;
  comes = new Promise((resolve) => (come = resolve));
  await next.click();
  await expect.poll(() => query(page).cursor).toBe('first');
  // the rows before are shown until these come: they keep their numbers, and lead nowhere a second time
  await expect(next).toBeDisabled();
  await expect(page.getByText('9,981–10,000 of more than 10,000 orders')).toBeVisible();
  come();
  await expect(page.getByText('10,001–10,020 of more than 10,000 orders')).toBeVisible();
  await next.click();
  await expect(page.getByText('10,021–10,040 of more than 10,000 orders')).toBeVisible();
  await expect(next).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('10,021–10,040 of more than 10,000 orders')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('10,001–10,020 of more than 10,000 orders')).toBeVisible();
  await page.getByRole('button', { name: 'Back to page 500' }).click();
  await expect(page.getByText('9,981–10,000 of more than 10,000 orders')).toBeVisible();
});

test('nothing moves while a list loads', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/dashboard/manageOrders');
  await expect(rows(page)).toHaveCount(20);
  await page.waitForLoadState('networkidle');
  const shift = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & { value: number })[];
          resolve(shifts.reduce((sum, { value }) => sum + value, 0));
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(resolve, 1_000, 0);
      }),
  );
  expect(shift).toBeLessThan(0.05);
});

test('the open order is in the address', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/dashboard/manageOrders');
  await page
    .getByRole('link', { name: /show the order/ })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: /^Order/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('dialog', { name: /^Order/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => query(page)).toEqual({});
});

test('columns and density are kept for the admin', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/dashboard/manageProducts');
  const header = page.getByRole('columnheader', { name: 'Minimum Order' });
  const panel = page.getByRole('dialog', { name: 'Columns' });
  const keep = async (act: () => Promise<void>) => {
    const kept = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
    await act();
    await kept;
  };
  await page.getByRole('button', { name: 'Columns' }).click();
  await keep(() => panel.getByRole('button', { name: 'As they were' }).click());
  await expect(header).toBeVisible();
  await expect(panel.getByLabel('Name')).toBeDisabled();
  await keep(() => panel.getByLabel('Minimum Order').uncheck());
  await expect(header).toHaveCount(0);
  await keep(() => panel.getByLabel('Compact').check());
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Name' })).toBeVisible();
  await expect(header).toHaveCount(0);
  await page.getByRole('button', { name: 'Columns' }).click();
  await expect(panel.getByLabel('Compact')).toBeChecked();
  await keep(() => panel.getByRole('button', { name: 'As they were' }).click());
  await expect(header).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
});

test('a view keeps filters, sort and columns under a name', async ({ page }) => {
  const name = unique('Unpaid');
  await signIn(page, ADMIN);
  await page.goto('/dashboard/manageOrders?status=unpaid&sort=-total');
  await expect(rows(page).first()).toBeVisible();
  await page.getByRole('button', { name: 'Views' }).click();
  const panel = page.getByRole('dialog');
  await panel.getByRole('button', { name: 'Save view' }).click();
  await expect(panel.getByText('Name is Required')).toBeVisible();
  await panel.getByLabel('Name').fill(name);
  await panel.getByLabel('All admins see it').check();
  await panel.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByRole('button', { name: `View: ${name}` })).toBeVisible();

  await page.goto('/dashboard/manageOrders');
  await page.getByRole('button', { name: 'Views' }).click();
  await panel.getByRole('button', { name, exact: true }).click();
  await expect(tab(page, 'Unpaid')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByLabel('Sort by')).toHaveValue('-total');

  // Other columns and filters become the view's own.
  await page.getByRole('button', { name: 'Columns' }).click();
  await panel.getByLabel('Customer').uncheck();
  await page.keyboard.press('Escape');
  await tab(page, 'Paid').click();
  await page.getByRole('button', { name: `View: ${name}` }).click();
  await panel.getByRole('button', { name: 'Save filters and columns' }).click();
  await expect(page.getByText(`The view ${name} is saved`)).toBeVisible();
  await page.reload();
  await expect(tab(page, 'Paid')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('columnheader', { name: 'Product Name' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Customer' })).toHaveCount(0);

  await page.getByRole('button', { name: `View: ${name}` }).click();
  await panel.getByRole('button', { name: `Remove the view ${name}` }).click();
  await panel.getByRole('button', { name: `Really remove the view ${name}` }).click();
  await expect(page.getByText(`The view ${name} is removed`)).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Customer' })).toBeVisible();
});

test('rows are reached, opened and left by keys alone', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/dashboard/manageOrders');
  await expect(rows(page).first()).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  // Letters in a field are text.
  await page.keyboard.type('j?');
  await expect(page.getByRole('searchbox')).toHaveValue('j?');
  await page.getByRole('searchbox').fill('');
  await expect.poll(() => query(page)).toEqual({});
  await expect(rows(page).first()).toBeVisible();

  await rows(page).first().focus();
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowDown');
  await expect(rows(page).nth(2)).toBeFocused();
  await page.keyboard.press('k');
  await expect(rows(page).nth(1)).toBeFocused();
  const id = await rows(page).nth(1).getAttribute('data-row-key');
  await page.keyboard.press('Enter');
  await expect.poll(() => query(page).open).toBe(id);
  await expect(page.getByRole('dialog', { name: /^Order/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await rows(page).first().focus();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keys of this list' });
  await help.getByLabel(/Letters and signs/).uncheck();
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await rows(page).first().focus();
  await page.keyboard.press('j');
  await expect(rows(page).first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(rows(page).nth(1)).toBeFocused();
});

test('at 390 pixels rows are cards, and the filters fold away', async ({ page, request }) => {
  const product = await addProduct(request);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, ADMIN);
  await page.goto(`/dashboard/manageProducts?q=${encodeURIComponent(product.name)}`);
  const card = rows(page).filter({ hasText: product.name });
  await expect(card).toBeVisible();
  const state = page.getByLabel('State', { exact: true });
  await expect(state).toBeHidden();
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await state.selectOption('archived');
  await expect.poll(() => query(page).state).toBe('archived');
  await expect(card).toHaveCount(0);
  await state.selectOption('on-sale');
  await expect(card).toBeVisible();
  for (const name of ['Columns', 'Views']) {
    await page.getByRole('button', { name }).click();
    await expect(page.getByRole('dialog', { name })).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
  }
});
