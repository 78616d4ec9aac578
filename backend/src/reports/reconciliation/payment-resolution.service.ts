import { Injectable, Logger } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import { type Connection, Types } from 'mongoose';
import { AuditLog } from '../../audit/audit-log.service.js';
import type { Caller } from '../../common/access.js';
import { Conflict, DependencyDown, NotFound } from '../../common/errors.js';
import { toDollars } from '../../common/money.js';
import { inTransaction } from '../../database/transaction.js';
import { type Intent, PaymentProvider, ProviderRejection } from '../../payment-provider/payment-provider.js';
import { asAdmin, type Order } from '../../purchases/orders/order.schema.js';
import { PaymentConfirmation } from '../../purchases/payments/payment-confirmation.service.js';
import { WrongState } from '../../purchases/purchase-errors.js';
import { repetitionOf } from '../../purchases/refunds/failed-refund.js';
import { Refunds } from '../../purchases/refunds/refunds.service.js';
import { KeptFindings } from './kept-findings.service.js';
import { PaymentComparison } from './payment-comparison.service.js';
import type { Finding, ResolutionDto } from './reconciliation.dto.js';

/** Resolves what reconciliation has found of a payment, and looks at the payment again. */
@Injectable()
export class PaymentResolution {
  private readonly logger = new Logger(PaymentResolution.name);

  constructor(
    private readonly comparison: PaymentComparison,
    private readonly findings: KeptFindings,
    private readonly provider: PaymentProvider,
    private readonly confirmation: PaymentConfirmation,
    private readonly refunds: Refunds,
    private readonly audit: AuditLog,
    @InjectConnection() private readonly connection: Connection,
  ) {}

  /** Confirms the order that a payment names. @throws PaymentMismatch */
  async confirm(intentId: string, admin: Caller): Promise<ResolutionDto> {
    await this.confirmation.confirm(await this.intentOf(intentId), asAdmin(admin));
    await this.lookAgain(intentId);
    return { intentId, result: 'confirmed' };
  }

  /** Refunds a payment: through its order where it paid one, else at the provider alone. */
  async refund(intentId: string, admin: Caller): Promise<ResolutionDto> {
    const result = await this.refundEither(await this.intentOf(intentId), admin);
    await this.lookAgain(intentId);
    return { intentId, result };
  }

  /**
   * Records the refunds of a payment in the order that it paid, as the provider has them.
   *
   * @throws Conflict when they differ all the same
   */
  async syncRefunds(intentId: string, admin: Caller): Promise<ResolutionDto> {
    await this.intentOf(intentId);
    const order = await this.comparison.orderPaidBy(intentId);
    if (!order) throw new NotFound('order of this payment');
    await this.refunds.sync(String(order._id), asAdmin(admin));
    if ((await this.lookAgain(intentId)).includes('refunds-differ'))
      throw new Conflict(
        'refunds-differ',
        'The payment provider has other refunds than the order, and none that the order does not know. Compare the two by hand.',
      );
    return { intentId, result: 'refunds-synced' };
  }

  private async refundEither(intent: Intent, admin: Caller): Promise<ResolutionDto['result']> {
    if (intent.status !== 'succeeded')
      throw new Conflict('not-paid', 'This payment has not succeeded; there is nothing to refund.');
    const order = await this.comparison.orderPaidBy(intent.id);
    if (order) return this.refundOrder(order, admin);
    const { differences } = await this.comparison.lookedUp([intent.id]);
    if (differences.some(({ action }) => action === 'confirm')) {
      throw new Conflict(
        'confirm-first',
        'This payment is what its order needs: confirm it, and refund the order if it must be.',
      );
    }
    // Confirming the payment of a cancelled order refunds it, and records that on the order.
    if (differences.some(({ finding }) => finding === 'cancelled-but-paid')) {
      const { order: late } = await this.confirmation.confirm(intent, asAdmin(admin));
      return resultOf(late);
    }
    return (await this.refundAlone(intent, admin)) === 'succeeded' ? 'refunded' : 'refund-pending';
  }

  /**
   * Makes what has failed again, and no more than that; of an order without refunds, gives back all.
   *
   * @throws WrongState where a part is refunded and nothing has failed: somebody else has made it again
   */
  private async refundOrder(order: Order, admin: Caller): Promise<ResolutionDto['result']> {
    if (order.refundStatus === 'partial')
      throw new WrongState('No refund of this order has failed, or it was made again already.');
    const requestId = String(new Types.ObjectId());
    const wanted = { requestId, ...repetitionOf(order) };
    const refunded = await this.refunds.refund(String(order._id), asAdmin(admin), wanted);
    return resultOf(
      refunded,
      refunded.refunds.find((refund) => refund.requestId === requestId),
    );
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

  /** Keeps what is still wrong with the payment. Where the provider cannot be reached, the job looks at it soon. */
  private async lookAgain(intentId: string): Promise<Finding[]> {
    try {
      const { differences } = await this.findings.compareEach([intentId]);
      return differences.map(({ finding }) => finding);
    } catch (error) {
      if (!(error instanceof DependencyDown)) throw error;
      this.logger.warn({ err: error, intentId, msg: 'a resolved payment could not be looked at again' });
      return [];
    }
  }

  private async intentOf(intentId: string): Promise<Intent> {
    const intent = await this.provider.retrieveIntent(intentId);
    if (!intent) throw new NotFound('payment');
    return intent;
  }
}

/** What became of a refund, by default of the last one. @throws Conflict when it failed */
function resultOf(order: Order, refund = order.refunds.at(-1)): ResolutionDto['result'] {
  if (order.refundStatus === 'succeeded') return 'refunded';
  if (refund?.status === 'failed')
    throw new Conflict('refund-failed', 'The payment provider could not make the refund.');
  return refund?.status === 'pending' ? 'refund-pending' : 'refunded';
}
