import { expect, test, type APIRequestContext } from '@playwright/test';
import { addProduct, ADMIN, asAdmin, expectWithinWindow, signIn, toast, unique } from '../shop.js';

/** What customers search for: synonyms, and what found nothing. */

/** A word of letters: what may be somebody's number is not kept. */
const word = (of: string) =>
  unique(of)
    .replaceAll(' ', '')
    .toLowerCase()
    .replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));

interface Synonyms {
  groups: { words: string[] }[];
}

/** Changes the synonyms over the API, as another admin does. */
async function changeSynonyms(
  request: APIRequestContext,
  change: (groups: Synonyms['groups']) => Synonyms['groups'],
): Promise<void> {
  const headers = await asAdmin(request);
  const read = await request.get('/api/search/synonyms', { headers });
  const { groups } = (await read.json()) as Synonyms;
  const response = await request.put('/api/search/synonyms', {
    headers: { ...headers, 'if-match': read.headers().etag! },
    data: { groups: change(groups) },
  });
  expect(response.status(), await response.text()).toBe(200);
}

const without = (text: string) => (groups: Synonyms['groups']) =>
  groups.filter(({ words }) => !words.some((each) => each.includes(text)));

for (const width of [1440, 390])
  test.describe(`at ${width} pixels`, () => {
    test.use({ viewport: { width, height: 900 } });
    test.beforeEach(({ page }) => signIn(page, ADMIN));

    test('a word that found nothing becomes a synonym, and finds the part in the shop', async ({
      page,
      request,
    }) => {
      const name = word('knurled');
      const typed = word('xylo');
      const product = await addProduct(request, { name: `${name} screw` });
      await page.goto(`/parts?q=${typed}`);
      await expect(page.getByText('No parts match').first()).toBeVisible();

      const miss = page.getByRole('row').filter({ hasText: typed });
      await expect(async () => {
        await page.goto('/dashboard/search');
        await expect(miss).toBeVisible({ timeout: 2_000 });
      }).toPass();
      await expectWithinWindow(page, 'the page');
      await miss.getByRole('button', { name: `Add as a synonym: ${typed}` }).click();
      const dialog = page.getByRole('dialog', { name: 'Add synonyms' });
      const field = dialog.getByLabel('Words that mean the same');
      await expect(field).toHaveValue(`${typed}, `);
      await dialog.getByRole('button', { name: 'Add the group' }).click();
      await expect(dialog.getByText('Enter at least two, separated by commas.')).toBeVisible();
      await field.fill(`${typed}, ${name}`);
      await dialog.getByRole('button', { name: 'Add the group' }).click();
      await expect(toast(page, 'Synonyms Added')).toBeVisible();
      await expect(dialog).toBeHidden();
      const group = page
        .getByRole('region', { name: 'Synonyms' })
        .getByRole('row')
        .filter({ hasText: typed });
      await expect(group).toContainText(`${typed}, ${name}`);

      await expect(async () => {
        await page.goto(`/parts?q=${typed}`);
        await expect(page.getByText(product.name).first()).toBeVisible({ timeout: 2_000 });
      }).toPass();

      await page.goto('/dashboard/search');
      await group.getByRole('button', { name: /^Remove/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await expect(toast(page, 'Synonyms Removed')).toBeVisible();
      await expect(group).toHaveCount(0);
      await expect
        .poll(async () => {
          const response = await request.get(`/api/items/search?q=${typed}`);
          return ((await response.json()) as { total: number }).total;
        })
        .toBe(0);
    });

    test('a group that somebody else changes meanwhile, and one with a word of another', async ({
      page,
      request,
    }) => {
      const [mine, theirs] = [word('mine'), word('theirs')];
      await changeSynonyms(request, (groups) => [...groups, { words: [mine, `${mine}x`] }]);
      await page.goto('/dashboard/search');
      // so that there is a way forward
      await page.getByRole('link', { name: 'Shop' }).first().click();
      await expect(page).not.toHaveURL(/dashboard/);
      await page.goBack();
      const group = page.getByRole('row').filter({ hasText: mine });
      await group.getByRole('button', { name: /^Edit/ }).click();
      const dialog = page.getByRole('dialog', { name: 'Edit synonyms' });
      const field = dialog.getByLabel('Words that mean the same');
      await field.fill(`${mine}, ${mine}y`);
      await changeSynonyms(request, (groups) => [...groups, { words: [theirs, `${theirs}x`] }]);
      const save = dialog.getByRole('button', { name: 'Save the group' });
      await save.click();
      await expect(dialog.getByText(/Somebody else has changed synonyms meanwhile/)).toBeVisible();

      await field.fill(`${mine}, ${theirs}`);
      await save.click();
      await expect(dialog.getByText(/is in another group already/)).toBeVisible();
      await expect(field).toHaveAttribute('aria-invalid', 'true');

      // what is typed is not lost on the way to another page
      await page.goForward();
      await expect(page.getByText('What you have entered is not saved yet.')).toBeVisible();
      await page.getByRole('button', { name: 'Stay' }).click();
      await field.fill(`${mine}, ${mine}y`);
      await save.click();
      await expect(dialog).toBeHidden();
      await expect(group).toContainText(`${mine}, ${mine}y`);
      expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);
      await expect(page.getByRole('row').filter({ hasText: theirs })).toBeVisible();
      await changeSynonyms(request, (groups) => without(theirs)(without(mine)(groups)));
    });
  });
