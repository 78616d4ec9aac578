import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import {
  addProduct,
  asAdmin,
  expectWithinWindow,
  hydrated,
  newAccount,
  register,
  signInByForm,
  toast,
  unique,
  type Product,
} from '../shop.js';

/** The basket: a visitor's in the browser, a customer's on the server. */

interface Line {
  productId: string;
  orderQuantity: number;
  price?: number;
}

const inHeader = (page: Page, parts: string) =>
  expect(page.getByRole('banner').getByRole('link', { name: `Basket, ${parts}`, exact: true })).toBeVisible();
const row = (page: Page, { name }: Product) => page.getByRole('article', { name });
const quantity = (page: Page, product: Product) =>
  row(page, product).getByRole('spinbutton', { name: `Quantity of ${product.name}` });
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

/** Opens the page of a part and puts its minimum order into the basket. */
async function put(page: Page, product: Product): Promise<void> {
  await page.goto(`/parts/${product._id}`);
  await hydrated(page);
  await press(page, `Add to basket: ${product.name}`);
  await expect(toast(page, `${product.minimumOQ} × ${product.name} added`)).toBeVisible();
}

/** Opens the basket with the lines of a visitor as the browser keeps them. */
async function open(page: Page, lines: Line[]): Promise<void> {
  await page.goto('/legal/storage');
  await page.evaluate(
    (text) => localStorage.setItem('rapid.basket', text),
    JSON.stringify({ version: 1, savedAt: Date.now(), lines }),
  );
  await page.goto('/basket');
}

test("two tabs have one basket, and signing in merges it into the customer's", async ({ page, request }) => {
  const [both, own, fresh] = [
    await addProduct(request),
    await addProduct(request),
    await addProduct(request),
  ];
  const account = newAccount();
  const headers = { authorization: `Bearer ${await register(request, account)}` };
  const lines = [
    { productId: both._id, orderQuantity: 25 },
    { productId: own._id, orderQuantity: 7 },
  ];
  expect((await request.put('/api/basket', { headers, data: { lines } })).status()).toBe(200);

  await put(page, both);
  await inHeader(page, '1 part');
  const other = await page.context().newPage();
  await put(other, fresh);
  await inHeader(other, '2 parts');
  await inHeader(page, '2 parts');

  await signInByForm(page, account);
  // by the tab that merges them: here both are visible, and follow the sign-in
  await Promise.any(
    [page, other].map((tab) =>
      expect(toast(tab, '1 part added to the basket of your account')).toBeVisible(),
    ),
  );
  await inHeader(page, '3 parts');
  await page.goto('/basket');
  await expect(quantity(page, both)).toHaveValue('25');
  await expect(quantity(page, own)).toHaveValue('7');
  await expect(quantity(page, fresh)).toHaveValue('5');
  expect(await page.evaluate(() => localStorage.getItem('rapid.basket'))).toBeNull();

  // the other tab follows the sign-in, and each change
  await inHeader(other, '3 parts');
  await press(page, `Remove ${own.name}`);
  await expect(toast(page, `${own.name} removed`)).toBeVisible();
  await inHeader(other, '2 parts');
  await press(page, 'Undo');
  await expect(row(page, own)).toBeVisible();
  await inHeader(other, '3 parts');

  await page.getByRole('button', { name: 'Sign Out' }).click();
  await inHeader(page, 'empty');
  await inHeader(other, 'empty');
});

test('each problem of a line is put right with one click, or all at once', async ({ page, request }) => {
  const dearer = await addProduct(request, { price: 20 });
  const packs = await addProduct(request, { minimumOQ: 8, orderStep: 8, availableQ: 100 });
  const few = await addProduct(request, { minimumOQ: 5, availableQ: 30 });
  const archived = await addProduct(request);
  const lines = [
    { productId: dearer._id, orderQuantity: 5, price: 18 },
    { productId: packs._id, orderQuantity: 9 },
    { productId: few._id, orderQuantity: 40 },
    { productId: archived._id, orderQuantity: 5 },
  ];
  await open(page, lines);
  await expect(page.getByText('3 parts need a change before')).toBeVisible();
  await expect(row(page, archived).getByText('$62.50')).toBeVisible();

  const gone = await request.post(`/api/items/${archived._id}/archive`, { headers: await asAdmin(request) });
  expect(gone.ok(), await gone.text()).toBe(true);
  await page.reload();
  await expect(row(page, archived).getByText('This part is no longer sold.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check out' })).toHaveAccessibleDescription(
    '4 parts need a change first.',
  );

  await expect(row(page, dearer).getByText('The price was $18.00 and is $20.00 now.')).toBeVisible();
  await press(page, `Accept $20.00: ${dearer.name}`);
  await expect(page.getByText('3 parts need a change before')).toBeVisible();
  await press(page, `Order 16: ${packs.name}`);
  await expect(quantity(page, packs)).toHaveValue('16');
  await expect(page.getByText('2 parts need a change before')).toBeVisible();
  await press(page, 'Fix all');
  await expect(quantity(page, few)).toHaveValue('30');
  await expect(row(page, archived)).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Check out' })).toBeVisible();
  await inHeader(page, '3 parts');
});

