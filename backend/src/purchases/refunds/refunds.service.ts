import { Injectable, Logger } from '@nestjs/common';
import { StaleVersion, WriteConflict } from '../../common/errors.js';
import { namesVersion } from '../../common/versions.js';
import {
  PaymentProvider,
  ProviderRejection,
  type Refund as ProviderRefund,
} from '../../payment-provider/payment-provider.js';
import { isRefundable, isRefundableInPart } from '../orders/order-states.js';
import { RefundTooLarge, WrongState } from '../purchase-errors.js';
import type { Actor, Order } from '../orders/order.schema.js';
import { RefundTransitions, type WantedRefund } from './refund-transitions.service.js';
import { isRepeatable, repeatedBy } from './owed-refunds.js';
import { assertRefundRequest, isOfAll, type RefundOrder } from './refund-request.js';
import { leftToRefund, refundValue } from './refund-rules.js';
import type { Refund } from './refund.schema.js';

/** How often a request is tried again when the order changed meanwhile. */
const ATTEMPTS = 5;
/** The provider remembers a key for a day; an older refund is looked for before it is asked for again. */
const KEY_TRUSTED_MS = 12 * 3_600_000;

/** Asks the payment provider for refunds, and records what became of them. */
@Injectable()
export class Refunds {
  private readonly logger = new Logger(Refunds.name);

  constructor(
    private readonly transitions: RefundTransitions,
    private readonly provider: PaymentProvider,
  ) {}

  /**
   * Refunds a part of an order's payment, or all that is left of it. To repeat the latter changes nothing, except that it tries a
   * failed refund again.
   *
   * @throws WrongState, RefundTooLarge, NotToBeRefunded, StaleVersion
   */
  async refund(orderId: string, actor: Actor, wanted: RefundOrder): Promise<Order> {
    assertRefundRequest(wanted);
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const order = await this.transitions.find(orderId);
      if (order.refunds.some(({ requestId }) => requestId === wanted.requestId))
        return this.continue(orderId, actor);
      if (wanted.ifMatch !== undefined && !namesVersion(wanted.ifMatch, order.version))
        throw new StaleVersion('order');
      const pending = order.refunds.find(({ status }) => status === 'pending');
      if (pending) {
        if (isOfAll(wanted) && pending.isRemainder) return this.continue(orderId, actor);
        throw new WrongState('A refund of this order is pending; wait until it is done.');
      }
      if (isOfAll(wanted) && order.refundStatus === 'succeeded') return order;
      if (await this.transitions.request(order, this.allowed(order, wanted), actor))
        return this.continue(orderId, actor);
    }
    throw new WriteConflict();
  }

  private allowed(order: Order, wanted: RefundOrder): WantedRefund {
    const left = leftToRefund(order);
    if (!isRefundable(order) || left === 0)
      throw new WrongState(`This order is ${order.status}; there is nothing to refund.`);
    if (isOfAll(wanted)) return { ...wanted, amountCents: left, isRemainder: true };
    if (wanted.repeats !== undefined && !isRepeatable(wanted.repeats, order.refunds))
      throw new WrongState('This refund was made again already.');
    const amountCents = wanted.amountCents ?? refundValue(order, wanted);
    if (amountCents > left) throw new RefundTooLarge(left);
    const isAmount = wanted.amountCents !== undefined;
    const repeats = wanted.repeats ?? (isAmount ? repeatedBy(amountCents, order.refunds) : undefined);
    if (amountCents < left && repeats === undefined && !isRefundableInPart(order))
      throw new WrongState(`This order is ${order.status}; its payment can only be refunded as a whole.`);
    return { ...wanted, amountCents, repeats, isRemainder: false };
  }

  /** Continues the pending refunds of an order as far as the provider can now. */
  async continue(orderId: string, actor: Actor): Promise<Order> {
    let order = await this.transitions.find(orderId);
    const { transactionId } = order;
    if (order.refundStatus !== 'pending' || transactionId === undefined) return order;
    for (const refund of order.refunds.filter(({ status }) => status === 'pending'))
      order = await this.continueOne(orderId, transactionId, refund, actor);
    // the rest was less than thought: another part was refunded at the provider
    const last = order.refunds.at(-1);
    const isShort = last?.isRemainder && last.status === 'succeeded' && order.refundStatus !== 'succeeded';
    return isShort ? this.sync(orderId, actor) : order;
  }

  private async continueOne(orderId: string, intentId: string, refund: Refund, actor: Actor): Promise<Order> {
    try {
      return await this.transitions.record(orderId, [await this.advance(orderId, intentId, refund)], actor);
    } catch (error) {
      if (!(error instanceof ProviderRejection)) throw error;
      // another one, made at the provider, may be why
      await this.sync(orderId, actor);
      this.logger.warn({ orderId, code: error.code, msg: 'the payment provider rejected a refund' });
      return this.transitions.reject(orderId, refund.attempt, error.message, actor);
    }
  }

  private async advance(orderId: string, intentId: string, refund: Refund): Promise<ProviderRefund> {
    const { refundId, requestId, attempt, amountCents, isRemainder, at } = refund;
    if (refundId !== undefined) return this.provider.retrieveRefund(refundId);
    if (requestId !== undefined && Date.now() - at.getTime() > KEY_TRUSTED_MS) {
      const made = (await this.provider.listRefunds(intentId)).find((one) => one.attempt === attempt);
      if (made) return made;
    }
    return this.provider.refund({
      intentId,
      key: `order-${orderId}-refund-${attempt}`,
      ...(!isRemainder && { amount: amountCents }),
      // the refund of a late payment was asked for without one by earlier versions, under the same key
      ...(requestId !== undefined && { attempt }),
    });
  }

  /** Records an order's refunds as the provider has them, wherever they were made. */
  async sync(orderId: string, actor: Actor): Promise<Order> {
    const order = await this.transitions.find(orderId);
    if (order.transactionId === undefined) return order;
    // the oldest first
    const found = (await this.provider.listRefunds(order.transactionId)).toReversed();
    return this.transitions.record(orderId, found, actor);
  }
}
