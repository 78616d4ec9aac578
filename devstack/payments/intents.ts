import { GENERIC_DECLINE, type Outcome } from './cards.js';
import type { Charging } from './charging.js';
import { conflict, invalid, type ErrorBody } from './errors.js';
import type { Cause, Events } from './events.js';
import { unixNow } from './ids.js';
import type { Lab } from './lab.js';
import type { Records } from './records.js';
import { newIntent } from './objects.js';
import type { Params } from './params.js';
import { takePaymentMethod } from './payment-methods.js';
import type { Intent, IntentStatus, Rows } from './types.js';

type IntentRow = Rows['payment_intent'];

/** Who asks, and where challenge pages can be reached from there. */
export interface Caller {
  cause: Cause;
  base: string;
}
/** An intent after an attempt, with the error of a decline. Both are stored: a decline is not rolled back. */
export interface Attempt {
  intent: Intent;
  error: ErrorBody | null;
}

const MIN_AMOUNT = 50;
const MAX_AMOUNT = 99_999_999;
const OPEN: IntentStatus[] = ['requires_payment_method', 'requires_action'];
const UNEXPECTED = 'payment_intent_unexpected_state';
const NOT_BOTH =
  'You may only specify one of these parameters: allowed_payment_method_types, automatic_payment_methods.';

/** PaymentIntents: create, confirm, cancel. Every method runs inside `Records.write`. */
export class Intents {
  constructor(
    private readonly records: Records,
    private readonly events: Events,
    private readonly lab: Lab,
    private readonly charging: Charging,
  ) {}

  create(params: Params, caller: Caller): Attempt {
    params.requiredPresent('amount');
    const intent = newIntent({
      amount: readAmount(params),
      currency: readCurrency(params.requiredText('currency')),
      metadata: params.metadata(),
      description: params.text('description') || null,
    });
    const allowed = params.list('allowed_payment_method_types');
    if (allowed) intent.allowed_payment_method_types = readAllowedTypes(allowed);
    const automatic = params.nested('automatic_payment_methods');
    if (allowed && automatic) throw invalid(NOT_BOTH, 'parameters_exclusive', 'allowed_payment_method_types');
    if (automatic) {
      const enabled = automatic.flag('enabled') ?? true;
      const allow_redirects = automatic.oneOf('allow_redirects', ['always', 'never'] as const) ?? 'always';
      intent.automatic_payment_methods = { enabled, allow_redirects };
      automatic.done();
    }
    const confirm = params.flag('confirm') ?? false;
    const row: IntentRow = { object: intent, challenge: null };
    if (!confirm) params.done();
    this.records.insert('payment_intent', row);
    this.events.emit('payment_intent.created', intent, caller.cause);
    return confirm ? this.confirmRow(row, params, caller) : { intent, error: null };
  }

  confirm(id: string, params: Params, caller: Caller): Attempt {
    return this.confirmRow(this.records.get('payment_intent', id, 'intent'), params, caller);
  }

  cancel(id: string, params: Params, caller: Caller): Intent {
    const row = this.records.get('payment_intent', id, 'intent');
    const intent = row.object;
    params.done();
    if (!OPEN.includes(intent.status)) {
      const message = `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action.`;
      throw conflict(message, UNEXPECTED, intent);
    }
    this.charging.endChallenge(row);
    intent.status = 'canceled';
    intent.canceled_at = unixNow();
    this.records.update('payment_intent', row);
    this.events.emit('payment_intent.canceled', intent, caller.cause);
    return intent;
  }

  private confirmRow(row: IntentRow, params: Params, caller: Caller): Attempt {
    const intent = row.object;
    params.ignore(
      'expected_payment_method_type',
      'use_stripe_sdk',
      'error_on_requires_action',
      'off_session',
    );
    this.refuseUnlessConfirmable(intent);
    const method = takePaymentMethod(this.records, params);
    params.done();
    if (!method) {
      const message =
        "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.";
      throw conflict(message, UNEXPECTED, intent);
    }
    intent.payment_method = method.object.id;
    const outcome = this.outcomeOf(method.outcome);
    const error = this.charging.attempt(row, outcome, caller.cause, caller.base);
    return { intent, error };
  }

  private refuseUnlessConfirmable(intent: Intent): void {
    if (intent.status === 'succeeded') {
      const message =
        'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.';
      throw conflict(message, UNEXPECTED, intent);
    }
    if (!OPEN.includes(intent.status)) {
      const message = `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`;
      throw conflict(message, UNEXPECTED, intent);
    }
  }

  /** The failure lab has the first word about what a card does. */
  private outcomeOf(outcome: Outcome): Outcome {
    switch (this.lab.takeNextConfirm()) {
      case 'decline':
        return GENERIC_DECLINE;
      case 'challenge':
        return outcome.does === 'challenge' ? outcome : { does: 'challenge', afterwards: outcome };
      case 'processing':
        return { does: 'process' };
      default:
        return outcome;
    }
  }
}

function readAmount(params: Params): number {
  const amount = params.integer('amount') ?? 0;
  if (amount < 1) {
    throw invalid('This value must be greater than or equal to 1.', 'parameter_invalid_integer', 'amount');
  }
  if (amount < MIN_AMOUNT) throw invalid('Amount must be at least $0.50 usd', 'amount_too_small', 'amount');
  if (amount > MAX_AMOUNT)
    throw invalid('Amount must be no more than $999,999.99', 'amount_too_large', 'amount');
  return amount;
}

/** Types that this sandbox does not have are left out of what it offers, as Stripe does with those that do not fit. */
function readAllowedTypes(types: string[]): string[] {
  if (types.includes('card')) return types;
  const message = 'None of the allowed payment method types can be used with this payment.';
  throw invalid(message, 'parameter_invalid', 'allowed_payment_method_types');
}

function readCurrency(value: string): string {
  const currency = value.toLowerCase();
  if (/^[a-z]{3}$/.test(currency)) return currency;
  throw invalid(`Invalid currency: ${value}.`, 'parameter_invalid', 'currency');
}
