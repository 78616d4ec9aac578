import { afterAll, beforeAll, expect, it } from 'vitest';
import { existsSync } from 'node:fs';
import { Types } from 'mongoose';
import type { Order } from '../src/purchases/orders/order.schema.js';
import { findViolations } from '../src/reports/invariants.js';
import { type Shop, startShop, type TestUser } from './harness.js';
import { Invariants } from './invariants.js';
import { callerOf } from './order-model-shop.js';
import { MAIN } from './processes.js';
import { Replica, type Reply, type Wanted } from './replicas.js';
import { randomOf } from './rollups.js';

const isLong = process.env['TEST_LONG'] === '1';
const BUYERS = isLong ? 300 : 60;
const ORDERS_EACH = isLong ? 20 : 2;
const PARTS = 15;
/** About half of what is wanted: an order has 3 to 8 lines of 1 to 4 units. */
const STOCK_EACH = Math.round((BUYERS * ORDERS_EACH * 5.5 * 2.5) / PARTS / 2);
const SEED = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000);

let observer: Shop;
let invariants: Invariants;
let replicas: [Replica, Replica];

beforeAll(async () => {
  expect(existsSync(MAIN) || 'npm run build comes first').toBe(true);
  observer = await startShop();
  invariants = new Invariants(observer);
  const { mongodbUri } = observer.config;
  replicas = [new Replica(mongodbUri), new Replica(mongodbUri)];
  await Promise.all(replicas.map((replica) => replica.start()));
});
afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.kill()));
  await observer.close();
});

interface Tried extends Wanted {
  reply: Reply;
}

it(
  `${BUYERS} buyers in two processes order ${ORDERS_EACH} times, several scarce parts in any order`,
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
    const newOrder = (): Wanted => ({
      id: String(new Types.ObjectId()),
      lines: shuffled(parts)
        .slice(0, 3 + below(6))
        .map((productId) => ({ productId, quantity: 1 + below(4) })),
    });
    const buy = async (buyer: TestUser, n: number): Promise<Tried[]> => {
      const tried: Tried[] = [];
      for (let i = 0; i < ORDERS_EACH; i += 1) {
        const order = newOrder();
        const reply = await replicas[(n + i) % 2]!.ask({ do: 'place', order, customer: callerOf(buyer) });
        tried.push({ ...order, reply: reply! });
      }
      return tried;
    };
    const buyers = await Promise.all(Array.from({ length: BUYERS }, () => observer.user()));
    const tried = (await Promise.all(buyers.map(buy))).flat();

    // refused for their stock and for nothing else
    const refused = tried.filter(({ reply }) => reply.error);
    const reasons = refused.map(
      ({ reply: { error } }) => `${error!.status} ${error!.code}: ${error!.message}`,
    );
    expect(reasons.filter((reason) => !reason.startsWith('409 lines-refused'))).toEqual([]);

    // each is there as a whole, or not at all
    const stored = await observer.db.collection<Order>('purchases').find().toArray();
    const linesOf = new Map(
      stored.map(({ _id, lines }) => [
        String(_id),
        lines.map(({ productId, quantity }) => ({ productId: String(productId), quantity })),
      ]),
    );
    const placed = tried.filter(({ reply }) => !reply.error);
    expect(linesOf).toEqual(new Map(placed.map(({ id, lines }) => [id, lines])));

    // what is left of some part is too few for each that was refused: nothing comes back here
    const products = await observer.db.collection('products').find().toArray();
    const left = new Map(products.map(({ _id, availableQ }) => [String(_id), availableQ as number]));
    const isShort = ({ lines }: Wanted) =>
      lines.some(({ productId, quantity }) => left.get(productId)! < quantity);
    expect(refused.filter((order) => !isShort(order))).toEqual([]);
    expect(refused.length).toBeGreaterThan(0);
    expect(placed.length).toBeGreaterThan(0);
    await invariants.expectStockConserved();
    expect(await findViolations(observer.db.db!)).toEqual([]);
  },
  BUYERS * ORDERS_EACH * 500 + 120_000,
);
