import { count, judge, ms, percentile, printTable, timed, together } from './lib/figures.mjs';
import { fillProducts } from './lib/rows.mjs';
import { call, signUp, withShops } from './lib/shop.mjs';

/**
 * `npm run bench:orders`: paid orders a second, at 100 and at 100,000 products.
 *
 * Eight customers at once, each ordering one product after another as a browser does: the order, its payment intent, the
 * card at the payment sandbox through the shop's origin, and the settlement; the sandbox's webhooks come in between. Each
 * size has its own shop. Rounds alternate between the two, so that other load on the machine affects both. After each round
 * the driver inserts single documents into the same store, eight at once: the rate of durable writes at that moment, which
 * the orders are compared with.
 *
 * Ends with 1 when an order at 100,000 products costs over `LIMIT` times one at 100.
 */
const SIZES = [100, 100_000];
const LIMIT = 1.5;
const CLIENTS = 8;
const ROUNDS = 6;
const ORDERS_A_ROUND = 50;
const WARM_UP = 40;
const INSERTS_A_ROUND = 200;
const STEPS = ['order', 'intent', 'confirm', 'settle'];

const CARD = {
  'payment_method_data[type]': 'card',
  'payment_method_data[card][number]': '4242424242424242',
  'payment_method_data[card][exp_month]': '12',
  'payment_method_data[card][exp_year]': '2040',
  'payment_method_data[card][cvc]': '123',
};

/** One order from the form to "paid". @returns the milliseconds of each step */
async function buy(shop, token, productId) {
  const steps = {};
  const step = async (name, work) => {
    steps[name] = await timed(work);
  };
  let order, secret, paid;
  await step('order', async () => {
    const body = { productId, orderQuantity: 5, address: '12 Foundry Lane', phone: '5550100' };
    order = await call(shop, 'POST', '/api/purchase', { token, body });
  });
  await step('intent', async () => {
    const intent = await call(shop, 'POST', '/api/create-payment-intent', {
      token,
      body: { orderId: order._id },
    });
    secret = intent.clientSecret;
  });
  const intentId = secret.slice(0, secret.indexOf('_secret_'));
  await step('confirm', () =>
    call(shop, 'POST', `/payments-sandbox/v1/payment_intents/${intentId}/confirm`, {
      token: 'pk_test_demo',
      form: { client_secret: secret, ...CARD },
    }),
  );
  await step('settle', async () => {
    const body = { transactionId: intentId, payItem: {} };
    paid = await call(shop, 'PATCH', `/api/payment/${order._id}`, { token, body });
  });
  if (paid.status !== 'paid') throw new Error(`The order ${order._id} is ${paid.status}, not paid.`);
  return steps;
}

/** A shop of its size with its customers, and the measurements so far. */
async function prepare(shop) {
  const took = await timed(() => fillProducts(shop.db, shop.size, { availableQ: 1_000_000, minimumOQ: 5 }));
  console.log(`  ${count(shop.size)} products written in ${(took / 1_000).toFixed(1)} s`);
  const ids = (
    await shop.db
      .collection('products')
      .find({}, { projection: { _id: 1 } })
      .toArray()
  ).map(({ _id }) => String(_id));
  const tokens = [];
  for (let n = 0; n < CLIENTS; n += 1) tokens.push(await signUp(shop, `buyer-${n}@bench.example`));
  const inserts = shop.db.collection('bench_inserts', { writeConcern: { w: 'majority', j: true } });
  return { shop, ids, tokens, inserts, orders: [], insertRates: [], times: [], steps: [], next: 0 };
}

/** Orders go through the catalogue in steps, so that each client has a product of its own. */
function round(bench, orders) {
  const { shop, ids, tokens, steps } = bench;
  return together(CLIENTS, orders, async (client) => {
    const id = ids[(bench.next++ * 37) % ids.length];
    steps.push(await buy(shop, tokens[client], id));
  });
}

const insert = ({ inserts }, number) =>
  together(CLIENTS, number, () => inserts.insertOne({ at: new Date(), text: 'one document'.repeat(20) }));

async function measure(bench) {
  const orders = await round(bench, ORDERS_A_ROUND);
  bench.orders.push(orders.perSecond);
  bench.times.push(...orders.times);
  bench.insertRates.push((await insert(bench, INSERTS_A_ROUND)).perSecond);
}

const median = (numbers) => percentile(numbers, 50);

function report(benches) {
  const total = ROUNDS * ORDERS_A_ROUND;
  console.log(
    `\n${total} paid orders and ${ROUNDS * INSERTS_A_ROUND} inserts at each size, ${CLIENTS} clients.`,
  );
  const results = benches.map(({ shop, orders, times, insertRates }) => {
    const [rate, inserts] = [median(orders), median(insertRates)];
    return { size: shop.size, rate, times, inserts, ratio: rate / inserts };
  });
  printTable(
    ['products', 'paid orders/s', 'p50', 'p99', 'durable inserts/s', 'orders : inserts'],
    results.map(({ size, rate, times, inserts, ratio }) => [
      count(size),
      rate.toFixed(1),
      ms(percentile(times, 50)),
      ms(percentile(times, 99)),
      inserts.toFixed(0),
      `1 : ${(1 / ratio).toFixed(1)}`,
    ]),
  );
  printTable(
    ['step', ...benches.flatMap(({ shop }) => [`p50 at ${count(shop.size)}`, 'p99'])],
    STEPS.map((name) => [
      name,
      ...benches.flatMap(({ steps }) => {
        const times = steps.map((step) => step[name]);
        return [ms(percentile(times, 50)), ms(percentile(times, 99))];
      }),
    ]),
  );
  console.log();
  const [small, large] = results;
  judge(
    `A paid order at ${count(large.size)} products against ${count(small.size)}`,
    small.rate / large.rate,
    LIMIT,
  );
}

console.log('Paid orders a second');
await withShops(SIZES, async (shops) => {
  const benches = [];
  for (const shop of shops) benches.push(await prepare(shop));
  for (const bench of benches) {
    await round(bench, WARM_UP);
    await insert(bench, WARM_UP);
    bench.steps.length = 0;
  }
  for (let n = 0; n < ROUNDS; n += 1) {
    // the one that goes first changes
    for (const bench of n % 2 === 0 ? benches : benches.toReversed()) await measure(bench);
  }
  report(benches);
});
