import { expect, test, type Page } from '@playwright/test';
import {
  addProduct,
  ADMIN,
  asAdmin,
  newAccount,
  paidOrder,
  register,
  signIn,
  toast,
  unique,
} from '../shop.js';

/** How the admin's forms send: once, with a key that belongs to the body, and over nothing that was not shown. */

async function openRefund(page: Page, { _id }: { _id: string }) {
  await signIn(page, ADMIN);
  await page.goto(`/dashboard/manageOrders?open=${_id}`);
  await page
    .getByRole('dialog', { name: /^Order/ })
    .getByRole('button', { name: /^Refund/ })
    .click();
  return page.getByRole('dialog', { name: 'Refund this order?' });
}

test('a refund whose response is lost and that is typed and sent again is one refund', async ({
  page,
  request,
}) => {
  const { order } = await paidOrder(request);
  const dialog = await openRefund(page, order);
  const keys: (string | undefined)[] = [];
  await page.route('**/api/refund/**', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    const response = await route.fetch();
    await (keys.length === 1 ? route.abort() : route.fulfill({ response }));
  });
  await dialog.getByRole('radio', { name: 'Amount' }).check();
  const amount = dialog.getByLabel('Amount in dollars');
  await amount.fill('25');
  await dialog.getByRole('button', { name: 'Refund $25.00' }).click();
  await expect(dialog.getByRole('alert')).toContainText('could not be reached');
  await amount.fill('30');
  await amount.fill('25');
  await dialog.getByRole('button', { name: 'Refund $25.00' }).click();
  await expect(toast(page, 'Refunded $25.00')).toBeVisible();
  expect(new Set(keys).size).toBe(1);
  const shown = await request.get(`/api/purchases/${order._id}`, { headers: await asAdmin(request) });
  expect(await shown.json()).toMatchObject({ refunded: 25 });
});

test('a refund that the provider did not make is tried again, by the version that it left', async ({
  page,
  request,
}) => {
  const { order } = await paidOrder(request);
  const dialog = await openRefund(page, order);
  const headers = await asAdmin(request);
  // the order has changed by it
  await page.route('**/api/refund/**', async (route) => {
    const note = await request.post(`/api/purchases/${order._id}/notes`, {
      headers,
      data: { text: 'Refused.' },
    });
    expect(note.status()).toBe(201);
    const json = {
      ...order,
      timeline: [{ at: new Date().toISOString(), what: 'refund-failed', by: 'admin' }],
    };
    await route.fulfill({ json });
  });
  await dialog.getByRole('radio', { name: 'Amount' }).check();
  await dialog.getByLabel('Amount in dollars').fill('25');
  const read = page.waitForResponse(`**/api/purchases/${order._id}`);
  await dialog.getByRole('button', { name: 'Refund $25.00' }).click();
  await expect(dialog.getByText(/did not make the refund/)).toBeVisible();
  await read;
  await page.unroute('**/api/refund/**');
  await dialog.getByRole('button', { name: 'Refund $25.00' }).click();
  await expect(toast(page, 'Refunded $25.00')).toBeVisible();
});

test('a dialog stays while its request is in progress, and shows the refusal', async ({ page, request }) => {
  const product = await addProduct(request);
  await signIn(page, ADMIN);
  await page.goto(`/dashboard/manageProducts?q=${encodeURIComponent(product.name)}`);
  await page.getByRole('button', { name: `Restock: ${product.name}` }).click();
  const dialog = page.getByRole('dialog', { name: /^Restock/ });
  let respond = (): void => undefined;
  const held = new Promise<void>((resolve) => (respond = resolve));
  await page.route('**/api/items/*/restock', async (route) => {
    await held;
    await route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: 'urn:rapid:problem:conflict', status: 409, detail: 'Not now.' }),
    });
  });
  await dialog.getByLabel('Units to add').fill('5');
  await dialog.getByLabel('Reason').fill('Delivery');
  const save = dialog.getByRole('button', { name: 'Change the stock' });
  await save.click();
  await expect(save).toBeDisabled();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Cancel' }).click({ force: true });
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeVisible();
  respond();
  await expect(dialog.getByText('Not now.')).toBeVisible();
  await expect(dialog.getByLabel('Units to add')).toHaveValue('5');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
});

