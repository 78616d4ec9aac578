import { expect, type APIRequestContext } from '@playwright/test';
import { everyday } from '../everyday.js';
import { newAccount, register, toast, unique } from '../shop.js';

/** Reviews, people, keys and the log. */

async function reviewed(request: APIRequestContext): Promise<string> {
  const comments = unique('Well packed parts');
  const response = await request.post('/api/review', {
    headers: { authorization: `Bearer ${await register(request, newAccount())}` },
    data: { ratings: 1, comments },
  });
  expect(response.status()).toBe(201);
  return comments;
}

everyday('hide a review', reviewed, async (job, comments) => {
  await job.at('/dashboard/manageReviews');
  const row = await job.search(comments);
  await job.press(row.getByRole('link', { name: /show the review/ }));
  await job.press(job.page.getByRole('dialog', { name: 'Review' }).getByRole('button', { name: 'Hide' }));
  const dialog = job.page.getByRole('dialog', { name: 'Hide this review?' });
  await job.type(dialog.getByLabel('Reason'), 'Names another shop');
  await job.press(dialog.getByRole('button', { name: 'Hide' }));
  await expect(toast(job.page, 'Review Hidden Successfully')).toBeVisible();
});

everyday('reply to a review', reviewed, async (job, comments) => {
  await job.at('/dashboard/manageReviews');
  const row = await job.search(comments);
  await job.press(row.getByRole('link', { name: /show the review/ }));
  const drawer = job.page.getByRole('dialog', { name: 'Review' });
  await job.type(drawer.getByRole('textbox', { name: 'Reply of the shop' }), 'Thank you.');
  await job.press(drawer.getByRole('button', { name: 'Reply', exact: true }));
  await expect(toast(job.page, 'Replied Successfully')).toBeVisible();
});

everyday(
  'make somebody an admin',
  async (request) => {
    const account = newAccount();
    await register(request, account);
    return account.email;
  },
  async (job, email) => {
    await job.at('/dashboard/makeAdmin');
    const row = await job.search(email);
    await job.press(row.getByRole('button', { name: /^Make Admin/ }));
    await job.press(job.page.getByRole('dialog').getByRole('button', { name: 'Make Admin' }));
    await expect(toast(job.page, 'Made Admin Successfully')).toBeVisible();
  },
);

everyday(
  'see who made an admin of somebody',
  async () => undefined,
  async (job) => {
    await job.at('/dashboard/auditLog');
    await job.press(job.page.getByRole('button', { name: 'More filters' }));
    await job.choose(job.page.getByLabel('Change', { exact: true }), 'User promoted');
    await expect(job.page).toHaveURL(/action=user.promoted/);
    await job.press(job.page.getByRole('link', { name: /^User promoted/ }).first());
    await expect(job.page.getByRole('dialog').getByText(/made an admin of/)).toBeVisible();
  },
);

everyday(
  'create an API key',
  async () => unique('Everyday key'),
  async (job, name) => {
    await job.at('/dashboard/apiKeys');
    await job.press(job.page.getByRole('button', { name: 'Create A Key' }));
    const dialog = job.page.getByRole('dialog');
    await job.type(dialog.getByRole('textbox', { name: 'Name' }), name);
    await job.check(dialog.getByRole('checkbox').first());
    await job.press(dialog.getByRole('button', { name: 'Create the key' }));
    await expect(dialog.getByLabel(`Key of ${name}`)).toBeVisible();
  },
);
