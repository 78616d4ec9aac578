import { checkOut, linesOf, pay } from './buying.mjs';
import { count, judge, ms, percentile, printTable, timed, together } from './figures.mjs';

/**
 * What an order of more lines costs, placed and paid by the calls that a browser makes.
 *
 * Orders of 1, 8 and 200 lines alternate round by round. Each client has products of its own.
 */
const LINES = [1, 8, 200];
const LIMIT = 2;
const ROUNDS = 6;
/** Fewer of those that take long. */
const ordersOf = (lines, clients) => Math.max(clients, Math.floor((5 * clients) / Math.ceil(lines / 8)));
const WARM_UP_ROUNDS = 2;

/** @param bench a shop, its customers' tokens, and the products to order */
export async function measureLines({ shop, tokens, products }) {
  const clients = tokens.length;
  const each = Math.floor(products.length / clients);
  if (each < Math.max(...LINES))
    throw new Error(`${products.length} products are too few for ${clients} clients.`);
  let next = 0;
  const sizes = LINES.map((lines) => ({ lines, rates: [], placed: [], paid: [] }));
  const round = async ({ lines, rates, placed, paid }) => {
    const done = await together(clients, ordersOf(lines, clients), async (client) => {
      const own = products.slice(client * each, (client + 1) * each);
      const from = lines * next++;
      const wanted = Array.from({ length: lines }, (_, n) => own[(from + n) % each]);
      let order;
      placed.push(
        await timed(async () => {
          order = await checkOut(shop, tokens[client], linesOf(wanted));
        }),
      );
      await pay(shop, tokens[client], order._id);
    });
    rates.push(done.perSecond);
    paid.push(...done.times);
  };
  for (let n = -WARM_UP_ROUNDS; n < ROUNDS; n += 1) {
    if (n === 0) for (const size of sizes) Object.assign(size, { rates: [], placed: [], paid: [] });
    for (const size of n % 2 ? sizes.toReversed() : sizes) await round(size);
  }
  return sizes;
}

const p50 = (times) => percentile(times, 50);

/** Prints what they cost; the limit is for a paid order of the second size, against the first. */
export function reportLines(sizes, clients) {
  const costs = sizes.map(({ rates }) => 1_000 / p50(rates));
  console.log(`\nPaid orders of several lines, ${clients} clients.`);
  printTable(
    ['lines', 'paid orders/s', 'placed, p50', 'paid, p50', 'times one line', 'times one line, placed'],
    sizes.map(({ lines, rates, placed, paid }, n) => [
      count(lines),
      p50(rates).toFixed(1),
      ms(p50(placed)),
      ms(p50(paid)),
      (costs[n] / costs[0]).toFixed(2),
      (p50(placed) / p50(sizes[0].placed)).toFixed(2),
    ]),
  );
  console.log();
  judge(`A paid order of ${sizes[1].lines} lines against one`, costs[1] / costs[0], LIMIT);
}
