import { Injectable, Logger } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { isDuplicateKey } from '../database/database.js';
import { recordEvent } from '../common/domain-events.js';
import { type Dispute, PaymentProvider, type ProviderEvent } from '../payment-provider/payment-provider.js';
import { PaymentMismatch } from '../purchases/purchase-errors.js';
import { type Actor, Purchase } from '../purchases/purchase.schema.js';
import { Settlement } from '../purchases/settlement.service.js';
import { DisputeRecord, HandledEvent } from './payment-records.schema.js';

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

const isRefundEvent = (type: string): boolean => type === 'charge.refunded' || /(^|\.)refund\./.test(type);

/** A dispute in one of these will not change any more. */
const FINAL_DISPUTES = ['won', 'lost', 'warning_closed', 'prevented'];

/**
 * Handles the provider's events, whether a webhook delivered them or the job read them. An event only says where to look: the
 * current state is read from the provider, so that events may come in any order and number.
 */
@Injectable()
export class ProviderEvents {
  private readonly logger = new Logger(ProviderEvents.name);

  constructor(
    @InjectModel(HandledEvent.name) private readonly handled: Model<HandledEvent>,
    @InjectModel(DisputeRecord.name) private readonly disputes: Model<DisputeRecord>,
    @InjectModel(Purchase.name) private readonly orders: Model<Purchase>,
    private readonly provider: PaymentProvider,
    private readonly settlement: Settlement,
  ) {}

  /** Handles an event once. One that could not be handled is not remembered: it comes again. */
  async handle(event: ProviderEvent, actor: Actor): Promise<void> {
    if (await this.handled.exists({ _id: event.id })) return;
    const record = (outcome: 'handled' | 'failed') =>
      recordEvent('provider-event', {
        source: actor.by,
        outcome,
        ageSeconds: (Date.now() - event.createdAt.getTime()) / 1_000,
      });
    try {
      if (event.dispute) await this.recordDispute(event.dispute, event.createdAt);
      else if (event.intentId !== undefined) await this.followIntent(event.intentId, event.type, actor);
      await this.remember(event);
    } catch (error) {
      record('failed');
      throw error;
    }
    record('handled');
  }

  /** A refunded payment was made before, though the events may come in the other order. */
  private async followIntent(intentId: string, type: string, actor: Actor): Promise<void> {
    const isRefund = isRefundEvent(type);
    if (isRefund || type === 'payment_intent.succeeded') await this.settle(intentId, actor);
    if (isRefund) await this.syncRefund(intentId, actor);
  }

  private async settle(intentId: string, actor: Actor): Promise<void> {
    if (await this.isSettled(intentId)) return;
    const intent = await this.provider.retrieveIntent(intentId);
    if (!intent) return;
    try {
      await this.settlement.settle(intent, actor);
    } catch (error) {
      if (!(error instanceof PaymentMismatch)) throw error;
      // A repeat would not help; reconciliation shows it.
      this.logger.warn({ intentId, why: error.message, msg: 'a payment settles no order' });
    }
  }

  private async isSettled(intentId: string): Promise<boolean> {
    return (await this.orders.exists({ transactionId: intentId })) !== null;
  }

  private async syncRefund(intentId: string, actor: Actor): Promise<void> {
    const order =
      intentId === undefined
        ? null
        : await this.orders.findOne({ transactionId: intentId }, { _id: 1 }).lean<Purchase>();
    if (order) await this.settlement.syncRefund(String(order._id), actor);
  }

  private async recordDispute({ id, ...dispute }: Dispute, toldAt: Date): Promise<void> {
    const isFinal = FINAL_DISPUTES.includes(dispute.status);
    try {
      await this.disputes.updateOne(
        {
          _id: id,
          toldAt: trusted({ $lte: toldAt }),
          ...(!isFinal && { status: trusted({ $nin: FINAL_DISPUTES }) }),
        },
        { $set: { ...dispute, toldAt } },
        { upsert: true },
      );
    } catch (error) {
      // It is there, and newer.
      if (!isDuplicateKey(error)) throw error;
    }
  }

  private async remember({ id, type }: ProviderEvent): Promise<void> {
    await this.handled.updateOne({ _id: id }, { $setOnInsert: { type, at: new Date() } }, { upsert: true });
  }
}
