import { expect, test } from '@playwright/test';
import { addProduct, ADMIN, newAccount, placeOrder, register, signIn, toast } from '../shop.js';

test('a removed buyer and a removed product are gone from the lists that were open before', async ({
  page,
  request,
}) => {
  const product = await addProduct(request, { minimumOQ: 5, availableQ: 30 });
  const account = newAccount();
  const token = await register(request, account);
  await placeOrder(request, token, product, 10);
  const review = await request.post('/api/review', {
    headers: { authorization: `Bearer ${token}` },
    data: { ratings: 5, comments: `Of ${product.name}` },
  });
  expect(review.status()).toBe(201);

  // every list is read once, and then left by links, so that it stays cached
  await signIn(page, ADMIN);
  await page.goto(`/dashboard/manageReviews?q=${encodeURIComponent(product.name)}`);
  const reviewRow = page.getByRole('row').filter({ hasText: product.name });
  await expect(reviewRow).toContainText(account.name);
  await page.getByRole('link', { name: 'Manage Products' }).click();
  await expect(page.getByRole('heading', { name: 'Manage Products' })).toBeVisible();
  await page.getByRole('searchbox').fill(product.name);
  const stockRow = page.getByRole('row').filter({ hasText: product.name });
  await expect(stockRow.getByRole('cell', { name: '20', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Make Admin' }).click();
  await expect(page.getByRole('heading', { name: 'Make Admin' })).toBeVisible();
  await page.getByRole('searchbox').fill(account.email);
  // the head and the one that was searched: the list's next response would replace the row that is clicked
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: `Remove: ${account.email}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(toast(page, 'Delete User Successfully')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: account.email })).toHaveCount(0);

  await page.goBack();
  await expect(stockRow.getByRole('cell', { name: '30', exact: true })).toBeVisible();
  await stockRow.getByRole('button', { name: `Delete: ${product.name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(toast(page, `Product ${product.name} is Deleted Successfully!`)).toBeVisible();
  await expect(stockRow).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Manage Reviews' })).toBeVisible();
  await expect(reviewRow.filter({ hasText: account.name })).toHaveCount(0);
  await page.getByRole('link', { name: 'Back to the shop' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'All Products' }).click();
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(product.name)).toHaveCount(0);
});
