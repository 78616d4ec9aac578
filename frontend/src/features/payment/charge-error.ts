import { asApiError } from '../../api/problem';

/** The card was not charged, as far as is known; the message is for the customer to read, mostly the provider's. */
export class ChargeError extends Error {}

/** No response: whether the card was charged is not known. */
export class NoResponse extends ChargeError {
  constructor() {
    super(
      'The payment provider could not be reached, and it is not known whether your card was charged. ' +
        'Look at the order again in a moment, before you try again.',
    );
  }
}

/** The provider has not decided yet; it may still charge the card. */
export class StillProcessing extends ChargeError {
  constructor(readonly intentId: string) {
    super('The payment is still being processed. Look at the order again in a moment, before you try again.');
  }
}

/** The message for the customer, whether the provider or the shop refused. */
export const paymentMessage = (error: unknown): string =>
  error instanceof ChargeError ? error.message : asApiError(error).detail;
