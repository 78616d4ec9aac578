import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { existsSync } from 'node:fs';
import type { Product } from '../src/products/product.schema.js';
import { orderViolations } from '../src/reports/invariants.js';
import type { Order } from '../src/purchases/orders/order.schema.js';
import { buying } from './buying.js';
import { callAt } from './call.js';
import { ADDRESS, line } from './checkouts.js';
import { type Commerce, startCommerce } from './commerce.js';
import type { ApiResponse, TestUser } from './harness.js';
import { Invariants } from './invariants.js';
import { freePort, MAIN, settingsOf, TargetProcess } from './processes.js';

/** Two admins, each at another process, who ship and refund the same order at the same time: in four ways, so often each. */

const RUNS = process.env['TEST_LONG'] ? 125 : 13;

let shop: Commerce;
let invariants: Invariants;
let other: TargetProcess;
let admin: TestUser;
/** A call at each of the two processes. */
let calls: ReturnType<typeof callAt>[];
let parts: Product[];

beforeAll(async () => {
  expect(existsSync(MAIN) || 'npm run build comes first').toBe(true);
  shop = await startCommerce();
  invariants = new Invariants(shop);
  admin = await shop.user({ role: 'admin' });
  const port = await freePort();
  const settings = { ...settingsOf(shop.config.mongodbUri, port, shop.sandbox.url), SWEEP_SECONDS: '3600' };
  other = new TargetProcess([MAIN], settings);
  await other.start();
  calls = [callAt(`${shop.url}/api`), callAt(`http://127.0.0.1:${port}/api`)];
  parts = await Promise.all(
    [2_000, 500, 20_000].map((priceCents) =>
      invariants.product({ priceCents, minimumOQ: 1, availableQ: 100_000 }),
    ),
  );
});

afterEach(async () => {
  await invariants.expectStockConserved();
  await invariants.expectPaymentsConfirmed(shop.sandbox);
});

afterAll(async () => {
  await other.kill();
  await shop.close();
});

/** A paid order of three lines, of three units each. */
async function paidOrder(): Promise<{ _id: string; etag: string }> {
  const customer = await shop.user();
  const steps = buying(shop);
  const body = { lines: parts.map((part) => line(part, 3)), address: ADDRESS, phone: '5550100' };
  const { _id } = (await shop.call('POST', '/checkout', { as: customer, body })).body as { _id: string };
  const { id } = await shop.sandbox.pay(await steps.secretOf(customer, _id));
  expect((await steps.confirm(customer, _id, id)).status).toBe(200);
  return { _id, etag: (await read(_id)).headers.get('etag')! };
}
const read = (id: string) => shop.call('GET', `/purchases/${id}`, { as: admin });

const units = (n: number, quantity = 3) => ({ productId: String(parts[n]!._id), quantity });
type Sent = (call: ReturnType<typeof callAt>, id: string, etag?: string) => Promise<ApiResponse>;
const sending =
  (path: (id: string) => string, body: object): Sent =>
  (call, id, etag) =>
    call('POST', path(id), { as: admin, body, ...(etag && { headers: { 'if-match': etag } }) });
const ship = (...lines: object[]) => sending((id) => `/purchases/${id}/shipments`, { lines });
const refund = (...lines: object[]) => sending((id) => `/refund/${id}`, { lines, restock: true });

/** Which of two that are sent at once is accepted, and what the other one gets. */
async function race(id: string, first: Sent, second: Sent, etag?: string) {
  const [one, two] = await Promise.all([first(calls[0]!, id, etag), second(calls[1]!, id, etag)]);
  const accepted = [one, two].filter(({ status }) => status < 300);
  const refused = [one, two].filter(({ status }) => status >= 300);
  return { accepted, refused, isFirst: one.status < 300 };
}

/** What became of the order keeps every rule. */
async function expectRight(id: string): Promise<Record<string, any>> {
  const stored = await shop.db.model<Order>('Order').findById(id).lean<Order>();
  expect(orderViolations(stored!)).toEqual([]);
  return (await read(id)).body;
}

it(`ship the same line: one does, the other learns what is left (${RUNS} times)`, async () => {
  for (let n = 0; n < RUNS; n += 1) {
    const { _id } = await paidOrder();
    const { accepted, refused } = await race(_id, ship(units(0), units(1, 1)), ship(units(0, 2), units(2)));
    expect([accepted.length, refused.length]).toEqual([1, 1]);
    expect(refused[0]).toMatchObject({
      status: 422,
      body: { errors: { 'lines.0.quantity': expect.any(String) } },
    });
    expect(refused[0]!.body.detail).toMatch(/[01] are left to be shipped/);
    expect((await expectRight(_id)).shipments).toHaveLength(1);
  }
});

it(`ship lines of their own: both do (${RUNS} times)`, async () => {
  for (let n = 0; n < RUNS; n += 1) {
    const { _id } = await paidOrder();
    const { accepted } = await race(_id, ship(units(0), units(1)), ship(units(2)));
    expect(accepted).toHaveLength(2);
    expect(await expectRight(_id)).toMatchObject({ status: 'shipped', fulfilment: 'full' });
  }
});

it(`refund the same line: one does, the other is told (${RUNS} times)`, async () => {
  for (let n = 0; n < RUNS; n += 1) {
    const { _id } = await paidOrder();
    const { accepted, refused } = await race(_id, refund(units(0)), refund(units(0), units(1)));
    expect([accepted.length, refused.length]).toEqual([1, 1]);
    expect([409, 422]).toContain(refused[0]!.status);
    expect(refused[0]!.body.detail).toMatch(/refund of this order is pending|0 can be refunded/);
    expect((await expectRight(_id)).refunds).toHaveLength(1);
  }
});

it(`ship and refund a line by what both had read: one does, the other reads again (${RUNS} times)`, async () => {
  for (let n = 0; n < RUNS; n += 1) {
    const { _id, etag } = await paidOrder();
    const { accepted, refused, isFirst } = await race(_id, ship(units(0), units(1)), refund(units(0)), etag);
    expect([accepted.length, refused.map(({ status }) => status)]).toEqual([1, [412]]);
    const now = await read(_id);
    const [first] = now.body.lines as { shipped: number; refunded: number; outstanding: number }[];
    expect(first).toMatchObject(isFirst ? { shipped: 3, refunded: 0 } : { refunded: 3, outstanding: 0 });
    // what is still right to do is done by what is read now
    const next = isFirst ? refund(units(0)) : ship(units(1));
    expect((await next(calls[n % 2]!, _id, now.headers.get('etag')!)).status).toBeLessThan(300);
    expect(await expectRight(_id)).toMatchObject({ refunded: 60, fulfilment: 'partial' });
  }
});
