import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { FLOODS } from './lib/flood-kinds.mjs';
import { judge, ms, percentile, printTable, timed } from './lib/figures.mjs';
import { signInAdmin, withShops } from './lib/shop.mjs';

/**
 * `npm run bench:floods`: what other clients and the server's memory notice of a flood.
 *
 * Four clients ask for lists, all products and a page at a steady pace, first in quiet and then while another process
 * floods the shop, for each kind of flood in turn, so that what else the machine does falls on both alike. Limits on calls
 * are the shop's own, and each client has an address of its own, as behind a proxy.
 *
 * Ends with 1 when the server's memory was over `MEMORY_MB`, or the clients' p99 over `LIMIT` times the quiet one.
 */
const MEMORY_MB = 512;
const LIMIT = 2;
const CLIENTS = 4;
const PAUSE_MS = 60;
const SECONDS = Number(process.env.FLOOD_SECONDS ?? 12);
/** All kinds, or those that are named. */
const KINDS = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(FLOODS);
const CALLS = ['/api/items/search', '/api/product', '/'];
const kept = new Agent({ keepAlive: true });

const SETTINGS = {
  LOG_LEVEL: 'fatal',
  TRUST_PROXY: '1',
  RATE_USER_PER_MINUTE: '6000',
  RATE_ADDRESS_PER_MINUTE: '3000',
  RATE_SIGN_IN_PER_MINUTE: '600',
};

/** A file that Linux keeps about a process; empty when it has ended. */
const procOf = (pid, file) => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
};

/** A figure of a process's memory in MB: what is resident now (`VmRSS`), or was at most (`VmHWM`). */
const memoryOf = (pid, field) =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(procOf(pid, 'status'))?.[1] ?? 0) / 1024;

/** What a process and its children, which decode pictures, have together now. */
const familyOf = (pid) => {
  const children = procOf(pid, `task/${pid}/children`).split(' ').filter(Boolean);
  return children.reduce((sum, child) => sum + memoryOf(child, 'VmRSS'), memoryOf(pid, 'VmRSS'));
};

/** Asks, on a new connection for a page and on a kept one for data; answers the status, 0 when the connection was cut. */
async function ask(url, headers) {
  const asked = get(url, { headers, agent: url.endsWith('/') ? false : kept });
  try {
    const [answer] = await once(asked, 'response');
    await text(answer);
    return answer.statusCode;
  } catch {
    return 0;
  }
}

/** The clients' usual load for so many seconds; answers each call's milliseconds and how many were refused. */
async function clientsOf(shop, seconds) {
  const times = [];
  const refused = [];
  const until = performance.now() + seconds * 1_000;
  const client = async (number) => {
    const headers = { 'x-forwarded-for': `203.0.113.${number}` };
    await sleep((number * PAUSE_MS) / CLIENTS);
    for (let n = number; performance.now() < until; n += 1) {
      const path = CALLS[n % CALLS.length];
      times.push(
        await timed(async () => {
          const status = await ask(shop.url + path, headers);
          if (status !== 200) refused.push(status);
        }),
      );
      await sleep(PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
  return { times, refused: refused.length };
}

/** Measures the clients under one kind of flood. */
async function underFlood(shop, kind, token) {
  const { port } = new URL(shop.url);
  const flooder = fork(new URL('lib/flooder.mjs', import.meta.url), [kind, port, token], { detached: true });
  let memory = 0;
  const watch = setInterval(() => {
    memory = Math.max(memory, familyOf(shop.pid));
  }, 100);
  try {
    await once(flooder, 'message');
    const { times, refused } = await clientsOf(shop, SECONDS);
    flooder.send('report');
    const [{ seen, open }] = await once(flooder, 'message');
    return { times, refused, memory, seen: { ...(open > 0 && { open }), ...seen } };
  } finally {
    clearInterval(watch);
    const ended = once(flooder, 'exit');
    flooder.kill('SIGKILL');
    await ended;
  }
}

const p99 = (times) => percentile(times, 99);

console.log('Floods');
await withShops(
  [0],
  async ([shop]) => {
    const token = await signInAdmin(shop);
    await clientsOf(shop, SECONDS / 2); // warms up
    const results = [];
    for (const kind of KINDS) {
      const { times: quiet } = await clientsOf(shop, SECONDS);
      results.push({ kind, quiet, ...(await underFlood(shop, kind, token)) });
      await sleep(1_000);
    }
    printTable(
      [
        'flood',
        'quiet p50',
        'p50',
        'quiet p99',
        'p99',
        'ratio',
        'clients refused',
        'memory peak',
        'told the flood',
      ],
      results.map(({ kind, quiet, times, refused, seen, memory }) => [
        kind,
        ms(percentile(quiet, 50)),
        ms(percentile(times, 50)),
        ms(p99(quiet)),
        ms(p99(times)),
        (p99(times) / p99(quiet)).toFixed(2),
        String(refused),
        `${memory.toFixed(0)} MB`,
        Object.entries(seen)
          .map(([what, number]) => `${what} ${number}`)
          .join(', '),
      ]),
    );
    console.log();
    const all = results.flatMap(({ quiet }) => quiet);
    for (const { kind, times } of results)
      judge(`p99 under ${kind} against quiet`, p99(times) / p99(all), LIMIT);
    const refused = results.reduce((sum, result) => sum + result.refused, 0);
    console.log(
      `${refused === 0 ? 'ok    ' : 'OVER  '} Calls of other clients that were refused: ${refused}, limit 0`,
    );
    if (refused > 0) process.exitCode = 1;
    const peak = Math.max(memoryOf(shop.pid, 'VmHWM'), ...results.map(({ memory }) => memory));
    const kept = peak <= MEMORY_MB;
    console.log(
      `${kept ? 'ok    ' : 'OVER  '} The server's and its decoder's memory at its peak: ${peak.toFixed(0)} MB, limit ${MEMORY_MB} MB`,
    );
    if (!kept) process.exitCode = 1;
  },
  SETTINGS,
);
