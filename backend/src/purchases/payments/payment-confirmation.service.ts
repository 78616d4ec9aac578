import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import { LRUCache } from 'lru-cache';
import type { Connection, QueryFilter, Types } from 'mongoose';
import { DependencyDown, StaleVersion, WriteConflict } from '../../common/errors.js';
import { inTransaction } from '../../database/transaction.js';
import { type Intent, PaymentProvider, ProviderRejection } from '../../payment-provider/payment-provider.js';
import { withoutLine } from '../orders/order-totals.js';
import { OrderTransitions } from '../orders/order-transitions.service.js';
import { isFullyRefunded, paymentMismatch } from './payment-rules.js';
import { PaymentMismatch, PaymentProviderRejected, WrongState } from '../purchase-errors.js';
import type { Actor, Order } from '../orders/order.schema.js';
import { Refunds } from '../refunds/refunds.service.js';
import { Stock } from '../stock/stock.service.js';

/** How often a step is tried again when the order changed during a call to the provider. */
const ATTEMPTS = 5;
/** How many confirmed orders a process remembers: those whose other reports are still on their way. */
const KNOWN_CONFIRMED = 1_000;

/** An order that an intent has paid. */
export interface ConfirmedPayment {
  order: Order;
  /** Whether it was unpaid until this call. */
  isNew: boolean;
}

/**
 * Calls the payment provider about payments, and records what it returns. The browser's confirmation, the webhook and the jobs all come
 * here, in any order and number. No lock is held during a call: each result is recorded by a write that is
 * conditional on the state that the call was made for.
 */
@Injectable()
export class PaymentConfirmation {
  /** Orders by the intent that confirmed them or is about to; that a payment has confirmed an order never changes. */
  private readonly confirmed = new LRUCache<string, Promise<ConfirmedPayment>>({ max: KNOWN_CONFIRMED });

  constructor(
    private readonly transitions: OrderTransitions,
    private readonly refunds: Refunds,
    private readonly provider: PaymentProvider,
    private readonly stock: Stock,
    @InjectConnection() private readonly connection: Connection,
  ) {}

