import type { Outcome } from './cards.js';
import { newId, unixNow } from './ids.js';
import type { Card, Charge, Dispute, Intent, Metadata, PaymentMethod, Refund } from './types.js';

/** Stripe's objects, with the fields that change here. What this sandbox has no part in is left out. */

export function newIntent(given: Pick<Intent, 'amount' | 'currency' | 'metadata'> & Partial<Intent>): Intent {
  const id = given.id ?? newId('pi');
  return {
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount_received: 0,
    automatic_payment_methods: null,
    canceled_at: null,
    client_secret: newId(`${id}_secret`, 25),
    created: unixNow(),
    description: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    next_action: null,
    payment_method: null,
    payment_method_types: ['card'],
    processing: null,
    status: 'requires_payment_method',
    ...given,
    id,
  };
}

export function newPaymentMethod({ brand, last4, exp_month, exp_year }: Card): PaymentMethod {
  return {
    id: newId('pm'),
    object: 'payment_method',
    card: { brand, display_brand: brand, exp_month, exp_year, funding: 'credit', last4 },
    created: unixNow(),
    livemode: false,
    type: 'card',
  };
}

export function newCharge(
  intent: Intent,
  method: PaymentMethod,
  outcome: Outcome,
  authenticated: boolean,
): Charge {
  const declined = outcome.does === 'decline' ? outcome : null;
  const { brand, exp_month, exp_year, funding, last4 } = method.card;
  const three_d_secure = authenticated ? { result: 'authenticated', version: '2.2.0' } : null;
  return {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: declined ? 0 : intent.amount,
    amount_refunded: 0,
    captured: !declined,
    created: unixNow(),
    currency: intent.currency,
    description: intent.description,
    disputed: false,
    failure_code: declined?.code ?? null,
    failure_message: declined?.message ?? null,
    livemode: intent.livemode,
    metadata: intent.metadata,
    paid: !declined,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      card: { brand, exp_month, exp_year, funding, last4, network: brand, three_d_secure },
      type: 'card',
    },
    refunded: false,
    status: declined ? 'failed' : 'succeeded',
  };
}

export function newRefund(
  charge: Charge,
  given: { amount: number; reason: string | null; metadata: Metadata; status: Refund['status'] },
): Refund {
  return {
    id: newId('re'),
    object: 'refund',
    charge: charge.id,
    created: unixNow(),
    currency: charge.currency,
    payment_intent: charge.payment_intent,
    ...(given.status === 'pending' && { pending_reason: 'processing' }),
    ...given,
  };
}

export function newDispute(charge: Charge, reason: string): Dispute {
  const created = unixNow();
  return {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    charge: charge.id,
    created,
    currency: charge.currency,
    evidence_details: { due_by: created + 7 * 24 * 3600, has_evidence: false, past_due: false },
    is_charge_refundable: false,
    livemode: charge.livemode,
    payment_intent: charge.payment_intent,
    reason,
    status: 'needs_response',
  };
}
