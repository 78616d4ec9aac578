import { asApiError } from '../../api/problem';

/** The card was not charged; the message is the provider's, for the customer to read. */
export class ChargeError extends Error {}

/** What to tell the customer, whoever refused: the provider or the shop. */
export const paymentMessage = (error: unknown): string =>
  error instanceof ChargeError ? error.message : asApiError(error).detail;
