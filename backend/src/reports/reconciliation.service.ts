import { Injectable } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import { type Connection, isValidObjectId, type Model, trusted, Types } from 'mongoose';
import { AuditLog } from '../audit/audit-log.service.js';
import type { Caller } from '../common/access.js';
import { Conflict, NotFound } from '../common/errors.js';
import { toDollars } from '../common/money.js';
import { inTransaction } from '../database/transaction.js';
import { DAY_MS } from '../lists/days.js';
import { type Intent, PaymentProvider, ProviderRejection } from '../payment-provider/payment-provider.js';
import { DisputeRecord } from '../payments/payment-records.schema.js';
import { asAdmin, Order } from '../purchases/orders/order.schema.js';
import { Payments } from '../purchases/payments/payments.service.js';
import type { Refund } from '../purchases/refunds/refund.schema.js';
import { Refunds } from '../purchases/refunds/refunds.service.js';
import { PaymentConfirmation } from '../purchases/payments/payment-confirmation.service.js';
import { disputeRowOf, judge, rowOf, type Assessment } from './findings.js';
import type { ResolutionDto, ReconciliationDto, ReconciliationRowDto } from './reconciliation.dto.js';

/** The most payments that are compared at once. */
const MAX_INTENTS = 5_000;
const CHUNK = 500;

/** Compares the payments at the provider with the shop's orders, and resolves what differs. */
@Injectable()
export class ReconciliationService {
  constructor(
    @InjectModel(Order.name) private readonly orders: Model<Order>,
    @InjectModel(DisputeRecord.name) private readonly disputes: Model<DisputeRecord>,
    private readonly payments: Payments,
    private readonly provider: PaymentProvider,
    private readonly confirmation: PaymentConfirmation,
    private readonly refunds: Refunds,
    private readonly audit: AuditLog,
    @InjectConnection() private readonly connection: Connection,
  ) {}

  async reconcile(days = 30): Promise<ReconciliationDto> {
    const since = new Date(Date.now() - days * DAY_MS);
    const intents: Intent[] = [];
    let isComplete = true;
    for await (const intent of this.provider.listIntents(since)) {
      if (intents.length === MAX_INTENTS) {
        isComplete = false;
        break;
      }
      intents.push(intent);
    }
    const items = [...(await this.wrongPayments(intents)), ...(await this.disputesSince(since))];
    items.sort((a, b) => (a.at < b.at ? 1 : -1));
    return { items, checked: intents.length, isComplete, since: since.toISOString() };
  }

  /** Confirms the order that a payment names. @throws PaymentMismatch */
  async confirm(intentId: string, admin: Caller): Promise<ResolutionDto> {
    await this.confirmation.confirm(await this.intentOf(intentId), asAdmin(admin));
    return { intentId, result: 'confirmed' };
  }

  /** Refunds a payment: through its order where it paid one, else at the provider alone. */
  async refund(intentId: string, admin: Caller): Promise<ResolutionDto> {
    const intent = await this.intentOf(intentId);
    if (intent.status !== 'succeeded')
      throw new Conflict('not-paid', 'This payment has not succeeded; there is nothing to refund.');
    const [order] = await this.ordersPaidBy([intentId]);
    if (order) return this.resultOf(intentId, await this.refundOrder(order, admin));
    const [finding, resolution] = (await this.assess(intent)) ?? [];
    if (resolution === 'confirm') {
      throw new Conflict(
        'confirm-first',
        'This payment is what its order needs: confirm it, and refund the order if it must be.',
      );
    }
    // Confirming the payment of a cancelled order refunds it, and records that on the order.
    if (finding === 'cancelled-but-paid') {
      const { order: late } = await this.confirmation.confirm(intent, asAdmin(admin));
      return this.resultOf(intentId, late);
    }
    return {
      intentId,
      result: (await this.refundAlone(intent, admin)) === 'succeeded' ? 'refunded' : 'refund-pending',
    };
  }

