import { expect, test } from '@playwright/test';
import { addProduct, ADMIN, asAdmin, newAccount, payOrder, placeOrder, register, signIn } from '../shop.js';

test('disputed orders are filtered, from Overview as well, and cannot be shipped', async ({
  page,
  request,
}) => {
  const product = await addProduct(request);
  const token = await register(request, newAccount());
  const disputed = await placeOrder(request, token, product);
  await payOrder(request, token, disputed, '4000000000000259');
  const paid = await placeOrder(request, token, product);
  await payOrder(request, token, paid);
  const headers = await asAdmin(request);
  const stateOf = async () =>
    (
      (await (await request.get(`/api/purchases/${disputed._id}`, { headers })).json()) as {
        dispute?: string;
      }
    ).dispute;
  await expect.poll(stateOf, { timeout: 20_000 }).toBe('open');

  await signIn(page, ADMIN);
  await page.goto(`/dashboard/manageOrders?q=${encodeURIComponent(product.name)}`);
  const rows = page.getByRole('row').filter({ hasText: product.name });
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByLabel('Dispute').selectOption({ label: 'Disputed' });
  await expect(rows).toHaveCount(1);
  await expect(rows.getByText('Disputed', { exact: true })).toBeVisible();
  await expect(rows.getByRole('button', { name: /^Pending/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove the filter Dispute' }).click();
  await expect(rows).toHaveCount(2);

  await page.getByLabel('Dispute').selectOption({ label: 'Disputed' });
  await expect(rows).toHaveCount(1);
  await expect(rows.getByText(/^Respond by /)).toBeVisible();
  await rows.getByRole('link', { name: /show the order/ }).click();
  const drawer = page.getByRole('dialog', { name: `Order ${disputed.number}` });
  await expect(drawer.getByText(/^Disputed, respond by /)).toBeVisible();
  await expect(drawer.getByText('The cardholder disputes this payment.')).toContainText('Respond by');
  const ship = drawer.getByRole('button', { name: /^Ship:/ });
  await expect(ship).toBeDisabled();
  await expect(ship).toHaveAccessibleDescription(/cannot be shipped before the dispute is decided/);
  await expect(drawer.getByRole('button', { name: /^Mark as shipped/ })).toHaveCount(0);

  await page.goto('/dashboard/overview');
  await page.getByRole('link', { name: /^Disputed\s*\d+/ }).click();
  await expect(page).toHaveURL(/dispute=open/);
  await expect(page.getByText('Dispute: Disputed')).toBeVisible();
});