test('prices by quantity, and units that would be left over, are offered with one click', async ({
  page,
  request,
}) => {
  const breaks = [{ from: 16, price: 18 }];
  const product = await addProduct(request, { price: 20, breaks, minimumOQ: 8, availableQ: 30 });
  await open(page, [{ productId: product._id, orderQuantity: 13, price: 20 }]);
  await expect(row(page, product).getByText('3 more and all cost $18.00 each.')).toBeVisible();
  await expect(row(page, product).getByText('$260.00')).toBeVisible();
  await press(page, `Order 16: ${product.name}`);
  await expect(row(page, product).getByText('$288.00')).toBeVisible();
  await quantity(page, product).fill('25');
  await expect(row(page, product).getByText('This would leave 5 units')).toBeVisible();
  await press(page, `Take all 30: ${product.name}`);
  await expect(quantity(page, product)).toHaveValue('30');
  // what is no quantity is not kept
  await quantity(page, product).fill('x');
  await quantity(page, product).blur();
  await expect(quantity(page, product)).toHaveValue('30');
  await page.reload();
  await expect(quantity(page, product)).toHaveValue('30');
});

test('a basket is a link that anyone can open and add, and a file', async ({ page, request, browser }) => {
  const sku = unique('J').replace(' ', '-').toUpperCase();
  const named = await addProduct(request, { sku, name: unique('=Named part') } as Partial<Product>);
  const plain = await addProduct(request);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, [
    { productId: named._id, orderQuantity: 8 },
    { productId: plain._id, orderQuantity: 6 },
  ]);
  await press(page, 'Copy link');
  await expect(toast(page, 'The link is copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).search).toBe(`?part=${sku}:8,${plain._id}:6`);

  const download = page.waitForEvent('download');
  await press(page, 'Download CSV');
  const csv = readFileSync(await (await download).path(), 'utf8');
  expect(csv).toContain(`${sku},'${named.name},8,12.50,100.00\r\n`);

  const context = await browser.newContext();
  const other = await context.newPage();
  await other.goto(`${link},NO-SUCH-PART:3`);
  await expect(other.getByText('The shop does not sell: NO-SUCH-PART.')).toBeVisible();
  await expect(row(other, named).getByText('8 × $12.50')).toBeVisible();
  await inHeader(other, 'empty');
  await press(other, 'Add all to my basket');
  await expect(toast(other, '2 parts added')).toBeVisible();
  await expect(other).toHaveURL(/\/basket$/);
  await expect(quantity(other, named)).toHaveValue('8');
  await expect(quantity(other, plain)).toHaveValue('6');
  await context.close();
});

test('the basket works by the keyboard alone', async ({ page, request }) => {
  const [first, second] = [await addProduct(request), await addProduct(request)];
  await page.goto(`/parts?q=${encodeURIComponent(first.name)}`);
  await hydrated(page);
  await page.getByRole('button', { name: `Add to basket: ${first.name}` }).focus();
  await page.keyboard.press('Enter');
  await inHeader(page, '1 part');
  await put(page, second);
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Basket/ })
    .focus();
  await page.keyboard.press('Enter');
  await quantity(page, first).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(quantity(page, first)).toHaveValue('7');
  await expect(row(page, first).getByText('$87.50')).toBeVisible();
  await page.getByRole('button', { name: `Remove ${first.name}` }).focus();
  await page.keyboard.press('Enter');
  await expect(row(page, first)).toHaveCount(0);
  // the focus goes on to the next part
  await expect(page.getByRole('button', { name: `Remove ${second.name}` })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your basket is empty')).toBeVisible();
});

test('a phone shows the whole basket, and the header keeps its place', async ({ page, request }) => {
  const long = await addProduct(request);
  const soldOut = await addProduct(request, { availableQ: 0 });
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`/parts?q=${encodeURIComponent(soldOut.name)}`);
    const button = page.getByRole('button', { name: `Add to basket: ${soldOut.name}` });
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await expect(button).toHaveAccessibleDescription(/Sold out/);
    await expectWithinWindow(page, `a card at ${width}`);
    await open(page, [
      { productId: long._id, orderQuantity: 3 },
      { productId: soldOut._id, orderQuantity: 5 },
    ]);
    await expect(row(page, soldOut).getByText('Sold out.')).toBeVisible();
    await expect(page.getByRole('banner').getByRole('button', { name: 'Menu' })).toBeVisible();
    await expectWithinWindow(page, `the basket at ${width}`);
    expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThan(70);
  }
});

test('the document has nothing of the basket, and no cache keeps it', async ({ page, request }) => {
  const product = await addProduct(request);
  await open(page, [{ productId: product._id, orderQuantity: 5 }]);
  await expect(row(page, product)).toBeVisible();
  const document = await request.get('/basket', { headers: { accept: 'text/html' } });
  expect(document.headers()['cache-control']).toBe('no-store');
  // a busy machine leaves a page to the browser
  const parts = async () => (await request.get('/parts', { headers: { accept: 'text/html' } })).text();
  await expect.poll(parts).toContain('href="/basket"');
  expect(await parts()).not.toContain('class="bar__count');
});