  /** Tries a part that failed again, and no more than that; otherwise refunds what is left. */
  private refundOrder(order: Order, admin: Caller): Promise<Order> {
    const last = order.refunds.at(-1);
    const isFailedPart = order.refundStatus === 'failed' && last && !last.isRemainder;
    return this.refunds.refund(String(order._id), asAdmin(admin), {
      requestId: String(new Types.ObjectId()),
      ...(isFailedPart && againOf(last)),
    });
  }

  private resultOf(intentId: string, { refundStatus }: Order): ResolutionDto {
    if (refundStatus === 'failed')
      throw new Conflict('refund-failed', 'The payment provider could not make the refund.');
    return { intentId, result: refundStatus === 'pending' ? 'refund-pending' : 'refunded' };
  }

  /** The audit log is written before: nothing of the shop's changes with the money. */
  private async refundAlone(intent: Intent, admin: Caller): Promise<'pending' | 'succeeded'> {
    if (intent.amountRefunded >= intent.amountReceived) return 'succeeded';
    await inTransaction(this.connection, (session) =>
      this.audit.record(session, admin, {
        action: 'order.payment-refunded',
        entity: 'order',
        entityId: intent.orderId ?? intent.id,
        label: intent.id,
        after: { amount: toDollars(intent.amountReceived - intent.amountRefunded) },
      }),
    );
    try {
      const refund = await this.provider.refund({ intentId: intent.id, key: `intent-${intent.id}-refund` });
      if (refund.status === 'failed')
        throw new ProviderRejection('failed', refund.failure ?? 'The refund failed.');
      return refund.status;
    } catch (error) {
      if (error instanceof ProviderRejection) throw new Conflict('refund-failed', error.message);
      throw error;
    }
  }

  private async assess(intent: Intent): Promise<Assessment | undefined> {
    const [order] = await this.ordersOf([intent]);
    return judge(intent, order, this.provider.livemode);
  }

  private async wrongPayments(intents: Intent[]): Promise<ReconciliationRowDto[]> {
    const rows: ReconciliationRowDto[] = [];
    for (let from = 0; from < intents.length; from += CHUNK) {
      const chunk = intents.slice(from, from + CHUNK).filter(({ status }) => status === 'succeeded');
      const orders = new Map((await this.ordersOf(chunk)).map((order) => [String(order._id), order]));
      for (const intent of chunk) {
        const order = orders.get(intent.orderId ?? '');
        const assessment = judge(intent, order, this.provider.livemode);
        if (assessment) rows.push(rowOf(intent, order, assessment));
      }
    }
    return rows;
  }

  private async disputesSince(since: Date): Promise<ReconciliationRowDto[]> {
    const disputes = await this.disputes
      .find({ reportedAt: trusted({ $gte: since }) })
      .sort({ reportedAt: -1, _id: -1 })
      .limit(1_000)
      .lean<DisputeRecord[]>();
    const orders = await this.ordersPaidBy(disputes.flatMap(({ intentId }) => intentId ?? []));
    const byIntent = new Map(orders.map((order) => [order.transactionId, order]));
    return disputes.map((dispute) => disputeRowOf(dispute, byIntent.get(dispute.intentId)));
  }

  private ordersOf(intents: Intent[]): Promise<Order[]> {
    const ids = intents.flatMap(({ orderId }) =>
      orderId !== undefined && isValidObjectId(orderId) ? [orderId] : [],
    );
    return this.orders.find({ _id: trusted({ $in: ids }) }).lean<Order[]>();
  }

  private async ordersPaidBy(intentIds: string[]): Promise<Order[]> {
    const ids = await this.payments.ordersPaidBy(intentIds);
    return this.orders.find({ _id: trusted({ $in: ids }) }).lean<Order[]>();
  }

  private async intentOf(intentId: string): Promise<Intent> {
    const intent = await this.provider.retrieveIntent(intentId);
    if (!intent) throw new NotFound('payment');
    return intent;
  }
}

/** The same part again; its units once more only if they were never counted. */
const againOf = ({ amountCents, lines, ofDelivery, isApplied, reason }: Refund) => ({
  ...(lines && !isApplied ? { lines, ofDelivery } : { amountCents }),
  reason,
});
