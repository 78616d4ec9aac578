import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { addProduct, ADMIN, asAdmin, expectWithinWindow, signIn, unique } from '../shop.js';

/** The admin's list of products: words that are corrected, filters and sorts by specifications. */

const rows = (page: Page) => page.locator('tr[data-row-key]');
const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

const option = (value: string) => ({ value, label: value, aliases: [] });
const flags = { group: '', required: false, onCard: false, compared: true };

/** A kind with a choice and a number, and parts of it, so that its changes are nobody else's. */
async function addHinges(request: APIRequestContext): Promise<{ slug: string; label: string }> {
  const headers = await asAdmin(request);
  const label = unique('Hinge').replace(' ', '');
  const slug = label.toLowerCase();
  const response = await request.post('/api/kinds', {
    headers,
    data: {
      slug,
      label,
      plural: `${label}s`,
      group: '',
      aliases: [],
      specs: [
        { ...flags, key: 'metal', label: 'Metal', type: 'choice', filter: 'values' },
        { ...flags, key: 'lengthMm', label: 'Length', type: 'number', unit: 'mm', filter: 'range' },
      ].map((spec) => ({
        ...spec,
        options: spec.key === 'metal' ? ['brass', 'steel', 'zinc'].map(option) : [],
      })),
    },
  });
  expect(response.status(), await response.text()).toBe(201);
  const parts = [
    { metal: 'brass', lengthMm: 30 },
    { metal: 'brass', lengthMm: 60 },
    { metal: 'steel', lengthMm: 40 },
    { metal: 'steel', lengthMm: 90 },
    { metal: 'zinc', lengthMm: 50 },
    { lengthMm: 70 },
  ];
  for (const [at, specs] of parts.entries())
    await addProduct(request, { name: `${label} no ${at + 1}`, kind: slug, specs, price: 10 });
  return { slug, label };
}

