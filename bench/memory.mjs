import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { judge, printTable, together } from './lib/figures.mjs';
import { fillProducts } from './lib/rows.mjs';
import { drain, withShops } from './lib/shop.mjs';

/**
 * `npm run bench -- memory`: what the server's process takes at rest, and with a full response cache and 500 open connections that
 * all read. Linux only: the figure is the resident set of `/proc`.
 */
const PRODUCTS = 20_000;
const CONNECTIONS = 500;
const READS = 20_000;
/** Clients that fill the cache, and the pages that they read: several times what it holds. */
const FILLERS = 16;
const PAGES = 3_000;
/** Of which all connections read these, at once. */
const LAST_PAGES = 300;
const AT_REST_MB = 200;
const BUSY_MB = 512;
const CACHE_MB = 64;

const residentMb = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1_024;

const read = (shop, n) => drain(shop, pathOf(n), { 'accept-encoding': 'gzip' });

/** Another page for each number. */
const pathOf = (n) => `/api/items/search?pageSize=${60 + (n % 41)}&page=${1 + (Math.floor(n / 41) % 90)}`;

console.log('Memory of the server');
await withShops(
  [PRODUCTS],
  async ([shop]) => {
    // V8 gives back what the start took once there has been nothing to do for about 20 s
    await sleep(30_000);
    const rested = residentMb(shop.pid);
    await fillProducts(shop.db, PRODUCTS);
    let peak = 0;
    const watch = setInterval(() => (peak = Math.max(peak, residentMb(shop.pid))), 100);
    try {
      // pages of up to 100 rows: more than the cache holds, so that it is full of the last ones
      let filled = 0;
      await together(FILLERS, PAGES, () => read(shop, filled++));
      let next = 0;
      await together(CONNECTIONS, READS, () => read(shop, PAGES - 1 - (next++ % LAST_PAGES)));
    } finally {
      clearInterval(watch);
    }
    printTable(
      ['', 'resident'],
      [
        ['at rest', `${rested.toFixed(0)} MB`],
        [`peak with ${CONNECTIONS} connections, ${READS} reads`, `${peak.toFixed(0)} MB`],
      ],
    );
    console.log();
    judge(`at rest, of ${AT_REST_MB} MB`, rested / AT_REST_MB, 1);
    judge(`with a full cache and ${CONNECTIONS} connections, of ${BUSY_MB} MB`, peak / BUSY_MB, 1);
  },
  { RESPONSE_CACHE_MB: String(CACHE_MB) },
);
