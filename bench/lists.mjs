import { count, judge, ms, percentile, printTable, timed } from './lib/figures.mjs';
import { COMMON, customerEmail, fillOrders, fillProducts, RARE } from './lib/rows.mjs';
import { call, signInAdmin, withShops } from './lib/shop.mjs';

/**
 * `npm run bench:lists`: what the searched lists cost over HTTP, at 100 and at 100,000 rows.
 *
 * One client asks for the first page of 20 rows as visitors and an admin do: all, filtered, in another order, by words.
 * Each size has its own shop, with as many orders as products. Each call alternates between the two, so that other load on
 * the machine affects both. "A rare word" is in ten rows at either size, "a common word" in an eighth of the rows.
 *
 * Ends with 1 when the median of a call at 100,000 rows is over `LIMIT` times that at 100.
 */
const SIZES = [100, 100_000];
const LIMIT = 1.5;
const ROUNDS = 4;
const CALLS_A_ROUND = 15;
/** Slow calls are made fewer times, to bound the duration. */
const MOST_MS_A_ROUND = 1_500;

const CALLS = [
  ['items, first page', '/api/items/search'],
  ['items, of a kind', '/api/items/search?kind=memory'],
  ['items, of an availability', '/api/items/search?availability=low'],
  ['items, by price', '/api/items/search?sort=price'],
  ['items, narrow price, newest', '/api/items/search?minPrice=40&maxPrice=40.5'],
  ['items, by a rare word', `/api/items/search?q=${RARE}`],
  ['items, by a common word', `/api/items/search?q=${COMMON}`],
  ['items, by two words', `/api/items/search?q=${COMMON}+${RARE}`],
  ['orders, first page', '/api/purchases/search'],
  ['orders, paid', '/api/purchases/search?status=paid'],
  ['orders, of a customer', `/api/purchases/search?email=${customerEmail(3)}`],
  ['orders, by total', '/api/purchases/search?sort=-total'],
  ['orders, by a rare word', `/api/purchases/search?q=${RARE}`],
  ['orders, by a common word', `/api/purchases/search?q=${COMMON}`],
];

async function prepare(shop) {
  const took = await timed(async () => {
    await fillProducts(shop.db, shop.size);
    await fillOrders(shop.db, shop.size);
  });
  console.log(`  ${count(shop.size)} products and orders written in ${(took / 1_000).toFixed(1)} s`);
  return { shop, token: await signInAdmin(shop), times: CALLS.map(() => []) };
}

const measure = ({ shop, token }, path) => timed(() => call(shop, 'GET', path, { token }));
const at = (bench, n, percent) => percentile(bench.times[n], percent);

console.log('The list calls');
await withShops(SIZES, async (shops) => {
  const benches = [];
  for (const shop of shops) benches.push(await prepare(shop));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [n, [, path]] of CALLS.entries()) {
      let spent = 0;
      for (let i = 0; i < CALLS_A_ROUND && spent < MOST_MS_A_ROUND; i += 1) {
        for (const bench of i % 2 === 0 ? benches : benches.toReversed()) {
          const took = await measure(bench, path);
          spent += took;
          // the first round warms up
          if (round > 0) bench.times[n].push(took);
        }
      }
    }
  }
  const [small, large] = benches;
  printTable(
    ['call', ...SIZES.flatMap((size) => [`p50 at ${count(size)}`, 'p99']), 'ratio'],
    CALLS.map(([name], n) => [
      name,
      ...benches.flatMap((bench) => [ms(at(bench, n, 50)), ms(at(bench, n, 99))]),
      (at(large, n, 50) / at(small, n, 50)).toFixed(2),
    ]),
  );
  console.log();
  for (const [n, [name]] of CALLS.entries()) judge(name, at(large, n, 50) / at(small, n, 50), LIMIT);
});
