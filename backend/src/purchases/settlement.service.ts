import { Injectable, Logger } from '@nestjs/common';
import { DependencyDown } from '../common/errors.js';
import {
  type Intent,
  PaymentProvider,
  ProviderRefused,
  type Refund,
} from '../payment-provider/payment-provider.js';
import { OrderLedger } from './order-ledger.service.js';
import { isFullyRefunded, whyNotPaidBy } from './order-rules.js';
import { PaymentMismatch, ProviderUnwilling, WrongState } from './purchase-errors.js';
import type { Actor, Purchase } from './purchase.schema.js';

/** How often a step is tried again when the order changed while the provider was asked. */
const ATTEMPTS = 5;

/**
 * What the shop says to the payment provider, and what it makes of the answers. The browser's confirmation, the webhook and
 * the sweepers all come here, in any order and number. Nothing is locked while the provider is asked: each answer is
 * recorded by a write of the ledger that is conditional on what the question was about.
 */
@Injectable()
export class Settlement {
  private readonly logger = new Logger(Settlement.name);

  constructor(
    private readonly ledger: OrderLedger,
    private readonly provider: PaymentProvider,
  ) {}

  /**
   * The one open intent of an unpaid order. Two at once ask the provider with the same key, and get the same.
   *
   * @throws WrongState when the order is not unpaid, or its payment is through or under way
   */
  async openIntent(orderId: string, actor: Actor): Promise<Intent> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const order = await this.current(orderId);
      if (order.status !== 'unpaid')
        throw new WrongState(`This order is ${order.status}; there is nothing to pay.`);
      if (order.intentId === undefined) {
        const key = `order-${orderId}-intent-${order.intentAttempt ?? 0}`;
        const intent = await asked(
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
   * Settles the order that a succeeded intent is for, once. A cancelled order's payment is refunded at once; the order of a
   * payment that the provider has refunded already becomes refunded.
   *
   * @throws PaymentMismatch when the intent is not what its order needs; nothing is changed then
   */
  async settle(intent: Intent, actor: Actor): Promise<Purchase> {
    if (intent.orderId === undefined) throw new PaymentMismatch('This payment names no order of this shop.');
    const order = await this.ledger.find(intent.orderId);
    if (!order) throw new PaymentMismatch('This payment is for no order of this shop.');
    const why = whyNotPaidBy(
      { id: String(order._id), totalCents: order.totalCents },
      intent,
      this.provider.livemode,
    );
    if (why) throw new PaymentMismatch(why);
    const settled = await this.ledger.pay(order._id, intent, actor);
    if (settled.transactionId !== intent.id)
      throw new PaymentMismatch('Another payment has paid this order.');
    const isRefunded = isFullyRefunded(intent);
    if (settled.status !== 'cancelled' && !isRefunded) return settled;
    try {
      return await (isRefunded
        ? this.syncRefund(intent.orderId, actor)
        : this.driveRefund(intent.orderId, actor));
    } catch (error) {
      // It stays pending, and the job tries again.
      if (error instanceof DependencyDown) return settled;
      throw error;
    }
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
    const intent = await asked('cancel', this.provider.cancelIntent(intentId));
    if (intent.status === 'succeeded') {
      await this.settle(intent, actor);
      throw new WrongState('This order has just been paid; it cannot be cancelled.');
    }
    if (intent.status === 'processing') {
      throw new WrongState('The payment of this order is being processed; it cannot be cancelled now.');
    }
  }

  /**
   * Gives the whole payment of an order back. Repeating it changes nothing, except that it tries a failed one again.
   *
   * @throws WrongState when nothing was paid
   */
  async refund(orderId: string, actor: Actor): Promise<Purchase> {
    const owed = await this.ledger.oweRefund(orderId, actor);
    const order = owed ?? (await this.current(orderId));
    if (order.refundStatus === undefined)
      throw new WrongState(`This order is ${order.status}; there is nothing to give back.`);
    return order.refundStatus === 'pending' ? this.driveRefund(orderId, actor) : order;
  }

  /** Brings a refund that is owed as far as the provider can now. */
  async driveRefund(orderId: string, actor: Actor): Promise<Purchase> {
    const order = await this.current(orderId);
    const { transactionId, refundId, refundAttempt } = order;
    if (order.refundStatus !== 'pending' || transactionId === undefined) return order;
    try {
      const refund =
        refundId === undefined
          ? await this.provider.refund({
              intentId: transactionId,
              key: `order-${orderId}-refund-${refundAttempt}`,
            })
          : await this.provider.retrieveRefund(refundId);
      if (refundId === undefined) await this.ledger.keepRefund(order, refund.id);
      await this.ledger.recordRefund(order, refund, actor);
    } catch (error) {
      if (!(error instanceof ProviderRefused)) throw error;
      if (error.code === 'charge_already_refunded') return this.syncRefund(orderId, actor);
      this.logger.warn({ orderId, refused: error.code, msg: 'the payment provider refused a refund' });
      await this.ledger.refuseRefund(order, error.message, actor);
    }
    return this.current(orderId);
  }

  /** Takes over what the provider says of an order's refunds, wherever they were begun. Parts of the sum are left alone. */
  async syncRefund(orderId: string, actor: Actor): Promise<Purchase> {
    const order = await this.current(orderId);
    if (order.transactionId === undefined) return order;
    const refunds = await this.provider.listRefunds(order.transactionId);
    const refund = refunds.find(({ id }) => id === order.refundId) ?? wholeRefund(refunds, order.totalCents);
    if (refund) await this.ledger.recordRefund(order, refund, actor);
    return this.current(orderId);
  }

  private async current(orderId: string): Promise<Purchase> {
    const order = await this.ledger.find(orderId);
    if (!order) throw new WrongState('There is no such order any more.');
    return order;
  }
}

/** What the provider was asked for, or a refusal that a person can be told. */
async function asked<T>(what: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    throw Object.assign(new ProviderUnwilling(what), { cause: error });
  }
}

/** The refund that gives the whole sum back, or completes it: the newest that did not fail. */
function wholeRefund(refunds: Refund[], totalCents: number): Refund | undefined {
  const good = refunds.filter(({ status }) => status !== 'failed');
  const sum = good.reduce((total, { amount }) => total + amount, 0);
  return sum >= totalCents ? (good.find(({ status }) => status === 'pending') ?? good[0]) : undefined;
}
