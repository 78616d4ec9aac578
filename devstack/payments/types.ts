import type { Outcome } from './cards.js';
import type { ErrorBody } from './errors.js';

export type Metadata = Record<string, string>;

export type IntentStatus =
  'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled';

/** Every stored object can be listed by its time. */
interface ApiObject {
  id: string;
  created: number;
}

/** Amounts are in the currency's smallest unit throughout, as in Stripe's API. */
export interface Intent extends ApiObject {
  object: 'payment_intent';
  allowed_payment_method_types: string[] | null;
  amount: number;
  amount_received: number;
  automatic_payment_methods: { enabled: boolean; allow_redirects: string } | null;
  canceled_at: number | null;
  client_secret: string;
  currency: string;
  description: string | null;
  last_payment_error: ErrorBody | null;
  latest_charge: string | null;
  livemode: boolean;
  metadata: Metadata;
  next_action: NextAction | null;
  payment_method: string | null;
  payment_method_types: string[];
  status: IntentStatus;
  [constant: string]: unknown;
}

export interface NextAction {
  type: 'redirect_to_url';
  redirect_to_url: { url: string; return_url: null };
}

export interface Charge extends ApiObject {
  object: 'charge';
  amount: number;
  amount_refunded: number;
  currency: string;
  disputed: boolean;
  paid: boolean;
  payment_intent: string;
  refunded: boolean;
  status: 'succeeded' | 'failed';
  [constant: string]: unknown;
}

export interface Refund extends ApiObject {
  object: 'refund';
  amount: number;
  charge: string;
  currency: string;
  failure_reason?: string;
  payment_intent: string;
  status: 'succeeded' | 'pending' | 'failed';
  [constant: string]: unknown;
}

/** Only in the event that reports it. */
export interface Dispute extends ApiObject {
  object: 'dispute';
  charge: string;
  payment_intent: string;
  [constant: string]: unknown;
}

export interface Card {
  brand: string;
  last4: string;
  exp_month: number;
  exp_year: number;
}

export interface PaymentMethod extends ApiObject {
  object: 'payment_method';
  card: Card & Record<string, unknown>;
  [constant: string]: unknown;
}

export interface Event extends ApiObject {
  object: 'event';
  type: string;
  data: { object: object; previous_attributes?: object };
  pending_webhooks: number;
  [constant: string]: unknown;
}

/** Each kind as it is stored: the API's object, and next to it what no response shows. */
export interface Rows {
  payment_intent: { object: Intent; challenge: { token: string; afterwards: Outcome } | null };
  charge: { object: Charge; outcome: Outcome };
  refund: { object: Refund };
  payment_method: { object: PaymentMethod; outcome: Outcome };
  event: { object: Event };
}
export type Kind = keyof Rows;
