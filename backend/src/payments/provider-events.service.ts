import { Injectable, Logger } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { LRUCache } from 'lru-cache';
import type { Model } from 'mongoose';
import { recordTelemetry } from '../common/telemetry.js';
import { type Dispute, PaymentProvider, type ProviderEvent } from '../payment-provider/payment-provider.js';
import { PaymentMismatch } from '../purchases/purchase-errors.js';
import type { Actor } from '../purchases/orders/order.schema.js';
import { Payments } from '../purchases/payments/payments.service.js';
import { Refunds } from '../purchases/refunds/refunds.service.js';
import { PaymentConfirmation } from '../purchases/payments/payment-confirmation.service.js';
import { Disputes } from './disputes.service.js';
import { HandledEvent } from './payment-records.schema.js';

/** The types of events that the shop reads, as the provider lists them. */
export const WATCHED_EVENTS = [
  'payment_intent.succeeded',
  'charge.refunded',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.*',
];

export const isWatched = (type: string): boolean =>
  WATCHED_EVENTS.some((it) => (it.endsWith('*') ? type.startsWith(it.slice(0, -1)) : it === type));
const isPayment = (type: string): boolean => type === 'payment_intent.succeeded';
const isRefund = (type: string): boolean => type === 'charge.refunded' || /(^|\.)refund\./.test(type);

/** How many events a process remembers by itself; more than the provider sends while the payments job reads them again. */
const KNOWN_EVENTS = 10_000;

/**
 * Handles the provider's events, whether a webhook delivered them or the job read them. An event only says where to look: the
 * current state is read from the provider, so that events may come in any order and number.
 */
@Injectable()
export class ProviderEvents {
  private readonly logger = new Logger(ProviderEvents.name);
  /** By id, the events that this process has handled or is handling. */
  private readonly handledHere = new LRUCache<string, Promise<void>>({ max: KNOWN_EVENTS });

  constructor(
    @InjectModel(HandledEvent.name) private readonly handled: Model<HandledEvent>,
    private readonly payments: Payments,
    private readonly provider: PaymentProvider,
    private readonly confirmation: PaymentConfirmation,
    private readonly disputes: Disputes,
    private readonly refunds: Refunds,
  ) {}

  /**
   * Handles an event once; the same one at the same time waits for the first. One that could not be handled is not
   * remembered: it comes again.
   */
  async handle(event: ProviderEvent, actor: Actor): Promise<void> {
    if (!isWatched(event.type)) return;
    let handling = this.handledHere.get(event.id);
    if (!handling) {
      handling = this.handleNew(event, actor);
      this.handledHere.set(event.id, handling);
    }
    try {
      await handling;
    } catch (error) {
      if (this.handledHere.peek(event.id) === handling) this.handledHere.delete(event.id);
      throw error;
    }
  }

  private async handleNew(event: ProviderEvent, actor: Actor): Promise<void> {
    if (await this.wasHandledElsewhere(event, actor)) return;
    const record = (outcome: 'handled' | 'failed') =>
      recordTelemetry('provider-event', {
        source: actor.by,
        outcome,
        ageSeconds: (Date.now() - event.createdAt.getTime()) / 1_000,
      });
    try {
      const { type, intentId, dispute, createdAt } = event;
      let isConfirmedHere = false;
      if (dispute) await this.followDispute(dispute, createdAt, actor);
      else if (intentId !== undefined && isPayment(type))
        isConfirmedHere = await this.confirm(intentId, actor);
      else if (intentId !== undefined && isRefund(type)) await this.followRefund(intentId, actor);
      // The order itself records that it was confirmed; of everything else the event does.
      if (isConfirmedHere || (await this.remember(event))) record('handled');
    } catch (error) {
      record('failed');
      throw error;
    }
  }

  /**
   * Whether another process has handled an event, or this one before it was started. That is not looked up for the webhook of
   * a payment, which is mostly the first report: to confirm it again costs one write that changes nothing.
   */
  private async wasHandledElsewhere({ id, type, intentId }: ProviderEvent, { by }: Actor): Promise<boolean> {
    if (by === 'webhook' && isPayment(type)) return false;
    if (await this.handled.exists({ _id: id })) return true;
    return isPayment(type) && intentId !== undefined && this.isConfirmed(intentId);
  }

  /** A refunded payment was made before, though the events may come in the other order. */
  private async followRefund(intentId: string, actor: Actor): Promise<void> {
    if (!(await this.isConfirmed(intentId))) await this.confirm(intentId, actor);
    await this.syncRefund(intentId, actor);
  }

  /** Whether this process has confirmed the order of a payment, now or before. */
  private async confirm(intentId: string, actor: Actor): Promise<boolean> {
    try {
      const { isNew } = await this.confirmation.confirmOnce(intentId, actor);
      return isNew;
    } catch (error) {
      if (!(error instanceof PaymentMismatch)) throw error;
      // A repeat would not help; reconciliation shows it.
      this.logger.warn({ intentId, why: error.message, msg: 'a payment confirms no order' });
      return false;
    }
  }

  private async isConfirmed(intentId: string): Promise<boolean> {
    return (await this.payments.orderPaidBy(intentId)) !== undefined;
  }

  private async syncRefund(intentId: string, actor: Actor): Promise<void> {
    const orderId = await this.payments.orderPaidBy(intentId);
    if (orderId) await this.refunds.sync(String(orderId), actor);
  }

  /** A disputed payment was made before, though the events may come in the other order. */
  private async followDispute(dispute: Dispute, reportedAt: Date, actor: Actor): Promise<void> {
    await this.disputes.record(dispute, reportedAt);
    const { intentId } = dispute;
    if (intentId === undefined) return;
    if (!(await this.isConfirmed(intentId))) await this.confirm(intentId, actor);
    await this.disputes.updateOrder(intentId, actor);
  }

  /** Whether no process had remembered it before. */
  private async remember({ id, type }: ProviderEvent): Promise<boolean> {
    const first = { $setOnInsert: { type, at: new Date() } };
    const { upsertedCount } = await this.handled.updateOne({ _id: id }, first, { upsert: true });
    return upsertedCount === 1;
  }
}
