import { expect } from 'vitest';
import { type mongo, Types } from 'mongoose';
import type { Caller } from '../src/common/access.js';
import { DomainError } from '../src/common/errors.js';
import type { Product } from '../src/products/product.schema.js';
import { ExpiryJob } from '../src/purchases/orders/expiry.job.js';
import { amountsOf, unitsTaken } from '../src/purchases/orders/order-lines.js';
import { OrderPlacement } from '../src/purchases/orders/order-placement.service.js';
import type { Delivery, Order } from '../src/purchases/orders/order.schema.js';
import type { Payment } from '../src/purchases/payments/payment.schema.js';
import { orderViolations, paymentViolations, productViolations } from '../src/reports/invariants.js';
import { type Commerce, signed } from './commerce.js';
import type { ApiResponse, TestUser } from './harness.js';
import { sum, type Units } from './order-model-lines.js';
import type { ModelOrder, ModelShop } from './order-model.js';
import { storedEvents } from './outbox-events.js';

/** A card whose payments are disputed at once. */
const DISPUTED_CARD = '4000000000000259';

export const callerOf = ({ id, email, name, role }: TestUser): Caller => ({
  id,
  email,
  emailVerified: true,
  name,
  photo: '',
  role,
});

const idsOf = (units: readonly Units[]) =>
  units.map(({ productId, quantity }) => ({ productId: new Types.ObjectId(productId), quantity }));

/** The shop as one customer and one admin use it, by a call where there is one. What is accepted returns true. */
export class ShopUnderTest {
  private readonly orders: mongo.Collection<Order>;

  constructor(
    readonly shop: Commerce,
    private readonly customer: TestUser,
    private readonly admin: TestUser,
  ) {
    this.orders = shop.db.collection<Order>('purchases');
  }

  private service<T>(type: new (...args: never[]) => T): T {
    return this.shop.app.get<T>(type, { strict: false });
  }

  /** Places an order, which is given a delivery and taxes afterwards: what adds them comes with the checkout. */
  async place(
    id: string,
    wanted: Units[],
    extra: { delivery: Delivery | undefined; taxes: number[]; pricesIncludeTax: boolean },
  ): Promise<boolean> {
    const order = { id: new Types.ObjectId(id), address: '12 Foundry Lane', phone: '5550100' };
    const lines = idsOf(wanted).map((line) => ({ ...line, seenCents: undefined }));
    const caller = callerOf(this.customer);
    const isPlaced = await accepted(this.service(OrderPlacement).place({ ...order, lines }, caller));
    if (!isPlaced) return false;
    const { delivery, taxes, pricesIncludeTax } = extra;
    const taxed = (await this.order(id)).lines.map(({ unitCents, quantity }, n) => ({
      unitCents,
      quantity,
      taxCents: taxes[n] ?? 0,
    }));
    await this.orders.updateOne(
      { _id: order.id },
      {
        $set: {
          ...Object.fromEntries(taxed.map(({ taxCents }, n) => [`lines.${n}.taxCents`, taxCents])),
          ...(delivery && { delivery }),
          pricesIncludeTax,
          ...amountsOf({ lines: taxed, delivery, pricesIncludeTax }),
        },
      },
    );
    return true;
  }

  /** The secret of the order's intent; undefined where it is not to be paid. */
  async open(orderId: string): Promise<string | undefined> {
    const asked = this.shop.call('POST', '/create-payment-intent', { as: this.customer, body: { orderId } });
    return isOk(await asked) ? ((await asked).body.clientSecret as string) : undefined;
  }

  /** An intent for the order that the shop knows nothing of, as if another process had lost it. */
  async openElsewhere(orderId: string, amount: number): Promise<{ id: string; secret: string }> {
    const { stripe } = this.shop.sandbox;
    const made = await stripe.paymentIntents.create({ amount, currency: 'usd', metadata: { orderId } });
    return { id: made.id, secret: made.client_secret! };
  }

  async pay(secret: string, isDisputed: boolean): Promise<void> {
    const { status } = await this.shop.sandbox.pay(secret, isDisputed ? DISPUTED_CARD : undefined);
    expect(status).toBe('succeeded');
  }

  async confirm(orderId: string, transactionId: string): Promise<boolean> {
    const body = { transactionId };
    return isOk(await this.shop.call('PATCH', `/payment/${orderId}`, { as: this.customer, body }));
  }

