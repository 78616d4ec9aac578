import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Stripe } from 'stripe';
import { API_VERSION } from './events.js';
import { call, clientOf, SECRET, startSandbox, type RunningSandbox } from './sandbox.fixture.js';

let sandbox: RunningSandbox;
let stripe: Stripe;

beforeAll(async () => {
  sandbox = await startSandbox();
  ({ stripe } = sandbox);
});
afterAll(() => sandbox.remove());

const create = (changes: Partial<Stripe.PaymentIntentCreateParams> = {}): Promise<Stripe.PaymentIntent> =>
  stripe.paymentIntents.create({
    amount: 1999,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    metadata: { orderId: 'order-1' },
    ...changes,
  });
const failure = (promise: Promise<unknown>): Promise<Stripe.errors.StripeError> =>
  promise.then(
    () => Promise.reject(new Error('it succeeded')),
    (error: Stripe.errors.StripeError) => error,
  );

const ids = (page: { data: { id: string }[] }): string[] => page.data.map(({ id }) => id);

describe('a payment intent', () => {
  it('is created as asked and retrieved the same', async () => {
    const made = await create({ description: 'Order 1' });
    expect(made).toMatchObject({
      object: 'payment_intent',
      amount: 1999,
      amount_received: 0,
      currency: 'usd',
      description: 'Order 1',
      livemode: false,
      metadata: { orderId: 'order-1' },
      status: 'requires_payment_method',
      latest_charge: null,
      allowed_payment_method_types: ['card'],
      automatic_payment_methods: null,
      payment_method_types: ['card'],
    });
    expect(made.id).toMatch(/^pi_\w{24}$/);
    expect(made.client_secret).toMatch(new RegExp(`^${made.id}_secret_\\w{25}$`));
    expect(Math.abs(made.created - Date.now() / 1000)).toBeLessThan(5);
    const got = await stripe.paymentIntents.retrieve(made.id);
    expect(JSON.stringify(got)).toBe(JSON.stringify(made));
    expect(got.lastResponse.apiVersion).toBe(API_VERSION);
    expect(got.lastResponse.requestId).toMatch(/^req_/);
  });

  it('succeeds on confirmation, with a charge', async () => {
    const made = await create();
    const paid = await stripe.paymentIntents.confirm(made.id, { payment_method: 'pm_card_visa' });
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 1999, last_payment_error: null });
    const charge = await stripe.charges.retrieve(paid.latest_charge as string);
    expect(charge).toMatchObject({
      amount: 1999,
      paid: true,
      captured: true,
      refunded: false,
      status: 'succeeded',
      payment_intent: made.id,
      metadata: { orderId: 'order-1' },
      payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242' } },
    });
    const expanded = await stripe.paymentIntents.retrieve(made.id, { expand: ['latest_charge'] });
    expect((expanded.latest_charge as Stripe.Charge).id).toBe(charge.id);
  });

  it('is created and confirmed in one call, and a decline leaves it open', async () => {
    const paid = await create({ confirm: true, payment_method: 'pm_card_mastercard' });
    expect(paid.status).toBe('succeeded');
    const error = await failure(create({ confirm: true, payment_method: 'pm_card_chargeDeclined' }));
    expect(error).toMatchObject({
      statusCode: 402,
      type: 'StripeCardError',
      code: 'card_declined',
      decline_code: 'generic_decline',
      message: 'Your card was declined.',
    });
    const after = await stripe.paymentIntents.retrieve(error.payment_intent!.id);
    expect(after).toMatchObject({ status: 'requires_payment_method', amount_received: 0 });
    expect(after.last_payment_error).toMatchObject({ code: 'card_declined', type: 'card_error' });
    const charges = await stripe.charges.list({ payment_intent: after.id });
    expect(charges.data).toMatchObject([{ status: 'failed', failure_code: 'card_declined', paid: false }]);
    const second = await stripe.paymentIntents.confirm(after.id, { payment_method: 'pm_card_visa' });
    expect(second.status).toBe('succeeded');
    const both = await stripe.charges.list({ payment_intent: after.id });
    expect(both.data.map(({ status }) => status)).toEqual(['succeeded', 'failed']);
  });

  it('is not confirmed without a payment method', async () => {
    const error = await failure(stripe.paymentIntents.confirm((await create()).id));
    expect(error).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' });
    expect(error.message).toContain('missing a payment method');
  });

  it('is canceled once, and then never paid', async () => {
    const made = await create();
    const canceled = await stripe.paymentIntents.cancel(made.id);
    expect(canceled).toMatchObject({ status: 'canceled' });
    expect(canceled.canceled_at).toBeGreaterThan(0);
    for (const again of [
      stripe.paymentIntents.cancel(made.id),
      stripe.paymentIntents.confirm(made.id, { payment_method: 'pm_card_visa' }),
    ]) {
      const error = await failure(again);
      expect(error).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' });
      expect(error.payment_intent).toMatchObject({ id: made.id, status: 'canceled' });
    }
    expect((await stripe.charges.list({ payment_intent: made.id })).data).toEqual([]);
  });

  it('is not canceled after it succeeded, and says so with the intent', async () => {
    const paid = await create({ confirm: true, payment_method: 'pm_card_visa' });
    const error = await failure(stripe.paymentIntents.cancel(paid.id));
    expect(error).toMatchObject({
      statusCode: 400,
      type: 'StripeInvalidRequestError',
      code: 'payment_intent_unexpected_state',
      payment_intent: { id: paid.id, status: 'succeeded' },
    });
    const twice = await failure(stripe.paymentIntents.confirm(paid.id, { payment_method: 'pm_card_visa' }));
    expect(twice).toMatchObject({ code: 'payment_intent_unexpected_state' });
    expect((await stripe.charges.list({ payment_intent: paid.id })).data).toHaveLength(1);
  });
});

