import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DependencyDown } from '../common/errors.js';
import { type Intent, PaymentProvider, ProviderRejection } from '../payment-provider/payment-provider.js';
import { OrderLedger } from './order-ledger.service.js';
import { isFullyRefunded, paymentMismatch } from './order-rules.js';
import { PaymentMismatch, PaymentProviderRejected, WrongState } from './purchase-errors.js';
import type { Actor, Purchase } from './purchase.schema.js';
import { Refunds } from './refunds.service.js';

/** How often a step is tried again when the order changed during a call to the provider. */
const ATTEMPTS = 5;
/** How many settled orders a process remembers: those whose other reports are still on their way. */
const KNOWN_SETTLED = 1_000;

/** An order that an intent has paid. */
export interface Settled {
  order: Purchase;
  /** Whether it was unpaid until this call. */
  isNew: boolean;
}

/**
 * Calls the payment provider about payments, and records what it returns. The browser's confirmation, the webhook and the jobs all come
 * here, in any order and number. No lock is held during a call: each result is recorded by a write of the ledger that is
 * conditional on the state that the call was made for.
 */
@Injectable()
export class Settlement {
  /** Orders by the intent that settled them or is about to; that a payment has settled an order never changes. */
  private readonly settled = new LRUCache<string, Promise<Settled>>({ max: KNOWN_SETTLED });

  constructor(
    private readonly ledger: OrderLedger,
    private readonly refunds: Refunds,
    private readonly provider: PaymentProvider,
  ) {}

  /**
   * The one open intent of an unpaid order. Two requests at once use the same idempotency key, and get the same intent.
   *
   * @throws WrongState when the order is not unpaid, or its payment is through or under way
   */
  async openIntent(found: Purchase, actor: Actor): Promise<Intent> {
    const orderId = String(found._id);
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const order = attempt === 0 ? found : await this.current(orderId);
      if (order.status !== 'unpaid')
        throw new WrongState(`This order is ${order.status}; there is nothing to pay.`);
      if (order.intentId === undefined) {
        const key = `order-${orderId}-intent-${order.intentAttempt ?? 0}`;
        const intent = await explainRejection(
          'open',
          this.provider.createIntent({ orderId, amount: order.totalCents, key }),
        );
        if (await this.ledger.keepIntent(order, intent.id)) return intent;
        // Cancelled meanwhile: nobody was given the secret, and nobody will be.
        if ((await this.current(orderId)).status !== 'unpaid') await this.provider.cancelIntent(intent.id);
        continue;
      }
      const intent = await this.provider.retrieveIntent(order.intentId);
      if (intent?.status === 'open') return intent;
      if (intent?.status === 'processing')
        throw new WrongState('The payment of this order is being processed.');
      if (intent?.status === 'succeeded') await this.settle(intent, actor);
      else await this.ledger.dropIntent(order);
    }
    throw new WrongState('This order is changing right now. Please try again.');
  }

  /**
   * Settles the order that an intent is for, as `settle`. The browser and the webhook mostly report a payment at the same
   * time: the second of them, in this process, waits for the first and gets its result, which is kept for a while.
   *
   * @throws PaymentMismatch also when the provider knows no such intent
   */
  async settleOnce(intentId: string, actor: Actor): Promise<Settled> {
    const first = this.settled.get(intentId);
    try {
      if (first) return await first;
    } catch (error) {
      // any other failure may be over: the first may have come before the payment had succeeded
      if (error instanceof DependencyDown) throw error;
    }
    const settling = this.retrieveAndSettle(intentId, actor);
    this.settled.set(intentId, settling);
    try {
      return await settling;
    } catch (error) {
      if (this.settled.peek(intentId) === settling) this.settled.delete(intentId);
      throw error;
    }
  }

  private async retrieveAndSettle(intentId: string, actor: Actor): Promise<Settled> {
    const intent = await this.provider.retrieveIntent(intentId);
    if (!intent) throw new PaymentMismatch('The payment provider knows no such payment.');
    return this.settle(intent, actor);
  }

  /**
   * Settles the order that a succeeded intent is for, once. A cancelled order's payment is refunded at once; the order of a
   * payment that the provider has refunded already becomes refunded.
   *
   * @throws PaymentMismatch when the intent is not what its order needs; nothing is changed then
   */
  async settle(intent: Intent, actor: Actor): Promise<Settled> {
    const { orderId } = intent;
    if (orderId === undefined) throw new PaymentMismatch('This payment names no order of this shop.');
    const paid = await this.pay(orderId, intent, actor);
    const order = paid ?? (await this.payOther(orderId, intent, actor));
    if (order.transactionId !== intent.id) throw new PaymentMismatch('Another payment has paid this order.');
    const settled = { order, isNew: paid !== null };
    const isRefunded = isFullyRefunded(intent);
    if (order.status !== 'cancelled' && !isRefunded) return settled;
    try {
      const refunded = isRefunded ? this.refunds.sync(orderId, actor) : this.refunds.continue(orderId, actor);
      return { ...settled, order: await refunded };
    } catch (error) {
      // It stays pending, and the job tries again.
      if (error instanceof DependencyDown) return settled;
      throw error;
    }
  }

  /** The usual case in one write: an unpaid order of what the intent is for. Null in any other case. */
  private async pay(orderId: string, intent: Intent, actor: Actor): Promise<Purchase | null> {
    const order = { id: orderId, totalCents: intent.amountReceived };
    if (paymentMismatch(order, intent, this.provider.livemode)) return null;
    return this.ledger.pay(orderId, intent, actor);
  }

  /** Finds out why an intent does not pay an unpaid order. */
  private async payOther(orderId: string, intent: Intent, actor: Actor): Promise<Purchase> {
    const order = await this.ledger.find(orderId);
    if (!order) throw new PaymentMismatch('This payment is for no order of this shop.');
    const { _id, totalCents, transactionId } = order;
    const why = paymentMismatch({ id: String(_id), totalCents }, intent, this.provider.livemode);
    if (why) throw new PaymentMismatch(why);
    if (order.status !== 'cancelled' || transactionId !== undefined) return order;
    return (await this.ledger.payLate(_id, intent, actor)) ?? this.current(orderId);
  }

  /**
   * Cancels an unpaid order, its intent first, so that nobody pays for what they do not get.
   *
   * @throws WrongState when it is not unpaid, or its payment has just gone through, or is under way
   */
  async cancel(orderId: string, actor: Actor, hide = false): Promise<Purchase> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const order = await this.current(orderId);
      if (order.status !== 'unpaid')
        throw new WrongState(`This order is ${order.status}; it cannot be cancelled.`);
      if (order.intentId !== undefined) await this.cancelIntent(order.intentId, actor);
      const cancelled = await this.ledger.cancel(order, actor, hide);
      if (cancelled) return cancelled;
    }
    throw new WrongState('This order is changing right now. Please try again.');
  }

  private async cancelIntent(intentId: string, actor: Actor): Promise<void> {
    const intent = await explainRejection('cancel', this.provider.cancelIntent(intentId));
    if (intent.status === 'succeeded') {
      await this.settle(intent, actor);
      throw new WrongState('This order has just been paid; it cannot be cancelled.');
    }
    if (intent.status === 'processing') {
      throw new WrongState('The payment of this order is being processed; it cannot be cancelled now.');
    }
  }

  private async current(orderId: string): Promise<Purchase> {
    const order = await this.ledger.find(orderId);
    if (!order) throw new WrongState('There is no such order any more.');
    return order;
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
