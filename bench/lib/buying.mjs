import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { timed } from './figures.mjs';
import { call, signUp } from './shop.mjs';

/** Paid orders, as a browser makes them. */

export const UNITS = 5;
/** Orders that are under way at once, at most. */
const MOST_WAITING = 50;

const CARD = {
  'payment_method_data[type]': 'card',
  'payment_method_data[card][number]': '4242424242424242',
  'payment_method_data[card][exp_month]': '12',
  'payment_method_data[card][exp_year]': '2040',
  'payment_method_data[card][cvc]': '123',
};

/** One order from the form to "paid". @returns the milliseconds of each step */
export async function buy(shop, token, productId) {
  let order;
  const took = await timed(async () => {
    const body = { productId, orderQuantity: UNITS, address: '12 Foundry Lane', phone: '5550100' };
    const headers = { 'idempotency-key': randomUUID() };
    order = await call(shop, 'POST', '/api/purchase', { token, body, headers });
  });
  return { order: took, ...(await pay(shop, token, order._id)) };
}

/** A line of a basket for each product. */
export const linesOf = (products) =>
  products.map(({ _id, priceCents }) => ({
    productId: String(_id),
    orderQuantity: UNITS,
    price: priceCents / 100,
  }));

/** Orders lines as the checkout does. @returns the order */
export function checkOut(shop, token, lines) {
  const address = {
    name: 'Casey Customer',
    line1: '12 Foundry Lane',
    city: 'Springfield',
    region: 'IL',
    postalCode: '62704',
    country: 'US',
  };
  const headers = { 'idempotency-key': randomUUID() };
  return call(shop, 'POST', '/api/checkout', { token, body: { lines, address, phone: '5550100' }, headers });
}

/** Pays an order. @returns the milliseconds of each step */
export async function pay(shop, token, orderId) {
  const steps = {};
  const step = async (name, work) => {
    steps[name] = await timed(work);
  };
  let secret, paid;
  await step('intent', async () => {
    const intent = await call(shop, 'POST', '/api/create-payment-intent', { token, body: { orderId } });
    secret = intent.clientSecret;
  });
  const intentId = secret.slice(0, secret.indexOf('_secret_'));
  await step('confirm', () =>
    call({ url: shop.paymentsUrl }, 'POST', `/v1/payment_intents/${intentId}/confirm`, {
      token: 'pk_test_demo',
      form: { client_secret: secret, ...CARD },
    }),
  );
  await step('pay', async () => {
    const body = { transactionId: intentId, payItem: {} };
    paid = await call(shop, 'PATCH', `/api/payment/${orderId}`, { token, body });
  });
  if (paid.status !== 'paid') throw new Error(`The order ${orderId} is ${paid.status}, not paid.`);
  return steps;
}

/**
 * Pays so many orders a second, of different products and customers, until `stop` is called.
 *
 * @returns {Promise<{ stop: () => Promise<number> }>} `stop` returns how many were paid a second
 */
export async function buyPaced(shop, perSecond) {
  const customers = 8;
  const tokens = [];
  for (let n = 0; n < customers; n += 1)
    tokens.push(await signUp(shop, `paced-${n}-${randomUUID()}@bench.example`));
  const found = shop.db
    .collection('products')
    .find({}, { projection: { _id: 1 } })
    .limit(100);
  const ids = (await found.toArray()).map(({ _id }) => String(_id));
  const under = new Set();
  const stopping = new AbortController();
  let [begun, paid] = [0, 0];
  const from = performance.now();
  const loop = (async () => {
    while (!stopping.signal.aborted) {
      const n = begun++;
      const order = buy(shop, tokens[n % customers], ids[n % ids.length]).then(() => (paid += 1));
      under.add(order);
      order.finally(() => under.delete(order)).catch(() => undefined); // `stop` reports it
      await sleep(Math.max(0, from + (begun * 1_000) / perSecond - performance.now()));
      // a shop that cannot keep up is not buried: it has paid fewer a second
      while (under.size > MOST_WAITING) await Promise.race(under);
    }
  })();
  loop.catch(() => undefined); // `stop` reports it
  const stop = async () => {
    stopping.abort();
    await loop;
    const seconds = (performance.now() - from) / 1_000;
    await Promise.all(under);
    return paid / seconds;
  };
  return { stop };
}
