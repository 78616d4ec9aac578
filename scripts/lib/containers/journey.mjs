import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { assert, call, until } from './checks.mjs';

/** The shop's main journey over HTTP, from a product to its receipt: the same for the demo and for production. */

const CARD = {
  'payment_method_data[type]': 'card',
  'payment_method_data[card][number]': '4242424242424242',
  'payment_method_data[card][exp_month]': '12',
  'payment_method_data[card][exp_year]': '2040',
  'payment_method_data[card][cvc]': '123',
};
const UNITS = 5;
const ADDRESS = { address: '12 Foundry Lane', phone: '5550100' };

/**
 * @typedef {object} Shop
 * @property {string} url where its visitors reach it
 * @property {{ url: string, key: string }} cards where a browser sends the card, and its key
 * @property {(who: 'admin' | 'buyer') => Promise<string>} tokenOf signs in
 * @property {string} buyer their address
 */

/** @param {Shop} shop */
export async function addProduct({ url, tokenOf }, fields = {}) {
  const product = {
    name: `Container part ${randomUUID().slice(0, 8)}`,
    price: 12.5,
    minimumOQ: UNITS,
    availableQ: 500,
    description: 'Made by the check of the containers.',
    img: '/favicon.svg',
    ...fields,
  };
  const options = { token: await tokenOf('admin'), body: product, expect: 201 };
  const { body } = await call(url, 'POST', '/api/product', options);
  return { ...product, _id: body.insertedId };
}

/** @param {Shop} shop @returns the order */
export async function placeOrder({ url, tokenOf }, product, { key = randomUUID(), token } = {}) {
  const { body } = await call(url, 'POST', '/api/purchase', {
    token: token ?? (await tokenOf('buyer')),
    headers: { 'idempotency-key': key },
    body: { productId: product._id, orderQuantity: UNITS, ...ADDRESS },
    expect: 201,
  });
  return body;
}

/** Pays with a card, as a browser does. @returns the intent's id */
async function payByCard({ url, cards, tokenOf }, order) {
  const token = await tokenOf('buyer');
  const options = { token, body: { orderId: order._id } };
  const { clientSecret } = (await call(url, 'POST', '/api/create-payment-intent', options)).body;
  const id = clientSecret.slice(0, clientSecret.indexOf('_secret_'));
  const form = new URLSearchParams({ client_secret: clientSecret, ...CARD });
  const { body } = await call(cards.url, 'POST', `/v1/payment_intents/${id}/confirm`, {
    token: cards.key,
    form,
  });
  assert(body.status === 'succeeded', `The card payment is ${body.status}`);
  return id;
}

/** An order as its customer sees it. */
async function orderOf({ url, tokenOf, buyer }, order) {
  const path = `/api/purchase/${encodeURIComponent(buyer)}`;
  const { body } = await call(url, 'GET', path, { token: await tokenOf('buyer') });
  return body.find(({ _id }) => _id === order._id);
}

