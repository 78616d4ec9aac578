import { expect, test, type Page } from '@playwright/test';
import { ADMIN, signIn } from '../shop.js';

/** Keys and the focus in the admin's lists: what is pressed never leaves the focus nowhere. */

const rows = (page: Page) => page.locator('tr[data-row-key]');
const isSomewhere = (page: Page) => page.evaluate(() => document.activeElement !== document.body);

test('from the search Enter and ↓ lead to the rows, and Escape out of it', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/dashboard/manageProducts');
  await expect(rows(page).first()).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('ssd');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/q=ssd/);
  await expect(rows(page).first()).toBeFocused();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(rows(page).first()).toBeFocused();
  await page.keyboard.press('/');
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await expect(page.getByRole('searchbox')).toHaveValue('ssd');
});

test('selecting a page, removing a filter and an export keep the focus', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/dashboard/manageProducts?q=ssd&availability=orderable');
  await expect(rows(page).first()).toBeVisible();
  await page.getByRole('button', { name: 'Select all on this page' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Select none' })).toBeVisible();
  expect(await isSomewhere(page)).toBe(true);
  await page.getByRole('button', { name: 'Select none' }).press('Enter');
  await expect(page.getByText('0 selected')).toBeVisible();
  expect(await isSomewhere(page)).toBe(true);

  await page.getByRole('button', { name: 'Remove the filter Search' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Remove the filter Availability' })).toBeFocused();
  await expect(page).not.toHaveURL(/q=/);
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/availability/);
  await expect(page.getByRole('searchbox')).toBeFocused();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).press('Enter');
  await download;
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeFocused();
});

test('the count stays where it is when more filters are opened', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/dashboard/manageOrders');
  await expect(rows(page).first()).toBeVisible();
  const count = page.getByText(/^1–20 of/);
  const before = await count.boundingBox();
  await page.getByRole('button', { name: 'More filters' }).click();
  await expect(page.getByLabel('Total from')).toBeVisible();
  expect(await count.boundingBox()).toEqual(before);
});