  /** @param object what the event is about, as the provider calls it */
  async webhook(type: string, object: object, id = `evt_${String(new Types.ObjectId())}`): Promise<void> {
    const created = Math.floor(Date.now() / 1_000);
    expect(await this.shop.deliver(signed({ id, object: 'event', type, created, data: { object } }))).toBe(
      200,
    );
  }

  async cancel(orderId: string): Promise<boolean> {
    return isOk(await this.shop.call('DELETE', `/purchase/${orderId}`, { as: this.admin }));
  }

  async expire(orderId: string): Promise<void> {
    await this.orders.updateOne({ _id: new Types.ObjectId(orderId) }, { $set: { holdUntil: new Date(0) } });
    await this.service(ExpiryJob).run();
  }

  async cancelLine(orderId: string, productId: string): Promise<boolean> {
    return isOk(
      await this.shop.call('POST', `/purchases/${orderId}/lines/${productId}/cancel`, { as: this.customer }),
    );
  }

  async ship(orderId: string, lines: Units[]): Promise<boolean> {
    // without lines it would be all that is left
    if (lines.length === 0) return false;
    const body = { lines, carrier: 'UPS', trackingNumber: '1Z999AA10123456784' };
    return isOk(
      await this.shop.call('POST', `/purchases/${orderId}/shipments`, { as: this.admin, body }),
      201,
    );
  }

  async shipRest(orderId: string): Promise<boolean> {
    return isOk(await this.shop.call('PATCH', `/purchase/${orderId}`, { as: this.admin }));
  }

  async undo(orderId: string, n: number): Promise<boolean> {
    const { _id } = (await this.order(orderId)).shipments[n]!;
    const path = `/purchases/${orderId}/shipments/${String(_id)}/undo`;
    return isOk(
      await this.shop.call('POST', path, { as: this.admin, body: { reason: 'Returned unopened' } }),
    );
  }

  refund(orderId: string, cents: number): Promise<boolean> {
    return this.refunded(orderId, { amount: cents / 100 });
  }

  refundRemainder(orderId: string, restock?: boolean): Promise<boolean> {
    return this.refunded(orderId, { restock });
  }

  refundParts(orderId: string, lines: Units[], delivery: boolean, restock?: boolean): Promise<boolean> {
    return this.refunded(orderId, { ...(lines.length > 0 && { lines }), delivery, restock });
  }

  private async refunded(orderId: string, body: object): Promise<boolean> {
    return isOk(await this.shop.call('POST', `/refund/${orderId}`, { as: this.admin, body }));
  }

  /** The bank sends the nth refund back, of which the provider tells. */
  async sendBack(orderId: string, n: number): Promise<void> {
    const { refunds, transactionId } = await this.order(orderId);
    await this.shop.sandbox.failRefund(refunds[n]!.refundId!);
    const charge = { id: `ch_${transactionId}`, object: 'charge', payment_intent: transactionId };
    await this.webhook('charge.refunded', charge);
  }

  async refundAgain(intentId: string): Promise<boolean> {
    return isOk(
      await this.shop.call('POST', `/payments/reconciliation/${intentId}/refund`, { as: this.admin }),
    );
  }

  async refundElsewhere(intentId: string, amount: number): Promise<void> {
    await this.shop.sandbox.stripe.refunds.create({ payment_intent: intentId, amount });
    const charge = { id: `ch_${intentId}`, object: 'charge', payment_intent: intentId };
    await this.webhook('charge.refunded', charge);
  }

  private async order(id: string): Promise<Order> {
    return (await this.orders.findOne({ _id: new Types.ObjectId(id) }))!;
  }

