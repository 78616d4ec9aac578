import { expect, test, type APIRequestContext } from '@playwright/test';
import { expectAccessible } from '../axe.js';
import { addProduct, ADMIN, asAdmin, signIn, unique } from '../shop.js';

/** What opens on the pages about kinds, and the specifications of parts in forms and dialogs. */

const option = (value: string) => ({ value, label: value, aliases: [] });
const flags = { group: '', required: false, onCard: false, compared: true };
const SPECS = [
  { ...flags, key: 'lengthMm', label: 'Length', type: 'number', unit: 'mm', filter: 'range', options: [] },
  {
    ...flags,
    key: 'plug',
    label: 'Plug',
    type: 'choice',
    filter: 'values',
    options: [option('RCA'), option('XLR')],
  },
];

/** A kind of its own, so that its changes are nobody else's. */
async function addKind(request: APIRequestContext): Promise<{ slug: string; label: string }> {
  const label = unique('Lead');
  const kind = { slug: label.toLowerCase().replace(' ', '-'), label, plural: `${label}s`, group: '' };
  const response = await request.post('/api/kinds', {
    headers: await asAdmin(request),
    data: { ...kind, aliases: [], specs: SPECS },
  });
  expect(response.status(), await response.text()).toBe(201);
  return kind;
}

for (const width of [1440, 390])
  test.describe(`at ${width} pixels`, () => {
    test.use({ viewport: { width, height: 900 } });
    test.beforeEach(({ page }) => signIn(page, ADMIN));

    test('a kind: adding one, its specifications, what is wrong, and an edit that somebody else came before', async ({
      page,
      request,
    }) => {
      await page.goto('/dashboard/kinds');
      await page.getByRole('button', { name: 'Add A Kind' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add a kind' });
      await dialog.getByRole('button', { name: 'Add the kind' }).click();
      await expect(dialog.getByText('Label is Required')).toBeVisible();
      await expectAccessible(page, 'the form of a new kind');

      const { slug, label } = await addKind(request);
      await addProduct(request, { kind: slug, specs: { plug: 'RCA' } });
      await page.goto(`/dashboard/kinds/${slug}`);
      for (const name of ['Length', 'Plug'])
        await page.getByRole('button', { name: `Edit: ${name}` }).click();
      await page
        .getByRole('group', { name: 'Plug' })
        .getByRole('button', { name: 'Add many at once' })
        .click();
      await page.getByRole('group', { name: 'Length' }).getByLabel('Least').fill('some');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Enter a number.')).toBeVisible();
      await expectAccessible(page, 'the specifications of a kind');
      await page.getByRole('group', { name: 'Length' }).getByLabel('Least').fill('1');
      await page.getByRole('button', { name: 'Remove: Plug' }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText(/Plug cannot be removed/)).toBeVisible();
      await expectAccessible(page, 'a specification that parts have');
      await page.getByRole('button', { name: 'Put back Plug' }).click();

      const headers = await asAdmin(request);
      const { etag } = (await request.get(`/api/kinds/${slug}/edit`, { headers })).headers();
      const [length, plug] = SPECS;
      const theirs = await request.put(`/api/kinds/${slug}`, {
        headers: { ...headers, 'if-match': etag! },
        data: { label, plural: label, group: 'Leads', aliases: [], specs: [{ ...length, max: 900 }, plug] },
      });
      expect(theirs.status(), await theirs.text()).toBe(200);
      await page.getByLabel('Group', { exact: true }).fill('Audio');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('heading', { name: 'Somebody else changed this kind' })).toBeFocused();
      await expect(page.getByRole('form', { name: 'Kind' })).toBeHidden();
      await expectAccessible(page, 'the choices');
    });

    test('the specifications of a part, of many parts, and of a file', async ({ page, request }) => {
      const { slug, label } = await addKind(request);
      const product = await addProduct(request, { kind: slug, specs: { plug: 'RCA' } });
      await page.goto(`/dashboard/manageProducts?kind=${slug}&lacks=lengthMm&open=${product._id}`);
      const drawer = page.getByRole('dialog', { name: 'Edit product' });
      await drawer.getByLabel('Length').fill('1 kg');
      await drawer.getByRole('button', { name: 'Save' }).click();
      await expect(drawer.getByText(/is no unit of this/)).toBeVisible();
      await expectAccessible(page, 'the form of a part');

      await page.goto(`/dashboard/manageProducts?kind=${slug}&lacks=lengthMm`);
      await page.getByRole('checkbox', { name: product.name }).check();
      await page.getByRole('button', { name: 'Set a specification' }).click();
      const set = page.getByRole('dialog', { name: 'Set a specification' });
      await expect(set.getByText(label)).toBeVisible();
      await set.getByLabel('Specification', { exact: true }).fill('Plug');
      await page.keyboard.press('Enter');
      await expect(set.getByLabel('Plug')).toBeVisible();
      await expectAccessible(page, 'one specification of many parts');

      await page.goto('/dashboard/manageProducts');
      await page.getByRole('button', { name: 'Import' }).click();
      const upload = page.getByRole('dialog', { name: 'Import products' });
      const rows = ['sku,name,price,minimumOQ,availableQ,description,img,kind,spec.plug'];
      for (const plug of ['RCA', 'hook'])
        rows.push(`${slug}-${plug},${plug} lead,1,1,1,text,/favicon.svg,${slug},${plug}`);
      await upload
        .getByLabel('CSV file')
        .setInputFiles({ name: 'leads.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) });
      await expect(upload.getByRole('checkbox', { name: /Leave out the 1 row/ })).toBeVisible();
      await expectAccessible(page, 'the errors of a file');
    });
  });
