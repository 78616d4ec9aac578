import { expect, test } from '@playwright/test';
import { ADMIN, asAdmin, newAccount, registerVerified, signIn } from '../shop.js';

test('the log says who changed what, and is searched by person, thing and day', async ({ page, request }) => {
  const person = newAccount();
  await registerVerified(request, person);
  const headers = await asAdmin(request);
  for (const method of ['put', 'delete'] as const)
    expect((await request[method](`/api/user/admin/${person.email}`, { headers })).status()).toBe(200);

  await signIn(page, ADMIN);
  await page.goto('/dashboard/auditLog');
  await page.getByRole('searchbox', { name: 'Search the log' }).fill(person.email);
  await expect(page).toHaveURL(/q=/);
  const promoted = page.getByRole('row').filter({ hasText: 'User promoted' });
  await expect(promoted).toHaveCount(1);
  await expect(page.getByRole('row').filter({ hasText: 'User demoted' })).toHaveCount(1);
  await expect(promoted.getByText(person.email)).toBeVisible();
  await expect(promoted.getByText(ADMIN.email)).toBeVisible();

  await promoted.getByRole('link', { name: /^User promoted/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Change' });
  const role = drawer.getByRole('row', { name: /Role/ });
  await expect(role.getByRole('cell').nth(0)).toHaveText('customer');
  await expect(role.getByRole('cell').nth(1)).toHaveText('admin');

  // the drawer reads its entry by itself where the page does not show it
  const open = new URL(page.url()).searchParams.get('open');
  await page.goto(`/dashboard/auditLog?entity=product&open=${open}`);
  await expect(role).toBeVisible();

  await drawer.getByRole('link', { name: 'All its changes' }).click();
  await expect(drawer).toHaveCount(0);
  await expect(page.getByRole('row')).toHaveCount(3);
  const url = new URL(page.url());
  for (const [name, value, rows] of [
    ['person', ADMIN.email, 3],
    ['person', 'nobody@example.com', 0],
    ['entity', 'user', 3],
    ['entity', 'order', 0],
    ['to', '2020-01-01', 0],
    ['from', '2020-01-01', 3],
    ['action', 'user.demoted', 2],
  ] as const) {
    const filtered = new URL(url);
    filtered.searchParams.set(name, value);
    await page.goto(filtered.href);
    if (rows === 0) await expect(page.getByText('No changes match')).toBeVisible();
    else await expect(page.getByRole('row')).toHaveCount(rows);
  }
});
