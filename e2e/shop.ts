import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type APIRequestContext, type Page } from '@playwright/test';

/** What journeys set up over the shop's API, as any other client would, and what they do on many pages. */

export const ADMIN = { email: 'admin@example.com', password: 'rapid-admin' };
export const CUSTOMER = { email: 'customer@example.com', password: 'rapid-customer' };
export const QUANTITY_RULE =
  'You can order Equal or More than minimum Quantity and Equal or Less than available Quantity!';

export interface Account {
  email: string;
  password: string;
}
export interface Product {
  _id: string;
  name: string;
  price: number;
  breaks?: { from: number; price: number }[];
  orderStep?: number;
  minimumOQ: number;
  availableQ: number;
  kind?: string;
  specs?: Record<string, unknown>;
  manufacturer?: string;
  partNumbers?: string[];
}
export interface Order {
  _id: string;
  number: string;
  productName: string;
  lines: {
    productId: string;
    name: string;
    price: number;
    quantity: number;
    shipped: number;
    total: number;
  }[];
  status: string;
  fulfilment: string;
  total: number;
  delivery?: { name: string; price: number };
}

let made = 0;
export const unique = (what: string) => `${what} ${Date.now().toString(36)}${process.pid}${(made += 1)}`;
export const newAccount = () => ({
  name: 'Journey Buyer',
  email: `${unique('buyer').replace(' ', '.')}@example.com`,
  password: 'journey-1',
});

const IDENTITY = '/identitytoolkit.googleapis.com/v1/accounts';

async function tokenOf(request: APIRequestContext, email: string, idToken: string): Promise<string> {
  const response = await request.put(`/api/user/${encodeURIComponent(email)}`, {
    headers: { authorization: `Bearer ${idToken}` },
    data: { email },
  });
  expect(response.status(), await response.text()).toBe(200);
  return ((await response.json()) as { token: string }).token;
}

/** Makes an account at the identity provider and its user in the shop; returns the shop's token. */
export async function register(
  request: APIRequestContext,
  account: Account & { name: string },
): Promise<string> {
  const signUp = await request.post(`${IDENTITY}:signUp?key=demo-key`, {
    data: { email: account.email, password: account.password, returnSecureToken: true },
  });
  const { idToken } = (await signUp.json()) as { idToken: string };
  const named = await request.post(`${IDENTITY}:update?key=demo-key`, {
    data: { idToken, displayName: account.name, returnSecureToken: true },
  });
  expect(named.status(), await named.text()).toBe(200);
  return tokenFor(request, account);
}

/** The same through the demo's Google sign-in, whose address counts as verified. */
export async function registerVerified(
  request: APIRequestContext,
  { email, name }: Pick<Account, 'email'> & { name: string },
): Promise<string> {
  const profile = JSON.stringify({ sub: email, email, name, email_verified: true });
  const response = await request.post(`${IDENTITY}:signInWithIdp?key=demo-key`, {
    data: {
      postBody: `id_token=${encodeURIComponent(profile)}&providerId=google.com`,
      requestUri: 'http://127.0.0.1',
      returnSecureToken: true,
    },
  });
  return tokenOf(request, email, ((await response.json()) as { idToken: string }).idToken);
}

