import { type APIRequestContext, expect, test } from '@playwright/test';
import { ADMIN, newAccount, register, signIn, tokenFor, toast, unique } from '../shop.js';

interface Written {
  _id: string;
  comments: string;
}

async function writeReview(request: APIRequestContext): Promise<Written> {
  const token = await register(request, newAccount());
  const response = await request.post('/api/review', {
    headers: { authorization: `Bearer ${token}` },
    data: { ratings: 4, comments: unique('Well packed parts') },
  });
  expect(response.status()).toBe(201);
  return (await response.json()) as Written;
}

/** What the shop shows of a review to everybody. */
async function shown(
  request: APIRequestContext,
  { _id }: Written,
): Promise<{ reply?: { text: string } } | undefined> {
  const response = await request.get('/api/reviews?limit=1000');
  return ((await response.json()) as (Written & { reply?: { text: string } })[]).find(
    (one) => one._id === _id,
  );
}

test('an admin hides a review with a reason, and shows it again', async ({ page, request }) => {
  const review = await writeReview(request);
  await signIn(page, ADMIN);
  await page.goto('/dashboard/manageReviews');
  await page.getByRole('searchbox', { name: 'Search reviews' }).fill(review.comments);
  const row = page.getByRole('row').filter({ hasText: review.comments });
  await expect(page).toHaveURL(/q=/);
  await row.getByRole('link', { name: /show the review/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Review' });
  await drawer.getByRole('button', { name: 'Hide' }).click();
  const modal = page.getByRole('dialog', { name: 'Hide this review?' });
  await modal.getByRole('button', { name: 'Hide' }).click();
  await expect(modal.getByText('Reason is Required')).toBeVisible();
  await modal.getByLabel('Reason').fill('Names another shop');
  await modal.getByRole('button', { name: 'Hide' }).click();
  await expect(toast(page, 'Review Hidden Successfully')).toBeVisible();
  expect(await shown(request, review)).toBeUndefined();
  await expect(drawer.getByText('Names another shop')).toBeVisible();

  // the open drawer and the search are in the address
  await page.reload();
  await expect(drawer.getByText('Names another shop')).toBeVisible();
  await drawer.getByRole('button', { name: /Show again/ }).click();
  await expect(toast(page, 'Review Shown Successfully')).toBeVisible();
  expect(await shown(request, review)).toBeDefined();

  await drawer.getByRole('link', { name: 'Who changed it' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit Log' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Review unhidden/ })).toBeVisible();
  await page.getByRole('link', { name: /^Review hidden/ }).click();
  await expect(page.getByRole('dialog').getByRole('row', { name: /Hidden reason/ })).toContainText(
    'Names another shop',
  );
});

test('the reply of the shop is under the review, and a stale one is refused without losing its text', async ({
  page,
  request,
}) => {
  const review = await writeReview(request);
  await signIn(page, ADMIN);
  await page.goto(`/dashboard/manageReviews?open=${review._id}`);
  const drawer = page.getByRole('dialog', { name: 'Review' });
  const text = drawer.getByRole('textbox', { name: 'Reply of the shop' });
  await drawer.getByRole('button', { name: 'Reply', exact: true }).click();
  await expect(drawer.getByText('Reply is Required')).toBeVisible();
  await text.fill('Thank you.');
  await drawer.getByRole('button', { name: 'Reply', exact: true }).click();
  await expect(toast(page, 'Replied Successfully')).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Change the reply' })).toBeVisible();

  const token = await tokenFor(request, ADMIN);
  const path = `/api/review/${review._id}`;
  const headers = { authorization: `Bearer ${token}` };
  const { etag } = (await request.get(path, { headers })).headers();
  const other = await request.put(`${path}/reply`, {
    headers: { ...headers, 'if-match': etag! },
    data: { text: 'By somebody else.' },
  });
  expect(other.status()).toBe(200);
  await text.fill('My second reply.');
  await drawer.getByRole('button', { name: 'Change the reply' }).click();
  const theirs = drawer.getByRole('radio', { name: 'Theirs By somebody else.' });
  await expect(theirs).toBeVisible();
  expect((await shown(request, review))?.reply?.text).toBe('By somebody else.');
  await drawer.getByRole('radio', { name: 'Mine My second reply.' }).check();
  await drawer.getByRole('button', { name: 'Save my choices' }).click();
  await expect.poll(async () => (await shown(request, review))?.reply?.text).toBe('My second reply.');

  await page.goto('/reviews');
  const card = page.getByRole('figure').filter({ hasText: review.comments });
  await expect(card.getByText('My second reply.')).toBeVisible();
  await expect(card.getByText('Verified buyer')).toHaveCount(0);
});

test('the storefront marks who had bought', async ({ page }) => {
  await page.goto('/reviews?sort=oldest');
  await expect(page.getByText('Verified buyer').first()).toBeVisible();
});
