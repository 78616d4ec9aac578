import type { Outcome } from './cards.js';
import type { ErrorBody } from './errors.js';
import type { Cause, Events } from './events.js';
import { newId } from './ids.js';
import type { Records } from './records.js';
import { newCharge, newDispute } from './objects.js';
import type { Rows } from './types.js';

type IntentRow = Rows['payment_intent'];

export interface ChargingSettings {
  /** How long `processing` payments and pending or failing refunds take, in milliseconds. */
  processingMs: number;
}

/** Attempts a payment: the part of the state machine that moves money. */
export class Charging {
  constructor(
    private readonly records: Records,
    private readonly events: Events,
    private readonly settings: ChargingSettings,
  ) {}

  /**
   * Tries the intent's payment method, whose outcome is given. The row is changed and stored.
   * @param base where challenge pages are reached
   * @param authenticated whether the customer has passed a challenge for it
   * @returns the error of a decline, and null otherwise: succeeded, or waiting for the customer or for time
   */
  attempt(
    row: IntentRow,
    outcome: Outcome,
    cause: Cause | null,
    base: string,
    authenticated = false,
  ): ErrorBody | null {
    const intent = row.object;
    this.endChallenge(row);
    switch (outcome.does) {
      case 'challenge': {
        const token = newId('chal', 32);
        const url = `${base}/challenge/${token}`;
        row.challenge = { token, afterwards: outcome.afterwards };
        intent.status = 'requires_action';
        intent.next_action = { type: 'redirect_to_url', redirect_to_url: { url, return_url: null } };
        this.records.putNamed(intent.id, 'challenge', token);
        this.save(row, 'payment_intent.requires_action', cause);
        return null;
      }
      case 'process':
        intent.status = 'processing';
        intent.processing = { type: 'card' };
        this.save(row, 'payment_intent.processing', cause);
        this.events.queue({ kind: 'complete', id: intent.id }, Date.now() + this.settings.processingMs);
        return null;
      case 'decline':
        return this.decline(row, outcome, cause, authenticated);
      default:
        this.succeed(row, outcome, cause, authenticated);
        return null;
    }
  }

  /** The customer failed or refused the challenge: no charge was tried. */
  failAuthentication(row: IntentRow): void {
    const message =
      'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.';
    const code = 'payment_intent_authentication_failure';
    this.endChallenge(row);
    this.backToStart(row, { type: 'invalid_request_error', code, message }, null);
  }

  /** A payment that was processing has gone through. */
  complete(row: IntentRow): void {
    if (row.object.status === 'processing') this.succeed(row, { does: 'succeed' }, null, false);
  }

  /** Makes an open challenge page useless. */
  endChallenge(row: IntentRow): void {
    if (row.challenge) this.records.removeNamed('challenge', row.challenge.token);
    row.challenge = null;
    row.object.next_action = null;
  }

  private succeed(
    row: IntentRow,
    outcome: Extract<Outcome, { does: 'succeed' }>,
    cause: Cause | null,
    authenticated: boolean,
  ): void {
    const intent = row.object;
    const charge = newCharge(intent, this.methodOf(row), outcome, authenticated);
    intent.status = 'succeeded';
    intent.amount_received = intent.amount;
    intent.latest_charge = charge.id;
    intent.last_payment_error = null;
    intent.processing = null;
    this.records.insert('charge', { object: charge, outcome }, [intent.id]);
    this.events.emit('charge.succeeded', charge, cause);
    this.save(row, 'payment_intent.succeeded', cause);
    if (!outcome.dispute) return;
    const dispute = newDispute(charge, outcome.dispute);
    this.records.update('charge', { object: { ...charge, disputed: true }, outcome });
    this.events.emit('charge.dispute.created', dispute, null);
    this.events.emit('charge.dispute.funds_withdrawn', dispute, null);
  }

  private decline(
    row: IntentRow,
    outcome: Extract<Outcome, { does: 'decline' }>,
    cause: Cause | null,
    authenticated: boolean,
  ): ErrorBody {
    const charge = newCharge(row.object, this.methodOf(row), outcome, authenticated);
    this.records.insert('charge', { object: charge, outcome }, [row.object.id]);
    row.object.latest_charge = charge.id;
    this.events.emit('charge.failed', charge, cause);
    const error: ErrorBody = {
      type: 'card_error',
      code: outcome.code,
      message: outcome.message,
      charge: charge.id,
      ...(outcome.declineCode && { decline_code: outcome.declineCode }),
      ...(outcome.param && { param: outcome.param }),
    };
    return this.backToStart(row, error, cause);
  }

  private backToStart(row: IntentRow, error: ErrorBody, cause: Cause | null): ErrorBody {
    const withMethod = { ...error, payment_method: this.methodOf(row) };
    row.object.status = 'requires_payment_method';
    row.object.last_payment_error = withMethod;
    row.object.payment_method = null;
    this.save(row, 'payment_intent.payment_failed', cause);
    return withMethod;
  }

  private methodOf(row: IntentRow): Rows['payment_method']['object'] {
    return this.records.get('payment_method', row.object.payment_method ?? '').object;
  }

  private save(row: IntentRow, event: string, cause: Cause | null): void {
    this.records.update('payment_intent', row);
    this.events.emit(event, row.object, cause);
  }
}
