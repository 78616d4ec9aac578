import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { addProduct, expectWithinWindow, hydrated } from '../shop.js';

/** Finding a part: by words, by its number, by the filters of its kind, and by keys alone. */

const WIDTHS = [1440, 390];

const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const box = (page: Page) => page.getByRole('combobox', { name: 'Find parts' });
const options = (page: Page) => page.getByRole('listbox').getByRole('option');
const tags = (page: Page) => page.getByRole('list', { name: 'Filters in effect' }).getByRole('listitem');
const names = (page: Page) => page.locator('main article h3');
const facet = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const choice = (page: Page, name: string, value: RegExp) =>
  facet(page, name).getByRole('checkbox', { name: value });
const openFilters = async (page: Page, width: number) => {
  if (width < 1024) await page.getByRole('button', { name: /^Filters/ }).click();
};
const closeFilters = async (page: Page, width: number) => {
  if (width < 1024) await page.getByRole('button', { name: /^Show/ }).click();
};

let last = 0;
/** Letters that no other part's name or number has. */
const unusual = () => `zq${Date.now().toString(36)}${(last += 1)}`;

const addBoard = async (request: APIRequestContext, fields: object = {}) => {
  const product = await addProduct(request, {
    kind: 'motherboard',
    price: 149.5,
    specs: { socket: 'AM5', memoryType: 'DDR5', memorySlots: 4, wifi: true },
    ...fields,
  });
  // it is searched within two seconds
  await expect
    .poll(async () => {
      const response = await request.get(`/api/items/search?q=${encodeURIComponent(product.name)}`);
      return ((await response.json()) as { total: number }).total;
    })
    .toBeGreaterThan(0);
  return product;
};

