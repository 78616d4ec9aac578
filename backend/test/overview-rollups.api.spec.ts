import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ClientSession, Types } from 'mongoose';
import { inTransaction } from '../src/database/transaction.js';
import type { Refund } from '../src/payment-provider/payment-provider.js';
import { OrderTransitions } from '../src/purchases/orders/order-transitions.service.js';
import { isRefundable, STATUSES } from '../src/purchases/orders/order-rules.js';
import type { Order } from '../src/purchases/orders/order.schema.js';
import { PurchasesService } from '../src/purchases/purchases.service.js';
import { RefundTransitions } from '../src/purchases/refunds/refund-transitions.service.js';
import { leftToRefund, refundsOf } from '../src/purchases/refunds/refund-rules.js';
import { DailyReports } from '../src/reports/daily-reports.service.js';
import type { DailyReport, DailySales } from '../src/reports/daily-report.schema.js';
import { addDays, dayOf, startOf } from '../src/reports/days.js';
import type { Product } from '../src/products/product.schema.js';
import { type Shop, startShop, type TestUser } from './harness.js';
import { expectedOf, payment, randomOf, type Rollup } from './rollups.js';

/** The daily rollups equal what all orders say, whatever happened in whatever order, with two replicas at work. */

const ADMIN = { by: 'admin' } as const;
const MINUTE = 60_000;
const ROUNDS = process.env['TEST_LONG'] ? 40 : 4;
const STEPS = 80;

let shop: Shop;
let replica: Shop;
let customers: TestUser[];
let products: Product[];

beforeAll(async () => {
  shop = await startShop();
  replica = await startShop({ MONGODB_URI: shop.config.mongodbUri });
  products = await Promise.all([1, 2, 3].map(() => shop.product({ availableQ: 1_000_000 })));
});
afterAll(async () => {
  await replica.close();
  await shop.close();
});
beforeEach(async () => {
  for (const name of ['purchases', 'daily_reports', 'daily_sales', 'report_progress'])
    await shop.db.collection(name).deleteMany({});
  customers = await Promise.all([1, 2, 3].map(() => shop.user()));
});
afterEach(() => {
  vi.restoreAllMocks();
});

const reportsOf = ({ app }: Shop): DailyReports => app.get(DailyReports, { strict: false });
/** Changes an order in a transaction of its own. */
const change = (
  { app, db }: Shop,
  make: (transitions: OrderTransitions, session: ClientSession) => Promise<unknown>,
): Promise<unknown> =>
  inTransaction(db, (session) => make(app.get(OrderTransitions, { strict: false }), session));
const refundsIn = ({ app }: Shop): RefundTransitions => app.get(RefundTransitions, { strict: false });
const run = (which = shop): Promise<void> => reportsOf(which).run();
const storedOrders = (): Promise<Order[]> => shop.db.collection<Order>('purchases').find().toArray();

async function storedRollups(): Promise<Rollup[]> {
  const days = await shop.db.collection<DailyReport>('daily_reports').find().sort({ _id: 1 }).toArray();
  const sales = await shop.db.collection<DailySales>('daily_sales').find().sort({ _id: 1 }).toArray();
  expect(sales.map(({ _id, revision }) => [_id, revision])).toEqual(
    days.map(({ _id, revision }) => [_id, revision]),
  );
  return days.map(({ _id, orders, paidOrders, grossCents, refundedCents }, index) => {
    const { products: sold, units, cents } = sales[index]!;
    const each = sold.map((id, n): [string, [number, number]] => [String(id), [units[n]!, cents[n]!]]);
    return { _id, orders, paidOrders, grossCents, refundedCents, sold: Object.fromEntries(each) };
  });
}

async function expectExact(): Promise<void> {
  expect(await storedRollups()).toEqual(expectedOf(await storedOrders()));
}

