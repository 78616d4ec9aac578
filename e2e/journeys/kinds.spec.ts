import { readFileSync } from 'node:fs';
import { expect, test, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import { ADMIN, asAdmin, expectWithinWindow, signIn, toast, unique } from '../shop.js';

/** The kinds of parts: an admin describes one, and adds, imports and changes parts with its specifications. */

const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

/** Chooses in a select that is searched. */
async function choose(select: Locator, text: string): Promise<void> {
  await select.fill(text);
  await select.press('Enter');
}

async function specsOf(request: APIRequestContext, name: string): Promise<Record<string, unknown>[]> {
  const url = `/api/items/manage?pageSize=50&q=${encodeURIComponent(name)}`;
  const response = await request.get(url, { headers: await asAdmin(request) });
  const { items } = (await response.json()) as { items: { name: string; specs?: Record<string, unknown> }[] };
  return items
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }))
    .map(({ specs }) => specs ?? {});
}

/** A kind with another name, and parts of it that are `100 + n` mm long. */
async function addRails(request: APIRequestContext, word: string, count: number): Promise<void> {
  const headers = await asAdmin(request);
  const post = async (path: string, data: object) => {
    const response = await request.post(path, { headers, data });
    expect(response.status(), await response.text()).toBe(201);
  };
  const kind = word.toLowerCase();
  await post('/api/kinds', {
    slug: kind,
    label: word,
    plural: `${word}s`,
    group: '',
    aliases: [`Short ${word}`],
    specs: [
      {
        key: 'lengthMm',
        label: 'Length',
        group: '',
        type: 'number',
        unit: 'mm',
        max: 600,
        options: [],
        required: false,
        filter: 'range',
        onCard: false,
        compared: true,
      },
    ],
  });
  const part = { price: 10, minimumOQ: 1, availableQ: 10, description: 'Made for a journey.', kind };
  for (let n = 1; n <= count; n += 1)
    await post('/api/product', {
      ...part,
      name: `${word} ${n}`,
      img: '/favicon.svg',
      specs: { lengthMm: 100 + n },
    });
}

async function addSpec(page: Page, label: string, fill: (panel: Locator) => Promise<unknown>): Promise<void> {
  await page.getByRole('button', { name: 'Add a specification' }).click();
  // the field that it begins with has the focus
  await page.keyboard.type(label);
  await fill(page.getByRole('group', { name: label, exact: true }));
}

async function addOptions(panel: Locator, lines: string): Promise<void> {
  await panel.getByRole('button', { name: 'Add many at once' }).click();
  await panel.getByLabel('Options to add').fill(lines);
  await panel.getByRole('button', { name: 'Add these' }).click();
}

async function fillPart(page: Page, fields: Record<string, string>): Promise<void> {
  const form = page.getByRole('form', { name: 'Product' });
  for (const [label, value] of Object.entries(fields))
    await form.getByLabel(label, { exact: true }).fill(value);
  await form.getByLabel('Photo').setInputFiles({ name: 'part.png', mimeType: 'image/png', buffer: PHOTO });
}

const specLabels = (page: Page) => page.locator('.kind__name strong');

