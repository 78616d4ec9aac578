import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Types } from 'mongoose';
import type { Caller } from '../src/common/access.js';
import { PaymentProvider } from '../src/payment-provider/payment-provider.js';
import type { Product } from '../src/products/product.schema.js';
import { MAX_LINES } from '../src/purchases/orders/order-lines.js';
import { OrderPlacement } from '../src/purchases/orders/order-placement.service.js';
import type { Actor, Order } from '../src/purchases/orders/order.schema.js';
import { PaymentConfirmation } from '../src/purchases/payments/payment-confirmation.service.js';
import { type Buying, buying } from './buying.js';
import { type Commerce, startCommerce } from './commerce.js';
import type { TestUser } from './harness.js';
import { Invariants } from './invariants.js';

/** Orders of several lines before they are paid: what may be ordered, and lines that are cancelled while a payment is open. */

let shop: Commerce;
let invariants: Invariants;
let steps: Buying;
let customer: TestUser;
/** At $20.00. */
let fan: Product;
/** At $5.00, in packs of 8. */
let screws: Product;

beforeAll(async () => {
  shop = await startCommerce({ NEW_CUSTOMER_STOCK_SHARE: '0.5', NEW_CUSTOMERS_JOINT_SHARE: '1' });
  invariants = new Invariants(shop);
  steps = buying(shop);
});
afterAll(() => shop.close());
beforeEach(async () => {
  customer = await shop.user();
  fan = await invariants.product({ minimumOQ: 1, availableQ: 100 });
  screws = await invariants.product({ priceCents: 500, minimumOQ: 8, orderStep: 8, availableQ: 100 });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await invariants.expectStockConserved();
  await invariants.expectPaymentsConfirmed(shop.sandbox);
});

type Line = [Product | Types.ObjectId, number];
const place = (lines: Line[]): Promise<Order> => {
  const caller = { ...customer, emailVerified: true } as unknown as Caller;
  const wanted = lines.map(([of, quantity]) => ({
    productId: of instanceof Types.ObjectId ? of : of._id,
    quantity,
    seenCents: undefined,
  }));
  const order = { id: new Types.ObjectId(), lines: wanted, address: '12 Foundry Lane', phone: '5550100' };
  return shop.app.get(OrderPlacement, { strict: false }).place(order, caller);
};
const confirmation = () => shop.app.get(PaymentConfirmation, { strict: false });
const asCustomer = (): Actor => ({ by: 'customer', userId: customer.id });
const cancelLine = (order: Order, { _id }: Product) =>
  confirmation().cancelLine(String(order._id), _id, asCustomer());
const stocks = () => Promise.all([steps.stockOf(fan), steps.stockOf(screws)]);
const intentAt = (id: string) => shop.sandbox.stripe.paymentIntents.retrieve(id);
const idOf = (secret: string) => secret.split('_secret_')[0]!;

describe('an order of several lines', () => {
  it('takes the units of each, or of none', async () => {
    const order = await place([
      [fan, 3],
      [screws, 16],
    ]);
    expect(order).toMatchObject({ totalCents: 14_000, status: 'unpaid' });
    expect(await stocks()).toEqual([97, 84]);
    await expect(
      place([
        [fan, 3],
        [screws, 88],
      ]),
    ).rejects.toMatchObject({
      code: 'lines-refused',
      extra: { available: 80, lines: [{ line: 1, code: 'not-enough-stock', available: 80 }] },
    });
    expect(await stocks()).toEqual([97, 84]);
  });

  it.each<[string, () => Line[], object]>([
    ['no line', () => [], { code: 'invalid-input', extra: { errors: { lines: expect.anything() } } }],
    [
      `more than ${MAX_LINES} lines`,
      () => Array.from({ length: MAX_LINES + 1 }, () => [new Types.ObjectId(), 1]),
      { code: 'invalid-input', extra: { errors: { lines: expect.anything() } } },
    ],
    [
      'a product in two lines',
      () => [
        [fan, 1],
        [screws, 8],
        [fan, 1],
      ],
      { code: 'invalid-input', extra: { errors: { 'lines.2.productId': expect.anything() } } },
    ],
    [
      'a line that is not of whole packs',
      () => [
        [fan, 1],
        [screws, 12],
      ],
      { code: 'lines-refused', extra: { lines: [{ line: 1, code: 'sold-in-packs' }] } },
    ],
    [
      'a line that is more than a new customer can hold',
      () => [
        [screws, 8],
        [fan, 51],
      ],
      {
        code: 'lines-refused',
        extra: { available: 50, lines: [{ line: 1, code: 'new-customer-stock-share', available: 50 }] },
      },
    ],
    [
      'a product that is not there',
      () => [
        [fan, 1],
        [new Types.ObjectId(), 1],
      ],
      { code: 'lines-refused', extra: { lines: [{ line: 1, code: 'not-found' }] } },
    ],
  ])('is refused with %s, and takes nothing', async (_, lines, expected) => {
    await expect(place(lines())).rejects.toMatchObject(expected);
    expect(await stocks()).toEqual([100, 100]);
  });
});

