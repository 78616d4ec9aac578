import { checkOut, linesOf, pay } from './buying.mjs';
import { ms, percentile, printTable, timed } from './figures.mjs';
import { call } from './shop.mjs';

/** A basket of as many lines as there may be: one customer saves it, reads it, has it checked, and orders it, again and again. */
const LINES = 200;
const ROUNDS = 40;
const WARM_UP = 5;
/** p95 in milliseconds; they are printed next to what was measured, since other machines have other times. */
const LIMITS = { read: 100, checked: 100, placed: 1_000 };

/** @param bench a shop, its customers' tokens, and the products to order */
export async function measureBaskets({ shop, tokens: [token], products }) {
  const times = { saved: [], read: [], checked: [], placed: [] };
  for (let n = -WARM_UP; n < ROUNDS; n += 1) {
    const from = ((n + WARM_UP) * LINES) % (products.length - LINES);
    const body = { lines: linesOf(products.slice(from, from + LINES)) };
    let order;
    const took = {
      saved: await timed(() => call(shop, 'PUT', '/api/basket', { token, body })),
      read: await timed(() => call(shop, 'GET', '/api/basket', { token })),
      checked: await timed(() => call(shop, 'POST', '/api/basket/check', { body })),
      placed: await timed(async () => {
        order = await checkOut(shop, token, body.lines);
      }),
    };
    await pay(shop, token, order._id);
    if (n >= 0) for (const [what, time] of Object.entries(took)) times[what].push(time);
  }
  return times;
}

export function reportBaskets(times) {
  console.log(`\nA basket of ${LINES} lines, ${ROUNDS} times, one customer.`);
  printTable(
    ['', 'p50', 'p95', 'limit of p95', ''],
    Object.entries(times).map(([what, all]) => {
      const [limit, p95] = [LIMITS[what], percentile(all, 95)];
      const isOver = limit !== undefined && p95 > limit;
      const shown = limit === undefined ? '' : ms(limit);
      return [what, ms(percentile(all, 50)), ms(p95), shown, isOver ? 'OVER' : ''];
    }),
  );
}