for (const width of [1440, 390])
  test.describe(`at ${width} pixels`, () => {
    test.use({ viewport: { width, height: 900 } });
    test.beforeEach(({ page }) => signIn(page, ADMIN));

    test('a kind with six specifications, and a part of it', async ({ page, request }) => {
      const label = unique('Sound card');
      const slug = label.toLowerCase().replace(/\s/g, '-');
      await page.goto('/dashboard/kinds');
      await page.getByRole('button', { name: 'Add A Kind' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add a kind' });
      await dialog.getByLabel('Label').fill(label);
      await expect(dialog.getByLabel('Plural')).toHaveValue(`${label}s`);
      await expect(dialog.getByLabel('Slug')).toHaveValue(slug);
      await dialog.getByRole('button', { name: 'Add the kind' }).click();
      await expect(page.getByRole('heading', { level: 1, name: label })).toBeVisible();

      await addSpec(page, 'Length', async (panel) => {
        await expect(panel.getByLabel('Key')).toHaveValue('length');
        await panel.getByLabel('Unit').selectOption('mm');
        await panel.getByLabel('Least').fill('300');
        await panel.getByLabel('Highest').fill('40');
        await panel.getByLabel('Required').check();
      });
      await addSpec(page, 'Interface', async (panel) => {
        await panel.getByLabel('Type').selectOption('choice');
        await addOptions(panel, 'PCIe x1\nusb | USB-C | usb c; type-c');
      });
      await addSpec(page, 'Sockets', async (panel) => {
        await panel.getByLabel('Type').selectOption('choices');
        await addOptions(panel, '3.5 mm jack\nXLR\nRCA');
      });
      await addSpec(page, 'Headphone amplifier', (panel) => panel.getByLabel('Type').selectOption('flag'));
      await addSpec(page, 'Chip', (panel) => panel.getByLabel('Type').selectOption('text'));
      await addSpec(page, 'Channels', (panel) => panel.getByLabel('0 means').selectOption('none'));

      await page.getByRole('button', { name: 'Save' }).click();
      const least = page.getByRole('group', { name: 'Length', exact: true }).getByLabel('Least');
      // the server's rule, at the field that it is about
      await expect(page.locator('.kind__panel [aria-invalid="true"]').first()).toBeFocused();
      await least.fill('40');
      await page.getByRole('group', { name: 'Length', exact: true }).getByLabel('Highest').fill('300');
      const up = page.getByRole('button', { name: 'Move up: Channels' });
      await up.press('Enter');
      await expect(up).toBeFocused();
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(toast(page, `The kind ${label} is saved`)).toBeVisible();
      await expect(specLabels(page)).toHaveText([
        'Length',
        'Interface',
        'Sockets',
        'Headphone amplifier',
        'Channels',
        'Chip',
      ]);
      await expectWithinWindow(page, 'the page of a kind');

      const name = unique('Card');
      await page.goto('/dashboard/addProduct');
      const form = page.getByRole('form', { name: 'Product' });
      const fields = { Name: name, Price: '12', 'Minimum Order': '1', 'Available Quantity': '5' };
      await fillPart(page, { ...fields, Description: 'With sound.', Manufacturer: 'Halyard' });
      await choose(form.getByLabel('Kind'), label);
      const specs = form.getByRole('group', { name: 'Specifications' }).first();
      await form.getByRole('button', { name: 'Add Product' }).click();
      await expect(specs.getByText('Length is Required')).toBeVisible();
      await specs.getByLabel('Length').fill('31 kg');
      await choose(specs.getByLabel('Interface'), 'type-c');
      await choose(specs.getByLabel('Sockets'), 'RCA');
      await choose(specs.getByLabel('Sockets'), 'jack');
      await page.keyboard.press('Escape');
      await specs.getByRole('radio', { name: 'Yes' }).check();
      await specs.getByLabel('Channels').fill('0');
      await expectWithinWindow(page, 'the form of a part');
      await form.getByRole('button', { name: 'Add Product' }).click();
      await expect(specs.getByText(/“kg” is no unit of this/)).toBeVisible();
      await specs.getByLabel('Length').fill('16.8 cm');
      await form.getByRole('button', { name: 'Add Product' }).click();
      await expect(toast(page, 'Product Added Successfully')).toBeVisible();
      expect(await specsOf(request, name)).toEqual([
        {
          length: 168,
          interface: 'usb',
          sockets: ['3.5-mm-jack', 'RCA'],
          headphoneAmplifier: true,
          channels: 0,
        },
      ]);

      // what the part lacks leads to it
      await page.goto(`/dashboard/kinds/${slug}`);
      await page.getByRole('link', { name: '1 part lacks it' }).click();
      await expect(page.getByRole('link', { name: `Edit ${name}` })).toBeVisible();
      await expect(
        page.getByRole('list', { name: 'Filters that are set' }).getByText('Lacks: Chip'),
      ).toBeVisible();
    });

    test('an import of ten rows with three errors is corrected', async ({ page, request }) => {
      const word = unique('Filed').replace(' ', '');
      const rows = Array.from({ length: 10 }, (_row, at) => {
        const [kind, length] = [
          at === 4 ? 'grafics-card' : 'gpu',
          at === 1 ? '9 m' : at === 7 ? '30 kg' : '31 cm',
        ];
        return `${word}-${at},${word} ${at},10,1,5,text,/favicon.svg,${kind},${length}`;
      });
      const header = 'sku,name,price,minimumOQ,availableQ,description,img,kind,spec.lengthMm';
      await page.goto('/dashboard/manageProducts');
      await page.getByRole('button', { name: 'Import' }).click();
      const dialog = page.getByRole('dialog', { name: 'Import products' });
      const upload = (name: string, content: string) =>
        dialog
          .getByLabel('CSV file')
          .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
      await upload('misspelt.csv', [header.replace('lengthMm', 'lengthMmm'), ...rows].join('\n'));
      await expect(dialog.getByText('Did you mean spec.lengthMm?')).toBeVisible();

      await upload('parts.csv', [header, ...rows].join('\n'));
      await expect(dialog.getByText('7 are new, 0 stay as they are, 3 errors.')).toBeVisible();
      await expect(dialog.getByRole('row').filter({ hasText: 'spec.lengthMm' })).toHaveCount(2);
      await expect(dialog.getByText('Did you mean graphics-card?')).toBeVisible();
      const run = dialog.getByRole('button', { name: /^Import \d+ products/ });
      await expect(run).toBeDisabled();
      await expectWithinWindow(page, 'the errors of an import');
      const downloading = page.waitForEvent('download');
      await dialog.getByRole('button', { name: 'Download these rows with their errors' }).click();
      const rejected = readFileSync(await (await downloading).path(), 'utf8');
      expect(rejected.trim().split('\n')).toHaveLength(4);
      await dialog.getByRole('checkbox', { name: 'Leave out the 3 rows with errors' }).check();
      await run.click();
      await expect(toast(page, 'Imported: 0 changed, 7 added, 3 left out')).toBeVisible();

      await page.getByRole('button', { name: 'Import' }).click();
      const corrected = rejected
        .replace('9 m', '290')
        .replace('30 kg', '30 cm')
        .replace(/grafics-card,/, 'graphics-card,');
      await upload('products-to-correct.csv', corrected);
      await expect(dialog.getByText('3 are new, 0 stay as they are, 0 errors.')).toBeVisible();
      await run.click();
      await expect(dialog).toHaveCount(0);
      const lengths = (await specsOf(request, word)).map(({ lengthMm }) => lengthMm);
      expect(lengths).toEqual([310, 290, 310, 310, 310, 310, 310, 300, 310, 310]);
    });

    test('one specification of forty parts is set at once', async ({ page, request }) => {
      const word = unique('Rail').replace(' ', '');
      await addRails(request, word, 40);
      await page.goto(`/dashboard/manageProducts?kind=short+${word}`);
      await page.getByRole('button', { name: 'Select all on this page' }).click();
      await page.getByRole('button', { name: /^Select all 40/ }).click();
      await page.getByRole('button', { name: 'Set a specification' }).click();
      const dialog = page.getByRole('dialog', { name: 'Set a specification' });
      await expect(dialog.getByText(word, { exact: true })).toBeVisible();
      await choose(dialog.getByLabel('Specification', { exact: true }), 'Length');
      await dialog.getByLabel('Length').fill('9 m');
      await dialog.getByRole('button', { name: 'Check' }).click();
      await expect(dialog.getByText('Enter at most 600 mm.')).toBeVisible();
      await dialog.getByLabel('Length').fill('24.5 cm');
      await dialog.getByRole('button', { name: 'Check' }).click();
      await expect(dialog.getByText('rows qualify')).toBeVisible();
      await expectWithinWindow(page, 'the preview');
      await dialog.getByRole('button', { name: 'Set it for 40 products' }).click();
      await expect(dialog.getByText('40 done, 0 refused, 0 failed')).toBeVisible();
      const lengths = (await specsOf(request, word)).map(({ lengthMm }) => lengthMm);
      expect(lengths).toEqual(Array.from({ length: 40 }, () => 245));
    });
  });