/** @param {Shop} shop @param {import('./checks.mjs').Checks} checks @returns an order that was shipped */
export async function runJourney(shop, checks) {
  const { url, tokenOf } = shop;
  const it = (name, work) => checks.check(name, work);

  await it('the home page is rendered on the server, with files that are cached for good', async () => {
    const page = await call(url, 'GET', '/', { headers: { accept: 'text/html' } });
    assert(/<h1|<h2/.test(page.text), 'The page has no heading');
    const script = /\/assets\/[^"]+\.js/.exec(page.text)?.[0];
    const { headers } = await call(url, 'GET', script);
    assert(/immutable/.test(headers.get('cache-control')), 'The script is not immutable');
  });
  await it('the API documents are served', async () => {
    const { body } = await call(url, 'GET', '/api/openapi.json');
    assert(body.openapi.startsWith('3.'), 'It is no OpenAPI document');
    await call(url, 'GET', '/api/docs', { headers: { accept: 'text/html' }, expect: null });
  });
  const image = await it('an admin uploads an image, which is decoded and made smaller', async () => {
    const png = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#36c' } })
      .png()
      .toBuffer();
    const form = new FormData();
    form.set('image', new Blob([png], { type: 'image/png' }), 'part.png');
    const { body } = await call(url, 'POST', '/api/images', { token: await tokenOf('admin'), form });
    const path = new URL(body.data.url, url).pathname;
    await until('a smaller form of the image', async () => {
      const { headers } = await call(url, 'GET', `${path}/480.webp`, { expect: null });
      return /image\//.test(headers.get('content-type'));
    });
    return path;
  });
  const product = await it('an admin adds a product', () => addProduct(shop, image ? { img: image } : {}));
  if (!product) return undefined;
  await it('the product is found, and its page is rendered with its name', async () => {
    await until('the product in the search', async () => {
      const { body } = await call(url, 'GET', `/api/items/search?q=${encodeURIComponent(product.name)}`);
      return body.items.some(({ _id }) => _id === product._id);
    });
    const page = await call(url, 'GET', `/parts/${product._id}`, { headers: { accept: 'text/html' } });
    assert(page.text.includes(product.name), 'The page does not name the product');
  });

  const order = await it('a customer signs up and orders; a repeated request is the same order', async () => {
    const key = randomUUID();
    const first = await placeOrder(shop, product, { key });
    const again = await placeOrder(shop, product, { key });
    assert(first._id === again._id, 'The repeated request made another order');
    await until('the stock without the order', async () => {
      const { availableQ } = (await call(url, 'GET', `/api/item/${product._id}`)).body;
      return availableQ === product.availableQ - UNITS;
    });
    return first;
  });
  if (!order) return undefined;
  await it('a card payment is confirmed by the signed webhook alone', async () => {
    await payByCard(shop, order);
    await until('the order is paid', async () => (await orderOf(shop, order)).status === 'paid');
  });
  await it('an unsigned webhook, and one with a wrong signature, are refused', async () => {
    const body = { id: 'evt_1', type: 'payment_intent.succeeded' };
    await call(url, 'POST', '/api/webhooks/stripe', { body, expect: 400 });
    const headers = { 'stripe-signature': `t=${Math.floor(Date.now() / 1_000)},v1=${'0'.repeat(64)}` };
    await call(url, 'POST', '/api/webhooks/stripe', { body, headers, expect: 400 });
  });
  await it('an admin ships it', async () => {
    const { body } = await call(url, 'PATCH', `/api/purchase/${order._id}`, {
      token: await tokenOf('admin'),
    });
    assert(body.status === 'shipped', `The order is ${body.status}`);
  });
  await it('its receipt has the payment and every step', async () => {
    const { transactionId, timeline, total, price } = await orderOf(shop, order);
    assert(transactionId?.startsWith('pi_'), 'It has no transaction');
    assert(total === price * UNITS, `The total is ${total}`);
    assert(timeline.length >= 3, `Its timeline has ${timeline.length} entries`);
  });
  await it('another order is confirmed by the browser, and refunded', async () => {
    const second = await placeOrder(shop, product);
    const transactionId = await payByCard(shop, second);
    const body = { transactionId, payItem: {} };
    await call(url, 'PATCH', `/api/payment/${second._id}`, { token: await tokenOf('buyer'), body });
    await call(url, 'POST', `/api/refund/${second._id}`, { token: await tokenOf('admin'), body: {} });
    await until('the order is refunded', async () => (await orderOf(shop, second)).status === 'refunded');
  });
  await it('a third is cancelled, and its stock returns', async () => {
    const stock = async () => (await call(url, 'GET', `/api/item/${product._id}`)).body.availableQ;
    const before = await until('a stock that rests', stock);
    const third = await placeOrder(shop, product);
    await call(url, 'DELETE', `/api/purchase/${third._id}`, { token: await tokenOf('buyer') });
    await until('the stock as before', async () => (await stock()) === before);
  });
  await it('a review appears', async () => {
    const comments = `Packed well ${randomUUID()}`;
    const body = { ratings: 5, comments };
    await call(url, 'POST', '/api/review', { token: await tokenOf('buyer'), body, expect: 201 });
    await until('the review in the list', async () =>
      (await call(url, 'GET', '/api/reviews')).body.some((review) => review.comments === comments),
    );
  });
  await it('the newsletter takes an address', () =>
    call(url, 'POST', '/api/newsletter', { body: { email: `${randomUUID()}@example.com` }, expect: 201 }));
  await it('an admin exports the orders', async () => {
    const { text } = await call(url, 'GET', '/api/purchases/export', { token: await tokenOf('admin') });
    assert(text.includes(order._id), 'The export lacks the order');
  });
  await it('a customer is kept out of the admin’s calls, and a stranger out of both', async () => {
    await call(url, 'GET', '/api/purchases', { token: await tokenOf('buyer'), expect: 403 });
    await call(url, 'GET', '/api/purchases', { expect: 401 });
    await call(url, 'GET', `/api/purchase/${encodeURIComponent(shop.buyer)}`, { expect: 401 });
  });
  return order;
}

/** Whether an order is still there, and shipped. */
export async function isShipped(shop, order) {
  return (await orderOf(shop, order)).status === 'shipped';
}
