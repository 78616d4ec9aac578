import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { buy } from './buying.mjs';
import { count, judge, ms, percentile, printTable, timed } from './figures.mjs';
import { call, signInAdmin } from './shop.mjs';

/**
 * Orders at a fixed rate, in turn without webhooks and with three endpoints that receive every event of orders, on loopback: how much
 * longer an order takes, and whether the deliveries keep up.
 */
const PER_SECOND = 5;
const ROUND_SECONDS = 20;
const ROUNDS = 3;
const ENDPOINTS = 3;
const TYPES = ['order.placed', 'order.paid', 'order.cancelled', 'order.shipped'];
/** Each order is placed and paid. */
const EVENTS = 2;
const LIMIT = 1.3;
/** All events of a round have arrived by then, after its last order; longer is not keeping up. */
const LATE_MS = 10_000;
/** Consumers of events are given them once a second. */
const SETTLE_MS = 3_000;

const sum = (steps) => Object.values(steps).reduce((all, step) => all + step, 0);

/** A receiver of events, and when each came after it was written. */
async function startReceiver() {
  const ages = [];
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { timestamp } = JSON.parse(Buffer.concat(chunks).toString());
      ages.push(Date.now() - Date.parse(timestamp));
      response.writeHead(204).end();
    });
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return { ages, server, url: `http://127.0.0.1:${server.address().port}/` };
}

/** @returns the milliseconds of each order, from the form to "paid" */
async function paced({ shop, tokens, ids }, orders) {
  const times = [];
  const from = performance.now();
  const running = [];
  for (let n = 0; n < orders; n += 1) {
    await sleep(Math.max(0, from + (n * 1_000) / PER_SECOND - performance.now()));
    const productId = String(ids[(n * 37) % ids.length]);
    running.push(buy(shop, tokens[n % tokens.length], productId).then((steps) => times.push(sum(steps))));
  }
  await Promise.all(running);
  return times;
}

/** @param bench a shop, its customers' tokens, and the ids of the products to order */
export async function measureWebhooks(bench) {
  const { shop } = bench;
  const orders = PER_SECOND * ROUND_SECONDS;
  const receiver = await startReceiver();
  const result = { without: [], with: [], ages: receiver.ages, caughtUp: [] };
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      result.without.push(...(await paced(bench, orders)));
      // what was ordered before has no deliveries any more to come
      await sleep(SETTLE_MS);
      const token = await signInAdmin(shop);
      const endpoints = [];
      for (let n = 0; n < ENDPOINTS; n += 1) {
        const body = { url: `${receiver.url}${n}`, description: `Benchmark ${n}`, types: TYPES };
        endpoints.push(await call(shop, 'POST', '/api/webhook-endpoints', { token, body }));
      }
      const expected = receiver.ages.length + orders * EVENTS * ENDPOINTS;
      result.with.push(...(await paced(bench, orders)));
      result.caughtUp.push(
        await timed(async () => {
          const from = performance.now();
          while (receiver.ages.length < expected && performance.now() - from < LATE_MS) await sleep(20);
        }),
      );
      for (const { _id } of endpoints) await call(shop, 'DELETE', `/api/webhook-endpoints/${_id}`, { token });
    }
  } finally {
    receiver.server.closeAllConnections();
    receiver.server.close();
  }
  return result;
}

export function reportWebhooks({ without, with: subscribed, ages, caughtUp }) {
  console.log(
    `\nOrders at ${PER_SECOND} a second, ${count(without.length)} each way, ${ENDPOINTS} endpoints.`,
  );
  printTable(
    ['', 'p50', 'p95'],
    [
      ['without webhooks', without],
      ['with webhooks', subscribed],
      ['an event, from its order to the receiver', ages],
    ].map(([what, times]) => [what, ms(percentile(times, 50)), ms(percentile(times, 95))]),
  );
  const received = `${count(ages.length)} of ${count(subscribed.length * EVENTS * ENDPOINTS)}`;
  console.log(
    `\n${received} deliveries; after a round's last order the last came within ${ms(Math.max(...caughtUp))}, limit ${ms(LATE_MS)}`,
  );
  judge(
    'An order’s p95 with three webhooks against none',
    percentile(subscribed, 95) / percentile(without, 95),
    LIMIT,
  );
  if (Math.max(...caughtUp) >= LATE_MS) process.exitCode = 1;
}
