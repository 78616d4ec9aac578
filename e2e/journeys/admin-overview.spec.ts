import { expect, test, type Page } from '@playwright/test';
import { addProduct, ADMIN, newAccount, placeOrder, register, signIn, tokenFor, unique } from '../shop.js';

/** The admin's landing page: figures, charts and tables, and the lists behind them. */

const cards = (page: Page) => page.getByRole('main').locator('.overview-card');
const card = (page: Page, label: string) => cards(page).filter({ hasText: label });

async function open(page: Page, path = '/dashboard/overview'): Promise<void> {
  await signIn(page, ADMIN);
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
  await expect(page.getByText(/^As of /)).toBeVisible({ timeout: 20_000 });
}

test('an admin lands on the overview, and reads the same figures in the chart and in the table', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/dashboard\/overview$/);
  await expect(page.getByText(/^As of /)).toBeVisible({ timeout: 20_000 });
  for (const label of ['Revenue', 'Orders', 'Payment rate', 'Average order value'])
    await expect(card(page, label).first()).toBeVisible();

  const chart = page.locator('svg[role=application]');
  await expect(chart).toBeVisible();
  await card(page, 'Payment rate').getByRole('button').click();
  await expect(page.getByRole('heading', { name: 'Payment rate', level: 2 }).last()).toBeVisible();
  // by keyboard each entry of the chart is shown
  await chart.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('.overview-hint')).toContainText(/^\w{3} \d+.*: (\d+(\.\d)?%|–)/);

  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect(page.getByRole('button', { name: 'Show as chart' })).toBeVisible();
  const table = page.getByRole('table', { name: /^Figures/ });
  await expect(table.getByRole('row')).toHaveCount(32);
  const revenue = await card(page, 'Revenue').locator('.overview-card__value').textContent();
  await expect(table.getByRole('row', { name: /^All days/ })).toContainText(revenue!);
});

test('the range is in the URL: presets, own days, steps and Back', async ({ page }) => {
  await open(page);
  await page.getByLabel('Range').selectOption({ label: 'Last 365 days' });
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=/);
  await expect(page.getByLabel('By')).toHaveValue('month');
  const year = page.url();
  await page.getByLabel('By').selectOption('week');
  await expect(page).toHaveURL(/by=week/);
  await page.goBack();
  await expect(page).toHaveURL(year);
  await page.reload();
  await expect(page.getByLabel('Range')).toHaveValue('365');

  await page.getByLabel('To', { exact: true }).fill('2001-01-01');
  await page.getByLabel('To', { exact: true }).press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'The first day is after the last.' })).toBeVisible();
  await page.getByLabel('From', { exact: true }).fill('2000-12-01');
  await page.getByLabel('From', { exact: true }).press('Enter');
  await expect(page.getByText('No orders in these days')).toBeVisible();
  // the address decides, a moment after the click
  await page.getByLabel('Compare with the days before').click();
  await expect(page.getByLabel('Compare with the days before')).not.toBeChecked();
  await expect(page).toHaveURL(/compare=no/);
});

test('each figure leads to the list behind it', async ({ page, request }) => {
  const part = await addProduct(request, { name: unique('Scarce part'), availableQ: 9, minimumOQ: 5 });
  const token = await register(request, newAccount());
  await placeOrder(request, token, part);
  await open(page);

  const today = new Date().toISOString().slice(0, 10);
  await page.goto(`/dashboard/overview?from=${today}&to=${today}`);
  const count = Number((await card(page, 'Orders').first().locator('.overview-card__value').textContent())!);
  await card(page, 'Orders').first().locator('.overview-card__value a').click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/manageOrders\\?from=${today}&to=${today}`));
  const admin = await tokenFor(request, ADMIN);
  const listed = await request.get(`/api/purchases/search?from=${today}&to=${today}`, {
    headers: { authorization: `Bearer ${admin}` },
  });
  const { total } = (await listed.json()) as { total: number };
  // the other journeys order meanwhile
  expect(total).toBeGreaterThanOrEqual(count);
  await page.goBack();

  await page.getByRole('link', { name: /Below minimum/ }).click();
  await expect(page).toHaveURL(/manageProducts\?availability=below-minimum/);
  await expect(page.getByRole('row').filter({ hasText: part.name })).toBeVisible();
});