test('a reply that another admin has written meanwhile is shown before it is replaced', async ({
  page,
  request,
}) => {
  const token = await register(request, newAccount());
  const written = await request.post('/api/review', {
    headers: { authorization: `Bearer ${token}` },
    data: { ratings: 4, comments: unique('Well packed parts') },
  });
  const { _id } = (await written.json()) as { _id: string };
  await signIn(page, ADMIN);
  await page.goto(`/dashboard/manageReviews?open=${_id}`);
  const drawer = page.getByRole('dialog', { name: 'Review' });
  const text = drawer.getByLabel('Reply of the shop');
  await text.fill('Mine.');

  const headers = await asAdmin(request);
  const reply = async (theirs: string) => {
    const etag = (await request.get(`/api/review/${_id}`, { headers })).headers()['etag'] ?? '';
    const response = await request.put(`/api/review/${_id}/reply`, {
      headers: { ...headers, 'if-match': etag },
      data: { text: theirs },
    });
    expect(response.status(), await response.text()).toBe(200);
  };
  const current = async () => {
    const response = await request.get(`/api/review/${_id}`, { headers });
    return ((await response.json()) as { reply?: { text: string } }).reply?.text;
  };
  await reply('Theirs.');
  await drawer.getByRole('button', { name: /^(Reply|Change the reply)$/ }).click();
  await expect(drawer.getByRole('heading', { name: 'Somebody else changed this review' })).toBeFocused();
  const choice = drawer.getByRole('group', { name: /^Reply of the shop/ });
  await expect(choice.getByRole('radio', { name: 'Theirs Theirs.' })).not.toBeChecked();
  const save = drawer.getByRole('button', { name: 'Save my choices' });
  await expect(save).toBeDisabled();
  expect(await current()).toBe('Theirs.');

  // changed again while one chooses: refused again, and shown again
  await reply('Theirs again.');
  await choice.getByRole('radio', { name: /^Mine/ }).check();
  await save.click();
  await expect(choice.getByRole('radio', { name: 'Theirs Theirs again.' })).toBeVisible();
  expect(await current()).toBe('Theirs again.');
  await choice.getByRole('radio', { name: /^Mine/ }).check();
  await save.click();
  await expect(toast(page, 'Replied Successfully')).toBeVisible();
  expect(await current()).toBe('Mine.');
  await expect(text).toHaveValue('Mine.');
});

test('a view that another admin has changed meanwhile is shown before it is replaced', async ({
  page,
  request,
}) => {
  const headers = await asAdmin(request);
  const name = unique('Paid');
  const made = await request.post('/api/saved-views', {
    headers,
    data: { list: 'orders', name, isShared: false, query: 'status=paid' },
  });
  expect(made.status(), await made.text()).toBe(201);
  const view = (await made.json()) as { _id: string; version: number };
  await signIn(page, ADMIN);
  await page.goto(`/dashboard/manageOrders?status=paid&view=${view._id}`);
  await page.getByRole('button', { name: `View: ${name}` }).click();
  const form = page.getByRole('form', { name: 'Change this view' });
  await form.getByLabel('Name').fill(`${name} of mine`);
  const theirs = await request.put(`/api/saved-views/${view._id}`, {
    headers: { ...headers, 'if-match': `"${view.version}"` },
    data: { name: `${name} of theirs`, isShared: false, query: 'status=shipped' },
  });
  expect(theirs.status(), await theirs.text()).toBe(200);
  await form.getByRole('button', { name: 'Save filters and columns' }).click();
  const panel = page.getByRole('dialog');
  await expect(panel.getByRole('heading', { name: 'Somebody else changed this view' })).toBeFocused();
  await panel.getByRole('radio', { name: `Theirs ${name} of theirs` }).check();
  await expect(panel.getByRole('group', { name: /^Filters and sort/ })).toContainText('status: shipped');
  await panel.getByRole('button', { name: 'Save my choices' }).click();
  await expect(toast(page, `The view ${name} of theirs is saved`)).toBeVisible();
  await expect(page).toHaveURL(/status=shipped/);
});

test('Back asks before the changes of a product are lost, and nothing is dirty afterwards', async ({
  page,
  request,
}) => {
  const product = await addProduct(request);
  await signIn(page, ADMIN);
  await page.goto(`/dashboard/manageProducts?q=${encodeURIComponent(product.name)}`);
  const open = () => page.getByRole('link', { name: `Edit ${product.name}` }).click();
  await open();
  const drawer = page.getByRole('dialog', { name: 'Edit product' });
  await drawer.getByLabel('Price').fill('99');
  await page.goBack();
  const question = page.getByRole('dialog', { name: 'Leave this page?' });
  await expect(question).toContainText('The product has changes that are not saved.');
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(drawer.getByLabel('Price')).toHaveValue('99');
  await page.goBack();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(drawer).toBeHidden();
  await open();
  await expect(drawer.getByLabel('Price')).toHaveValue('12.50');
  await drawer.getByRole('button', { name: 'Close the product' }).click();
  await expect(drawer).toBeHidden();

  await page.goto('/dashboard/addProduct');
  await page.getByLabel('Name').fill('Not added');
  await page.getByRole('link', { name: 'Manage Products' }).click();
  await expect(question).toContainText('The product has not been added yet.');
});

test.describe('east of UTC', () => {
  test.use({ timezoneId: 'Pacific/Kiritimati' });

  test('the tag of a day names that day', async ({ page }) => {
    await signIn(page, ADMIN);
    await page.goto('/dashboard/manageOrders?from=2026-01-05&to=2026-01-05');
    await expect(page.getByRole('button', { name: 'Remove the filter Ordered' })).toBeVisible();
    await expect(page.getByText('Jan 5, 2026').first()).toBeVisible();
  });
});
