import { expect, test } from '@playwright/test';
import { CUSTOMER, fillLogin, signInByForm } from '../shop.js';

test('signing out without a connection lasts over a reload', async ({ page, context }) => {
  await signInByForm(page, CUSTOMER);
  // after a reload the session comes from storage, and the identity provider's client is not loaded
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  const login = page.getByRole('banner').getByRole('link', { name: 'Login' });
  await expect(login).toBeVisible();
  await context.setOffline(false);
  await page.reload();
  await expect(login).toBeVisible();
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login$/);
});

for (const minutes of [15, -15])
  test(`a clock ${minutes} minutes off does not renew the token over and over`, async ({ page }) => {
    const exchanges: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT' && request.url().includes('/api/user/')) exchanges.push(request.url());
    });
    await page.clock.install({ time: Date.now() + minutes * 60_000 });
    await signInByForm(page, CUSTOMER);
    await page.clock.runFor(10_000);
    await page.goto('/dashboard');
    await expect(page.getByText('Welcome to your Dashboard:')).toBeVisible();
    await page.clock.runFor(10_000);
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
    expect(exchanges).toHaveLength(1);
  });

test('with storage blocked the shop works, and a sign-in lasts for the tab', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
  });
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto('/parts');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await fillLogin(page, CUSTOMER);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'My Orders' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  expect(errors).toEqual([]);
});
