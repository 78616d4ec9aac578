import type { Outcome } from './cards.js';
import { newId, unixNow } from './ids.js';
import type { Card, Charge, Dispute, Intent, Metadata, PaymentMethod, Refund } from './types.js';

/** Objects with every field of Stripe's; what this sandbox has no part in is null, as it is there. */

export function newIntent(given: Pick<Intent, 'amount' | 'currency' | 'metadata'> & Partial<Intent>): Intent {
  const id = given.id ?? newId('pi');
  return {
    object: 'payment_intent',
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: newId(`${id}_secret`, 25),
    confirmation_method: 'automatic',
    created: unixNow(),
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
    ...given,
    id,
  };
}

export function newPaymentMethod(card: Card, billing: object): PaymentMethod {
  const { brand, last4, exp_month, exp_year } = card;
  return {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billing,
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: null },
      country: 'US',
      display_brand: brand,
      exp_month,
      exp_year,
      funding: 'credit',
      generated_from: null,
      last4,
      networks: { available: [brand], preferred: null },
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: unixNow(),
    customer: null,
    livemode: false,
    metadata: {},
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
  const { brand, country, exp_month, exp_year, funding, last4 } = method.card;
  return {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: declined ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'RAPID MANUFACTURER',
    captured: !declined,
    created: unixNow(),
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: declined?.code ?? null,
    failure_message: declined?.message ?? null,
    fraud_details: {},
    livemode: intent.livemode,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: {
      network_status: declined ? 'declined_by_network' : 'approved_by_network',
      reason: declined ? (declined.declineCode ?? declined.code) : null,
      risk_level: 'normal',
      seller_message: declined
        ? 'The bank did not return any further details with this decline.'
        : 'Payment complete.',
      type: declined ? 'issuer_declined' : 'authorized',
    },
    paid: !declined,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      card: {
        amount_authorized: declined ? null : intent.amount,
        brand,
        checks: {
          address_line1_check: null,
          address_postal_code_check: null,
          cvc_check: declined ? null : 'pass',
        },
        country,
        exp_month,
        exp_year,
        funding,
        installments: null,
        last4,
        mandate: null,
        network: brand,
        three_d_secure: authenticated ? { result: 'authenticated', version: '2.2.0' } : null,
        wallet: null,
      },
      type: 'card',
    },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: declined ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  };
}

export function newRefund(
  charge: Charge,
  given: { amount: number; reason: string | null; metadata: Metadata; status: Refund['status'] },
): Refund {
  return {
    id: newId('re'),
    object: 'refund',
    balance_transaction: null,
    charge: charge.id,
    created: unixNow(),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: { card: { type: 'refund' }, type: 'card' },
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    receipt_number: null,
    source_transfer_reversal: null,
    transfer_reversal: null,
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
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {},
    evidence_details: {
      due_by: created + 7 * 24 * 3600,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: false,
    livemode: charge.livemode,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status: 'needs_response',
  };
}
