import { buy, buyPaced } from './lib/buying.mjs';
import { start } from './lib/child.mjs';
import { hasNginx, startEdge } from './lib/edge.mjs';
import { count, judge, judgeAtLeast, percentile, printTable } from './lib/figures.mjs';
import { GENERATOR, load } from './lib/load.mjs';
import { COMMON, fillProducts, fillReviews } from './lib/rows.mjs';
import { call, signInAdmin, signUp, sizesOf, withShops } from './lib/shop.mjs';

/**
 * `npm run bench -- reads`: public reads that repeat, which the response cache serves, against a bare `node:http` server that sends
 * the same body; and reads of a different page each, which it cannot serve, against the database's own driver. The shop's
 * rendered pages come from the same cache. With nginx installed, the same reads once more through the edge cache of `deploy/nginx.conf`.
 *
 * Each read alternates between the shops of both sizes and the bare server, so that other load on the machine affects all.
 * `--sizes 100,1000000` for more: a million products take hours to write to the embedded store.
 */
const SIZES = sizesOf([100, 10_000]);
const CONNECTIONS = 32;
const SECONDS = 2;
/** V8 compiles what is hot in several steps; until then a cached read takes half as long again, an order twice as long. */
const WARM_UP_SECONDS = 8;
const WARM_UP_ORDERS = 400;
/** Before each measurement: a server that was idle is slower at first. */
const LEAD_IN_SECONDS = 1;
const ROUNDS = 4;
const ORDERS_A_SECOND = 10;
const REVIEWS = 100;
const MISS_CLIENTS = 16;
const MISS_ROUNDS = 6;
const PAGES_A_ROUND = 400;

/** What plain code reaches. */
const LEAST_IDLE = 0.45;
const LEAST_EDGE = 1;
const LEAST_BUSY = 0.25;
const LEAST_MISS = 0.5;
const MOST_GROWTH = 1.2;

/** A change is visible through the edge cache after so long at most. */
const MOST_STALE_MS = 2_000;
const CHANGES = 5;

const median = (numbers) => percentile(numbers, 50);

const readsOf = async (shop) => {
  const { _id } = await shop.db.collection('products').findOne({}, { projection: { _id: 1 } });
  return {
    list: '/api/items/search?pageSize=24',
    product: `/api/item/${String(_id)}`,
    reviews: '/api/reviews',
    search: `/api/items/search?q=${COMMON}&pageSize=24`,
    'page /': '/',
    'page /parts': '/parts',
    'page /parts/{id}': `/parts/${String(_id)}`,
    'page /reviews': '/reviews',
  };
};

/** A bare server of what the shop sends for a path. */
async function bareOf(url) {
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  const body = Buffer.from(await response.arrayBuffer());
  const { ask, stop } = start('bare-server.mjs');
  return {
    url: await ask({ body: body.toString('base64'), type: response.headers.get('content-type') }),
    stop,
  };
}

async function perSecond(url) {
  await load(url, { connections: CONNECTIONS, seconds: LEAD_IN_SECONDS });
  return load(url, { connections: CONNECTIONS, seconds: SECONDS });
}

/** Rates of one read in both shops, of the bare server, and of the larger shop while it sells. */
async function measure(name, shops) {
  const urls = [];
  for (const { shop, reads } of shops) urls.push(shop.url + reads[name]);
  const bare = await bareOf(urls[1]);
  const rates = { small: [], large: [], bare: [], busy: [] };
  try {
    for (const url of [...urls, bare.url])
      await load(url, { connections: CONNECTIONS, seconds: WARM_UP_SECONDS });
    for (let round = 0; round < ROUNDS; round += 1) {
      // the one that goes first changes
      const order = ['bare', 'small', 'large'];
      for (const which of round % 2 ? order.toReversed() : order)
        rates[which].push(await perSecond({ bare: bare.url, small: urls[0], large: urls[1] }[which]));
    }
    const orders = await buyPaced(shops[1].shop, ORDERS_A_SECOND);
    for (let round = 0; round < ROUNDS; round += 1) rates.busy.push(await perSecond(urls[1]));
    rates.sold = await orders.stop();
  } finally {
    bare.stop();
  }
  return { name, ...rates };
}

async function warmUpOrders(shop) {
  const { _id } = await shop.db.collection('products').findOne({}, { projection: { _id: 1 } });
  const token = await signUp(shop, 'warm-up@bench.example');
  for (let n = 0; n < WARM_UP_ORDERS; n += 1) await buy(shop, token, String(_id));
}

const ratio = (part, whole) => median(part.map((rate, n) => rate / whole[n]));

async function repeated(shops) {
  const results = [];
  for (const name of Object.keys(shops[0].reads)) {
    console.log(`  measuring ${name} …`);
    results.push(await measure(name, shops));
  }
  const [small, large] = SIZES.map(count);
  console.log(
    `\nReads that repeat, a second: ${CONNECTIONS} connections by ${GENERATOR}, ${ROUNDS} rounds of ${SECONDS} s.`,
  );
  printTable(
    ['read', 'bare', `at ${small}`, `at ${large}`, 'of bare', 'while selling', 'of bare', 'orders/s'],
    results.map(({ name, bare, small: few, large: many, busy, sold }) => [
      name,
      ...[bare, few, many].map((rates) => count(Math.round(median(rates)))),
      ratio(many, bare).toFixed(2),
      count(Math.round(median(busy))),
      ratio(busy, bare).toFixed(2),
      sold.toFixed(1),
    ]),
  );
  console.log();
  for (const { name, bare, small: few, large: many, busy, sold } of results) {
    judgeAtLeast(`${name}, of bare node:http`, ratio(many, bare), LEAST_IDLE);
    judgeAtLeast(`${name}, of bare node:http, during paid orders`, ratio(busy, bare), LEAST_BUSY);
    judgeAtLeast('paid orders a second meanwhile', sold, ORDERS_A_SECOND * 0.9);
    judge(`${name}, at ${large} products against ${small}`, ratio(few, many), MOST_GROWTH);
  }
}