  /** The orders, their payments and the stock are what the model says, and by themselves without a violation. */
  async expectAs(model: ModelShop): Promise<void> {
    const userId = new Types.ObjectId(this.customer.id);
    const { db } = this.shop;
    const productIds = model.products.map(({ id }) => new Types.ObjectId(id));
    const [orders, products] = await Promise.all([
      this.orders.find({ userId }).toArray(),
      db
        .collection<Product>('products')
        .find({ _id: { $in: productIds } } as object)
        .toArray(),
    ]);
    const payments = await db
      .collection<Payment>('payments')
      .find({ orderId: { $in: orders.map(({ _id }) => _id) } } as object)
      .toArray();
    expect(orders.length).toBe(model.orders.length);
    for (const expected of model.orders) {
      const order = orders.find(({ _id }) => String(_id) === expected.id)!;
      expect(stateOf(order)).toEqual(modelStateOf(expected));
      const paidBy = payments.filter(({ orderId }) => orderId.equals(order._id));
      expect(paidBy.map(({ _id }) => _id)).toEqual(expected.payment ? [expected.payment.id] : []);
      for (const { takenCents, refundedCents } of paidBy) {
        expect(takenCents - refundedCents).toBe(expected.stands);
        expect(refundedCents).toBe(expected.refunded);
      }
      expect([...orderViolations(order), ...paymentViolations(order, paidBy[0])]).toEqual([]);
    }
    for (const expected of model.products) {
      const product = products.find(({ _id }) => String(_id) === expected.id)!;
      const lines = orders.flatMap((order) => order.lines);
      const taken = sum(lines.filter((line) => line.productId.equals(product._id)).map(unitsTaken));
      expect(product.availableQ).toBe(model.availableOf(expected));
      expect(product.availableQ + taken).toBe(expected.stock);
      expect(productViolations(product)).toEqual([]);
    }
  }

  /** What was refunded at the provider is what the orders say, and each change has written its event. */
  async expectToldOf(model: ModelShop): Promise<void> {
    for (const { id, payment, refunds, dispute } of model.orders) {
      const { timeline, version } = await this.order(id);
      const events = await storedEvents(this.shop.db, `order/${id}`);
      const [, ...changes] = timeline.map(({ what }) => `order.${what}`);
      expect(events.map(({ type }) => type)).toEqual(['order.placed', ...changes]);
      expect(events.map((event) => event.version).at(-1)).toBe(version);
      // the provider does not count what the bank took back
      if (!payment || dispute === 'lost') continue;
      const { stripe } = this.shop.sandbox;
      const expand = ['latest_charge'];
      const { latest_charge: charge } = await stripe.paymentIntents.retrieve(payment.id, { expand });
      const succeeded = refunds.filter(({ isFailed }) => !isFailed).map(({ cents }) => cents);
      expect(charge).toMatchObject({ amount: payment.cents, amount_refunded: sum(succeeded) });
    }
  }
}

const stateOf = ({ lines, status, totalCents, ...order }: Order) => ({
  status,
  totalCents,
  dispute: order.dispute,
  refundStatus: order.refundStatus,
  transactionId: order.transactionId,
  openIntent: status === 'unpaid' ? order.intentId : undefined,
  lines: lines.map(({ productId, quantity, shipped, refunded, restocked, ...line }) => ({
    productId: String(productId),
    quantity,
    shipped,
    refunded,
    restocked,
    returned: line.returned ?? 0,
    discarded: line.discarded ?? 0,
    toDiscard: line.toDiscard ?? 0,
  })),
});

const modelStateOf = (order: ModelOrder): ReturnType<typeof stateOf> => ({
  status: order.status,
  totalCents: order.total,
  dispute: order.dispute,
  refundStatus: order.refundStatus,
  transactionId: order.payment?.id,
  openIntent: order.status === 'unpaid' ? order.kept?.id : undefined,
  lines: order.lines.map((line) => ({
    productId: line.productId,
    quantity: line.units.length,
    shipped: line.shipped,
    refunded: line.refunded,
    restocked: line.at('stock').length,
    returned: line.returned,
    discarded: line.at('lost').length,
    toDiscard: line.at('customer').filter(({ isBroken }) => isBroken).length,
  })),
});

/** Whether a call was accepted. @throws for what is neither done nor refused by a rule */
function isOk({ status, body }: ApiResponse, expected = 200): boolean {
  if (status === 409 || status === 422) return false;
  expect({ status, body }).toMatchObject({ status: expected });
  return true;
}

/** Whether work was done; what finds an order as it must not be returns null. @throws what no rule refuses */
async function accepted(work: Promise<unknown>): Promise<boolean> {
  try {
    return (await work) !== null;
  } catch (error) {
    if (error instanceof DomainError && (error.status === 409 || error.status === 422)) return false;
    throw error;
  }
}