/** The list once the search knows the parts, which are applied within two seconds. */
async function openHinges(page: Page, slug: string, more = ''): Promise<void> {
  await expect(async () => {
    await page.goto(`/dashboard/manageProducts?kind=${slug}${more}`);
    await expect(page.getByText('6 products').first()).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

const names = (page: Page) => rows(page).locator('.row-link--open');

for (const width of [1440, 390])
  test.describe(`at ${width} pixels`, () => {
    test.use({ viewport: { width, height: 900 } });
    test.beforeEach(({ page }) => signIn(page, ADMIN));

    /** The filters are folded away on a phone. */
    const openSpecifications = async (page: Page) => {
      if (width < 768) await page.getByRole('button', { name: /^Filters/ }).click();
      await page.getByRole('button', { name: /^Specifications/ }).click();
      return page.getByRole('dialog', { name: /^Specifications/ });
    };

    test('products are filtered by their specifications, and Back takes one filter off', async ({
      page,
      request,
    }) => {
      const { slug, label } = await addHinges(request);
      await openHinges(page, slug);
      const panel = await openSpecifications(page);
      await panel.locator('summary', { hasText: 'Metal' }).click();
      await expect(panel.getByLabel(/^brass/)).toHaveAccessibleName('brass 2');
      await panel.getByLabel(/^brass/).check();
      await expect(rows(page)).toHaveCount(2);
      // what choosing it would add, whatever else of the same is chosen
      await expect(panel.getByLabel(/^steel/)).toHaveAccessibleName('steel 2');
      await panel.getByLabel(/^Not stated/).check();
      await expect(rows(page)).toHaveCount(3);
      await panel.locator('summary', { hasText: 'Length' }).click();
      await expect(panel.getByLabel('Length to')).toHaveAttribute('placeholder', '70');
      await panel.getByLabel('Length from').fill('50');
      await expect(rows(page)).toHaveCount(2);
      await panel.getByLabel('Length to').fill('40');
      await expect(panel.getByText('The first number is greater than the second.')).toBeVisible();
      await panel.getByLabel('Length to').fill('65');
      await expect(rows(page)).toHaveCount(1);
      await expectWithinWindow(page, 'the panel');
      await panel.getByRole('button', { name: 'Done' }).click();
      await expect(panel).toBeHidden();
      await expect.poll(() => query(page)).toEqual({ kind: slug, spec: 'metal:brass,~;lengthMm:50..65' });
      await expect(names(page)).toHaveText([`${label} no 2`]);

      const tags = page.getByRole('list', { name: 'Filters that are set' });
      await expect(tags).toContainText('Metal: brass, Not stated');
      await page.getByRole('button', { name: 'Remove the filter Length' }).click();
      await expect(rows(page)).toHaveCount(3);
      await page.goBack();
      await expect(rows(page)).toHaveCount(1);
      await page.getByRole('button', { name: 'Remove the filter Kind' }).click();
      await expect.poll(() => query(page)).toEqual({});
    });

    test('what a kind does not have is left out of the address, with a message', async ({
      page,
      request,
    }) => {
      const { slug } = await addHinges(request);
      await openHinges(page, slug);
      await page.goto(`/dashboard/manageProducts?kind=${slug}&spec=colour:red;metal:steel,gold`);
      await expect(rows(page)).toHaveCount(2);
      await expect(page.getByText('spec = Metal: gold; colour: red')).toBeVisible();
      await page.getByRole('button', { name: 'Remove from the address' }).click();
      await expect.poll(() => query(page)).toEqual({ kind: slug, spec: 'metal:steel' });
    });

    test('products are sorted by a specification, exported, and all that match are changed', async ({
      page,
      request,
    }) => {
      const { slug, label } = await addHinges(request);
      const headers = await asAdmin(request);
      const saved = await request.post('/api/saved-views', {
        headers,
        data: {
          list: 'products',
          name: label,
          isShared: false,
          query: new URLSearchParams({ kind: slug, spec: 'metal:brass,steel' }).toString(),
          columns: ['name', 'price', 'spec-lengthMm'],
        },
      });
      expect(saved.status(), await saved.text()).toBe(201);
      await openHinges(page, slug);
      await page.getByRole('button', { name: 'Views' }).click();
      await page.getByRole('button', { name: label, exact: true }).click();
      await expect(rows(page)).toHaveCount(4);
      if (width < 768) await page.getByLabel('Sort by').selectOption('Length, high to low');
      else {
        await page.getByRole('columnheader', { name: 'Length' }).click();
        await expect(names(page).first()).toHaveText(`${label} no 1`);
        await page.getByRole('columnheader', { name: 'Length' }).click();
      }
      const sorted = [4, 2, 3, 1].map((at) => `${label} no ${at}`);
      await expect(names(page)).toHaveText(sorted);
      const exported = page.waitForRequest(/\/items\/export\?/);
      await page.getByRole('button', { name: 'Export CSV' }).click();
      const url = new URL((await exported).url());
      expect(Object.fromEntries(url.searchParams)).toMatchObject({
        spec: 'metal:brass,steel',
        sortSpec: '-lengthMm',
      });

      await page.goto(`/dashboard/manageProducts?kind=${slug}&spec=metal:brass,steel&pageSize=2`);
      await page.getByRole('button', { name: 'Select all on this page' }).click();
      await page.getByRole('button', { name: 'Select all 4 matching' }).click();
      await page.getByRole('button', { name: 'Change prices' }).click();
      const dialog = page.getByRole('dialog', { name: 'Change prices' });
      await dialog.getByLabel('Percent', { exact: true }).fill('50');
      await dialog.getByRole('button', { name: 'Check' }).click();
      await dialog.getByRole('button', { name: 'Change the price of 4 products' }).click();
      await expect(dialog.getByText('4 done, 0 refused, 0 failed')).toBeVisible();
      const read = await request.get(`/api/items/manage?kind=${slug}&sort=oldest`, { headers });
      const { items } = (await read.json()) as { items: { price: number }[] };
      expect(items.map(({ price }) => price)).toEqual([15, 15, 15, 15, 10, 10]);
    });

    test('words with a typing error are corrected, and what was typed can be searched', async ({ page }) => {
      await page.goto('/dashboard/manageProducts');
      await page.getByRole('searchbox').fill('motherbord');
      const note = page.getByText('Showing results for motherboard.');
      await expect(note).toBeVisible();
      await expect(rows(page).first()).toBeVisible();
      await page.getByRole('button', { name: 'Search for motherbord instead' }).click();
      await expect.poll(() => query(page)).toEqual({ q: 'motherbord', asTyped: 'true' });
      await expect(page.getByText('No products match')).toBeVisible();
      await expect(note).toHaveCount(0);
      await page.getByRole('searchbox').fill('ssd');
      await expect.poll(() => query(page)).toEqual({ q: 'ssd' });
      await expect(rows(page).first()).toBeVisible();
    });

    test('a catalogue that is too large for filters by specifications says what it needs', async ({
      page,
    }) => {
      const needs = page.getByText(/without OpenSearch: set OPENSEARCH_URL\./);
      let uncounted = 'too-many';
      await page.route('**/api/items/manage/facets?*', (route) =>
        route.fulfill({
          json: { isCounted: false, uncounted, kinds: [], availabilities: [], specs: [] },
        }),
      );
      await page.route(/\/api\/items\/manage\?.*(spec|sortSpec)=/, (route) =>
        route.fulfill({
          status: 422,
          contentType: 'application/problem+json',
          json: { type: 'urn:rapid:problem:search-index-missing', title: 'Not available', status: 422 },
        }),
      );
      await page.goto('/dashboard/manageProducts?kind=ssd&spec=capacityGb:500..&sort=spec.capacityGb');
      await expect(page.getByText('Filters by specifications are not available now')).toBeVisible();
      await expect(needs).toBeVisible();
      await page.getByRole('button', { name: 'Show the products without them' }).click();
      await expect(rows(page).first()).toBeVisible();
      await expect.poll(() => query(page)).toEqual({ kind: 'ssd' });
      const panel = await openSpecifications(page);
      await expect(panel.getByText(/set OPENSEARCH_URL/)).toBeVisible();
      uncounted = 'unavailable';
      await page.reload();
      const again = await openSpecifications(page);
      await expect(again.getByText(/index is being built, or OpenSearch is not reached/)).toBeVisible();
    });
  });
