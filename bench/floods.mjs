import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
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
const FLOODS = [
  'slow heads',
  'slow bodies',
  'slow readers',
  'large bodies',
  'large uploads',
  'picture bombs',
];
const CALLS = ['/api/items/search', '/api/product', '/'];

const SETTINGS = {
  LOG_LEVEL: 'fatal',
  TRUST_PROXY: '1',
  RATE_USER_PER_MINUTE: '600',
  RATE_ADDRESS_PER_MINUTE: '3000',
  RATE_SIGN_IN_PER_MINUTE: '600',
};

/** Resident memory of a process in MB: now (`VmRSS`), or the most since its start (`VmHWM`). */
const memoryOf = (pid, field) =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;

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
          const answer = await fetch(shop.url + path, { headers });
          await answer.arrayBuffer();
          if (!answer.ok) refused.push(answer.status);
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
  const flooder = fork(new URL('lib/flooder.mjs', import.meta.url), [kind, port, token]);
  try {
    await once(flooder, 'message');
    const { times, refused } = await clientsOf(shop, SECONDS);
    flooder.send('report');
    const [{ seen, open }] = await once(flooder, 'message');
    return { times, refused, seen: { ...(open > 0 && { open }), ...seen } };
  } finally {
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
    for (const kind of FLOODS) {
      const { times: quiet } = await clientsOf(shop, SECONDS);
      const { times, refused, seen } = await underFlood(shop, kind, token);
      results.push({ kind, quiet, times, refused, seen, memory: memoryOf(shop.pid, 'VmHWM') });
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
    const peak = memoryOf(shop.pid, 'VmHWM');
    const kept = peak <= MEMORY_MB;
    console.log(
      `${kept ? 'ok    ' : 'OVER  '} The server's memory at its peak: ${peak.toFixed(0)} MB, limit ${MEMORY_MB} MB`,
    );
    if (!kept) process.exitCode = 1;
  },
  SETTINGS,
);
