import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { count, judge, ms, percentile, printTable, timed } from './lib/figures.mjs';
import { call, drain, signInAdmin, sizesOf, withShops } from './lib/shop.mjs';

/**
 * `npm run bench -- admin`: what an admin's pages cost over HTTP, at 1,000 and at 1,000,000 orders: first page, a page by
 * cursor, each filter and sort, the counts of the tabs, the overview and an export. `--sizes 1000,100000` for a shorter run.
 *
 * Each size has its own shop, filled by `npm run cli -- seed`; calls alternate between them, so that other load on the machine
 * affects both. The response cache is off, and totals that the server remembers for some seconds are asked for again: each
 * call of a list is repeated with another page size.
 *
 * Ends with 1 when the median of a call at the large size is over its limit of that at the small one, or when the server's
 * memory grows while it sends an export.
 */
const SIZES = sizesOf([1_000, 1_000_000]);
const PRODUCTS = 1_000;
const ROUNDS = 40;
const WARM_UP = 3;
const LIST_LIMIT = 2;
const OVERVIEW_LIMIT = 3;
/** What the server's resident memory may grow by while it sends an export, once it has sent so many rows. */
const SETTLED_ROWS = 100_000;
const EXPORT_MB = 16;

const DAY = 24 * 3_600_000;
const dayOf = (time) => new Date(time).toISOString().slice(0, 10);
const ORDERS = '/api/purchases/search';

/** The calls of the pages; `first` is a row of the shop itself, so that every filter finds some. */
function callsOf({ first, tracking, cursor, popular }) {
  const now = Date.now();
  const month = { from: dayOf(now - 30 * DAY), to: dayOf(now) };
  const list = (name, query) => ({ name, path: ORDERS, query, limit: LIST_LIMIT });
  return [
    list('first page', {}),
    list('a page by cursor', { cursor }),
    ...['newest', 'oldest', 'total', '-total'].map((sort) => list(`sort ${sort}`, { sort })),
    ...['unpaid', 'paid', 'shipped', 'cancelled', 'refunded'].map((status) =>
      list(`status ${status}`, { status }),
    ),
    list('range of days', month),
    list('range of days, one state', { ...month, status: 'shipped' }),
    list('range of totals, one state', { minTotal: 100, maxTotal: 5_000, status: 'shipped', sort: 'total' }),
    list('customer', { email: first.userEmail }),
    list("a customer's e-mail in the search", { q: first.userEmail }),
    list('the end of an order number in the search', { q: first.number.slice(-7) }),
    list('a tracking number in the search', { q: tracking }),
    list('a word of many orders', { q: first.productName.split(' ')[0] }),
    list('product', { productId: popular }),
    list('kind', { kind: 'cooler' }),
    { name: 'counts of the tabs', path: '/api/purchases/counts', query: {}, limit: LIST_LIMIT },
    { name: 'overview, 30 days', path: '/api/reports/overview', query: month, limit: OVERVIEW_LIMIT },
    {
      name: 'overview, a year by month',
      path: '/api/reports/overview',
      query: { from: dayOf(now - 364 * DAY), to: dayOf(now), by: 'month' },
      limit: OVERVIEW_LIMIT,
    },
  ];
}

const pathOf = ({ path, query }, round) => {
  const params = new URLSearchParams(query);
  // another page size each time, so that nothing is remembered of the call before
  if (path === ORDERS) params.set('pageSize', String(20 + (round % 5)));
  return `${path}?${params.toString()}`;
};

function mostFrequent(words) {
  const times = new Map();
  for (const word of words) times.set(word, (times.get(word) ?? 0) + 1);
  return [...times].toSorted((a, b) => b[1] - a[1])[0][0];
}

