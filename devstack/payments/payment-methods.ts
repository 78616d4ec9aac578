import { type CardInput, namedTestCard, outcomeOf, readCard } from './cards.js';
import { invalid, missing } from './errors.js';
import type { Records } from './records.js';
import { newPaymentMethod } from './objects.js';
import { missingParam, type Params } from './params.js';
import type { Rows } from './types.js';

/**
 * Takes `payment_method` (one of Stripe's `pm_card_…`) or `payment_method_data` (a card as typed) out of the parameters.
 * Of a number only brand, last four digits and what it does are kept.
 * @returns undefined when neither is there
 * @throws ApiError 402 for a card that cannot be right, 404 for an unknown name
 */
export function takePaymentMethod(records: Records, params: Params): Rows['payment_method'] | undefined {
  const id = params.text('payment_method');
  const data = params.nested('payment_method_data');
  if (id !== undefined && data) {
    throw invalid('You may only specify one of these parameters: payment_method, payment_method_data.');
  }
  if (data) return store(records, readForm(data));
  if (id === undefined) return undefined;
  const number = namedTestCard(id);
  if (number === undefined) throw missing('payment_method', id, 'payment_method');
  const expYear = String(new Date().getUTCFullYear() + 1);
  return store(records, { number, expMonth: '12', expYear, cvc: '314' });
}

function readForm(data: Params): CardInput {
  if (data.oneOf('type', ['card']) === undefined) throw missingParam('payment_method_data[type]');
  const card = data.nested('card');
  if (!card) throw missingParam('payment_method_data[card]');
  const input = {
    number: card.requiredText('number'),
    expMonth: card.requiredText('exp_month'),
    expYear: card.requiredText('exp_year'),
    cvc: card.text('cvc'),
  };
  card.done();
  data.done();
  return input;
}

function store(records: Records, input: CardInput): Rows['payment_method'] {
  const { number, card } = readCard(input);
  const row = { object: newPaymentMethod(card), outcome: outcomeOf(number) };
  records.insert('payment_method', row);
  return row;
}
