import { count, judge, ms, percentile, printTable, timed } from './lib/figures.mjs';
import {
  AVAILABILITY,
  COMMON_ORDERS,
  COMMON,
  fillOrders,
  fillProducts,
  HALF_PRICE,
  KIND,
  RARE,
} from './lib/rows.mjs';
import { call, CUSTOMER, drain, signInAdmin, signInCustomer, sizesOf, withShops } from './lib/shop.mjs';

/**
 * `npm run bench -- lists`: what the lists cost over HTTP, at 100 and at 1,000,000 products and as many orders, in every
 * combination of filter, search and sort that the screens offer. `--sizes 100,100000` for a shorter run.
 *
 * Each size has its own shop; the load comes from this process. Pages have as many rows at either size, ten of most lists: half
 * of the rows have the kind, half the availability and half a price in the range, all rows have the common word and ten the
 * rare one. Calls alternate between the two shops, so that other load on the machine affects both; 16 clients call in bursts.
 * Each list was called before at both sizes, until V8 has compiled what they need. What is over the limit is measured once
 * more: it may have been the machine.
 * The response cache is off: this is what a miss costs.
 *
 * Ends with 1 when the median of a call at the large size is over `LIMIT` times that at the small one.
 */
const SIZES = sizesOf([100, 1_000_000]);
const LIMIT = 1.5;
const PAGE_SIZE = 10;
const CLIENTS = [1, 16];
/** Bursts of calls at each size, for each combination and number of clients, after two that warm up. */
const BURSTS = { 1: 32, 16: 16 };
const WARM_UP = 2;
/** Calls of each list at each size before anything counts. */
const FIRST_CALLS = 16;

/** Every combination of the values of each name; a value of `undefined` leaves the name out. */
const combinations = (choices) =>
  Object.entries(choices).reduce(
    (before, [name, all]) =>
      before.flatMap((query) =>
        all.map((value) => (value === undefined ? query : { ...query, [name]: value })),
      ),
    [{}],
  );

const kind = [undefined, KIND];
const availability = [undefined, AVAILABILITY];
const PRICES = ['price', '-price'];
const SEARCHES = [RARE, `${COMMON} ${RARE}`];
const ORDER_SORTS = ['newest', 'oldest', 'total', '-total'];
const status = [undefined, 'paid'];

const ITEMS = '/api/items/search';
const PURCHASES = '/api/purchases/search';

/** Calls of a list by some queries, which `who` makes: nobody, the admin or the owner of the first orders. */
const callsOf = (name, path, queries, who) =>
  queries.map((query) => {
    const filters = Object.entries(query).filter(([key]) => key !== 'email');
    return {
      name: `${name}: ${filters.map(([key, value]) => `${key}=${value}`).join(' ')}`,
      path: `${path}?${new URLSearchParams({ ...query, pageSize: PAGE_SIZE }).toString()}`,
      who,
    };
  });

/** What the screens offer. */
const LISTS = [
  ...callsOf('parts', ITEMS, [
    ...combinations({ kind, availability, sort: ['newest', ...PRICES, 'name', '-availableQ'] }),
    ...combinations({ maxPrice: [HALF_PRICE], kind, availability, sort: PRICES }),
    ...combinations({ q: [COMMON], kind, availability, sort: ['newest', ...PRICES] }),
    ...combinations({ q: [COMMON], maxPrice: [HALF_PRICE], kind, availability, sort: PRICES }),
    ...combinations({ q: SEARCHES, sort: ['newest', ...PRICES] }),
  ]),
  ...callsOf('products', ITEMS, [
    ...combinations({ availability, sort: ['oldest', '-name', 'availableQ'] }),
    ...combinations({ q: [COMMON, ...SEARCHES], availability, sort: ['oldest'] }),
  ]),
  ...callsOf(
    'orders',
    PURCHASES,
    [
      ...combinations({ status, sort: ORDER_SORTS }),
      ...combinations({ q: [COMMON_ORDERS, RARE], status, sort: ['newest', 'oldest'] }),
    ],
    'admin',
  ),
  ...callsOf(
    'own orders',
    PURCHASES,
    combinations({ email: [CUSTOMER], q: [undefined, COMMON_ORDERS], status, sort: ORDER_SORTS }),
    'owner',
  ),
];