async function prepare(shop) {
  const token = await signInAdmin(shop);
  const page = await call(shop, 'GET', `${ORDERS}?pageSize=20`, { token });
  const newest = shop.db
    .collection('purchases')
    .find({}, { projection: { 'lines.productId': 1 } })
    .sort({ createdAt: -1, _id: -1 })
    .limit(1_000);
  const popular = mostFrequent(
    (await newest.toArray()).flatMap(({ lines }) => lines).map(({ productId }) => String(productId)),
  );
  const first = page.items.find(({ userEmail }) => /\.\d+@/.test(userEmail)) ?? page.items[0];
  const shipped = await call(shop, 'GET', `${ORDERS}?status=shipped`, { token });
  const [tracking] = shipped.items.flatMap(({ shipments }) => shipments.map((each) => each.trackingNumber));
  return { shop, calls: callsOf({ first, tracking, cursor: page.nextCursor, popular }) };
}

const residentMb = ({ pid }) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1_024;

/**
 * Reads a whole export. @returns its bytes, its rows' lines, and how much the server's memory grew at most: in all, and after
 * the first rows, with which the heap reaches the size that it keeps
 */
const readExport = (shop, token) =>
  new Promise((resolve, reject) => {
    const before = residentMb(shop);
    let [bytes, lines, early, late] = [0, 0, before, 0];
    const watch = setInterval(() => {
      if (lines < SETTLED_ROWS) early = Math.max(early, residentMb(shop));
      else late = Math.max(late, residentMb(shop));
    }, 100);
    get(`${shop.url}/api/purchases/export`, { headers: { authorization: `Bearer ${token}` } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`export: ${response.statusCode}`));
      response.on('data', (chunk) => {
        bytes += chunk.length;
        for (const byte of chunk) if (byte === 10) lines += 1;
      });
      response.once('error', reject).once('end', () => {
        clearInterval(watch);
        resolve({
          bytes,
          lines,
          grown: Math.max(early, late) - before,
          grownLate: Math.max(0, late - early),
        });
      });
    }).once('error', reject);
  });

async function measureExport({ shop }) {
  const token = await signInAdmin(shop);
  // the first one warms the server up
  await readExport(shop, token);
  let result;
  const took = await timed(async () => (result = await readExport(shop, token)));
  return { ...result, took };
}

console.log("The admin's pages");
await withShops(
  SIZES,
  async (shops) => {
    const benches = [];
    for (const shop of shops) benches.push(await prepare(shop));
    // a token is valid for 15 minutes
    for (const bench of benches) bench.headers = { authorization: `Bearer ${await signInAdmin(bench.shop)}` };
    const times = benches.map(({ calls }) => calls.map(() => []));
    for (const n of benches[0].calls.keys())
      for (let round = -WARM_UP; round < ROUNDS; round += 1)
        for (const [b, { shop, calls, headers }] of benches.entries()) {
          const took = await timed(() => drain(shop, pathOf(calls[n], round + WARM_UP), headers));
          if (round >= 0) times[b][n].push(took);
        }
    const p50 = (b, n) => percentile(times[b][n], 50);
    const ratio = (n) => p50(benches.length - 1, n) / p50(0, n);
    const { calls } = benches[0];
    printTable(
      ['call', ...SIZES.map((size) => `p50 at ${count(size)}`), 'ratio', 'limit'],
      calls.map(({ name, limit }, n) => [
        name,
        ...benches.map((_, b) => ms(p50(b, n))),
        ratio(n).toFixed(2),
        limit.toFixed(1),
      ]),
    );
    console.log();
    for (const [n, { name, limit }] of calls.entries()) judge(name, ratio(n), limit);
    const exports = [];
    for (const bench of benches) exports.push(await measureExport(bench));
    printTable(
      ['export', 'rows', 'MB', 'time', 'memory grew by', `after ${count(SETTLED_ROWS)} rows`],
      exports.map(({ bytes, lines, took, grown, grownLate }, n) => [
        count(SIZES[n]),
        count(lines - 1),
        (bytes / 1_048_576).toFixed(1),
        `${(took / 1_000).toFixed(1)} s`,
        `${grown.toFixed(0)} MB`,
        `${grownLate.toFixed(0)} MB`,
      ]),
    );
    console.log();
    judge(`memory of an export after ${count(SETTLED_ROWS)} rows`, exports.at(-1).grownLate / EXPORT_MB, 1);
  },
  { RESPONSE_CACHE_MB: '0' },
  (size) => ['--products', String(PRODUCTS), '--orders', String(size)],
);
