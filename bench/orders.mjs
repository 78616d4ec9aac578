import { BareOrders } from './lib/bare-orders.mjs';
import { measureBaskets, reportBaskets } from './lib/baskets.mjs';
import { buy, UNITS } from './lib/buying.mjs';
import { count, judge, judgeAtLeast, ms, percentile, printTable, timed, together } from './lib/figures.mjs';
import { measureLines, reportLines } from './lib/orders-of-lines.mjs';
import { measureWebhooks, reportWebhooks } from './lib/orders-with-webhooks.mjs';
import { fillProducts } from './lib/rows.mjs';
import { signUp, sizesOf, withShops } from './lib/shop.mjs';

/**
 * `npm run bench -- orders`: paid orders a second, at 100 and at 1,000,000 products.
 *
 * Eight customers at once, each ordering one product after another as a browser does: the order with an idempotency key, its
 * payment intent, the card at the payment sandbox itself, as at Stripe, and the confirmation; the sandbox's webhooks come in
 * between. This process makes the load; the shop, the store and the sandbox are processes of their own.
 *
 * Each size has its own shop. After each round of orders the same number is made in the same store by the driver alone: see
 * `lib/bare-orders.mjs`. Rounds alternate between the sizes as well, so that other load on the machine affects all alike.
 *
 * At the larger size, orders of 1, 8 and 200 lines follow: see `lib/orders-of-lines.mjs`; and a basket of 200 lines:
 * `lib/baskets.mjs`. At the smaller size orders follow at a fixed rate, with webhooks and without: `lib/orders-with-webhooks.mjs`.
 *
 * Ends with 1 when the shop makes less than `LEAST` of the bare driver's orders, or when an order at 1,000,000 products costs
 * over `LIMIT` times one at 100, or one of eight lines over twice one of a single line. `--sizes 100,100000` for a shorter run.
 */
const SIZES = sizesOf([100, 1_000_000]);
const LEAST = 0.33;
const LIMIT = 1.2;
const CLIENTS = 8;
const ROUNDS = 6;
const ORDERS_A_ROUND = 80;
/** Until V8 has compiled what an order needs, it takes twice as long. */
const WARM_UP = 400;
const STEPS = ['order', 'intent', 'confirm', 'pay'];

/** Some products to order, all over the catalogue: each client has another one at any time. */
const sampleOf = (products, most) => {
  const step = Math.max(1, Math.floor(products.length / most));
  return products.filter((_, n) => n % step === 0);
};

/** A shop of its size, and the measurements so far. */
async function prepare(shop) {
  const took = await timed(() =>
    fillProducts(shop.db, shop.size, { availableQ: 1_000_000, minimumOQ: UNITS }),
  );
  console.log(`  ${count(shop.size)} products written in ${(took / 1_000).toFixed(1)} s`);
  const found = shop.db.collection('products').find({}, { projection: { _id: 1, priceCents: 1 } });
  const products = sampleOf(await found.toArray(), 5_000);
  const ids = products.map(({ _id }) => _id);
  const bare = new BareOrders(shop.db, shop.client);
  return { shop, products, ids, bare, rates: [], bareRates: [], times: [], steps: [], next: 0 };
}

/** Signs the customers up. Their tokens are valid for 15 minutes: less than a million products take. */
async function addCustomers(bench, name) {
  bench.tokens = [];
  bench.users = [];
  for (let n = 0; n < CLIENTS; n += 1) {
    const email = `${name}-${n}@bench.example`;
    bench.tokens.push(await signUp(bench.shop, email));
    bench.users.push(await bench.shop.db.collection('users').findOne({ email }));
  }
}

/** Orders go through the catalogue in steps, so that each client has a product of its own. */
const nextProduct = (bench) => bench.ids[(bench.next++ * 37) % bench.ids.length];

const orders = (bench, number) =>
  together(CLIENTS, number, async (client) => {
    bench.steps.push(await buy(bench.shop, bench.tokens[client], String(nextProduct(bench))));
  });

const bareOrders = (bench, number) =>
  together(CLIENTS, number, (client) => bench.bare.buy(bench.users[client]._id, nextProduct(bench), UNITS));

async function measure(bench) {
  const made = await orders(bench, ORDERS_A_ROUND);
  bench.rates.push(made.perSecond);
  bench.times.push(...made.times);
  bench.bareRates.push((await bareOrders(bench, ORDERS_A_ROUND)).perSecond);
}

const median = (numbers) => percentile(numbers, 50);

function report(benches) {
  const total = ROUNDS * ORDERS_A_ROUND;
  console.log(`\n${total} paid orders each way at each size, ${CLIENTS} clients.`);
  const results = benches.map(({ shop, rates, times, bareRates }) => {
    const [rate, bare] = [median(rates), median(bareRates)];
    return { size: shop.size, rate, times, bare, ratio: rate / bare };
  });
  printTable(
    ['products', 'paid orders/s', 'p50', 'p99', 'bare driver, orders/s', 'of it'],
    results.map(({ size, rate, times, bare, ratio }) => [
      count(size),
      rate.toFixed(1),
      ms(percentile(times, 50)),
      ms(percentile(times, 99)),
      bare.toFixed(1),
      ratio.toFixed(2),
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
  for (const { size, ratio } of results)
    judgeAtLeast(`Orders at ${count(size)} products, of the bare driver's`, ratio, LEAST);
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
    await addCustomers(bench, 'buyer');
    await orders(bench, WARM_UP);
    await bareOrders(bench, WARM_UP);
    bench.steps.length = 0;
  }
  for (let n = 0; n < ROUNDS; n += 1) {
    // the one that goes first changes
    for (const bench of n % 2 === 0 ? benches : benches.toReversed()) await measure(bench);
  }
  report(benches);
  const large = benches.at(-1);
  await addCustomers(large, 'lines');
  reportLines(await measureLines(large), CLIENTS);
  reportBaskets(await measureBaskets(large));
  const [small] = benches;
  await addCustomers(small, 'webhooks');
  reportWebhooks(await measureWebhooks(small));
});