/** An order placed some days ago, and written now. */
async function placed(daysAgo: number, { updatedAt = new Date(), ...fields }: Partial<Order> = {}) {
  const day = addDays(dayOf(new Date()), -daysAgo);
  const createdAt = daysAgo === 0 ? new Date() : new Date(startOf(day).getTime() + 5 * 3_600_000);
  const [customer, product] = [customers[0]!, products[0]!];
  const order = await shop.order(customer, { productId: product._id, createdAt, ...fields });
  // a new document's is its `createdAt`
  await shop.db.collection('purchases').updateOne({ _id: order._id }, { $set: { updatedAt } });
  return order;
}

interface Change {
  /** Of orders in this state; of none it is a new order. */
  of?: (order: Order) => boolean;
  make: (any: { order: Order; which: Shop; below: (n: number) => number }) => Promise<unknown>;
}

const NEW_ORDER: Change = {
  make: ({ below }) =>
    placed(below(5), {
      productId: products[below(3)]!._id,
      userId: new Types.ObjectId(customers[below(3)]!.id),
      orderQuantity: 1 + below(9),
    }),
};

const CHANGES: Change[] = [
  NEW_ORDER,
  {
    of: ({ status }) => status === 'unpaid',
    make: ({ order, which }) =>
      change(which, (transitions, session) =>
        transitions.pay(session, String(order._id), payment(order), { by: 'webhook' }),
      ),
  },
  {
    of: ({ status }) => status === 'cancelled',
    make: ({ order, which }) =>
      change(which, (transitions, session) =>
        transitions.payLate(session, order._id, payment(order), { by: 'webhook' }),
      ),
  },
  {
    of: ({ status }) => status === 'paid',
    make: ({ order, which }) =>
      change(which, (transitions, session) => transitions.ship(session, String(order._id), ADMIN, {})),
  },
  {
    of: ({ status }) => status === 'unpaid',
    make: ({ order, which }) =>
      change(which, (transitions, session) =>
        transitions.cancel(session, order, ADMIN, { hide: false, where: {} }),
      ),
  },
  {
    of: isRefundable,
    make: ({ order, which, below }) => {
      const left = leftToRefund(order);
      const isRest = below(2) === 0;
      const amountCents = isRest ? left : 1 + below(left);
      const wanted = { amountCents, isRest, requestId: String(new Types.ObjectId()) };
      return refundsIn(which).request(order, wanted, ADMIN);
    },
  },
  {
    of: ({ refundStatus }) => refundStatus === 'pending',
    make: ({ order, which, below }) => {
      const { amountCents, attempt } = refundsOf(order).find(({ status }) => status === 'pending')!;
      const status = below(4) === 0 ? ('failed' as const) : ('succeeded' as const);
      const id = `re_${String(order._id)}_${attempt}`;
      const refund: Refund = { id, amount: amountCents, status, failure: undefined, attempt };
      return refundsIn(which).record(String(order._id), [refund], ADMIN);
    },
  },
  {
    of: ({ userEmail }) => userEmail !== '',
    make: ({ order, which, below }) =>
      below(8) > 0
        ? Promise.resolve()
        : which.app
            .get(PurchasesService, { strict: false })
            .endForRemovedUser(String(order.userId), customers[0]!.id),
  },
];