for (const width of WIDTHS)
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } });

    test('a DDR5 board for AM5 under $200 is found in three interactions', async ({ page, request }) => {
      const word = unusual();
      const { name } = await addBoard(request, { name: `Board ${word}` });
      const expensive = await addBoard(request, { name: `Large board ${word}`, price: 328 });
      const words = `mobo am5 ddr5 ${word}`;
      await page.goto('/');
      await hydrated(page);
      await box(page).fill(words);
      await box(page).press('Enter');
      await expect.poll(() => query(page)).toEqual({ q: words });
      await expect(names(page)).toHaveCount(2);
      await expect(page.getByLabel('Sort by')).toHaveValue('relevance');
      await openFilters(page, width);
      await page.getByLabel('Price to').fill('200');
      await expect(names(page).filter({ hasText: expensive.name })).toHaveCount(0);
      await expect(names(page)).toHaveText([name]);
      await expect(box(page)).toHaveValue(words);
    });

    test('the same by the filters of its kind; Back undoes one', async ({ page, request }) => {
      const { name } = await addBoard(request);
      await page.goto('/parts?kind=motherboard');
      await hydrated(page);
      await openFilters(page, width);
      await choice(page, 'Socket', /^AM5/).check();
      await expect.poll(() => query(page)).toEqual({ kind: 'motherboard', spec: 'socket:AM5' });
      await choice(page, 'Memory type', /^DDR5/).check();
      // pauses within one edit are one step of the history
      await page.getByLabel('Price to').fill('2');
      await expect.poll(() => query(page).maxPrice).toBe('2');
      await page.getByLabel('Price to').fill('200');
      await expect
        .poll(() => query(page))
        .toEqual({ kind: 'motherboard', spec: 'socket:AM5;memoryType:DDR5', maxPrice: '200' });
      await closeFilters(page, width);
      await expect(names(page).filter({ hasText: name })).toBeVisible();
      await expect(tags(page)).toHaveText([
        'Kind: Motherboards, remove filter',
        'Socket: AM5, remove filter',
        'Memory type: DDR5, remove filter',
        'Price: up to $200.00, remove filter',
        'Clear all',
      ]);
      if (width < 1024) await expect(page.getByRole('button', { name: 'Filters (4)' })).toBeVisible();
      await expectWithinWindow(page, 'the filtered list');

      await page.goBack();
      await expect
        .poll(() => query(page))
        .toEqual({ kind: 'motherboard', spec: 'socket:AM5;memoryType:DDR5' });
      await page.goBack();
      await expect.poll(() => query(page)).toEqual({ kind: 'motherboard', spec: 'socket:AM5' });
      await expect(tags(page)).toHaveCount(3);
      await page.getByRole('button', { name: /Socket: AM5/ }).click();
      await expect.poll(() => query(page)).toEqual({ kind: 'motherboard' });
      await page.goBack();
      await expect(tags(page)).toHaveCount(3);
      await openFilters(page, width);
      await expect(choice(page, 'Socket', /^AM5/)).toBeChecked();
      await page.getByLabel('Kind').selectOption('ssd');
      await expect.poll(() => query(page)).toEqual({ kind: 'ssd' });
    });

    test('a word with a typing error is corrected, searched as it was typed, and corrected again', async ({
      page,
    }) => {
      await page.goto('/');
      await hydrated(page);
      await box(page).fill('motherbord');
      await box(page).press('Enter');
      const main = page.getByRole('main');
      await expect(main.getByText('Showing results for motherboard.')).toBeVisible();
      await expect(names(page).first()).toBeVisible();
      await main.getByRole('link', { name: 'Search instead for motherbord' }).click();
      await expect.poll(() => query(page)).toEqual({ q: 'motherbord', asTyped: 'true' });
      await expect(main.getByText('Showing results for motherbord as typed.')).toBeVisible();
      await expect(main.getByText('No parts match')).toBeVisible();
      const suggestions = page.getByRole('list', { name: 'Suggestions' });
      await expect(suggestions.getByRole('link', { name: 'Motherboards' })).toBeVisible();
      await main.getByRole('link', { name: 'Correct typing errors' }).click();
      await expect.poll(() => query(page)).toEqual({ q: 'motherbord' });
      await expect(names(page).first()).toBeVisible();
      await page.goBack();
      await expect(main.getByText('No parts match')).toBeVisible();
      // a synonym next to a word that nothing has
      await box(page).fill('psu xylophone');
      await box(page).press('Enter');
      await expect(main.getByText('No parts match')).toBeVisible();
      await expect(suggestions.getByRole('link', { name: 'Power supplies' })).toBeVisible();
      // other words are corrected again
      await box(page).fill('motherbord atx');
      await box(page).press('Enter');
      await expect.poll(() => query(page)).toEqual({ q: 'motherbord atx' });
    });

    test('a part is opened by keys alone, from the suggestions and by its number', async ({
      page,
      request,
    }) => {
      const word = unusual();
      const number = `${unusual()}-7`.toUpperCase();
      const product = await addBoard(request, { name: `Board ${word}`, partNumbers: [number] });
      await page.goto('/reviews');
      await hydrated(page);
      await page.keyboard.press('Tab');
      for (let presses = 0; presses < 20; presses += 1) {
        if (await box(page).evaluate((input) => input === document.activeElement)) break;
        await page.keyboard.press('Tab');
      }
      await expect(box(page)).toBeFocused();
      await page.keyboard.type(word.slice(0, -1));
      await expect(options(page)).toHaveCount(1);
      await expect(box(page)).toHaveAttribute('aria-expanded', 'true');
      await expect(page.getByRole('status').filter({ hasText: '1 suggestion' })).toBeAttached();
      // nothing is chosen before an arrow key is pressed, and the text can be edited
      await expect(box(page)).not.toHaveAttribute('aria-activedescendant');
      await page.keyboard.press('ArrowDown');
      await expect(options(page)).toHaveAttribute('aria-selected', 'true');
      await expect(box(page)).toHaveAttribute(
        'aria-activedescendant',
        (await options(page).getAttribute('id'))!,
      );
      await page.keyboard.press('Home');
      await expect(box(page)).not.toHaveAttribute('aria-activedescendant');
      await page.keyboard.press('End');
      await page.keyboard.press('Escape');
      await expect(options(page)).toHaveCount(0);
      await expect(box(page)).toHaveValue(word.slice(0, -1));
      await page.keyboard.press('Escape');
      await expect(box(page)).toHaveValue('');

      await page.keyboard.type(word);
      await expect(options(page)).toHaveCount(1);
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(`/parts/${product._id}`);
      await expect(page.getByRole('main')).toBeFocused();
      await expect(box(page)).toHaveValue('');

      await page.goto('/blogs');
      await hydrated(page);
      await box(page).focus();
      await page.keyboard.type(number.slice(0, -1).toLowerCase());
      await expect(options(page)).toContainText([number]);
      await page.keyboard.type(number.slice(-1));
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(`/parts/${product._id}`);
    });
  });

