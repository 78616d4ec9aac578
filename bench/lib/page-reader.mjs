import mongoose from 'mongoose';
import { together } from './figures.mjs';
import { KINDS } from './rows.mjs';
import { call } from './shop.mjs';

/** Reads pages of products that nobody has read before, over HTTP or by the driver; in a process of its own. */

const { AVAILABILITIES } = await import(
  new URL('../../backend/dist/products/availability.js', import.meta.url)
);

const PAGE_SIZE = 24;
const SORTS = {
  newest: { createdAt: -1, _id: -1 },
  oldest: { createdAt: 1, _id: 1 },
  price: { priceCents: 1, _id: 1 },
  '-price': { priceCents: -1, _id: -1 },
  name: { name: 1, _id: 1 },
  '-name': { name: -1, _id: -1 },
};

/** Each page once, the first ones of every list before the second ones. */
function* pages() {
  for (let page = 1; ; page += 1)
    for (const kind of KINDS) for (const sort of Object.keys(SORTS)) yield { kind, sort, page };
}

async function byHttp(shop, { kind, sort, page }) {
  const path = `/api/items/search?kind=${kind}&sort=${sort}&page=${page}&pageSize=${PAGE_SIZE}`;
  const { items } = await call(shop, 'GET', path);
  if (items.length !== PAGE_SIZE) throw new Error(`${path}: ${items.length} rows`);
}

/** The same page: the fields, and the one row more that says whether there is another page, as the shop reads them. */
async function byDriver({ products }, { kind, sort, page }) {
  const rows = await products
    .find({ removedAt: null, kind, availability: { $in: [...AVAILABILITIES] } })
    .project({ words: 0, tokens: 0 })
    .sort(SORTS[sort])
    .skip((page - 1) * PAGE_SIZE)
    .limit(PAGE_SIZE + 1)
    .toArray();
  if (rows.length !== PAGE_SIZE + 1) throw new Error(`page ${page} of ${kind}: ${rows.length} rows`);
}

const WAYS = { http: byHttp, driver: byDriver };
const left = { http: pages(), driver: pages() };
let target;

process.on('message', async ({ open, way, clients, count }) => {
  if (open) {
    const connection = await mongoose.createConnection(open.uri, { autoIndex: false }).asPromise();
    target = { url: open.url, products: connection.db.collection('products') };
    return process.send('open');
  }
  const { perSecond } = await together(clients, count, () => WAYS[way](target, left[way].next().value));
  return process.send(perSecond);
});
process.once('disconnect', () => process.exit(0));
