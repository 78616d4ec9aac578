import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import type { Caller } from '../common/access.js';
import { InvalidInput, NotFound } from '../common/errors.js';
import { toCents } from '../common/money.js';
import { type IfMatchHeader, withVersion } from '../common/versions.js';
import type { Attempt } from '../idempotency/attempt.js';
import { PaymentProvider } from '../payment-provider/payment-provider.js';
import { PaymentMismatch, PriceChanged, WrongState } from '../purchases/purchase-errors.js';
import { toLineUnits } from '../purchases/orders/order-line.dto.js';
import { type OrderDto, toOrderDto } from '../purchases/orders/order.dto.js';
import { type Actor, asAdmin, Order } from '../purchases/orders/order.schema.js';
import { Refunds } from '../purchases/refunds/refunds.service.js';
import { PaymentConfirmation } from '../purchases/payments/payment-confirmation.service.js';
import type { CreatePaymentIntentDto, PaymentIntentDto, RefundPurchaseDto } from './payment.dto.js';

/** How a customer pays, and how an admin refunds. */
@Injectable()
export class PaymentsService {
  constructor(
    @InjectModel(Order.name) private readonly orders: Model<Order>,
    private readonly confirmation: PaymentConfirmation,
    private readonly refunds: Refunds,
    private readonly provider: PaymentProvider,
  ) {}

  /** Opens the payment of one of the caller's unpaid orders, or returns the one that is open. */
  async createIntent({ orderId, price }: CreatePaymentIntentDto, caller: Caller): Promise<PaymentIntentDto> {
    const order =
      orderId === undefined ? await this.onlyUnpaid(caller) : await this.ownOrder(orderId, caller);
    return this.openIntent(order, price, { by: 'customer', userId: caller.id });
  }

  /**
   * The one open intent of an unpaid order.
   *
   * @param price the amount in dollars that the payer saw, if they say
   * @throws PriceChanged, what `PaymentConfirmation.openIntent` throws
   */
  async openIntent(order: Order, price: number | undefined, actor: Actor): Promise<PaymentIntentDto> {
    if (price !== undefined && order.status === 'unpaid' && toCents(price) !== order.totalCents) {
      throw new PriceChanged(order.totalCents);
    }
    const { clientSecret } = await this.confirmation.openIntent(order, actor);
    return { clientSecret };
  }

  /**
   * The browser's confirmation, checked with the provider. Repeating it changes nothing.
   *
   * @throws PaymentMismatch, WrongState
   */
  async confirm(orderId: string, transactionId: string, caller: Caller): Promise<OrderDto> {
    const order = await this.ownOrder(orderId, caller);
    const actor: Actor = { by: 'customer', userId: caller.id };
    return toOrderDto('customer')(await this.confirmOrder(order, transactionId, actor));
  }

  /**
   * Confirms an order by a payment that its payer's browser reports.
   *
   * @throws PaymentMismatch, WrongState
   */
  async confirmOrder(order: Order, transactionId: string, actor: Actor): Promise<Order> {
    const confirmed =
      order.transactionId === transactionId ? order : await this.confirmIntent(order, transactionId, actor);
    if (confirmed.timeline.some(({ what }) => what === 'paid-late')) {
      throw new WrongState('The payment came after this order was cancelled; it is refunded to your card.');
    }
    if (order.status === 'unpaid' && confirmed.status === 'refunded') {
      throw new WrongState('This payment was refunded; the order is closed.');
    }
    return confirmed;
  }

  /** Refunds an amount, units of lines, the delivery, or all that is left. To repeat the latter changes nothing. */
  async refund(
    orderId: string,
    { amount, lines, delivery, restock, reason }: RefundPurchaseDto,
    caller: Caller,
    ifMatch: IfMatchHeader,
    attempt: Attempt,
  ): Promise<OrderDto> {
    const order = await this.orders.findById(orderId, { userId: 1 }).lean<Order>();
    if (!order) throw new NotFound('order');
    attempt.about.add(String(order.userId));
    const amountCents = amount === undefined ? undefined : toCents(amount);
    const refunded = await this.refunds.refund(orderId, asAdmin(caller), {
      amountCents,
      lines: lines && toLineUnits(lines),
      ofDelivery: delivery,
      restock,
      reason,
      requestId: String(attempt.id),
      ifMatch,
    });
    return withVersion(toOrderDto('admin')(refunded), refunded.version);
  }

  private async confirmIntent(order: Order, transactionId: string, actor: Actor): Promise<Order> {
    if (order.intentId === transactionId)
      return (await this.confirmation.confirmOnce(transactionId, actor)).order;
    const intent = await this.provider.retrieveIntent(transactionId);
    // Checked before anything is confirmed: a confirmation of this order must not confirm another one.
    if (!intent || intent.orderId !== String(order._id))
      throw new PaymentMismatch('This payment is not for this order.');
    return (await this.confirmation.confirm(intent, actor)).order;
  }

  private async ownOrder(id: string, caller: Caller): Promise<Order> {
    const order = await this.orders.findOne({ _id: id, userId: new Types.ObjectId(caller.id) }).lean<Order>();
    if (!order) throw new NotFound('order');
    return order;
  }

  private async onlyUnpaid(caller: Caller): Promise<Order> {
    const [order, ...others] = await this.orders
      .find({ userId: new Types.ObjectId(caller.id), status: 'unpaid' })
      .limit(2)
      .lean<Order[]>();
    if (!order || others.length > 0)
      throw new InvalidInput({ orderId: 'Name the order to pay: you do not have exactly one' });
    return order;
  }
}
