import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Types } from 'mongoose';
import { type Intent, PaymentProvider, type Refund } from '../src/payment-provider/payment-provider.js';
import { PaymentsJob } from '../src/payments/payments.job.js';
import type { Product } from '../src/products/product.schema.js';
import { ExpiryJob } from '../src/purchases/orders/expiry.job.js';
import type { Order } from '../src/purchases/orders/order.schema.js';
import { DependencyDown } from '../src/common/errors.js';
import { type Shop, startShop, type TestUser } from './harness.js';

/** What several replicas' jobs do with more orders than can be finished now. */

const MANY = 210;

let shop: Shop;
let replica: Shop;
let customer: TestUser;
let product: Product;
/** Every intent or refund that the provider was asked about, by any replica. */
let asked: string[];

beforeAll(async () => {
  shop = await startShop();
  replica = await startShop({ MONGODB_URI: shop.config.mongodbUri });
});
afterAll(async () => {
  await replica.close();
  await shop.close();
});
beforeEach(async () => {
  customer = await shop.user();
  product = await shop.product();
  for (const name of ['purchases', 'payments']) await shop.db.collection(name).deleteMany({});
  asked = [];
  for (const { app } of [shop, replica]) mockProvider(app.get(PaymentProvider, { strict: false }));
});
afterEach(() => {
  vi.restoreAllMocks();
});

const intent = (id: string, status: Intent['status']): Intent => ({
  id,
  clientSecret: '',
  status,
  amount: 20_000,
  amountReceived: 0,
  amountRefunded: 0,
  isDisputed: false,
  currency: 'usd',
  livemode: false,
  orderId: undefined,
  createdAt: new Date(),
});
const refund = (id: string, status: Refund['status']): Refund => ({
  id,
  status,
  amount: 20_000,
  failure: undefined,
});

/** A provider at which ids with `slow` are being processed, and nothing has happened. */
function mockProvider(provider: PaymentProvider): void {
  const statusOf = (id: string) => {
    asked.push(id);
    if (id.includes('down')) throw new DependencyDown('The payment provider');
    return id.includes('slow');
  };
  vi.spyOn(provider, 'cancelIntent').mockImplementation(async (id) =>
    intent(id, statusOf(id) ? 'processing' : 'cancelled'),
  );
  vi.spyOn(provider, 'retrieveRefund').mockImplementation(async (id) =>
    refund(id, statusOf(id) ? 'pending' : 'succeeded'),
  );
  vi.spyOn(provider, 'listEvents').mockImplementation(async function* () {});
}

const statusOf = async (id: Types.ObjectId): Promise<Order> =>
  (await shop.db.model('Order').findById(id).lean()) as unknown as Order;

describe.each([
  {
    job: 'ExpiryJob',
    run: ({ app }: Shop) => app.get(ExpiryJob, { strict: false }).run(),
    fields: (id: string, n: number): Partial<Order> => ({
      status: 'unpaid',
      intentId: `pi_${id}`,
      holdUntil: new Date(1_000 * n),
    }),
    finished: 'cancelled',
  },
  {
    job: 'PaymentsJob',
    run: ({ app }: Shop) => app.get(PaymentsJob, { strict: false }).run(),
    fields: (id: string): Partial<Order> => ({
      status: 'shipped',
      refundStatus: 'pending',
      refunds: [
        {
          attempt: 1,
          amountCents: 20_000,
          isRemainder: true,
          status: 'pending',
          refundId: `re_${id}`,
          at: new Date(),
          by: 'admin',
        },
      ],
      transactionId: `pi_${id}`,
    }),
    finished: 'refunded',
  },
])('$job', ({ run, fields, finished }) => {
  const order = (id: string, n = 0) => shop.order(customer, { ...fields(id, n), productId: product._id });
  /** As if the time had come to try again what could not be finished. */
  const later = () => shop.db.model('Order').updateMany({}, { $unset: { nextAttemptAt: 1 } });

  it(`finishes an order behind ${MANY} that cannot be finished yet`, async () => {
    for (let n = 0; n < MANY; n += 1) await order(`slow${n}`, n);
    const last = await order('done', MANY);
    await run(shop);
    expect(await statusOf(last._id)).toMatchObject({ status: finished });
    expect(asked).toHaveLength(MANY + 1);
  });

  it('shares the orders with the other replicas: each is taken up once', async () => {
    for (let n = 0; n < 30; n += 1) await order(n % 2 ? `slow${n}` : `done${n}`, n);
    await Promise.all([run(shop), run(replica), run(shop), run(replica)]);
    expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
    expect(asked).toHaveLength(30);
    expect(await shop.db.model('Order').countDocuments({ status: finished })).toBe(15);
  });

  it('tries again later what could not be finished', async () => {
    const { _id } = await order('slow');
    await run(shop);
    await run(replica);
    expect(asked).toHaveLength(1);
    const { nextAttemptAt } = await statusOf(_id);
    expect(nextAttemptAt!.getTime()).toBeGreaterThan(Date.now());
    await later();
    await run(replica);
    expect(asked).toHaveLength(2);
  });

  it('ends its run when the provider is down, and goes on with the next', async () => {
    await order('down', 1);
    const other = await order('done', 2);
    await expect(run(shop)).rejects.toThrow(DependencyDown);
    expect(await statusOf(other._id)).not.toMatchObject({ status: finished });
    await run(shop);
    expect(await statusOf(other._id)).toMatchObject({ status: finished });
  });
});
