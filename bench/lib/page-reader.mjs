import { Agent, get } from 'node:http';
import mongoose from 'mongoose';
import { together } from './figures.mjs';

/** Reads pages of products that nobody has read before, over HTTP or by the driver; in a process of its own. */

const { AVAILABILITIES } = await import(
  new URL('../../backend/dist/products/availability.js', import.meta.url)
);

const PAGE_SIZE = 24;
const KINDS = ['ssd', 'memory', 'cooler', 'board', 'case', 'supply', 'cable', 'graphics'];
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

const agent = new Agent({ keepAlive: true });
const byHttp = ({ url }, { kind, sort, page }) =>
  new Promise((resolve, reject) => {
    const path = `/api/items/search?kind=${kind}&sort=${sort}&page=${page}&pageSize=${PAGE_SIZE}`;
    get(url + path, { agent }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        const { items } = JSON.parse(Buffer.concat(chunks).toString());
        if (items?.length === PAGE_SIZE) resolve();
        else reject(new Error(`${path}: ${response.statusCode}, ${items?.length} rows`));
      });
    }).on('error', reject);
  });

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
