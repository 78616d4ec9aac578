import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { addProduct, expectWithinWindow, hydrated } from '../shop.js';

/** What a shopper reads of a part beside its price: its specifications, on its page, on cards and in its structured data. */

const SPECS = { capacityGb: '2 TB', formFactor: '2.5"', interface: 'SATA 6 Gb/s', readMbs: '550' };

const addDrive = (request: APIRequestContext, fields: object = {}) =>
  addProduct(request, {
    kind: 'ssd',
    specs: SPECS,
    manufacturer: 'Halyard',
    partNumbers: ['HY-2000', 'HY-2000-EU'],
    ...fields,
  });

const table = (page: Page) => page.getByRole('region', { name: 'Specifications' });
/** A specification and its value. */
const row = (page: Page, label: string) =>
  table(page)
    .locator('dl > div')
    .filter({ has: page.getByRole('term').getByText(label, { exact: true }) })
    .getByRole('definition');

for (const width of [1440, 390])
  test(`a part's page shows what is known of it, and what is not, at ${width} px`, async ({
    page,
    request,
  }) => {
    const { _id } = await addDrive(request);
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/parts/${_id}`);
    await expect(row(page, 'Capacity')).toHaveText('2 TB');
    await expect(row(page, 'Reading')).toHaveText('550 MB/s');
    await expect(row(page, 'Form factor')).toHaveText('2.5 inch');
    await expect(row(page, 'Endurance')).toHaveText('Not stated');
    await expect(row(page, 'Part numbers')).toHaveText('HY-2000, HY-2000-EU');
    await table(page).scrollIntoViewIfNeeded();
    await expectWithinWindow(page, 'the part’s page');
  });

test('the specifications are copied as text with one click', async ({ browser, request }) => {
  const { _id, name } = await addDrive(request);
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  await page.goto(`/parts/${_id}`);
  await hydrated(page);
  await table(page).getByRole('button', { name: 'Copy as text' }).click();
  await expect(table(page).getByRole('status')).toHaveText('Copied');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.split('\n')[0]).toBe(name);
  expect(copied).toContain('Capacity: 2 TB\n');
  expect(copied).toContain('Endurance: Not stated\n');
  expect(copied).toMatch(
    /\n\nNumbers\n(SKU: .*\n)?Manufacturer: Halyard\nPart numbers: HY-2000, HY-2000-EU$/,
  );
  await context.close();
});

test('they are there without scripts, and a program reads them with their units', async ({
  browser,
  request,
}) => {
  const { _id } = await addDrive(request);
  // a busy server leaves a page to the browser once
  await expect
    .poll(async () => (await request.get(`/parts/${_id}`)).text(), { timeout: 30_000 })
    .toContain('id="page-state"');
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`/parts/${_id}`);
  await expect(row(page, 'Capacity')).toHaveText('2 TB');
  // what a script does is not offered
  await expect(page.getByRole('button', { name: 'Copy as text' })).toHaveCount(0);
  const { '@graph': graph } = JSON.parse(
    (await page.locator('script[type="application/ld+json"]').textContent())!,
  ) as { '@graph': { '@type': string; additionalProperty: object[] }[] };
  const { additionalProperty } = graph.find((node) => node['@type'] === 'Product')!;
  expect(additionalProperty).toContainEqual({
    '@type': 'PropertyValue',
    propertyID: 'capacityGb',
    name: 'Capacity',
    value: 2_000,
    unitCode: 'E34',
  });
  expect(JSON.stringify(additionalProperty)).not.toContain('enduranceTbw');
  await context.close();
});

test('a card shows the values that matter for its kind, and leads to all of them', async ({
  page,
  request,
}) => {
  const { name } = await addDrive(request);
  await page.goto(`/parts?q=${encodeURIComponent(name)}`);
  const card = page.getByRole('article').filter({ hasText: name });
  await expect(card.getByRole('definition').first()).toHaveText('2 TB');
  await expect(card.getByRole('term').first()).toHaveText('Capacity');
  await card.getByRole('link', { name, exact: true }).click();
  await expect(row(page, 'Reading')).toHaveText('550 MB/s');
});

test('a link with another name of a kind leads to the kind, and its choices stand in groups', async ({
  page,
}) => {
  await page.goto('/parts?kind=Hard+Disk&sort=price');
  await expect(page).toHaveURL(/\/parts\?kind=hard-disk&sort=price$/);
  await expect(page.getByRole('button', { name: /Kind: Hard disks/ })).toBeVisible();
  const kind = page.getByLabel('Kind');
  await expect(kind.locator('optgroup[label="Storage"]').getByRole('option')).toHaveText([
    /^Hard disks \(\d+\)$/,
    /^SSDs \(\d+\)$/,
  ]);
});
