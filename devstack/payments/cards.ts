import { badCard } from './errors.js';
import type { Card } from './types.js';

/** What a card does when it is charged. The account of a card is forgotten at once; this is kept. */
export type Outcome =
  | { does: 'succeed'; refunds?: 'pending' | 'fail'; dispute?: string }
  | { does: 'challenge'; afterwards: Outcome }
  | { does: 'process' }
  | { does: 'decline'; code: string; declineCode?: string; message: string; param?: string };

const succeed: Outcome = { does: 'succeed' };
const challenge = (afterwards: Outcome = succeed): Outcome => ({ does: 'challenge', afterwards });
const decline = (declineCode: string, message = 'Your card was declined.'): Outcome => ({
  does: 'decline',
  code: 'card_declined',
  declineCode,
  message,
});
const failure = (code: string, message: string, param?: string): Outcome => ({
  does: 'decline',
  code,
  message,
  ...(param && { param }),
});

export const GENERIC_DECLINE = decline('generic_decline');
const INSUFFICIENT_FUNDS = decline('insufficient_funds', 'Your card has insufficient funds.');
const VELOCITY = decline(
  'card_velocity_exceeded',
  'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
);
const EXPIRED = failure('expired_card', 'Your card has expired.', 'exp_month');
const WRONG_CVC = failure('incorrect_cvc', "Your card's security code is incorrect.", 'cvc');
const PROCESSING_ERROR = failure(
  'processing_error',
  'An error occurred while processing your card. Try again in a little bit.',
);
const NOT_A_TEST_CARD = decline(
  'test_mode_live_card',
  'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
);

/** Stripe's published test cards (docs.stripe.com/testing) that are worth having here. */
const TEST_CARDS: Record<string, Outcome> = {
  '4242424242424242': succeed,
  '4000056655665556': succeed,
  '5555555555554444': succeed,
  '2223003122003222': succeed,
  '5200828282828210': succeed,
  '5105105105105100': succeed,
  '378282246310005': succeed,
  '371449635398431': succeed,
  '6011111111111117': succeed,
  '6011000990139424': succeed,
  '3056930009020004': succeed,
  '3566002020360505': succeed,
  '6200000000000005': succeed,
  '4000000000003055': succeed,
  '4000000000000077': succeed,
  '4000000000000002': GENERIC_DECLINE,
  '4000000000009995': INSUFFICIENT_FUNDS,
  '4000000000009987': decline('lost_card'),
  '4000000000009979': decline('stolen_card'),
  '4000000000006975': VELOCITY,
  '4000000000000019': decline('fraudulent'),
  '4100000000000019': decline('fraudulent'),
  '4000000000000341': GENERIC_DECLINE,
  '4000000000000069': EXPIRED,
  '4000000000000127': WRONG_CVC,
  '4000000000000119': PROCESSING_ERROR,
  '4000002500003155': challenge(),
  '4000002760003184': challenge(),
  '4000000000003220': challenge(),
  '4000000000003063': challenge(),
  '4000008400001629': challenge(GENERIC_DECLINE),
  '4000008260003178': challenge(INSUFFICIENT_FUNDS),
  '4000000000007726': { does: 'succeed', refunds: 'pending' },
  '4000000000005126': { does: 'succeed', refunds: 'fail' },
  '4000000000000259': { does: 'succeed', dispute: 'fraudulent' },
  '4000000000002685': { does: 'succeed', dispute: 'product_not_received' },
};

/** Stripe's names for test cards, for callers that never see a number. */
const NAMED: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_pendingRefund: '4000000000007726',
  pm_card_refundFail: '4000000000005126',
  pm_card_createDispute: '4000000000000259',
};

/** The number behind one of Stripe's `pm_card_…` names. */
export function namedTestCard(name: string): string | undefined {
  return Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
}

/** What charging this number does. A real card is never accepted, whatever its number. */
export function outcomeOf(number: string): Outcome {
  return (Object.hasOwn(TEST_CARDS, number) && TEST_CARDS[number]) || NOT_A_TEST_CARD;
}

const BRANDS: [RegExp, string][] = [
  [/^4/, 'visa'],
  [/^(5[1-5]|2[2-7])/, 'mastercard'],
  [/^3[47]/, 'amex'],
  [/^(6011|64|65)/, 'discover'],
  [/^(30|36|38)/, 'diners'],
  [/^35/, 'jcb'],
  [/^62/, 'unionpay'],
];

export function brandOf(number: string): string {
  return BRANDS.find(([pattern]) => pattern.test(number))?.[1] ?? 'unknown';
}

function passesLuhn(number: string): boolean {
  let sum = 0;
  for (let i = 0; i < number.length; i += 1) {
    let digit = Number(number[number.length - 1 - i]);
    if (i % 2 === 1) digit = digit > 4 ? digit * 2 - 9 : digit * 2;
    sum += digit;
  }
  return sum % 10 === 0;
}

export interface CardInput {
  number: string;
  expMonth: string;
  expYear: string;
  /** Absent is allowed, as in Stripe's API; empty is not. */
  cvc?: string | undefined;
}

/**
 * Checks a card as typed, in Stripe's order and with Stripe's codes.
 * @throws ApiError 402: `incorrect_number`, `invalid_number`, `invalid_expiry_month`, `invalid_expiry_year`, `invalid_cvc`
 */
export function readCard(input: CardInput, now = new Date()): { number: string; card: Card } {
  const number = input.number.replace(/[\s-]/g, '');
  if (!/^\d+$/.test(number)) {
    throw badCard('invalid_number', 'The card number is not a valid credit card number.', 'number');
  }
  if (number.length < 12 || number.length > 19 || !passesLuhn(number)) {
    throw badCard('incorrect_number', 'Your card number is incorrect.', 'number');
  }
  const month = /^\d{1,2}$/.test(input.expMonth) ? Number(input.expMonth) : 0;
  const typedYear = /^(\d{2}|\d{4})$/.test(input.expYear) ? Number(input.expYear) : 0;
  const year = typedYear < 100 ? typedYear + 2000 : typedYear;
  const thisYear = now.getUTCFullYear();
  const badMonth = badCard('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  if (month < 1 || month > 12) throw badMonth;
  if (!/^\d+$/.test(input.expYear) || year < thisYear || year > thisYear + 50) {
    throw badCard('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  }
  if (year === thisYear && month < now.getUTCMonth() + 1) throw badMonth;
  const brand = brandOf(number);
  const digits = brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/;
  if (input.cvc !== undefined && !digits.test(input.cvc)) {
    throw badCard('invalid_cvc', "Your card's security code is invalid.", 'cvc');
  }
  return { number, card: { brand, last4: number.slice(-4), exp_month: month, exp_year: year } };
}
