import { asApiError } from '../../api/problem';

/** The card was not charged, as far as is known; the message is for the customer to read, mostly the provider's. */
export class ChargeError extends Error {}

/** No answer came: whether the card was charged is not known. */
export class NoAnswer extends ChargeError {
  constructor() {
    super(
      'The payment provider could not be reached, and it is not known whether your card was charged. ' +
        'Look at My Orders in a moment, before you try again.',
    );
  }
}

/** What to tell the customer, whoever refused: the provider or the shop. */
export const paymentMessage = (error: unknown): string =>
  error instanceof ChargeError ? error.message : asApiError(error).detail;