/** @returns the milliseconds of a call */
const measure = ({ shop, tokens }, { path, who }) =>
  timed(() => drain(shop, path, who && { authorization: `Bearer ${tokens[who]}` }));

const seconds = (took) => `${(took / 1_000).toFixed(0)} s`;

async function prepare(shop) {
  const { _id } = await shop.db.collection('users').findOne({ email: CUSTOMER });
  const products = await timed(() => fillProducts(shop.db, shop.size));
  const orders = await timed(() => fillOrders(shop.db, shop.size, _id));
  console.log(`  ${count(shop.size)} products written in ${seconds(products)}, orders in ${seconds(orders)}`);
  return { shop, times: CLIENTS.map(() => LISTS.map(() => [])) };
}

/** Calls one list at both sizes in turn, by so many clients at once. */
async function measureList(benches, list, n, level) {
  const clients = CLIENTS[level];
  for (let burst = -WARM_UP; burst < BURSTS[clients]; burst += 1) {
    // the one that goes first changes
    for (const bench of burst % 2 ? benches.toReversed() : benches) {
      const took = await Promise.all(Array.from({ length: clients }, () => measure(bench, list)));
      if (burst >= 0) bench.times[level][n].push(...took);
    }
  }
}

const p50 = (bench, level, n) => percentile(bench.times[level][n], 50);

/** How many times as long a list takes at the large size. */
const growth = (benches, level, n) => p50(benches.at(-1), level, n) / p50(benches[0], level, n);

console.log('The list calls');
await withShops(
  SIZES,
  async (shops) => {
    const benches = [];
    for (const shop of shops) benches.push(await prepare(shop));
    // a token is valid for 15 minutes
    for (const bench of benches)
      bench.tokens = { admin: await signInAdmin(bench.shop), owner: await signInCustomer(bench.shop) };
    for (const list of LISTS) {
      const rows = [];
      for (const { shop, tokens } of benches) {
        const { items } = await call(shop, 'GET', list.path, { token: tokens[list.who] });
        rows.push(items.length);
      }
      if (rows[0] === 0 || rows.some((length) => length !== rows[0]))
        throw new Error(`${list.name}: ${rows.join(' and ')} rows`);
    }
    for (const list of LISTS)
      for (const bench of benches)
        await Promise.all(Array.from({ length: FIRST_CALLS }, () => measure(bench, list)));
    for (const [n, list] of LISTS.entries())
      for (const level of CLIENTS.keys()) {
        await measureList(benches, list, n, level);
        if (growth(benches, level, n) <= LIMIT) continue;
        for (const bench of benches) bench.times[level][n] = [];
        await measureList(benches, list, n, level);
      }
    printTable(
      [
        'call',
        ...CLIENTS.flatMap((clients) => [...SIZES.map((size) => `${clients} at ${count(size)}`), 'ratio']),
      ],
      LISTS.map(({ name }, n) => [
        name,
        ...CLIENTS.flatMap((_clients, level) => [
          ...benches.map((bench) => ms(p50(bench, level, n))),
          growth(benches, level, n).toFixed(2),
        ]),
      ]),
    );
    console.log();
    let within = 0;
    for (const [level, clients] of CLIENTS.entries())
      for (const [n, { name }] of LISTS.entries())
        if (growth(benches, level, n) <= LIMIT) within += 1;
        else judge(`${name}, ${clients} at once`, growth(benches, level, n), LIMIT);
    console.log(`${within} of ${CLIENTS.length * LISTS.length} medians within ${LIMIT} times`);
  },
  // the database's own indexes are measured
  { RESPONSE_CACHE_MB: '0', SEARCH_EMBEDDED_MAX: '0' },
);
