import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../axe.js';
import {
  addProduct,
  ADMIN,
  isPartlyShipped,
  newAccount,
  orderOfLines,
  paidOrder,
  type Product,
  register,
  registerVerified,
  signIn,
  tokenFor,
  unique,
} from '../shop.js';

/** What opens on the admin's pages: panels, drawers, dialogs and their messages. The pages are in `pages.spec.ts`. */

const headersOfAdmin = async (page: Page) => ({
  authorization: `Bearer ${await tokenFor(page.request, ADMIN)}`,
});

for (const width of [1440, 390])
  test.describe(`at ${width} pixels`, () => {
    test.use({ viewport: { width, height: 900 } });
    test.beforeEach(({ page }) => signIn(page, ADMIN));

    test('the list of orders: an address that it does not understand, panels, an order, the question', async ({
      page,
    }) => {
      await page.goto('/dashboard/manageOrders?status=unpaid&colour=red&pageSize=10');
      const rows = page.locator('tr[data-row-key]');
      await expect(rows.first()).toBeVisible();
      await expectAccessible(page, 'the list');
      for (const name of ['Columns', 'Views']) {
        await page.getByRole('button', { name }).click();
        const panel = page.getByRole('dialog', { name });
        await expect(panel).toBeVisible();
        await expectAccessible(page, name, panel);
        await page.keyboard.press('Escape');
      }
      await page
        .getByRole('link', { name: /show the order/ })
        .first()
        .click();
      const drawer = page.getByRole('dialog', { name: /^Order/ });
      await expect(drawer.getByRole('heading', { name: 'Internal notes' })).toBeVisible();
      await expectAccessible(page, 'the drawer');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await rows
        .first()
        .getByRole('button', { name: /Cancel/ })
        .click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page, 'the question before an order is cancelled');
    });

    test('a paid order, and its refund', async ({ page, request }) => {
      const { account, order } = await paidOrder(request);
      await page.goto(`/dashboard/manageOrders?q=${encodeURIComponent(account.email)}&open=${order._id}`);
      const drawer = page.getByRole('dialog').filter({ hasText: 'Internal notes' });
      await expect(drawer.getByText('No notes yet.')).toBeVisible();
      await expectAccessible(page, 'the drawer');
      await drawer.getByRole('button', { name: /^Refund/ }).click();
      const refund = page.getByRole('dialog', { name: 'Refund this order?' });
      await expect(refund.getByText('10 units go back to the stock')).toBeVisible();
      await expectAccessible(page, 'the refund');
      await refund.getByRole('radio', { name: 'Amount' }).check();
      await refund.getByLabel('Amount in dollars').fill('');
      await refund.getByRole('button', { name: /^Refund \$/ }).click();
      await expect(refund.getByText('An amount in dollars')).toBeVisible();
      await expectAccessible(page, 'the refund of an amount');
    });

    test('an order of several lines, and the question before the rest of it is shipped', async ({
      page,
      request,
    }) => {
      const order = await orderOfLines(request, isPartlyShipped);
      await page.goto(`/dashboard/manageOrders?q=${order.number}&open=${order._id}`);
      const drawer = page.getByRole('dialog').filter({ hasText: 'Internal notes' });
      await expect(drawer.getByText('No notes yet.')).toBeVisible();
      await expectAccessible(page, 'the drawer');
      await drawer.getByRole('button', { name: /^Mark as shipped/ }).click();
      await expect(page.getByRole('dialog', { name: 'Ship this order?' })).toBeVisible();
      await expectAccessible(page, 'the question before it is shipped');
    });

    test('a product, its questions, its stock, and an edit that somebody else came before', async ({
      page,
      request,
    }) => {
      const product = await addProduct(request, { breaks: [{ from: 10, price: 12 }] });
      await page.goto(`/dashboard/manageProducts?q=${encodeURIComponent(product.name)}`);
      await page.getByRole('link', { name: `Edit ${product.name}` }).click();
      const drawer = page.getByRole('dialog', { name: 'Edit product' });
      await expect(drawer.getByLabel('Name')).toHaveValue(product.name);
      await expectAccessible(page, 'the drawer');
      await drawer.getByRole('button', { name: /^Delete/ }).click();
      await expect(page.getByText('Please Check before Delete!')).toBeVisible();
      await expectAccessible(page, 'the question before a product is deleted');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await drawer.getByRole('button', { name: /^Restock/ }).click();
      const restock = page.getByRole('dialog', { name: `Restock ${product.name}` });
      await restock.getByRole('button', { name: 'Change the stock' }).click();
      await expect(restock.getByText('Reason is Required')).toBeVisible();
      await expectAccessible(page, 'the restock');
      await restock.getByRole('button', { name: 'Cancel' }).click();
      await expect(restock).toBeHidden();

      const headers = await headersOfAdmin(page);
      const { etag } = (await request.get(`/api/items/${product._id}/edit`, { headers })).headers();
      const theirs = await request.patch(`/api/items/${product._id}`, {
        headers: { ...headers, 'if-match': etag! },
        data: { price: 15, description: 'Theirs.' },
      });
      expect(theirs.status(), await theirs.text()).toBe(200);
      await drawer.getByLabel('Price', { exact: true }).fill('16');
      await drawer.getByRole('button', { name: 'Save' }).click();
      await expect(drawer.getByRole('heading', { name: 'Somebody else changed this product' })).toBeFocused();
      await expectAccessible(page, 'the choices');
    });

    test('the prices of many products, and an import', async ({ page, request }) => {
      const sku = unique('SKU').replace(' ', '-').toUpperCase();
      const product = await addProduct(request, { price: 10.45, sku } as Partial<Product>);
      await page.goto(`/dashboard/manageProducts?q=${encodeURIComponent(product.name)}`);
      await page.getByRole('checkbox', { name: product.name }).check();
      await page.getByRole('button', { name: 'Change prices' }).click();
      const dialog = page.getByRole('dialog', { name: 'Change prices' });
      await dialog.getByLabel('Percent', { exact: true }).fill('-10');
      await dialog.getByRole('button', { name: 'Check' }).click();
      await expect(dialog.getByText('$10.45 → $9.41')).toBeVisible();
      await expectAccessible(page, 'the preview of prices');

      await page.goto('/dashboard/manageProducts');
      await page.getByRole('button', { name: 'Import' }).click();
      const upload = page.getByRole('dialog', { name: 'Import products' });
      const content = `sku,restock,price\n${sku},48,11`;
      await upload
        .getByLabel('CSV file')
        .setInputFiles({ name: 'stock.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
      await expect(upload.getByText('availableQ: 50 98')).toBeVisible();
      await expectAccessible(page, 'the import');
    });

    test('the filters by specifications, and words that were corrected', async ({ page }) => {
      await page.goto('/dashboard/manageProducts?kind=graphics-card&q=graphcs&spec=lengthMm:100..,~');
      await expect(page.getByText(/^Showing results for/)).toBeVisible();
      await expectAccessible(page, 'the list');
      if (width < 768) await page.getByRole('button', { name: /^Filters/ }).click();
      await page.getByRole('button', { name: /^Specifications/ }).click();
      const panel = page.getByRole('dialog', { name: /^Specifications/ });
      await expect(panel.getByLabel('Length from')).toBeVisible();
      const closed = panel.locator('details:not([open]) > summary');
      while ((await closed.count()) > 0) await closed.first().click();
      await expectAccessible(page, 'the filters', panel);
    });

    test('synonyms, and what their form refuses', async ({ page, request }) => {
      // a word of letters: what may be somebody's number is not kept
      const typed = unique('zyx').replaceAll(/[\d ]/g, (sign) => 'abcdefghij'.charAt(Number(sign)));
      await request.get(`/api/items/search?q=${typed}`);
      await expect(async () => {
        await page.goto('/dashboard/search');
        await expect(page.getByText(typed, { exact: true })).toBeVisible({ timeout: 2_000 });
      }).toPass();
      await expectAccessible(page, 'the page');
      await page.getByRole('button', { name: `Add as a synonym: ${typed}` }).click();
      await page.getByRole('button', { name: 'Add the group' }).click();
      await expect(page.getByText('Enter at least two, separated by commas.')).toBeVisible();
      await expectAccessible(page, 'the form');
    });

    test('a review, and the question before it is hidden', async ({ page, request }) => {
      const comments = unique('Well packed parts');
      const created = await request.post('/api/review', {
        headers: { authorization: `Bearer ${await register(request, newAccount())}` },
        data: { ratings: 4, comments },
      });
      expect(created.status()).toBe(201);
      const { _id } = (await created.json()) as { _id: string };
      await page.goto(`/dashboard/manageReviews?open=${_id}`);
      const drawer = page.getByRole('dialog', { name: 'Review' });
      await expect(drawer.getByText(comments)).toBeVisible();
      await expectAccessible(page, 'the drawer');
      await drawer.getByRole('button', { name: 'Hide' }).click();
      await expect(page.getByRole('dialog', { name: 'Hide this review?' })).toBeVisible();
      await expectAccessible(page, 'the question before a review is hidden');
    });

    test('the question before a person is removed, and a change in the audit log', async ({
      page,
      request,
    }) => {
      const person = newAccount();
      await registerVerified(request, person);
      const headers = await headersOfAdmin(page);
      const promoted = await request.put(`/api/user/admin/${person.email}`, { headers });
      expect(promoted.status()).toBe(200);

      await page.goto('/dashboard/makeAdmin?role=customer');
      await page
        .getByRole('button', { name: /^Remove: / })
        .first()
        .click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page, 'the question before a person is removed');

      await page.goto(`/dashboard/auditLog?q=${person.email}`);
      await page.getByRole('link', { name: /^User promoted/ }).click();
      await expect(page.getByRole('dialog', { name: 'Change' })).toBeVisible();
      await expectAccessible(page, 'the change');
    });

    test('the list of API keys, and what the form of a new one refuses', async ({ page, request }) => {
      const name = unique('Accessible key');
      const created = await request.post('/api/api-keys', {
        headers: await headersOfAdmin(page),
        data: { name, scopes: ['users', 'reports'] },
      });
      expect(created.status()).toBe(201);
      await page.goto(`/dashboard/apiKeys?q=${encodeURIComponent(name)}`);
      await expect(page.getByText(name).first()).toBeVisible();
      await expectAccessible(page, 'the list');
      await page.getByRole('button', { name: 'Create A Key' }).click();
      await page.getByRole('button', { name: 'Create the key' }).click();
      await expect(page.getByText('Choose at least one')).toBeVisible();
      await expectAccessible(page, 'the form');
    });

    test('the overview with its chart, and as a table', async ({ page }) => {
      await page.goto('/dashboard/overview?from=2026-01-01&to=2026-12-31');
      await expect(page.getByText(/^As of /)).toBeVisible();
      await expect(page.locator('svg[role=application]')).toBeVisible();
      await expectAccessible(page, 'the chart');
      await page.getByRole('button', { name: 'Show as table' }).click();
      await expectAccessible(page, 'the table');
    });
  });