describe('lists', () => {
  it('are newest first, paged by cursor, and bounded by time', async () => {
    const other = await startSandbox();
    try {
      const made: string[] = [];
      for (let i = 0; i < 5; i += 1) {
        made.unshift((await other.stripe.paymentIntents.create({ amount: 100 + i, currency: 'usd' })).id);
      }
      const list = other.stripe.paymentIntents.list.bind(other.stripe.paymentIntents);
      const first = await list({ limit: 2 });
      expect([ids(first), first.has_more, first.url]).toEqual([
        made.slice(0, 2),
        true,
        '/v1/payment_intents',
      ]);
      const second = await list({ limit: 3, starting_after: made[1]! });
      expect([ids(second), second.has_more]).toEqual([made.slice(2), false]);
      const all: string[] = [];
      for await (const { id } of list({ limit: 2 })) all.push(id);
      expect(all).toEqual(made);
      const now = Math.floor(Date.now() / 1000);
      expect(ids(await list({ created: { gte: now + 60 } }))).toEqual([]);
      expect(ids(await list({ created: { lte: now - 60 } }))).toEqual([]);
      expect(ids(await list({ created: { gte: now - 60, lte: now + 60 } }))).toEqual(made);
      const error = await failure(list({ starting_after: 'pi_unknown' }));
      expect(error).toMatchObject({ statusCode: 404, code: 'resource_missing', param: 'starting_after' });
      expect(await failure(list({ limit: 101 }))).toMatchObject({ statusCode: 400, param: 'limit' });
    } finally {
      await other.remove();
    }
  });
});

describe('refused calls', () => {
  const ALLOWED = 'allowed_payment_method_types';
  const ONE = { amount: '100', currency: 'usd' };
  const CARDS = { 'allowed_payment_method_types[]': 'card' };
  const AUTOMATIC = { 'automatic_payment_methods[enabled]': 'true' };
  const cases: [string, Record<string, string>, string, string][] = [
    ['no amount', { currency: 'usd' }, 'parameter_missing', 'amount'],
    ['no currency', { amount: '100' }, 'parameter_missing', 'currency'],
    ['a fraction', { amount: '10.5', currency: 'usd' }, 'parameter_invalid_integer', 'amount'],
    ['nothing to pay', { amount: '0', currency: 'usd' }, 'parameter_invalid_integer', 'amount'],
    ['under 50 cents', { amount: '49', currency: 'usd' }, 'amount_too_small', 'amount'],
    ['over the limit', { amount: '100000000', currency: 'usd' }, 'amount_too_large', 'amount'],
    ['a bad currency', { amount: '100', currency: 'dollars' }, 'parameter_invalid', 'currency'],
    [
      'no type of this sandbox',
      { ...ONE, 'allowed_payment_method_types[]': 'klarna' },
      'parameter_invalid',
      ALLOWED,
    ],
    ['types twice', { ...ONE, ...CARDS, ...AUTOMATIC }, 'parameters_exclusive', ALLOWED],
    [
      'the types of versions before endive',
      { ...ONE, 'payment_method_types[]': 'card' },
      'parameter_unknown',
      'payment_method_types',
    ],
    ['an unknown name', { amount: '100', currency: 'usd', amuont: '1' }, 'parameter_unknown', 'amuont'],
    [
      'an unknown name inside',
      { amount: '100', currency: 'usd', confirm: 'true', 'payment_method_data[kind]': 'x' },
      'parameter_missing',
      'payment_method_data[type]',
    ],
    [
      'a text for an object',
      { amount: '100', currency: 'usd', metadata: 'x' },
      'parameter_invalid',
      'metadata',
    ],
  ];
  it.each(cases)('%s: 400', async (_name, form, code, param) => {
    const response = await call('POST', `${sandbox.url}/v1/payment_intents`, form, SECRET);
    expect(response.status).toBe(400);
    expect(response.body.error).toMatchObject({ type: 'invalid_request_error', code, param });
  });

  it('unknown ids, routes and kinds of id: 404 with an error object', async () => {
    expect(await failure(stripe.paymentIntents.retrieve('pi_unknown'))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      message: "No such payment_intent: 'pi_unknown'",
    });
    expect(await failure(stripe.customers.list())).toMatchObject({ statusCode: 404 });
    const { id } = await create();
    const response = await call('GET', `${sandbox.url}/v1/charges/${id}`, {}, SECRET);
    expect([response.status, response.body.error.type]).toEqual([404, 'invalid_request_error']);
  });

  it('no key or another key: 401', async () => {
    const response = await call('GET', `${sandbox.url}/v1/payment_intents`);
    expect(response.status).toBe(401);
    expect(response.body.error.message).toContain('You did not provide an API key');
    const error = await failure(clientOf(sandbox.url, 'sk_test_someone_else').events.list());
    expect(error).toMatchObject({ statusCode: 401, type: 'StripeAuthenticationError' });
    expect(error.message).not.toContain('someone');
    const unset = await call('PUT', `${sandbox.url}/sandbox/lab`);
    expect(unset.status).toBe(401);
  });
});

it('renders objects in the version that the installed stripe-node is pinned to', () => {
  expect(API_VERSION).toBe(Stripe.API_VERSION);
});
