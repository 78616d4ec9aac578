import { expect, test, type Page } from '@playwright/test';
import { ADMIN, signIn, toast, unique } from '../shop.js';

const createKey = async (page: Page, name: string, scopes: string[]): Promise<string> => {
  await page.getByRole('button', { name: 'Create A Key' }).click();
  const form = page.getByRole('dialog', { name: 'Create an API key' });
  await form.getByRole('button', { name: 'Create the key' }).click();
  await expect(form.getByText('Name is Required')).toBeVisible();
  await expect(form.getByText('Choose at least one')).toBeVisible();
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  for (const scope of scopes) await form.getByLabel(scope).check();
  await form.getByRole('button', { name: 'Create the key' }).click();
  const shown = page.getByRole('dialog', { name: 'Copy the key now' });
  const field = shown.getByLabel(`Key of ${name}`);
  await expect(field).toBeFocused();
  // neither Escape nor a click beside it closes what is shown only once
  await page.keyboard.press('Escape');
  await page.mouse.click(2, 2);
  await shown.getByRole('button', { name: 'Copy' }).click();
  await expect(shown.getByRole('status').filter({ hasText: /^Copied|selected/ })).toBeVisible();
  const key = await field.inputValue();
  await shown.getByRole('button', { name: 'I have copied it' }).click();
  await expect(shown).toHaveCount(0);
  return key;
};

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

test('an admin creates a key, a program uses it in Swagger UI, and it ends when it is revoked', async ({
  page,
  request,
}) => {
  test.setTimeout(120_000); // Swagger UI draws all operations with each that is opened
  const name = unique('Warehouse');
  await signIn(page, ADMIN);
  await page.goto('/dashboard/apiKeys');
  const key = await createKey(page, name, ['Read orders']);
  expect(key).toMatch(/^rk_demo_[\w-]{43}$/);
  await expect(rowOf(page, name)).toContainText(`${key.slice(0, 12)}…`);
  await expect(rowOf(page, name)).toContainText('Never used');
  expect(await page.content()).not.toContain(key);

  await page.getByRole('button', { name: 'Create A Key' }).click();
  const form = page.getByRole('dialog', { name: 'Create an API key' });
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await form.getByLabel('Read orders').check();
  await form.getByRole('button', { name: 'Create the key' }).click();
  await expect(form.getByText('Another active key has this name')).toBeVisible();
  await form.getByRole('button', { name: 'Cancel' }).click();

  const docs = await page.context().newPage();
  await docs.goto('/api/docs');
  await docs.getByRole('button', { name: 'Authorize' }).first().click();
  const authorize = docs.locator('.auth-container', { hasText: 'api-key' });
  await authorize.getByRole('textbox').fill(key);
  await authorize.getByRole('button', { name: 'Apply credentials' }).click();
  await docs.locator('.modal-ux-header button').click();
  await execute(docs, 'countPurchases', 200);
  await docs.close();

  await page.reload();
  await expect(rowOf(page, name)).toBeVisible();
  await expect(rowOf(page, name)).not.toContainText('Never used');
  await rowOf(page, name)
    .getByRole('button', { name: `Revoke: ${name}` })
    .click();
  await page
    .getByRole('dialog', { name: `Revoke ${name}?` })
    .getByRole('button', { name: 'Revoke' })
    .click();
  await expect(toast(page, 'Key Revoked Successfully')).toBeVisible();
  await expect(rowOf(page, name)).toContainText('Revoked');
  const refused = await request.get('/api/purchases/counts', { headers: { authorization: `Bearer ${key}` } });
  expect(refused.status()).toBe(401);
});

/** Opens an operation of Swagger UI, executes it, and expects the response's status. */
async function execute(page: Page, operation: string, status: number): Promise<void> {
  const block = page.locator(`[id$="-${operation}"].opblock`);
  // of a long document only what is near the window is there
  await expect(async () => {
    if (!(await block.isVisible())) await page.mouse.wheel(0, 1_500);
    await expect(block).toBeVisible({ timeout: 500 });
  }).toPass();
  await block.locator('.opblock-summary-control').click();
  await block.getByRole('button', { name: 'Try it out' }).click();
  await block.getByRole('button', { name: 'Execute' }).click();
  await expect(block.locator('.live-responses-table .response .response-col_status')).toHaveText(
    new RegExp(`^${status}`),
  );
}

test('Swagger UI signs in as either demo account with one click', async ({ page }) => {
  const said: string[] = [];
  page.on('console', (message) => message.type() === 'error' && said.push(message.text()));
  await page.goto('/api/docs');
  await page.getByRole('button', { name: 'Sign in as the admin' }).click();
  await expect(page.getByText(/Signed in as admin@example.com/)).toBeVisible();
  await execute(page, 'countPurchases', 200);
  expect(said).toEqual([]);
  await page.getByRole('button', { name: 'Sign in as the customer' }).click();
  await expect(page.getByText(/Signed in as customer@example.com/)).toBeVisible();
  await execute(page, 'searchUsers', 403);
});