/** Rates of each read through the edge cache, next to the bare server. */
async function measureEdge(edge, { shop, reads }) {
  const rows = [];
  for (const name of Object.keys(reads)) {
    console.log(`  measuring ${name} at the edge …`);
    const bare = await bareOf(shop.url + reads[name]);
    const rates = { bare: [], edge: [] };
    try {
      await load(edge.url + reads[name], { connections: CONNECTIONS, seconds: LEAD_IN_SECONDS });
      await load(bare.url, { connections: CONNECTIONS, seconds: WARM_UP_SECONDS });
      for (let round = 0; round < ROUNDS; round += 1)
        for (const which of round % 2 ? ['edge', 'bare'] : ['bare', 'edge'])
          rates[which].push(await perSecond(which === 'bare' ? bare.url : edge.url + reads[name]));
    } finally {
      bare.stop();
    }
    rows.push({ name, ...rates });
  }
  return rows;
}

/** Milliseconds until a product's new name is read through the edge cache, while others read it, too. */
async function measureChanges(edge, { shop, reads }) {
  const token = await signInAdmin(shop);
  const id = reads.product.split('/').at(-1);
  const times = [];
  for (let n = 0; n < CHANGES; n += 1) {
    const name = `Changed ${n}`;
    const reading = load(edge.url + reads.product, { connections: CONNECTIONS, seconds: 4 });
    const { etag } = Object.fromEntries(
      (await fetch(`${shop.url}/api/items/${id}/edit`, { headers: { authorization: `Bearer ${token}` } }))
        .headers,
    );
    // the cache has just kept what is about to change
    await fetch(edge.url + reads.product);
    await call(shop, 'PATCH', `/api/items/${id}`, {
      token,
      body: { name },
      headers: { 'if-match': etag },
    });
    const since = performance.now();
    while ((await (await fetch(edge.url + reads.product)).json()).name !== name);
    times.push(performance.now() - since);
    await reading;
  }
  return times;
}

async function edged(filled) {
  if (!hasNginx) return console.log('\nThe edge cache is not measured: nginx is not installed.');
  const edge = await startEdge(filled.shop.url);
  try {
    const results = await measureEdge(edge, filled);
    const times = await measureChanges(edge, filled);
    console.log('\nThe same reads through nginx with deploy/nginx.conf, a second:');
    printTable(
      ['read', 'bare', 'edge', 'of bare'],
      results.map(({ name, bare, edge: cached }) => [
        name,
        count(Math.round(median(bare))),
        count(Math.round(median(cached))),
        ratio(cached, bare).toFixed(2),
      ]),
    );
    console.log(
      `\nA change is visible through it after ${times.map((time) => Math.round(time)).join(', ')} ms.\n`,
    );
    for (const { name, bare, edge: cached } of results)
      judgeAtLeast(`${name} through the edge cache, of bare node:http`, ratio(cached, bare), LEAST_EDGE);
    judge(`a change at the edge, of ${MOST_STALE_MS} ms`, Math.max(...times) / MOST_STALE_MS, 1);
  } finally {
    await edge.stop();
  }
}

/** Reads of pages that were not read before, over HTTP and by the driver's own `find`, each in a process of its own. */
async function missed(shop) {
  const reader = start('page-reader.mjs');
  await reader.ask({ open: { url: shop.url, uri: shop.uri } });
  const rates = { http: [], driver: [] };
  for (let round = -1; round < MISS_ROUNDS; round += 1)
    for (const way of round % 2 ? ['http', 'driver'] : ['driver', 'http']) {
      const rate = await reader.ask({ way, clients: MISS_CLIENTS, count: PAGES_A_ROUND });
      // the first one is the warm-up
      if (round >= 0) rates[way].push(rate);
    }
  reader.stop();
  console.log(
    `\nReads of a different page each, at ${count(shop.size)} products: ${MISS_CLIENTS} clients, ${MISS_ROUNDS} rounds of ${PAGES_A_ROUND} pages of 24.`,
  );
  printTable(
    ['by', 'pages a second'],
    Object.entries(rates).map(([way, each]) => [way, count(Math.round(median(each)))]),
  );
  console.log();
  judgeAtLeast(
    "a page that is not cached, of the driver's own find",
    ratio(rates.http, rates.driver),
    LEAST_MISS,
  );
}

console.log('Public reads');
await withShops(SIZES, async (shops) => {
  const filled = [];
  for (const shop of shops) {
    await fillProducts(shop.db, shop.size, { availableQ: 1_000_000, minimumOQ: 5 });
    await fillReviews(shop.db, REVIEWS);
    filled.push({ shop, reads: await readsOf(shop) });
  }
  await edged(filled[1]);
  await warmUpOrders(shops[1]);
  await repeated(filled);
  // the smaller one has too few pages
  await missed(shops[1]);
});
