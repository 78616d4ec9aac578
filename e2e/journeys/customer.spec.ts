import { expect, test } from '@playwright/test';
import {
  addProduct,
  asAdmin,
  newAccount,
  paidOrder,
  placeOrder,
  register,
  signIn,
  toast,
  unique,
} from '../shop.js';

test('a customer reviews the shop, and the review shows its author', async ({ page, request }) => {
  const account = newAccount();
  await register(request, account);
  await signIn(page, account);
  await page.goto('/dashboard/addReview');
  await page.getByRole('button', { name: /submit|add review|send/i }).click();
  await expect(page.getByText('Comments are Required')).toBeVisible();

  const comments = unique('Well packed, on time.');
  await page.getByRole('radio', { name: '4 stars' }).check();
  await page.getByLabel('Comments').fill(comments);
  await page.getByRole('button', { name: /submit|add review|send/i }).click();
  await expect(toast(page, 'Review Added Successfully')).toBeVisible();
  // its time is the toast's, and asking for less motion must not take it away
  await expect(page.getByRole('progressbar', { name: 'notification timer' })).toHaveCSS(
    'animation-duration',
    '5s',
  );

  await page.goto('/reviews');
  const review = page
    .getByRole('article')
    .or(page.getByRole('listitem'))
    .filter({ hasText: comments })
    .first();
  await expect(review).toBeVisible();
  await expect(review).toContainText(account.name);
});

test('a customer edits the profile, and the new name is shown everywhere; the e-mail stays', async ({
  page,
  request,
}) => {
  const account = newAccount();
  const token = await register(request, account);
  const order = await placeOrder(request, token, await addProduct(request));
  await signIn(page, account);
  await page.goto('/dashboard/myProfile');
  await expect(page.getByLabel('Email')).toBeDisabled();
  await page.getByLabel('Name').fill('Casey Changed');
  await page.getByLabel('Phone').fill('5550199');
  await page.getByLabel('Education').fill('BSc Engineering');
  await page.getByLabel('LinkedIn').fill('https://www.linkedin.com/in/casey');
  await page.getByRole('button', { name: /save|update/i }).click();
  // shown at once, and after the token's renewal or a reload too
  await expect(page.getByText('Welcome to your Dashboard: Casey Changed')).toBeVisible();
  await page.getByRole('link', { name: 'Add A Review' }).click();
  await expect(page.getByText('with your name, Casey Changed,')).toBeVisible();
  await page.goto(`/dashboard/payment/${order._id}`);
  await expect(page.getByText('Hello Mr. Casey Changed')).toBeVisible();
  await page.goto('/dashboard/myProfile');
  await expect(page.getByText('Welcome to your Dashboard: Casey Changed')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Casey Changed');
  await expect(page.getByLabel('Phone')).toHaveValue('5550199');
});

test('the profile is saved field by field', async ({ page, request }) => {
  const account = newAccount();
  await register(request, account);
  await signIn(page, account);
  await page.goto('/dashboard/myProfile');
  await page.getByLabel('Phone').fill('5550177');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(toast(page, 'Profile Updated Successfully')).toBeVisible();
  await page.getByLabel('Education').fill('Apprenticeship');
  await page.getByLabel('Phone').fill('');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByLabel('Phone')).toHaveAccessibleDescription('Phone is Required');
  await page.getByLabel('Phone').fill('5550178');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByRole('definition').filter({ hasText: '5550178' })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Education')).toHaveValue('Apprenticeship');
  await expect(page.getByLabel('LinkedIn')).toHaveValue('');
});

test('a receipt names what was refunded of the payment', async ({ page, request }) => {
  const { account, order } = await paidOrder(request);
  const refunded = await request.post(`/api/refund/${order._id}`, {
    headers: await asAdmin(request),
    data: { amount: 25 },
  });
  expect(refunded.status(), await refunded.text()).toBe(200);
  await signIn(page, account);
  await page.goto(`/dashboard?open=${order._id}`);
  await expect(page.getByRole('button', { name: 'Print receipt' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  const receipt = page.getByRole('article').filter({ hasText: 'Receipt' });
  await expect(receipt).toContainText('Paid: $125.00');
  await expect(receipt).toContainText('Refunded: $25.00');
  await expect(receipt).toContainText('Remaining: $100.00');
});

test('the newsletter keeps an address and says so', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('textbox').fill('reader@example.com');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByRole('contentinfo').getByRole('status')).toContainText('reader@example.com');
});

test('search, filter and sort live in the address and survive a reload', async ({ page }) => {
  await page.goto('/parts');
  await page.getByRole('searchbox').fill('ssd');
  await expect(page).toHaveURL(/q=ssd/);
  const cards = page.getByRole('main').getByRole('link', { name: /Buy Now/ });
  await expect(cards.first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole('searchbox')).toHaveValue('ssd');
  await page.getByRole('searchbox').fill('nothing-is-called-this');
  await expect(cards).toHaveCount(0);
});
