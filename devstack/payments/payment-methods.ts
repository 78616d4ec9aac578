import { namedTestCard, outcomeOf, readCard } from './cards.js';
import { invalid } from './errors.js';
import type { Records } from './records.js';
import { newPaymentMethod } from './objects.js';
import { missingParam, type Params } from './params.js';
import type { Rows } from './types.js';

/**
 * Takes `payment_method` (an id of ours or one of Stripe's `pm_card_…`) or `payment_method_data` (a card
 * as typed) out of the parameters. Of a number only brand, last four digits and what it does are kept.
 * @returns undefined when neither is there
 * @throws ApiError 402 for a card that cannot be right, 404 for an unknown id
 */
export function takePaymentMethod(records: Records, params: Params): Rows['payment_method'] | undefined {
  const id = params.text('payment_method');
  const data = params.nested('payment_method_data');
  if (id !== undefined && data) {
    throw invalid('You may only specify one of these parameters: payment_method, payment_method_data.');
  }
  if (data) return fromForm(records, data);
  if (id === undefined) return undefined;
  const number = namedTestCard(id);
  if (number === undefined) return records.get('payment_method', id, 'payment_method');
  const nextYear = String(new Date().getUTCFullYear() + 1);
  return store(records, { number, expMonth: '12', expYear: nextYear, cvc: '314' }, emptyBilling());
}

function fromForm(records: Records, data: Params): Rows['payment_method'] {
  if (data.oneOf('type', ['card']) === undefined) throw missingParam('payment_method_data[type]');
  const billing = readBilling(data.nested('billing_details'));
  data.ignore('metadata', 'allow_redisplay', 'guid', 'muid', 'sid', 'payment_user_agent', 'referrer');
  const card = data.nested('card');
  if (!card) throw missingParam('payment_method_data[card]');
  const input = {
    number: card.requiredText('number'),
    expMonth: card.requiredText('exp_month'),
    expYear: card.requiredText('exp_year'),
    cvc: card.text('cvc'),
  };
  card.ignore('networks');
  card.done();
  data.done();
  return store(records, input, billing);
}

function store(
  records: Records,
  input: Parameters<typeof readCard>[0],
  billing: object,
): Rows['payment_method'] {
  const { number, card } = readCard(input);
  const row = { object: newPaymentMethod(card, billing), outcome: outcomeOf(number) };
  records.insert('payment_method', row);
  return row;
}

interface Billing {
  address: Record<string, string | null>;
  email: string | null;
  name: string | null;
  phone: string | null;
}

export function emptyBilling(): Billing {
  const address = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };
  return { address, email: null, name: null, phone: null };
}

function readBilling(params: Params | undefined): Billing {
  const billing = emptyBilling();
  if (!params) return billing;
  for (const field of ['email', 'name', 'phone'] as const) billing[field] = params.text(field) || null;
  const address = params.nested('address');
  for (const field of Object.keys(billing.address)) billing.address[field] = address?.text(field) || null;
  address?.done();
  params.done();
  return billing;
}
