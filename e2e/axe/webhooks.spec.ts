import { expect, test } from '@playwright/test';
import { expectAccessible } from '../axe.js';
import { ADMIN, asAdmin, signIn, unique } from '../shop.js';

test('the webhook endpoints, their form, a secret and a delivery', async ({ page, request }) => {
  const description = unique('Accessible endpoint');
  const headers = await asAdmin(request);
  // nothing listens there
  const data = { url: 'http://127.0.0.1:9999/', description, types: ['order.paid'] };
  const created = await request.post('/api/webhook-endpoints', { headers, data });
  expect(created.status()).toBe(201);
  const { _id } = (await created.json()) as { _id: string };
  const tested = await request.post(`/api/webhook-endpoints/${_id}/test`, { headers });
  expect(tested.status()).toBe(200);

  await signIn(page, ADMIN);
  await page.goto('/dashboard/webhooks');
  const row = page.getByRole('row').filter({ hasText: description });
  await expect(row).toBeVisible();
  await expectAccessible(page, 'the list of endpoints');
  await page.getByRole('button', { name: 'Add An Endpoint' }).click();
  await page.getByRole('button', { name: 'Add the endpoint' }).click();
  await expect(page.getByText('Choose at least one event.')).toBeVisible();
  await expectAccessible(page, 'the form of an endpoint');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await row.getByRole('button', { name: `More: ${description}` }).click();
  await page.getByRole('menuitem', { name: 'Rotate the secret' }).click();
  const asked = page.getByRole('dialog', { name: `Rotate the secret of ${description}?` });
  await expect(asked).toBeVisible();
  await expectAccessible(page, 'the question before a secret is rotated');
  await asked.getByRole('button', { name: 'Rotate the secret' }).click();
  await expect(page.getByRole('dialog', { name: 'Copy the secret now' })).toBeVisible();
  await expectAccessible(page, 'the secret');

  await page.goto(`/dashboard/webhookDeliveries?endpointId=${_id}`);
  await page.getByRole('link', { name: /^Open the delivery of shop\.test/ }).click();
  await expect(page.getByRole('region', { name: 'Body of the request' })).toBeVisible();
  await page.getByText('Headers of the request').click();
  await expectAccessible(page, 'the delivery');
  await request.delete(`/api/webhook-endpoints/${_id}`, { headers });
});
