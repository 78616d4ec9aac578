import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import {
  addProduct,
  ADMIN,
  asAdmin,
  expectWithinWindow,
  newAccount,
  pay,
  register,
  signIn,
  stockOf,
  tokenFor,
  type Account,
  type Order,
  type Product,
} from '../shop.js';

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const STANDARD = { name: 'Standard', price: 0, workingDays: 5, countries: [] as string[] };
const EXPRESS = { name: 'Express', price: 14.9, workingDays: 2, countries: ['US', 'DE'] };

/** The demo's delivery methods; where it has none, two. */
async function ensureMethods(request: APIRequestContext): Promise<void> {
  const { methods } = (await (await request.get('/api/delivery/methods')).json()) as {
    methods: { name: string }[];
  };
  if (methods.some(({ name }) => name === 'Express')) return;
  const headers = await asAdmin(request);
  const settings = await request.get('/api/delivery/settings', { headers });
  const saved = await request.put('/api/delivery/settings', {
    headers: { ...headers, 'if-match': settings.headers()['etag'] ?? '' },
    data: { methods: [STANDARD, EXPRESS], taxRates: [] },
  });
  expect(saved.status(), await saved.text()).toBe(200);
}

interface Basket {
  account: Account & { name: string };
  token: string;
  products: Product[];
}

/** A new customer with three parts in the basket. */
async function withBasket(request: APIRequestContext, count = 3): Promise<Basket> {
  await ensureMethods(request);
  const account = newAccount();
  const token = await register(request, account);
  const products: Product[] = [];
  for (let made = 0; made < count; made += 1) products.push(await addProduct(request));
  await putBasket(request, token, products);
  return { account, token, products };
}

async function putBasket(request: APIRequestContext, token: string, products: Product[]): Promise<void> {
  const saved = await request.put('/api/basket', {
    headers: bearer(token),
    data: {
      lines: products.map(({ _id, minimumOQ, price }) => ({
        productId: _id,
        orderQuantity: minimumOQ,
        price,
      })),
    },
  });
  expect(saved.status(), await saved.text()).toBe(200);
}

async function ordersOf(request: APIRequestContext, { email }: Account, token: string): Promise<Order[]> {
  const response = await request.get(`/api/purchase/${email}`, { headers: bearer(token) });
  return (await response.json()) as Order[];
}

async function fillAddress(page: Page): Promise<void> {
  await page.getByLabel('Street and number').fill('12 Foundry Lane');
  await page.getByLabel('City').fill('Springfield');
  await page.getByLabel('State or region').fill('IL');
  await page.getByLabel('Postal code').fill('62704');
  await page.getByLabel('Country').selectOption('US');
  await page.getByLabel('Phone').fill('5550123');
}

const summary = (page: Page) => page.getByRole('complementary', { name: 'Your order' });
const total = (page: Page, amount: string) => summary(page).getByText(amount, { exact: true }).last();

test('three parts by Express: a declined card keeps the order, 3-D Secure pays it', async ({
  page,
  request,
}) => {
  const { account, token, products } = await withBasket(request);
  await signIn(page, account);
  await page.goto('/checkout');
  for (const { name } of products) await expect(summary(page).getByText(name)).toBeVisible();
  await fillAddress(page);
  await page.getByLabel('PO number').fill('PO-77');
  await page.getByRole('radio', { name: /Express/ }).check();
  // 3 × 5 × $12.50, and Express
  await expect(total(page, '$202.40')).toBeVisible();

  await pay(page, '4000000000000002');
  await expect(page.getByText('Your card was declined.')).toBeVisible();
  await expect(page).toHaveURL(/\/checkout\?order=RM-/);
  const main = page.getByRole('main');
  await expect(main.getByText(/12 Foundry Lane/)).toBeVisible();
  await expect(main.getByText('PO-77')).toBeVisible();
  await expect(page.getByLabel('City')).toHaveCount(0);

  await page.reload();
  await expect(main.getByText(/is placed, and not paid yet/)).toBeVisible();
  await expect(total(page, '$202.40')).toBeVisible();
  await pay(page, '4000002500003155');
  await page
    .frameLocator('iframe')
    .getByRole('button', { name: /Complete/ })
    .click();
  await expect(page).toHaveURL(/\/dashboard\/orders\/RM-/);

  const orders = await ordersOf(request, account, token);
  expect(orders).toMatchObject([{ status: 'paid', total: 202.4 }]);
  expect(orders[0]!.lines).toHaveLength(3);
  for (const product of products) expect(await stockOf(request, product)).toBe(45);

  // a second visit: nothing is left to order, and the address is there
  await page.goBack();
  await page.goto('/checkout');
  await expect(page.getByText('Your basket is empty')).toBeVisible();
  await putBasket(request, token, products);
  await page.reload();
  await expect(page.getByRole('radio', { name: /12 Foundry Lane/ })).toBeChecked();
});

test('what is missing is said at its fields, and nothing is ordered', async ({ page, request }) => {
  const { account, token } = await withBasket(request, 1);
  await signIn(page, account);
  await page.goto('/checkout');
  await pay(page, '4242424242424242');
  await expect(page.getByText('City is Required')).toBeVisible();
  await expect(page.getByText('Phone is Required')).toBeVisible();
  await expect(page.getByLabel('Street and number')).toBeFocused();
  expect(await ordersOf(request, account, token)).toEqual([]);
});

