import { afterAll, beforeAll, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Basket } from '../src/basket/basket.schema.js';
import type { Order } from '../src/purchases/orders/order.schema.js';
import { findViolations } from '../src/reports/invariants.js';
import type { Line } from './baskets.js';
import { type ApiResponse, type Call, callAt } from './call.js';
import { type Shop, startShop, type TestUser } from './harness.js';
import { Invariants } from './invariants.js';
import { freePort, MAIN, settingsOf, TargetProcess } from './processes.js';
import { randomOf } from './rollups.js';

const isLong = process.env['TEST_LONG'] === '1';
const BUYERS = isLong ? 300 : 60;
const ORDERS_EACH = isLong ? 20 : 2;
/** Buyers at once: orders of the same parts go one after another, so nobody is to wait for more than so many. */
const AT_ONCE = isLong ? 20 : 12;
/** What nobody may wait longer for, in the long run: the short one shares the machine with other specs. */
const LONGEST_MS = 5_000;
const PARTS = 15;
/** About half of what is wanted: an order has 3 to 8 lines of 1 to 4 units. */
const STOCK_EACH = Math.round((BUYERS * ORDERS_EACH * 5.5 * 2.5) / PARTS / 2);
const SEED = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000);

let observer: Shop;
let invariants: Invariants;
let servers: TargetProcess[];
let calls: Call[];

beforeAll(async () => {
  expect(existsSync(MAIN) || 'npm run build comes first').toBe(true);
  observer = await startShop();
  invariants = new Invariants(observer);
  const { mongodbUri } = observer.config;
  const ports = [await freePort(), await freePort()];
  servers = ports.map(
    (port) => new TargetProcess([MAIN], settingsOf(mongodbUri, port, 'http://127.0.0.1:9')),
  );
  await Promise.all(servers.map((server) => server.start()));
  calls = ports.map((port) => callAt(`http://127.0.0.1:${port}/api`));
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()));
  await observer.close();
});

interface Tried {
  buyer: TestUser;
  lines: Line[];
  response: ApiResponse;
  ms: number;
}

const storedLine = ({ productId, orderQuantity }: Line) => ({ productId, quantity: orderQuantity });

/** Puts the lines into the buyer's basket, and orders them. */
async function checkOut(call: Call, buyer: TestUser, lines: Line[]): Promise<Tried> {
  const saved = await call('PUT', '/basket', { as: buyer, body: { lines } });
  expect([saved.status, saved.body.detail]).toEqual([200, undefined]);
  const address = {
    name: buyer.name,
    line1: '12 Foundry Lane',
    city: 'Springfield',
    postalCode: '62704',
    country: 'US',
  };
  const body = { lines: lines.map((line) => ({ ...line, price: 20 })), address, phone: '5550100' };
  const begun = performance.now();
  const headers = { 'idempotency-key': randomUUID() };
  const response = await call('POST', '/checkout', { as: buyer, body, headers });
  return { buyer, lines, response, ms: performance.now() - begun };
}

it(
  `${BUYERS} buyers in two processes order their baskets ${ORDERS_EACH} times, several scarce parts in any order`,
  async () => {
    console.log(`TEST_SEED=${SEED}`);
    const below = randomOf(SEED);
    const shuffled = <T>(items: T[]): T[] => {
      const left = [...items];
      return items.map(() => left.splice(below(left.length), 1)[0]!);
    };
    const parts: string[] = [];
    for (let n = 0; n < PARTS; n += 1)
      parts.push(String((await invariants.product({ minimumOQ: 1, availableQ: STOCK_EACH }))._id));
    const newBasket = (): Line[] =>
      shuffled(parts)
        .slice(0, 3 + below(6))
        .map((productId) => ({ productId, orderQuantity: 1 + below(4) }));
    const buyers = await Promise.all(Array.from({ length: BUYERS }, () => observer.user()));
    const tried: Tried[] = [];
    const waiting = buyers.entries();
    const buyInTurn = async (): Promise<void> => {
      for (const [n, buyer] of waiting)
        for (let i = 0; i < ORDERS_EACH; i += 1)
          tried.push(await checkOut(calls[(n + i) % 2]!, buyer, newBasket()));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, buyInTurn));

    // refused for their stock and for nothing else, with the lines named that are at fault
    const placed = tried.filter(({ response }) => response.status === 201);
    const refused = tried.filter(({ response }) => response.status !== 201);
    for (const { lines, response } of refused) {
      const { lines: named, errors } = response.body as {
        lines: { line: number; code: string; available: number }[];
        errors: Record<string, string>;
      };
      expect(response).toMatchObject({ status: 409, body: { type: 'urn:rapid:problem:lines-refused' } });
      for (const { line, code, available } of named)
        expect([code, available < lines[line]!.orderQuantity]).toEqual(['not-enough-stock', true]);
      expect(Object.keys(errors)).toEqual(named.map(({ line }) => `lines.${line}.orderQuantity`));
    }
    const longest = Math.max(...tried.map(({ ms }) => ms));
    console.log(
      `${placed.length} placed, ${refused.length} refused, the longest in ${Math.round(longest)} ms`,
    );
    if (isLong) expect(longest).toBeLessThan(LONGEST_MS);

    // each is there as a whole, or not at all
    const stored = await observer.db.collection<Order>('purchases').find().toArray();
    const linesOf = new Map(
      stored.map(({ _id, lines }) => [
        String(_id),
        lines.map(({ productId, quantity }) => ({ productId: String(productId), quantity })),
      ]),
    );
    expect(linesOf).toEqual(
      new Map(placed.map(({ response, lines }) => [response.body._id as string, lines.map(storedLine)])),
    );

    // what was ordered has left the basket; what was refused is in it
    const baskets = await observer.db.collection<Basket>('baskets').find().toArray();
    const kept = new Map(
      baskets.map(({ _id, lines }) => [
        String(_id),
        lines.map(({ productId, quantity }) => ({ productId: String(productId), quantity })),
      ]),
    );
    expect(kept).toEqual(
      new Map(
        tried.map(({ buyer, lines, response }) => [
          buyer.id,
          response.status === 201 ? [] : lines.map(storedLine),
        ]),
      ),
    );

    // what is left of some part is too few for each that was refused: nothing comes back here
    const products = await observer.db.collection('products').find().toArray();
    const left = new Map(products.map(({ _id, availableQ }) => [String(_id), availableQ as number]));
    const isShort = ({ lines }: Tried) =>
      lines.some(({ productId, orderQuantity }) => left.get(productId)! < orderQuantity);
    expect(refused.filter((order) => !isShort(order))).toEqual([]);
    expect(refused.length).toBeGreaterThan(0);
    expect(placed.length).toBeGreaterThan(0);
    await invariants.expectStockConserved();
    expect(await findViolations(observer.db.db!)).toEqual([]);
  },
  BUYERS * ORDERS_EACH * 500 + 120_000,
);
