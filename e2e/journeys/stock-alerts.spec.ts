import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../axe.js';
import { openMail } from '../mailbox.js';
import {
  addProduct,
  ADMIN,
  asAdmin,
  CUSTOMER,
  expectWithinWindow,
  hydrated,
  newAccount,
  placeOrder,
  type Product,
  register,
  signIn,
  tokenFor,
} from '../shop.js';

/** Who waits for a part, and what the admin is told meanwhile. */

const TELL = 'Tell me when it is back';

interface Waited {
  waitingAlerts: number;
  waitingUnits: number;
}
async function demandOf(request: APIRequestContext, { _id }: Product): Promise<Waited> {
  const response = await request.get(`/api/items/${_id}/edit`, { headers: await asAdmin(request) });
  return (await response.json()) as Waited;
}
async function openForm(page: Page, { _id }: Product) {
  await page.goto(`/parts/${_id}`);
  await hydrated(page);
  await page.getByRole('button', { name: TELL }).click();
  return page.getByRole('form', { name: TELL });
}
/** As when somebody comes back to the tab. */
const comeBack = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')));

for (const width of [1440, 390])
  test.describe(`at ${width} pixels`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('a visitor asks for a part that is sold out', async ({ page, request }) => {
      const product = await addProduct(request, { availableQ: 3 });
      const form = await openForm(page, product);
      await expect(form.getByLabel('Email')).toBeFocused();
      await form.getByLabel('Email').fill('nobody');
      await form.getByLabel('Units').fill('4');
      await form.getByRole('button', { name: TELL }).click();
      await expect(form.getByText('Please provide a valid Email')).toBeVisible();
      await expect(form.getByText('Enter at least 5, the minimum order.')).toBeVisible();
      await expectAccessible(page, 'the form with its messages');
      const { email } = newAccount();
      await form.getByLabel('Email').fill(email);
      await form.getByLabel('Units').fill('25');
      await page.keyboard.press('Enter');
      await expect(page.getByText(`Please open the link in the mail to ${email}`)).toBeVisible();
      await expectAccessible(page, 'what is to be done then');
      // it counts once it is confirmed
      expect(await demandOf(request, product)).toMatchObject({ waitingAlerts: 0 });

      const asked = await openMail(page, email, /^Confirm your alert/);
      await asked.getByRole('link', { name: 'Confirm', exact: true }).click();
      await expect(page.getByText(`when 25 × ${product.name} can be ordered?`)).toBeVisible();
      await expectAccessible(page, 'the question');
      await page.getByRole('button', { name: 'Yes, tell me' }).click();
      await expect(page.getByText('Your alert is confirmed')).toBeVisible();
      await expectAccessible(page, 'the confirmed alert');
      expect(await demandOf(request, product)).toMatchObject({ waitingAlerts: 1, waitingUnits: 25 });
      await page.reload();
      await expect(page.getByText('Your alert is confirmed already')).toBeVisible();

      const headers = await asAdmin(request);
      const restocked = await request.post(`/api/items/${product._id}/restock`, {
        headers,
        data: { units: 30, reason: 'Delivery' },
      });
      expect(restocked.status(), await restocked.text()).toBe(200);
      const told = await openMail(page, email, /^Back in stock/);
      await told.getByRole('link', { name: 'Stop this alert' }).click();
      await page.getByRole('button', { name: 'Stop this alert' }).click();
      await expect(page.getByText('Your alert is stopped')).toBeVisible();
      await expectAccessible(page, 'the stopped alert');
    });

    test('a customer waits, an admin sees it and restocks, and it is their turn', async ({
      page,
      request,
    }) => {
      const product = await addProduct(request, { availableQ: 0 });
      await signIn(page, CUSTOMER);
      const form = await openForm(page, product);
      await expect(form.getByLabel('Email')).toHaveValue(CUSTOMER.email);
      await form.getByLabel('Units').fill('10');
      await page.keyboard.press('Enter');
      await expect(page.getByText(`We write to ${CUSTOMER.email}`)).toBeVisible();

      await signIn(page, ADMIN);
      await page.goto(`/dashboard/manageProducts?q=${encodeURIComponent(product.name)}&sort=-waiting`);
      const row = page.locator('tr[data-row-key]').first();
      await expect(row).toContainText(product.name);
      if (width > 1000) await expect(row).toContainText('10 by 1');
      await row.getByRole('link', { name: `Edit ${product.name}` }).click();
      const drawer = page.getByRole('dialog', { name: 'Edit product' });
      await expect(drawer.getByText('1 person waits for 10 units')).toBeVisible();
      await expectWithinWindow(page, 'the product');
      await drawer.getByRole('button', { name: /Restock/ }).click();
      const restock = page.getByRole('dialog', { name: /Restock/ });
      await restock.getByLabel('Units').fill('12');
      await restock.getByLabel('Reason').fill('Delivery');
      await restock.getByRole('button', { name: /Restock|Change|Save/ }).click();
      await expect(async () =>
        expect(await demandOf(request, product)).toMatchObject({ waitingAlerts: 0, waitingUnits: 0 }),
      ).toPass();
    });

    test('a customer sees what they wait for, and stops it', async ({ page, request }) => {
      const product = await addProduct(request, { availableQ: 0 });
      const asked = await request.post(`/api/items/${product._id}/stock-alerts/mine`, {
        headers: { authorization: `Bearer ${await tokenFor(request, CUSTOMER)}` },
        data: { units: 10 },
      });
      expect(await asked.json()).toEqual({ needsConfirmation: false });
      await signIn(page, CUSTOMER);
      await page.goto('/dashboard/myProfile');
      const alerts = page.getByRole('region', { name: 'Parts you wait for' });
      await expect(alerts.getByRole('listitem').filter({ hasText: product.name })).toContainText('10 ×');
      await expectAccessible(page, 'the profile with alerts');
      await expectWithinWindow(page, 'the profile with alerts');
      await alerts.getByRole('button', { name: `Stop: ${product.name}` }).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByText(`You are not mailed about ${product.name} any more`)).toBeVisible();
      await expect(alerts.getByText(product.name)).toHaveCount(0);
      expect(await demandOf(request, product)).toMatchObject({ waitingAlerts: 0 });
    });

    test('nobody can ask in a shop that sends no mail', async ({ page, request }) => {
      const product = await addProduct(request, { availableQ: 0 });
      await page.route('**/api/config', async (route) => {
        const config = (await (await route.fetch()).json()) as object;
        await route.fulfill({ json: { ...config, sendsMail: false } });
      });
      await page.goto(`/parts?q=${encodeURIComponent(product.name)}`);
      await hydrated(page);
      await page.getByRole('link', { name: product.name }).first().click();
      await expect(page.getByRole('heading', { name: product.name, level: 1 })).toBeVisible();
      await expect(page.getByText('sold out').first()).toBeVisible();
      await expect(page.getByRole('button', { name: TELL })).toHaveCount(0);
    });

    test('the bell leads to parts with low stock', async ({ page, request }) => {
      await addProduct(request, { availableQ: 0 });
      await signIn(page, ADMIN);
      await page.goto('/dashboard/auditLog');
      const bell = page.getByRole('button', { name: /^Needs attention: \d/ });
      await expect(bell).toContainText(/[1-9]/);
      await bell.focus();
      await page.keyboard.press('Enter');
      const panel = page.getByRole('dialog', { name: 'Needs attention' });
      const low = panel.getByRole('link', { name: /^Parts with low stock/ });
      await expect(low).toBeVisible();
      await expectAccessible(page, 'the panel of the bell', panel);
      await expectWithinWindow(page, 'the panel of the bell');
      await low.focus();
      await page.keyboard.press('Escape');
      await expect(panel).toBeHidden();
      await expect(bell).toBeFocused();
      await page.keyboard.press('Enter');
      await low.click();
      await expect(page).toHaveURL(/manageProducts\?availability=low-stock&sort=availableQ/);
      await expect(panel).toBeHidden();
      await expect(page.locator('tr[data-row-key]').first()).toContainText(/Sold out/);
      await expect(page.getByRole('button', { name: 'Low or sold out', pressed: true })).toBeVisible();
    });

    test('an open list says that orders came, and leaves its rows where they are', async ({
      page,
      request,
    }) => {
      const product = await addProduct(request);
      await signIn(page, ADMIN);
      await page.goto('/dashboard/manageOrders');
      const first = page.locator('tr[data-row-key]').first();
      const before = await first.getAttribute('data-row-key');
      const order = await placeOrder(request, await register(request, newAccount()), product);
      const bar = page.getByRole('button', { name: /^\d+ new orders? — show$/ });
      await expect(async () => {
        await comeBack(page);
        await expect(bar).toBeVisible({ timeout: 1_000 });
      }).toPass();
      expect(await first.getAttribute('data-row-key')).toBe(before);
      await expectAccessible(page, 'the list and what came');
      await bar.focus();
      await page.keyboard.press('Enter');
      await expect(page.locator(`tr[data-row-key="${order._id}"]`)).toBeVisible();
      // what is counted are orders of every state
      await expect(page.locator('.new-rows')).toHaveCount(1);
      await page.getByRole('button', { name: /^Shipped/ }).click();
      await expect(page).toHaveURL(/status=shipped/);
      await expect(page.locator('.new-rows')).toHaveCount(0);
    });
  });

test.describe('the pages of mailed links', () => {
  test('say that a link is not valid, as the server does, and are no pages for search engines', async ({
    page,
  }) => {
    for (const action of ['confirm', 'stop']) {
      const headers = (await page.goto(`/stock-alerts/${action}/a.b.c`))!.headers();
      expect([headers['x-robots-tag'], headers['referrer-policy']]).toEqual(['noindex', 'strict-origin']);
      await expect(page.getByText('This link is not valid')).toBeVisible();
    }
    await expectAccessible(page, 'a link that is not valid');
    await page.goto('/stock-alerts/elsewhere/a.b.c');
    await expect(page.getByText('This page is missing')).toBeVisible();
  });
});
