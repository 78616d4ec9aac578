import { DomainError } from '../common/errors.js';
import { CURRENCY } from '../common/money.js';

/** The shop's currency as the provider writes it. */
export const PROVIDER_CURRENCY = CURRENCY.toLowerCase();

/** A payment intent, as far as the shop looks at it. Amounts are whole cents. */
export interface Intent {
  id: string;
  /** What the browser pays with. */
  clientSecret: string;
  /** `open` waits for the customer, `processing` for the bank; the other two are for good. */
  status: 'open' | 'processing' | 'succeeded' | 'cancelled';
  amount: number;
  amountReceived: number;
  /** Refunded so far; known only where the intent was read with its charge: `listIntents`, `retrieveIntent`. */
  amountRefunded: number;
  /** Whether a cardholder has ever disputed it; known as the former is. */
  isDisputed: boolean;
  currency: string;
  livemode: boolean;
  /** The order that the intent was made for; undefined where its metadata holds no order's id. */
  orderId: string | undefined;
  createdAt: Date;
}

/** Some intents, and the position of the next ones; undefined after the oldest. */
export interface IntentPage {
  intents: Intent[];
  next: string | undefined;
}

export interface Refund {
  id: string;
  status: 'pending' | 'succeeded' | 'failed';
  amount: number;
  /** Why it failed, in the provider's word. */
  failure: string | undefined;
  /** The attempt that it was requested with; undefined where it was requested without, or not by the shop. */
  attempt?: number | undefined;
  /** Whether it is no refund but a lost dispute. */
  isDispute?: boolean;
}

export interface RefundRequest {
  intentId: string;
  key: string;
  /** All that is left when it is missing. */
  amount?: number;
  /** Kept with the refund, so that it is found when the key is forgotten. */
  attempt?: number;
}

/** A cardholder's complaint at their bank. */
export interface Dispute {
  id: string;
  intentId: string | undefined;
  status: string;
  reason: string;
  amount: number;
  currency: string;
  /** Until when the shop can respond to it; absent where nothing can be sent. */
  dueBy?: Date;
}

/** An event of the provider. It says where to look; what it claims is read again. */
export interface ProviderEvent {
  id: string;
  type: string;
  createdAt: Date;
  /** The intent that it is about, where there is one. */
  intentId: string | undefined;
  /** The dispute, for `charge.dispute.*`. */
  dispute: Dispute | undefined;
}

/** An event that the shop cannot read, and why. */
export interface UnreadableEvent {
  id: string;
  type: string;
  intentId?: undefined;
  violation: string;
}

export type ReceivedEvent = ProviderEvent | UnreadableEvent;

/**
 * The provider does not let the shop see or change this object. Unlike `DependencyDown` that concerns one object, and it
 * will hardly pass by itself.
 */
export class ProviderDenied extends DomainError {
  constructor(why: string) {
    super(
      503,
      'payment-provider-denied',
      'Temporarily unavailable',
      `The payment provider denied access: ${why}`,
    );
  }
}

/** The provider rejected a call because of the state of its object; repeating it changes nothing. */
export class ProviderRejection extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** A webhook body that is no event, or whose signature is missing, wrong or too old. */
export class BadSignature extends Error {}

/**
 * The payment provider, as small as the shop needs it. Every call may throw `DependencyDown` when the provider cannot be
 * reached or does not answer in time, and then it is not known whether it was carried out: `key` makes a repeat safe.
 */
export abstract class PaymentProvider {
  /** Whether real money moves. */
  abstract readonly livemode: boolean;

  /** Where a person sees a payment at the provider; undefined where the provider is a local service. */
  abstract dashboardUrl(intentId: string): string | undefined;

  /** Opens an intent for an order. The same `key` returns the same intent. */
  abstract createIntent(order: { orderId: string; amount: number; key: string }): Promise<Intent>;

  /** The intent as it is now; undefined when there is none of this id. */
  abstract retrieveIntent(id: string): Promise<Intent | undefined>;

  /** Cancels an intent, and returns it as it then is: `succeeded` or `processing` when it was too late. */
  abstract cancelIntent(id: string): Promise<Intent>;

  /**
   * Refunds so many whole cents of a payment, or what is left of it. The same `key` returns the same refund for a day.
   *
   * @throws ProviderRejection
   */
  abstract refund(payment: RefundRequest): Promise<Refund>;

  abstract retrieveRefund(id: string): Promise<Refund>;

  /** The refunds of a payment, newest first. */
  abstract listRefunds(intentId: string): Promise<Refund[]>;

  /**
   * Up to a hundred intents, newest first, by one call: those made since then, from a position on. A position that the provider
   * does not have any more is the beginning.
   */
  abstract listIntents(which: { since?: Date | undefined; from?: string | undefined }): Promise<IntentPage>;

  /** Events of these types since then, newest first; `charge.*` stands for all of a kind. */
  abstract listEvents(types: string[], since: Date): AsyncIterable<ReceivedEvent>;

  /** An event as it was created; undefined when the provider does not have it, or not any more. */
  abstract retrieveEvent(id: string): Promise<ReceivedEvent | undefined>;

  /** Verifies the signature of a webhook's raw body, and reads it. @throws BadSignature */
  abstract constructEvent(rawBody: Buffer, signature: string): ReceivedEvent;
}