describe('a line that is cancelled', () => {
  it('cancels the open intent first; the next one is of what is left', async () => {
    const order = await place([
      [fan, 3],
      [screws, 16],
    ]);
    const secret = await steps.secretOf(customer, String(order._id));
    expect(await cancelLine(order, screws)).toMatchObject({
      totalCents: 6_000,
      lines: [{ productId: fan._id }],
    });
    expect(await stocks()).toEqual([97, 100]);
    expect((await intentAt(idOf(secret))).status).toBe('canceled');
    const next = await steps.secretOf(customer, String(order._id));
    expect(await intentAt(idOf(next))).toMatchObject({ amount: 6_000 });
    const { id } = await shop.sandbox.pay(next);
    expect(await steps.confirm(customer, String(order._id), id)).toMatchObject({
      status: 200,
      body: { status: 'paid', total: 60 },
    });
  });

  it('leaves no intent of the former amount behind that was being opened meanwhile', async () => {
    const order = await place([
      [fan, 3],
      [screws, 16],
    ]);
    const provider = shop.app.get(PaymentProvider, { strict: false });
    const createIntent = provider.createIntent.bind(provider);
    const opened: string[] = [];
    vi.spyOn(provider, 'createIntent').mockImplementation(async (wanted) => {
      const intent = await createIntent(wanted);
      opened.push(intent.id);
      if (opened.length === 1) await cancelLine(order, screws);
      return intent;
    });
    const secret = await steps.secretOf(customer, String(order._id));
    expect(opened).toHaveLength(2);
    expect(await intentAt(opened[0]!)).toMatchObject({ amount: 14_000, status: 'canceled' });
    expect(await intentAt(idOf(secret))).toMatchObject({ amount: 6_000, status: 'requires_payment_method' });
    const { id } = await shop.sandbox.pay(secret);
    expect(await steps.confirm(customer, String(order._id), id)).toMatchObject({ status: 200 });
  });

  it('stays, when the order has just been paid', async () => {
    const order = await place([
      [fan, 3],
      [screws, 16],
    ]);
    const { id } = await shop.sandbox.pay(await steps.secretOf(customer, String(order._id)));
    await expect(cancelLine(order, screws)).rejects.toMatchObject({ code: 'wrong-state' });
    expect(await steps.stored(String(order._id))).toMatchObject({ status: 'paid', transactionId: id });
    expect(await stocks()).toEqual([97, 84]);
    await expect(cancelLine(order, screws)).rejects.toMatchObject({ code: 'wrong-state' });
  });

  it('stays, and the intent that is open with it, when what is left would cost too little', async () => {
    const cheap = await invariants.product({ priceCents: 7, minimumOQ: 1, availableQ: 100 });
    const order = await place([
      [fan, 3],
      [cheap, 1],
    ]);
    const secret = await steps.secretOf(customer, String(order._id));
    await expect(cancelLine(order, fan)).rejects.toMatchObject({ code: 'total-out-of-range' });
    const { id } = await shop.sandbox.pay(secret);
    expect(await steps.confirm(customer, String(order._id), id)).toMatchObject({ status: 200 });
  });

  it('is the end of the order when it is the last one', async () => {
    const order = await place([
      [fan, 3],
      [screws, 16],
    ]);
    await Promise.all([cancelLine(order, fan), cancelLine(order, screws)]);
    expect(await steps.stored(String(order._id))).toMatchObject({ status: 'cancelled' });
    expect(await stocks()).toEqual([100, 100]);
  });
});