test('a reload, Back and a double click keep what was typed and make one order', async ({
  page,
  request,
}) => {
  const { account, token } = await withBasket(request, 2);
  await signIn(page, account);
  await page.goto('/');
  await page.goto('/checkout');
  await fillAddress(page);
  await page.getByRole('radio', { name: /Express/ }).check();
  await page.reload();
  await expect(page.getByLabel('City')).toHaveValue('Springfield');
  await expect(page.getByRole('radio', { name: /Express/ })).toBeChecked();
  await page.goBack();
  await page.goForward();
  await expect(page.getByLabel('Street and number')).toHaveValue('12 Foundry Lane');
  await expect(page.getByRole('radio', { name: /Express/ })).toBeChecked();

  const keys: string[] = [];
  await page.route('**/api/checkout', async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '');
    // the first response is lost on its way
    if (keys.length > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await pay(page, '4242424242424242');
  await expect(page.getByText('The shop could not be reached.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: /^Pay/ }).dblclick();
  await expect(page).toHaveURL(/\/dashboard\/orders\/RM-/);
  expect(new Set(keys)).toEqual(new Set([keys[0]]));
  expect(await ordersOf(request, account, token)).toMatchObject([{ status: 'paid' }]);
});

test('a basket that a second tab has ordered is not ordered again', async ({ page, request }) => {
  const { account, token } = await withBasket(request, 2);
  await signIn(page, account);
  await page.goto('/checkout');
  await fillAddress(page);
  const second = await page.context().newPage();
  // what the first tab would hear of, it misses
  await page.evaluate(() => window.stop());
  await second.goto('/checkout');
  await fillAddress(second);
  await pay(second, '4242424242424242');
  await expect(second).toHaveURL(/\/dashboard\/orders\/RM-/);
  await second.close();

  const payButton = page.getByRole('button', { name: /^Pay/ });
  const notice = page.getByText(/Your basket (is empty|has changed in another window)/);
  await expect(payButton.or(notice).first()).toBeVisible();
  // the notice may come meanwhile, and take the form away; what the stop interrupted asks to be tried again
  await expect(async () => {
    if (await payButton.isVisible()) await pay(page, '4242424242424242').catch(() => undefined);
    await expect(notice).toBeVisible({ timeout: 5_000 });
  }).toPass();
  expect(await ordersOf(request, account, token)).toHaveLength(1);
});

test('parts that others have bought meanwhile are named at their lines', async ({ page, request }) => {
  const { account, token, products } = await withBasket(request);
  await signIn(page, account);
  await page.goto('/checkout');
  await fillAddress(page);
  await expect(total(page, '$187.50')).toBeVisible();
  const [, part] = products;
  const gone = await request.delete(`/api/item/${part!._id}`, {
    headers: bearer(await tokenFor(request, ADMIN)),
  });
  expect(gone.status()).toBe(200);
  await pay(page, '4242424242424242');
  const line = summary(page).getByRole('listitem').nth(1);
  await expect(line.getByRole('link', { name: 'Put it right in the basket' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible();
  expect(await ordersOf(request, account, token)).toEqual([]);
});

test('another total than the one that was shown is asked for before it is paid', async ({
  page,
  request,
}) => {
  const { account, token } = await withBasket(request, 1);
  await signIn(page, account);
  // the page was shown a free delivery
  await page.route('**/api/basket/check', async (route) => {
    const response = await route.fetch();
    const basket = (await response.json()) as { total: number };
    await route.fulfill({ response, json: { ...basket, total: basket.total - 1 } });
  });
  await page.goto('/checkout');
  await fillAddress(page);
  await expect(total(page, '$61.50')).toBeVisible();
  await pay(page, '4242424242424242');
  await expect(page.getByText('The total is $62.50 now, not $61.50.', { exact: false })).toBeVisible();
  expect(await ordersOf(request, account, token)).toMatchObject([{ status: 'unpaid' }]);
  await page.getByRole('button', { name: 'Pay $62.50' }).click();
  await expect(page).toHaveURL(/\/dashboard\/orders\/RM-/);
  expect(await ordersOf(request, account, token)).toMatchObject([{ status: 'paid' }]);
});

test('a visitor comes back to the checkout after signing in', async ({ page, request }) => {
  const { account } = await withBasket(request, 1);
  await page.goto('/checkout');
  await expect(page).toHaveURL(/\/login/);
  await page.getByRole('main').getByLabel('Email').fill(account.email);
  await page.getByRole('main').getByLabel('Password').fill(account.password);
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(/\/checkout$/);
  await expect(total(page, '$62.50')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('by the keyboard alone', async ({ page, request }) => {
    const { account, token } = await withBasket(request, 2);
    await signIn(page, account);
    await page.goto('/checkout');
    await expectWithinWindow(page, 'the checkout');
    const form = page.getByRole('form', { name: 'Address and delivery' });
    const type = async (label: string, text: string) => {
      await expect(form.getByLabel(label)).toBeFocused();
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    };
    await form.getByLabel('Name').focus();
    await page.keyboard.press('Tab');
    await type('Company', 'Springfield Systems Inc.');
    await type('Street and number', '12 Foundry Lane');
    await page.keyboard.press('Tab');
    await type('City', 'Springfield');
    await type('State or region', 'IL');
    await type('Postal code', '62704');
    await type('Country', 'United States');
    // it is saved
    await page.keyboard.press('Tab');
    await type('Phone', '5550123');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: /Express/ })).toBeChecked();
    await expect(total(page, '$139.90')).toBeVisible();
    while (!(await page.getByLabel(/card number/i).evaluate((field) => field === document.activeElement)))
      await page.keyboard.press('Tab');
    await page.keyboard.type('4242424242424242');
    await page.keyboard.press('Tab');
    await page.keyboard.type('1234');
    await page.keyboard.press('Tab');
    await page.keyboard.type('123');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/dashboard\/orders\/RM-/);
    expect(await ordersOf(request, account, token)).toMatchObject([{ status: 'paid', total: 139.9 }]);
  });
});