export async function tokenFor(request: APIRequestContext, { email, password }: Account): Promise<string> {
  const response = await request.post(`${IDENTITY}:signInWithPassword?key=demo-key`, {
    data: { email, password, returnSecureToken: true },
  });
  return tokenOf(request, email, ((await response.json()) as { idToken: string }).idToken);
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** The headers of the demo's admin. */
export const asAdmin = async (request: APIRequestContext) => bearer(await tokenFor(request, ADMIN));

/** A product of the journey's own, so that parallel journeys do not share its stock. */
export async function addProduct(
  request: APIRequestContext,
  fields: Partial<Product> = {},
): Promise<Product> {
  const product = { name: unique('Journey part'), price: 12.5, minimumOQ: 5, availableQ: 50, ...fields };
  const response = await request.post('/api/product', {
    headers: await asAdmin(request),
    data: { ...product, description: 'Made for a journey.', img: '/favicon.svg' },
  });
  expect(response.status(), await response.text()).toBe(201);
  return { ...product, _id: ((await response.json()) as { insertedId: string }).insertedId };
}

export async function placeOrder(
  request: APIRequestContext,
  token: string,
  product: Product,
  orderQuantity = product.minimumOQ,
): Promise<Order> {
  const response = await request.post('/api/purchase', {
    headers: bearer(token),
    data: { productId: product._id, orderQuantity, address: '1 Journey Road', phone: '5550100' },
  });
  expect(response.status(), await response.text()).toBe(201);
  return (await response.json()) as Order;
}

/** Pays an order over the API, as the payment page does. */
export async function payOrder(
  request: APIRequestContext,
  token: string,
  { _id }: Order,
  card = '4242424242424242',
): Promise<void> {
  const headers = bearer(token);
  const opened = await request.post('/api/create-payment-intent', { headers, data: { orderId: _id } });
  const { clientSecret } = (await opened.json()) as { clientSecret: string };
  const id = clientSecret.slice(0, clientSecret.indexOf('_secret_'));
  const config = (await (await request.get('/api/config')).json()) as {
    payments: { publishableKey: string };
  };
  const charged = await request.post(`/payments-sandbox/v1/payment_intents/${id}/confirm`, {
    headers: { authorization: `Bearer ${config.payments.publishableKey}` },
    form: {
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': card,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2040',
      'payment_method_data[card][cvc]': '123',
    },
  });
  expect(charged.status(), await charged.text()).toBe(200);
  const confirmed = await request.patch(`/api/payment/${_id}`, { headers, data: { transactionId: id } });
  expect(confirmed.status(), await confirmed.text()).toBe(200);
}

/** An order that is paid, of a new customer. */
export async function paidOrder(request: APIRequestContext) {
  const account = newAccount();
  const token = await register(request, account);
  const order = await placeOrder(request, token, await addProduct(request), 10);
  await payOrder(request, token, order);
  return { account, order };
}

/** An order of several lines, which no screen places yet: one of the demo customer's. */
export async function orderOfLines(
  request: APIRequestContext,
  isIt: (order: Order) => boolean,
): Promise<Order> {
  const url = `/api/purchases/search?email=${CUSTOMER.email}&pageSize=100`;
  const response = await request.get(url, { headers: await asAdmin(request) });
  const { items } = (await response.json()) as { items: Order[] };
  const found = items.find((order) => order.lines.length > 1 && isIt(order));
  expect(found, 'an order of the demo data').toBeDefined();
  return found!;
}

export const isPartlyShipped = ({ status, fulfilment }: Order): boolean =>
  status === 'paid' && fulfilment === 'partial';

export async function stockOf(request: APIRequestContext, product: Product): Promise<number> {
  const response = await request.get(`/api/item/${product._id}`);
  return ((await response.json()) as Product).availableQ;
}

/** Signs in through the form of the page that is open. */
export async function fillLogin(page: Page, { email, password }: Account): Promise<void> {
  const form = page.getByRole('main');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password').fill(password);
  await form.getByRole('button', { name: 'Login', exact: true }).click();
}

/** What a browser stores that an account is signed in with; `setup/sign-in.setup.ts` saves it. */
export const storageOf = ({ email }: Account): string =>
  fileURLToPath(new URL(`../test-results/signed-in/${email}.json`, import.meta.url));

/** As after a sign-in in another tab, for the accounts of the set-up; through the form for others. */
export async function signIn(page: Page, account: Account): Promise<void> {
  if (!existsSync(storageOf(account))) return signInByForm(page, account);
  // an open page of somebody signed out would write its own state over it
  await page.goto('about:blank');
  await page.context().setStorageState(storageOf(account));
}

export async function signInByForm(page: Page, account: Account): Promise<void> {
  await page.goto('/login');
  await fillLogin(page, account);
  await expect(page.getByRole('button', { name: 'Sign Out', includeHidden: true })).toBeAttached();
  await expect(page).not.toHaveURL(/\/login/);
}

export const toast = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });

/** Fills the sandbox's card form and presses Pay. */
export async function pay(page: Page, number: string): Promise<void> {
  await page.getByLabel(/card number/i).fill(number);
  await page.getByLabel(/expir/i).fill('12 / 34');
  await page.getByLabel(/security code/i).fill('123');
  await page.getByRole('button', { name: /^Pay/ }).click();
}

/** Fills in the form of the order page that is open. */
export async function fillOrder(page: Page, quantity: number): Promise<void> {
  await page.getByLabel('Address').fill('12 Foundry Lane');
  await page.getByLabel('Phone').fill('5550123');
  await page.getByLabel('Order Quantity').fill(String(quantity));
}

/** Waits until React has taken the document over: its elements then carry React's properties. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(
    () => Object.keys(document.querySelector('h1') ?? {}).some((key) => key.startsWith('__react')),
    undefined,
    { polling: 100 },
  );
}

/** Expects that nothing makes the page scroll sideways. */
export async function expectWithinWindow(page: Page, what: string): Promise<void> {
  const excess = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
  // a page that has just got another width is laid out a moment later
  await expect.poll(excess, `${what} is wider than the window`).toBeLessThanOrEqual(0);
}