describe('the rollups equal a full computation', () => {
  const seen = new Set<string>();

  it.each(Array.from({ length: ROUNDS }, (_, n) => n + 1))(
    'after random changes with runs of two replicas in between (%i)',
    async (seed) => {
      const below = randomOf(seed * 7_919);
      const runs: Promise<void>[] = [];
      await placed(0);
      for (let n = 0; n < STEPS; n += 1) {
        const which = [shop, replica][below(2)]!;
        const { of = () => true, make } = below(3) === 0 ? NEW_ORDER : CHANGES[below(CHANGES.length)]!;
        const orders = (await storedOrders()).filter(of);
        if (orders.length > 0) await make({ order: orders[below(orders.length)]!, which, below });
        // one run is at work while the next steps are done
        if (below(3) === 0) runs.push(run([shop, replica][below(2)]));
        if (below(6) === 0) runs.push(reportsOf(replica).rollUp(addDays(dayOf(new Date()), -below(5))));
      }
      await Promise.all(runs);
      await run([shop, replica][below(2)]);
      await expectExact();
      for (const { status } of await storedOrders()) seen.add(status);
    },
  );

  it('of orders in all states', () => {
    expect([...seen].toSorted()).toEqual(STATUSES.toSorted());
  });

  it('when an order is committed long after its time was set', async () => {
    await run();
    await placed(0, { updatedAt: new Date(Date.now() - 9 * MINUTE) });
    await run();
    await expectExact();
    expect(await storedRollups()).toHaveLength(1);
  });

  it('when one replica has read the orders before a change, and writes after the other', async () => {
    const order = await placed(2);
    await run();
    const day = dayOf(order.createdAt);
    const slow = reportsOf(replica);
    const compute = slow.compute.bind(slow);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const hasRead = new Promise<void>((resolve) => {
      vi.spyOn(slow, 'compute').mockImplementationOnce(async (which) => {
        const rollup = await compute(which);
        resolve();
        await released;
        return rollup;
      });
    });
    await placed(2);
    const writing = slow.rollUp(day);
    await hasRead;
    await change(shop, (transitions, session) =>
      transitions.pay(session, String(order._id), payment(order), { by: 'webhook' }),
    );
    await reportsOf(shop).rollUp(day);
    release();
    await writing;
    await expectExact();
  });

  it('when two replicas write a day for the first time at once', async () => {
    const { createdAt } = await placed(3);
    await Promise.all([shop, replica].map((which) => reportsOf(which).rollUp(dayOf(createdAt))));
    await expectExact();
  });

  it('after a removal of the customer', async () => {
    await placed(1, { status: 'paid', paidAt: new Date(), transactionId: 'pi_removed' });
    await placed(1);
    await run();
    await shop.app
      .get(PurchasesService, { strict: false })
      .endForRemovedUser(customers[0]!.id, customers[1]!.id);
    await run(replica);
    await expectExact();
    expect(await storedRollups()).toMatchObject([{ orders: 2, paidOrders: 1 }]);
  });
});

describe('the first build', () => {
  it('stops between two days when the server does, and goes on there, the newest days first', async () => {
    for (const daysAgo of [0, 1, 40, 300, 301]) await placed(daysAgo);
    const today = dayOf(new Date());
    let days = 0;
    vi.spyOn(reportsOf(shop), 'compute').mockImplementation((day) => {
      days += 1;
      return DailyReports.prototype.compute.call(reportsOf(shop), day);
    });
    await shop.db.collection('purchases').updateMany({}, { $set: { updatedAt: new Date(0) } });
    await reportsOf(shop).run(() => days >= 2);
    expect((await storedRollups()).map(({ _id }) => _id)).toEqual([addDays(today, -1), today]);
    expect(await reportsOf(shop).state()).toMatchObject({ builtFrom: addDays(today, -1) });
    // an order of a day that is not built yet
    await placed(40);
    await run(replica);
    await expectExact();
    expect((await reportsOf(shop).state())!.builtFrom).toBeUndefined();
  });

  it('is left to the replica that is at it, until that one has died', async () => {
    await placed(1);
    await run();
    await placed(2);
    const progress = shop.db.collection('report_progress');
    await progress.updateOne({}, { $set: { claimedUntil: new Date(Date.now() + MINUTE) } });
    await run(replica);
    expect(await storedRollups()).toHaveLength(1);
    await progress.updateOne({}, { $set: { claimedUntil: new Date(Date.now() - 1) } });
    await run(replica);
    await expectExact();
  });

  it('ends in a replica that was too slow, whose claim another has taken', async () => {
    for (const daysAgo of [1, 2, 3]) await placed(daysAgo);
    const progress = shop.db.collection('report_progress');
    const taken = { claimedBy: new Types.ObjectId(), claimedUntil: new Date(Date.now() + MINUTE) };
    const slow = reportsOf(shop);
    vi.spyOn(slow, 'compute').mockImplementationOnce(async (day) => {
      await progress.updateOne({}, { $set: taken });
      return DailyReports.prototype.compute.call(slow, day);
    });
    await run();
    expect(await slow.state()).toMatchObject(taken);
    expect(await storedRollups()).toHaveLength(1);
  });
});
