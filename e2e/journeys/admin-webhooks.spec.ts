import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, type Page } from '@playwright/test';
import { ADMIN, addProduct, asAdmin, signIn, toast, unique } from '../shop.js';

/** A program that receives events, on the machine of the shop. */
let receiver: Server;
let status = 204;
const bodies: { type: string; subject: string }[] = [];

test.beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      bodies.push(JSON.parse(body) as (typeof bodies)[number]);
      response.writeHead(status).end(status === 204 ? undefined : 'Out of order');
    });
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
});
test.afterAll(() => new Promise((done) => receiver.close(done)));

const urlOf = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/events`;

async function addEndpoint(page: Page, description: string): Promise<string> {
  await page.getByRole('button', { name: 'Add An Endpoint' }).click();
  const form = page.getByRole('dialog', { name: 'Add an endpoint' });
  await form.getByRole('button', { name: 'Add the endpoint' }).click();
  for (const text of ['URL is Required', 'Description is Required', 'Choose at least one event.'])
    await expect(form.getByText(text)).toBeVisible();
  await form.getByLabel('URL').fill('mailto:ada@example.com');
  await form.getByLabel('Description').fill(description);
  await form.getByRole('checkbox', { name: 'All of kinds' }).check();
  await expect(form.getByRole('checkbox', { name: /kind\.updated/ })).toBeChecked();
  await form.getByRole('checkbox', { name: 'All of kinds' }).uncheck();
  await form.getByRole('checkbox', { name: /product\.restocked/ }).check();
  await form.getByRole('button', { name: 'Add the endpoint' }).click();
  // at the field that it is about
  await expect(form.getByText('Enter a URL, as https://example.com/events.')).toBeVisible();
  await form.getByLabel('URL').fill(urlOf());
  await form.getByRole('button', { name: 'Add the endpoint' }).click();
  const shown = page.getByRole('dialog', { name: 'Copy the secret now' });
  const secret = await shown.getByLabel(`Secret of ${description}`).inputValue();
  await shown.getByRole('button', { name: 'I have copied it' }).click();
  await expect(shown).toHaveCount(0);
  return secret;
}

test('an admin adds an endpoint, sends a test event, and sends again what failed', async ({
  page,
  request,
}) => {
  const name = unique('Warehouse');
  const product = await addProduct(request);
  await signIn(page, ADMIN);
  await page.goto('/dashboard/webhooks');
  expect(await addEndpoint(page, name)).toMatch(/^whsec_/);
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('Enabled');

  await row.getByRole('button', { name: `Send a test: ${name}` }).click();
  await expect(toast(page, 'Test Event Received: 204')).toBeVisible();
  expect(bodies).toMatchObject([{ type: 'shop.test' }]);
  status = 500;
  await row.getByRole('button', { name: `Send a test: ${name}` }).click();
  await expect(toast(page, 'The test event was not received: the response was 500.')).toBeVisible();

  const restocked = await request.post(`/api/items/${product._id}/restock`, {
    headers: await asAdmin(request),
    data: { units: 5, reason: 'Delivery' },
  });
  expect(restocked.status(), await restocked.text()).toBe(200);
  await expect.poll(() => bodies.some(({ subject }) => subject === `product/${product._id}`)).toBe(true);
  await row.getByRole('link', { name: `Deliveries to ${name}` }).click();
  const open = page.getByRole('link', {
    name: `Open the delivery of product.restocked, product/${product._id}`,
  });
  await open.click();
  const delivery = page.getByRole('dialog', { name: 'product.restocked' });
  await expect(delivery.getByText(/status 500/).first()).toBeVisible();
  await expect(delivery.getByRole('region', { name: 'Response' }).first()).toHaveText('Out of order');
  status = 204;
  await delivery.getByRole('button', { name: 'Send again: product.restocked' }).click();
  await expect(toast(page, 'Event Is Sent Again')).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(delivery.getByText(/status 204/)).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await delivery.getByRole('button', { name: 'Close the delivery' }).click();

  await page.goto('/dashboard/webhooks');
  await row.getByRole('button', { name: `More: ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Rotate the secret' }).click();
  await page
    .getByRole('dialog', { name: `Rotate the secret of ${name}?` })
    .getByRole('button', { name: 'Rotate the secret' })
    .click();
  await page
    .getByRole('dialog', { name: 'Copy the secret now' })
    .getByRole('button', { name: 'I have copied it' })
    .click();
  await expect(row).toContainText('Two secrets until');
  await row.getByRole('button', { name: `More: ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await expect(row).toContainText('Disabled');
  await row.getByRole('button', { name: `More: ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page
    .getByRole('dialog', { name: `Delete ${name}?` })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(toast(page, 'Endpoint Deleted')).toBeVisible();
  await expect(row).toHaveCount(0);
});