  /**
   * The one open intent of an unpaid order. Two requests at once use the same idempotency key, and get the same intent.
   *
   * @throws WrongState when the order is not unpaid, or its payment is through or in progress
   */
  async openIntent(found: Order, actor: Actor): Promise<Intent> {
    const orderId = String(found._id);
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const order = attempt === 0 ? found : await this.current(orderId);
      if (order.status !== 'unpaid')
        throw new WrongState(`This order is ${order.status}; there is nothing to pay.`);
      if (order.intentId === undefined) {
        const key = `order-${orderId}-intent-${order.intentAttempt}`;
        const intent = await explainRejection(
          'open',
          this.provider.createIntent({ orderId, amount: order.totalCents, key }),
        );
        if (await this.transitions.keepIntent(order, intent.id)) return intent;
        // Cancelled meanwhile, or a line of it was: nobody was given the secret, and nobody will be.
        const { status, intentAttempt } = await this.current(orderId);
        if (status !== 'unpaid' || intentAttempt !== order.intentAttempt)
          await this.provider.cancelIntent(intent.id);
        continue;
      }
      const intent = await this.provider.retrieveIntent(order.intentId);
      if (intent?.status === 'open') return intent;
      if (intent?.status === 'processing')
        throw new WrongState('The payment of this order is being processed.');
      if (intent?.status === 'succeeded') await this.confirm(intent, actor);
      else await this.transitions.dropIntent(order);
    }
    throw new WriteConflict();
  }

  /**
   * Confirms the order that an intent is for, as `confirm`. The browser and the webhook mostly report a payment at the same
   * time: the second of them, in this process, waits for the first and gets its result, which is kept for a while.
   *
   * @throws PaymentMismatch also when the provider knows no such intent
   */
  async confirmOnce(intentId: string, actor: Actor): Promise<ConfirmedPayment> {
    const first = this.confirmed.get(intentId);
    try {
      if (first) return await first;
    } catch (error) {
      // any other failure may be over: the first may have come before the payment had succeeded
      if (error instanceof DependencyDown) throw error;
    }
    const confirming = this.retrieveAndConfirm(intentId, actor);
    this.confirmed.set(intentId, confirming);
    try {
      return await confirming;
    } catch (error) {
      if (this.confirmed.peek(intentId) === confirming) this.confirmed.delete(intentId);
      throw error;
    }
  }

  private async retrieveAndConfirm(intentId: string, actor: Actor): Promise<ConfirmedPayment> {
    const intent = await this.provider.retrieveIntent(intentId);
    if (!intent) throw new PaymentMismatch('The payment provider knows no such payment.');
    return this.confirm(intent, actor);
  }

  /**
   * Confirms the order that a succeeded intent is for, once. A cancelled order's payment is refunded at once; the order of a
   * payment that the provider has refunded already becomes refunded.
   *
   * @throws PaymentMismatch when the intent is not what its order needs; nothing is changed then
   */
  async confirm(intent: Intent, actor: Actor): Promise<ConfirmedPayment> {
    const { orderId } = intent;
    if (orderId === undefined) throw new PaymentMismatch('This payment names no order of this shop.');
    const paid = await this.pay(orderId, intent, actor);
    const order = paid ?? (await this.payOther(orderId, intent, actor));
    if (order.transactionId !== intent.id) throw new PaymentMismatch('Another payment has paid this order.');
    const confirmed = { order, isNew: paid !== null };
    const isRefunded = isFullyRefunded(intent);
    if (order.status !== 'cancelled' && !isRefunded) return confirmed;
    try {
      const refunded = isRefunded ? this.refunds.sync(orderId, actor) : this.refunds.continue(orderId, actor);
      return { ...confirmed, order: await refunded };
    } catch (error) {
      // It stays pending, and the job tries again.
      if (error instanceof DependencyDown || error instanceof WriteConflict) return confirmed;
      throw error;
    }
  }

  /** The usual case in one write: an unpaid order of what the intent is for. Null in any other case. */
  private async pay(orderId: string, intent: Intent, actor: Actor): Promise<Order | null> {
    const order = { id: orderId, totalCents: intent.amountReceived };
    if (paymentMismatch(order, intent, this.provider.livemode)) return null;
    return inTransaction(this.connection, (session) => this.transitions.pay(session, orderId, intent, actor));
  }

  /** Finds out why an intent does not pay an unpaid order. */
  private async payOther(orderId: string, intent: Intent, actor: Actor): Promise<Order> {
    const order = await this.transitions.find(orderId);
    if (!order) throw new PaymentMismatch('This payment is for no order of this shop.');
    const { _id, totalCents, transactionId } = order;
    const why = paymentMismatch({ id: String(_id), totalCents }, intent, this.provider.livemode);
    if (why) throw new PaymentMismatch(why);
    if (order.status !== 'cancelled' || transactionId !== undefined) return order;
    const paid = await inTransaction(this.connection, (session) =>
      this.transitions.payLate(session, _id, intent, actor),
    );
    return paid ?? this.current(orderId);
  }

  /**
   * Cancels an unpaid order, its intent first, so that nobody pays for what they do not get.
   *
   * @param how `hide`: its customer's list is to show it no more; `where`: the version that it must have
   * @throws WrongState when it is not unpaid, or its payment has just gone through, or is in progress; StaleVersion
   */
  async cancel(
    orderId: string,
    actor: Actor,
    how: { hide: boolean; where: QueryFilter<Order> } = { hide: false, where: {} },
  ): Promise<Order> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const order = await this.current(orderId, how.where);
      if (order.status !== 'unpaid')
        throw new WrongState(`This order is ${order.status}; it cannot be cancelled.`);
      if (order.intentId !== undefined) await this.cancelIntent(order.intentId, actor);
      const cancelled = await this.stock.queued(order.lines, () =>
        inTransaction(this.connection, (session) => this.transitions.cancel(session, order, actor, how)),
      );
      if (cancelled) return cancelled;
    }
    throw new WriteConflict();
  }

  /**
   * Takes a line off an unpaid order, its intent first: the amount of the next one is what is left. The last line goes with the
   * order.
   *
   * @param where the version that it must have
   * @throws WrongState as `cancel`, OrderTotalOutOfRange, StaleVersion
   */
  async cancelLine(
    orderId: string,
    productId: Types.ObjectId,
    actor: Actor,
    where: QueryFilter<Order> = {},
  ): Promise<Order> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const order = await this.current(orderId, where);
      if (!order.lines.some((line) => line.productId.equals(productId)))
        throw new WrongState('This order has no such product.');
      if (order.lines.length === 1) return this.cancel(orderId, actor, { hide: false, where });
      if (order.status !== 'unpaid')
        throw new WrongState(`This order is ${order.status}; its lines cannot be cancelled.`);
      // what is refused leaves the payment that is open as it is
      withoutLine(order, productId);
      if (order.intentId !== undefined) await this.cancelIntent(order.intentId, actor);
      const changed = await this.stock.queued(order.lines, () =>
        inTransaction(this.connection, (session) =>
          this.transitions.cancelLine(session, order, productId, actor),
        ),
      );
      if (changed) return changed;
    }
    throw new WriteConflict();
  }

  private async cancelIntent(intentId: string, actor: Actor): Promise<void> {
    const intent = await explainRejection('cancel', this.provider.cancelIntent(intentId));
    if (intent.status === 'succeeded') {
      await this.confirm(intent, actor);
      throw new WrongState('This order has just been paid; it cannot be cancelled.');
    }
    if (intent.status === 'processing') {
      throw new WrongState('The payment of this order is being processed; it cannot be cancelled now.');
    }
  }

  private async current(orderId: string, where: QueryFilter<Order> = {}): Promise<Order> {
    const order = await this.transitions.find(orderId, where);
    if (order) return order;
    throw (await this.transitions.find(orderId))
      ? new StaleVersion('order')
      : new WrongState('There is no such order any more.');
  }
}

/** Turns a rejection into a problem that a person can read. */
async function explainRejection<T>(what: string, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ProviderRejection)) throw error;
    throw Object.assign(new PaymentProviderRejected(what), { cause: error });
  }
}
