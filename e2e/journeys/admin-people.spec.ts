import { expect, test } from '@playwright/test';
import {
  addProduct,
  ADMIN,
  newAccount,
  placeOrder,
  registerVerified,
  signIn,
  toast,
  unique,
} from '../shop.js';

test('an admin finds a person, promotes and demotes them, and sees their orders and changes', async ({
  page,
  request,
}) => {
  const person = { ...newAccount(), name: unique('Paula Person') };
  const token = await registerVerified(request, person);
  const order = await placeOrder(request, token, await addProduct(request));
  const mayListUsers = async () =>
    (await request.get('/api/user', { headers: { authorization: `Bearer ${token}` } })).status();

  await signIn(page, ADMIN);
  await page.goto('/dashboard/makeAdmin');
  await page.getByRole('searchbox', { name: 'Search users' }).fill(person.name);
  const row = page.getByRole('row').filter({ hasText: person.email });
  await expect(row).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);
  // they signed in a moment ago
  await expect(row.getByText('Not known')).toHaveCount(0);

  const asks = page.getByRole('dialog', { name: `Make ${person.email} an admin?` });
  await row.getByRole('button', { name: /Make Admin/ }).click();
  await asks.getByRole('button', { name: 'Cancel' }).click();
  expect(await mayListUsers()).toBe(403);
  await row.getByRole('button', { name: /Make Admin/ }).click();
  await asks.getByRole('button', { name: 'Make Admin' }).click();
  await expect(toast(page, 'Made Admin Successfully')).toBeVisible();
  expect(await mayListUsers()).toBe(200);

  await row.getByRole('button', { name: /Make Customer/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(`Make ${person.email} a customer?`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await mayListUsers()).toBe(200);
  await row.getByRole('button', { name: /Make Customer/ }).click();
  await dialog.getByRole('button', { name: 'Make Customer' }).click();
  await expect(toast(page, 'Made Customer Successfully')).toBeVisible();
  await expect(row.getByRole('button', { name: /Make Admin/ })).toBeVisible();
  expect(await mayListUsers()).toBe(403);

  await row.getByRole('button', { name: `More: ${person.email}` }).click();
  await page.getByRole('menuitem', { name: 'Changes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit Log' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^User demoted/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /^User promoted/ })).toBeVisible();
  await page.goBack();
  await row.getByRole('button', { name: `More: ${person.email}` }).click();
  await page.getByRole('menuitem', { name: 'Orders' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Manage All Orders' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: order.productName })).toBeVisible();
});

test('the filter of roles shows admins only, and nobody is offered to demote themselves', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.goto(`/dashboard/makeAdmin?role=admin&q=${ADMIN.email}`);
  const row = page.getByRole('row').filter({ hasText: ADMIN.email });
  await expect(row.getByText('You', { exact: true })).toBeVisible();
  await expect(row.getByRole('button', { name: /Make/ })).toHaveCount(0);
  await row.getByRole('button', { name: /Remove/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(dialog.getByText(/You cannot remove yourself|The last admin cannot be removed/)).toBeVisible();
});
