import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from '../axe.js';
import {
  addProduct,
  CUSTOMER,
  isPartlyShipped,
  newAccount,
  orderOfLines,
  placeOrder,
  register,
  signIn,
  type Product,
} from '../shop.js';

/** Menus, dialogs and messages while they are open, at the narrowest width and at 200 % zoom. */

/** 320 px, and 200 % zoom on a screen of 1440. */
const NARROW = 320;
const ZOOMED = 720;

test.use({ viewport: { width: NARROW, height: 800 } });

/** Opens a page; what it shows, or what is opened there then, is checked at both widths. */
async function check(page: Page, path: string, open: () => Promise<unknown> = async () => undefined) {
  await test.step(path, async () => {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('heading').filter({ visible: true }).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    await open();
    for (const width of [ZOOMED, NARROW]) {
      await page.setViewportSize({ width, height: 800 });
      await expectAccessible(page, `${path} at ${width}`);
    }
  });
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name }).click();

test('the public pages at 320 pixels and zoomed, with what opens there', async ({ page, request }) => {
  const [product] = (await (await request.get('/api/items?limit=1')).json()) as Product[];
  await check(page, '/', () => page.getByRole('button', { name: 'Menu' }).click());
  await check(page, '/parts?q=cable&kind=ssd&availability=low&minPrice=x');
  await check(page, '/parts?kind=ssd&page=2');
  await check(page, '/parts?kind=ssd&spec=interface:sata-6,telegraph;readMbs:9..&q=dart', () =>
    page.getByRole('button', { name: /^Filters/ }).click(),
  );
  await check(page, '/reviews', async () => {
    await page.getByRole('combobox', { name: 'Find parts' }).pressSequentially('memo');
    await expect(page.getByRole('listbox')).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('listbox').getByRole('option', { selected: true })).toBeVisible();
  });
  await check(page, `/parts/${product!._id}`);
  await page.evaluate(
    (text) => localStorage.setItem('rapid.basket', text),
    JSON.stringify({
      version: 1,
      savedAt: Date.now(),
      lines: [{ productId: product!._id, orderQuantity: 1_000_000, price: 1 }],
    }),
  );
  await check(page, '/basket', () => expect(page.getByRole('button', { name: 'Fix all' })).toBeVisible());
  await check(page, `/basket?part=${product!._id}:5,NO-SUCH-PART:1`, () =>
    expect(page.getByRole('button', { name: 'Add all to my basket' })).toBeVisible(),
  );
  await check(page, '/reviews?ratings=5', async () => {
    await page.getByLabel('New parts and restocks').fill('not an address');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await expect(page.locator('.foot__said--bad')).not.toBeEmpty();
  });
  for (const path of ['/business', '/blogs', '/myportfolio', '/product', '/legal/privacy', '/no-such-page'])
    await check(page, path);
  await check(page, '/signup', () => press(page, /^Sign ?up$/i));
  await check(page, '/login', () => press(page, /^Login$/));
  await check(page, '/login', async () => {
    await press(page, /Google/);
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('dialog').locator('[aria-invalid=true]').first()).toBeFocused();
  });
});

test("a customer's pages at 320 pixels and zoomed, with what opens there", async ({ page, request }) => {
  const account = newAccount();
  const product = await addProduct(request);
  const token = await register(request, account);
  const order = await placeOrder(request, token, product);
  await signIn(page, account);
  await check(page, `/item/${product._id}`, async () => {
    await press(page, 'Purchase');
    await expect(page.getByText('Address is Required')).toBeVisible();
  });
  await check(page, '/purchase');
  await check(page, '/dashboard', () => page.getByRole('button', { name: /Dashboard menu/ }).click());
  await check(page, '/dashboard', async () => {
    await page.getByRole('button', { name: /Remove Order/ }).click();
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Keep it' })).toBeVisible();
  });
  await check(page, '/dashboard/addReview', () => press(page, 'Add Review'));
  await check(page, '/dashboard/myProfile', () => press(page, 'Add an address'));
  await page.request.put('/api/basket', {
    headers: { authorization: `Bearer ${token}` },
    data: { lines: [{ productId: product._id, orderQuantity: product.minimumOQ }] },
  });
  await check(page, '/checkout', async () => {
    await page.getByLabel(/card number/i).fill('4242424242424242');
    await page.getByLabel(/expir/i).fill('12 / 34');
    await page.getByLabel(/security code/i).fill('123');
    await press(page, /^Pay/);
    await expect(page.getByText('City is Required')).toBeVisible();
  });
  await check(page, '/dashboard/manageOrders');
  await check(page, `/dashboard/payment/${order._id}`, async () => {
    await page.getByText('Test cards').click();
    await press(page, /^Pay/);
    await expect(page.locator('[aria-invalid=true]').first()).toBeFocused();
  });
});

test('orders of several lines and prices by quantity, at 320 pixels and zoomed', async ({
  page,
  request,
}) => {
  const unpaid = await orderOfLines(request, ({ status }) => status === 'unpaid');
  const partly = await orderOfLines(request, isPartlyShipped);
  const product = await addProduct(request, {
    price: 20,
    breaks: [{ from: 16, price: 18 }],
    orderStep: 8,
    minimumOQ: 8,
  });
  await check(page, `/parts/${product._id}`);
  await signIn(page, CUSTOMER);
  await check(page, `/item/${product._id}`, async () => {
    await page.getByLabel('Order Quantity').fill('9');
    await press(page, 'Purchase');
    await expect(page.getByText('Sold in packs of 8').first()).toBeVisible();
  });
  await check(page, `/dashboard/payment/${unpaid._id}`);
  await check(page, `/dashboard/orders/${partly.number}`);
  await check(page, '/dashboard');
  await check(page, `/dashboard?open=${partly._id}`, () =>
    expect(page.getByRole('dialog').getByRole('heading', { name: 'Shipments' })).toBeVisible(),
  );
});
