import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** A smoke test of a demo shop over HTTP: a product, an order, its payment and its shipment. */

const ADMIN = { email: 'admin@example.com', password: 'rapid-admin' };
const UNITS = 5;
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const CARD = {
  'payment_method_data[type]': 'card',
  'payment_method_data[card][number]': '4242424242424242',
  'payment_method_data[card][exp_month]': '12',
  'payment_method_data[card][exp_year]': '2040',
  'payment_method_data[card][cvc]': '123',
};

export function assert(condition, message) {
  if (!condition) throw new Error(message);
}

/** Waits until `holds` returns something true, and returns it; what it throws counts as false. */
export async function until(what, holds, withinMs = 60_000) {
  let last = '';
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await sleep(250)) {
    try {
      const value = await holds();
      if (value) return value;
    } catch (error) {
      last = `: ${error.message}`;
    }
  }
  throw new Error(`Not within ${withinMs / 1_000} s: ${what}${last}`);
}

/** @returns the body, parsed when it is JSON @throws Error when the status is not `expect`, without it none of 2xx */
export async function call(url, method, path, { token, body, form, headers, expect } = {}) {
  const content = form ?? (body && JSON.stringify(body));
  const response = await fetch(url + path, {
    method,
    signal: AbortSignal.timeout(30_000),
    headers: {
      // the server of a connection that is kept may have been replaced meanwhile
      connection: 'close',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(content && { body: content }),
  });
  const text = await response.text();
  if (expect ? response.status !== expect : !response.ok)
    throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
  return /json/.test(response.headers.get('content-type')) ? JSON.parse(text) : text;
}

async function signIn(url, how, credentials) {
  const path = `/identitytoolkit.googleapis.com/v1/accounts:${how}?key=demo-key`;
  const { idToken } = await call(url, 'POST', path, { body: { ...credentials, returnSecureToken: true } });
  const { email } = credentials;
  const exchanged = await call(url, 'PUT', `/api/user/${email}`, { token: idToken, body: { email } });
  return exchanged.token;
}

async function uploadImage(url, token) {
  const form = new FormData();
  form.set('image', new Blob([Buffer.from(PIXEL, 'base64')], { type: 'image/png' }), 'part.png');
  return (await call(url, 'POST', '/api/images', { token, form })).data.url;
}

/** Sells a new product to a new customer. @returns a check that the order is still there, and shipped */
export async function buyAndShip(url) {
  const page = await call(url, 'GET', '/', { headers: { accept: 'text/html' } });
  assert(/<h[12]/.test(page), 'The home page is not rendered');
  await call(url, 'GET', /\/assets\/[^"]+\.js/.exec(page)[0]);
  const admin = await signIn(url, 'signInWithPassword', ADMIN);
  const name = `Container part ${randomUUID().slice(0, 8)}`;
  const product = await call(url, 'POST', '/api/product', {
    token: admin,
    body: {
      name,
      price: 12.5,
      minimumOQ: UNITS,
      availableQ: 100,
      description: 'Made by the check of the containers.',
      img: await uploadImage(url, admin),
    },
  });
  const part = await call(url, 'GET', `/parts/${product.insertedId}`, { headers: { accept: 'text/html' } });
  assert(part.includes(name), 'The page of the new product does not name it');

  const buyer = { email: `buyer-${randomUUID()}@example.com`, password: 'check-buyer' };
  const token = await signIn(url, 'signUp', buyer);
  const order = await call(url, 'POST', '/api/purchase', {
    token,
    headers: { 'idempotency-key': randomUUID() },
    body: {
      productId: product.insertedId,
      orderQuantity: UNITS,
      address: '12 Foundry Lane',
      phone: '5550100',
    },
  });
  const intent = await call(url, 'POST', '/api/create-payment-intent', {
    token,
    body: { orderId: order._id },
  });
  const { payments } = await call(url, 'GET', '/api/config');
  const id = intent.clientSecret.split('_secret_')[0];
  await call(url + payments.apiUrl, 'POST', `/v1/payment_intents/${id}/confirm`, {
    token: 'pk_test_demo',
    form: new URLSearchParams({ client_secret: intent.clientSecret, ...CARD }),
  });
  const statusIs = async (status) => {
    const current = await signIn(url, 'signInWithPassword', buyer);
    const orders = await call(url, 'GET', `/api/purchase/${buyer.email}`, { token: current });
    return orders.find(({ _id }) => _id === order._id).status === status;
  };
  await until('the order is paid', () => statusIs('paid'));
  await call(url, 'PATCH', `/api/purchase/${order._id}`, { token: admin });
  return () => until('the order is shipped', () => statusIs('shipped'));
}
