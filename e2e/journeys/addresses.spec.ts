import { expect, test } from '@playwright/test';
import { addProduct, newAccount, register, signIn } from '../shop.js';

test('My Profile keeps addresses, and the default one is filled in', async ({ page, request }) => {
  const account = newAccount();
  await register(request, account);
  const product = await addProduct(request);
  await signIn(page, account);
  await page.goto('/dashboard/myProfile');
  const dialog = page.getByRole('dialog');
  for (const [street, city] of [
    ['12 Foundry Lane', 'Springfield'],
    ['1 Quay', 'Kiel'],
  ] as const) {
    await page.getByRole('button', { name: 'Add an address' }).click();
    await dialog.getByLabel('Street and number').fill(street);
    await dialog.getByLabel('City').fill(city);
    await dialog.getByLabel('Postal code').fill('24103');
    await dialog.getByLabel('Country').selectOption('DE');
    await dialog.getByRole('button', { name: 'Add the address' }).click();
    await expect(page.getByRole('button', { name: `Edit: ${street}` })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Make default: 1 Quay' }).click();
  await expect(page.getByRole('button', { name: 'Make default: 12 Foundry Lane' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove: 12 Foundry Lane' }).click();
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('12 Foundry Lane')).toHaveCount(0);
  await page.goto(`/item/${product._id}`);
  await expect(page.getByLabel('Address')).toHaveValue(/1 Quay\nKiel 24103\nGermany/);
});