test('ranges have a unit and bounds, and what is not stated can be asked for', async ({ page, request }) => {
  const { name } = await addBoard(request, { specs: { socket: 'AM5' } });
  await page.goto('/parts?kind=motherboard&spec=memoryMaxGb:~');
  await hydrated(page);
  await expect(names(page).filter({ hasText: name })).toBeVisible();
  await expect(tags(page).filter({ hasText: 'Largest memory: not stated' })).toBeVisible();
  const range = facet(page, 'Largest memory');
  await expect(range.getByRole('checkbox', { name: /^Not stated \(\d+\)$/ })).toBeChecked();
  await range.getByLabel('From (GB)').fill('100');
  await expect.poll(() => query(page).spec).toBe('memoryMaxGb:100..,~');
  await expect(range.getByLabel('To (GB)')).toHaveAttribute('placeholder', /^\d+$/);
  await range.getByLabel('To (GB)').fill('50');
  await expect(range.getByText('Enter the smaller number first.')).toBeVisible();
  await range.getByLabel('From (GB)').fill('50');
  await range.getByLabel('To (GB)').fill('100');
  await expect.poll(() => query(page).spec).toBe('memoryMaxGb:50..100,~');
  await range.getByRole('checkbox').uncheck();
  await expect.poll(() => query(page).spec).toBe('memoryMaxGb:50..100');
  await expect(tags(page).filter({ hasText: /Largest memory: 50\sGB – 100\sGB/ })).toBeVisible();
});

test('the list is sorted by a number of its kind, until another kind is chosen', async ({ page }) => {
  await page.goto('/parts?kind=ssd');
  await hydrated(page);
  await page.getByLabel('Sort by').selectOption('Reading, high to low');
  await expect.poll(() => query(page)).toEqual({ kind: 'ssd', sort: '-spec.readMbs' });
  await expect(names(page).first()).toHaveText('Dart 700 NVMe SSD 2 TB with Heatsink');
  await page.reload();
  await expect(page.getByLabel('Sort by')).toHaveValue('-spec.readMbs');
  await page.getByLabel('Kind').selectOption('fan');
  await expect.poll(() => query(page)).toEqual({ kind: 'fan' });
  await expect(page.getByLabel('Sort by')).toHaveValue('newest');
});

test('filters of an address that the kind does not have are dropped, and the page says so', async ({
  page,
}) => {
  await page.goto('/parts?kind=ssd&spec=interface:sata-6,telegraph;colour:red&sort=spec.colour');
  await hydrated(page);
  const main = page.getByRole('main');
  await expect(
    main.getByText('There are no such filters, so they have no effect: Interface: telegraph; colour: red.'),
  ).toBeVisible();
  await expect(tags(page)).toHaveText([
    'Kind: SSDs, remove filter',
    'Interface: SATA 6 Gb/s, remove filter',
    'Clear all',
  ]);
  await expect(names(page)).not.toHaveCount(0);
  await choice(page, 'Interface', /^SATA/).uncheck();
  await expect.poll(() => query(page).spec).toBeUndefined();
  await expect(main.getByText('There are no such filters')).toHaveCount(0);
  // without a kind there are none
  await page.goto('/parts?spec=interface:sata-6');
  await expect(main.getByText('they have no effect: interface: sata-6.')).toBeVisible();
});

test('the box shows the words of the list, and is emptied with them', async ({ page }) => {
  await page.goto('/parts?q=ssd');
  await hydrated(page);
  await expect(box(page)).toHaveValue('ssd');
  await page.getByRole('searchbox').fill('ssd 1tb');
  await expect(box(page)).toHaveValue('ssd 1tb');
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(box(page)).toHaveValue('');
  await expect(page.getByRole('searchbox')).toHaveValue('');
});

test('suggestions that come late are not those of what is typed now', async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  await page.route(/suggestions\?q=vantar$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  const [asked, answered] = [
    page.waitForRequest(/suggestions\?q=vantar$/),
    page.waitForResponse(/suggestions\?q=vantar$/),
  ];
  await box(page).pressSequentially('vantar');
  await asked;
  await box(page).fill('lattice');
  await expect(options(page).first()).toContainText('Lattice');
  await answered;
  await expect(options(page).first()).toContainText('Lattice');
});
