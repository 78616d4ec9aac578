import { invalid } from './errors.js';
import { newId } from './ids.js';
import type { Records } from './records.js';
import { newCharge, newIntent, newPaymentMethod, newRefund } from './objects.js';
import type { Card, Metadata } from './types.js';

/** A refund that has already succeeded elsewhere. */
interface ImportedRefund {
  id: string;
  amount: number;
  created: number;
  metadata: Metadata;
}

/** An intent that has already succeeded elsewhere, and was perhaps refunded or disputed. */
interface ImportedIntent {
  id: string;
  amount: number;
  currency: string;
  created: number;
  metadata: Metadata;
  client_secret: string | undefined;
  card: Card;
  refunds: ImportedRefund[];
  disputed: boolean;
  livemode: boolean;
}

const MAX_ROWS = 10_000;
const DEFAULT_CARD: Card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034 };

/**
 * Stores succeeded intents with their charges (and refunds), with no event. An id that is there already is
 * left as it is, so that a seed can be repeated. All rows or none; runs inside `Records.write`.
 * @throws ApiError 400 that names the row and field
 */
export function importIntents(records: Records, body: unknown): { imported: number; skipped: number } {
  if (!Array.isArray(body) || body.length > MAX_ROWS) {
    throw invalid(`The body is to be a JSON array of at most ${MAX_ROWS} intents.`);
  }
  let imported = 0;
  for (const [index, item] of body.entries()) {
    const given = readRow(item, `[${index}]`);
    if (records.find('payment_intent', given.id)) continue;
    store(records, given);
    imported += 1;
  }
  return { imported, skipped: body.length - imported };
}

function store(records: Records, given: ImportedIntent): void {
  const { id, amount, currency, created, metadata, livemode } = given;
  const method = { ...newPaymentMethod(given.card), created };
  const intent = newIntent({
    id,
    amount,
    currency,
    created,
    metadata,
    livemode,
    status: 'succeeded',
    amount_received: amount,
    payment_method: method.id,
    client_secret: given.client_secret ?? newId(`${id}_secret`, 25),
  });
  const outcome = { does: 'succeed' as const };
  const charge = { ...newCharge(intent, method, outcome, false), created };
  intent.latest_charge = charge.id;
  charge.disputed = given.disputed;
  charge.amount_refunded = sumOf(given.refunds);
  charge.refunded = charge.amount_refunded === amount;
  records.insert('payment_method', { object: method, outcome });
  records.insert('payment_intent', { object: intent, challenge: null });
  records.insert('charge', { object: charge, outcome }, [id]);
  for (const refund of given.refunds) {
    const details = { ...refund, reason: 'requested_by_customer', status: 'succeeded' as const };
    records.insert('refund', { object: { ...newRefund(charge, details), ...refund } }, [id]);
  }
}

const sumOf = (refunds: readonly ImportedRefund[]): number =>
  refunds.reduce((sum, { amount }) => sum + amount, 0);

function readRow(item: unknown, at: string): ImportedIntent {
  const row = record(item, at);
  const id = text(row.id, `${at}.id`, /^pi_\w{1,100}$/);
  const secret = row.client_secret;
  const amount = whole(row.amount, `${at}.amount`, 1);
  const created = whole(row.created, `${at}.created`, 1);
  const refunds = readRefunds(row.refunds ?? [], `${at}.refunds`, created);
  if (sumOf(refunds) > amount) {
    throw invalid(`More refunded than paid: ${at}.refunds`, 'parameter_invalid', `${at}.refunds`);
  }
  return {
    id,
    amount,
    currency: text(row.currency, `${at}.currency`, /^[a-z]{3}$/),
    created,
    metadata: readMetadata(row.metadata ?? {}, `${at}.metadata`),
    client_secret:
      secret === undefined ? undefined : text(secret, `${at}.client_secret`, /^pi_\w+_secret_\w+$/),
    card: row.card === undefined ? DEFAULT_CARD : readCard(row.card, `${at}.card`),
    refunds,
    disputed: row.disputed === true,
    livemode: row.livemode === true,
  };
}

function readRefunds(value: unknown, at: string, paidAt: number): ImportedRefund[] {
  if (!Array.isArray(value)) throw invalid(`Invalid array: ${at}`, 'parameter_invalid', at);
  return value.map((item, index) => {
    const place = `${at}[${index}]`;
    const row = record(item, place);
    return {
      id: row.id === undefined ? newId('re') : text(row.id, `${place}.id`, /^re_\w{1,100}$/),
      amount: whole(row.amount, `${place}.amount`, 1),
      created: row.created === undefined ? paidAt : whole(row.created, `${place}.created`, 1),
      metadata: readMetadata(row.metadata ?? {}, `${place}.metadata`),
    };
  });
}

function readCard(value: unknown, at: string): Card {
  const card = record(value, at);
  return {
    brand: text(card.brand ?? DEFAULT_CARD.brand, `${at}.brand`, /^[a-z]+$/),
    last4: text(card.last4 ?? DEFAULT_CARD.last4, `${at}.last4`, /^\d{4}$/),
    exp_month: whole(card.exp_month ?? DEFAULT_CARD.exp_month, `${at}.exp_month`, 1),
    exp_year: whole(card.exp_year ?? DEFAULT_CARD.exp_year, `${at}.exp_year`, 2000),
  };
}

function readMetadata(value: unknown, at: string): Metadata {
  const metadata: Metadata = {};
  for (const [key, item] of Object.entries(record(value, at))) {
    metadata[key] = text(item, `${at}.${key}`, /^[^]{0,500}$/);
  }
  return metadata;
}

function record(value: unknown, at: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw invalid(`Invalid object: ${at}`, 'parameter_invalid', at);
}

function text(value: unknown, at: string, pattern: RegExp): string {
  if (typeof value === 'string' && pattern.test(value)) return value;
  throw invalid(`Invalid string: ${at} is to match ${pattern.source}`, 'parameter_invalid', at);
}

function whole(value: unknown, at: string, min: number): number {
  if (Number.isSafeInteger(value) && (value as number) >= min) return value as number;
  throw invalid(
    `Invalid integer: ${at} is to be a whole number from ${min}`,
    'parameter_invalid_integer',
    at,
  );
}
