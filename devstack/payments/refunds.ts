import type { ChargingSettings } from './charging.js';
import { conflict, invalid } from './errors.js';
import type { Cause, Events } from './events.js';
import type { Records } from './records.js';
import { newRefund } from './objects.js';
import type { Params } from './params.js';
import type { Refund, Rows } from './types.js';

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;

/** Refunds of whole charges or parts. Every method runs inside `Records.write`. */
export class Refunds {
  constructor(
    private readonly records: Records,
    private readonly events: Events,
    private readonly settings: ChargingSettings,
  ) {}

  /**
   * Refunds an intent's charge. Two test cards make it go on later: one is `pending`
   * and then succeeds, one seems to have succeeded and then fails, which gives the amount back.
   */
  create(params: Params, cause: Cause): Refund {
    const charge = this.chargeOf(params);
    const { object, outcome } = charge;
    const left = object.amount - object.amount_refunded;
    const amount = params.integer('amount') ?? left;
    const reason = params.oneOf('reason', REASONS) ?? null;
    const metadata = params.metadata();
    params.done();
    if (object.disputed) {
      const message = `Charge ${object.id} has been charged back; cannot issue a refund.`;
      throw conflict(message, 'charge_disputed');
    }
    if (left <= 0) {
      throw conflict(`Charge ${object.id} has already been refunded.`, 'charge_already_refunded');
    }
    if (amount < 1) {
      throw invalid('This value must be greater than or equal to 1.', 'parameter_invalid_integer', 'amount');
    }
    if (amount > left) {
      const message = `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`;
      throw invalid(message, undefined, 'amount');
    }
    const later = outcome.does === 'succeed' ? outcome.refunds : undefined;
    const status = later === 'pending' ? 'pending' : 'succeeded';
    const refund = newRefund(object, { amount, reason, metadata, status });
    this.records.insert('refund', { object: refund }, [object.payment_intent]);
    object.amount_refunded += amount;
    object.refunded = object.amount_refunded === object.amount;
    this.records.update('charge', charge);
    this.events.emit('refund.created', refund, cause);
    this.events.emit('charge.refunded', object, cause);
    if (later)
      this.events.queue({ kind: 'complete', id: refund.id }, Date.now() + this.settings.processingMs);
    return refund;
  }

  /** What the bank says of a refund that was pending, or seemed to have succeeded. */
  complete(row: Rows['refund']): void {
    const { outcome } = this.records.get('charge', row.object.charge);
    if (outcome.does === 'succeed' && outcome.refunds === 'fail') return this.sendBack(row);
    const previous = { status: row.object.status };
    row.object.status = 'succeeded';
    delete row.object.pending_reason;
    this.update(row, previous);
  }

  /** The bank sends a refund back that seemed to have succeeded. */
  fail(id: string): Refund {
    const row = this.records.get('refund', id, 'id');
    this.sendBack(row);
    return row.object;
  }

  private sendBack(row: Rows['refund']): void {
    const refund = row.object;
    if (refund.status !== 'succeeded') return;
    const charge = this.records.get('charge', refund.charge);
    const previous = { status: refund.status };
    refund.status = 'failed';
    refund.failure_reason = 'expired_or_canceled_card';
    charge.object.amount_refunded -= refund.amount;
    charge.object.refunded = false;
    this.records.update('charge', charge);
    this.events.emit('refund.failed', refund, null);
    this.update(row, previous);
  }

  private update(row: Rows['refund'], previous: Pick<Refund, 'status'>): void {
    this.records.update('refund', row);
    this.events.emit('refund.updated', row.object, null, previous);
    this.events.emit('charge.refund.updated', row.object, null, previous);
  }

  private chargeOf(params: Params): Rows['charge'] {
    const intentId = params.requiredText('payment_intent');
    const intent = this.records.get('payment_intent', intentId, 'payment_intent').object;
    const charge = intent.latest_charge && this.records.find('charge', intent.latest_charge);
    if (charge && charge.object.status === 'succeeded') return charge;
    throw conflict(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`);
  }
}

const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
