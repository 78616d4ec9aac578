import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type Stripe from 'stripe';
import { ApiError } from './errors.js';
import { Idempotency, type KeyedCall } from './idempotency.js';
import type { Records } from './records.js';
import {
  call,
  cardForm,
  SECRET,
  startSandbox,
  type HttpResponse,
  type RunningSandbox,
} from './sandbox.fixture.js';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.remove());

const params = { amount: 1000, currency: 'usd' };
const create = (
  idempotencyKey: string,
  changes: Partial<Stripe.PaymentIntentCreateParams> = {},
): Promise<Stripe.Response<Stripe.PaymentIntent>> =>
  sandbox.stripe.paymentIntents.create({ ...params, ...changes }, { idempotencyKey });
const count = async (): Promise<number> =>
  (await sandbox.stripe.paymentIntents.list({ limit: 100 })).data.length;
const raw = (path: string, form: Record<string, string>, key: string): Promise<HttpResponse> =>
  call('POST', `${sandbox.url}${path}`, form, { ...SECRET, 'idempotency-key': key });

const memory = (): Records => {
  const named = new Map<string, unknown>();
  return {
    write: async (work: () => unknown) => work(),
    getNamed: (...key: string[]) => named.get(key.join('/')),
    putNamed: (value: unknown, ...key: string[]) => void named.set(key.join('/'), value),
  } as unknown as Records;
};
const refusal = (work: () => unknown): ApiError => {
  try {
    work();
  } catch (error) {
    return error as ApiError;
  }
  throw new Error('it was not refused');
};

describe('an idempotency key', () => {
  it('replays the first response, marked, over kill -9 too', async () => {
    const first = await create('key-1');
    const before = await count();
    for (let round = 0; round < 2; round += 1) {
      const again = await create('key-1');
      expect(JSON.stringify(again)).toBe(JSON.stringify(first));
      expect(again.lastResponse.headers).toMatchObject({
        'idempotent-replayed': 'true',
        'idempotency-key': 'key-1',
        'original-request': first.lastResponse.requestId,
      });
      expect(first.lastResponse.headers).not.toHaveProperty('idempotent-replayed');
      if (round === 0) await sandbox.restart();
    }
    expect(await count()).toBe(before);
  });

  it('is refused for other parameters, and for another call', async () => {
    const made = await create('key-2');
    await expect(create('key-2', { amount: 2000 })).rejects.toMatchObject({
      statusCode: 400,
      type: 'StripeIdempotencyError',
      message: expect.stringContaining('same parameters'),
    });
    const cancel = sandbox.stripe.paymentIntents.cancel(made.id, {}, { idempotencyKey: 'key-2' });
    await expect(cancel).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining('same endpoint'),
    });
    expect((await sandbox.stripe.paymentIntents.retrieve(made.id)).status).toBe('requires_payment_method');
  });

  it('does not mind the order of parameters', async () => {
    const form = { amount: '1000', currency: 'usd', 'metadata[a]': '1', 'metadata[b]': '2' };
    const turned = { 'metadata[b]': '2', currency: 'usd', 'metadata[a]': '1', amount: '1000' };
    const first = await raw('/v1/payment_intents', form, 'key-3');
    expect((await raw('/v1/payment_intents', turned, 'key-3')).body.id).toBe(first.body.id);
  });

  it('remembers refusals of what was executed, but not of malformed calls', async () => {
    const declined = { confirm: true, payment_method: 'pm_card_chargeDeclined' };
    await expect(create('key-4', declined)).rejects.toMatchObject({ statusCode: 402 });
    const before = await count();
    const again = await raw(
      '/v1/payment_intents',
      { amount: '1000', currency: 'usd', confirm: 'true', payment_method: 'pm_card_chargeDeclined' },
      'key-4',
    );
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([402, 'true']);
    expect(await count()).toBe(before);
    const badCard = { amount: '1000', currency: 'usd', confirm: 'true', ...cardForm('4242424242424241') };
    expect(
      (await raw('/v1/payment_intents', badCard, 'key-5')).headers.get('idempotent-replayed'),
    ).toBeNull();
    expect((await raw('/v1/payment_intents', badCard, 'key-5')).headers.get('idempotent-replayed')).toBe(
      'true',
    );
    const malformed = await raw('/v1/payment_intents', { amount: '10', currency: 'usd' }, 'key-6');
    expect(malformed.status).toBe(400);
    expect((await create('key-6')).status).toBe('requires_payment_method');
  });

  it('makes one payment and one refund of many calls at once', async () => {
    const made = await create('key-7');
    const tries = await Promise.all(
      Array.from({ length: 12 }, () =>
        raw(`/v1/payment_intents/${made.id}/confirm`, { payment_method: 'pm_card_visa' }, 'key-8'),
      ),
    );
    const outcomes = tries.map(({ status, body }) => (status === 200 ? body.latest_charge : body.error.code));
    const charges = await sandbox.stripe.charges.list({ payment_intent: made.id });
    expect(charges.data).toHaveLength(1);
    const allowed = [charges.data[0]!.id, 'idempotency_key_in_use'];
    expect(outcomes.filter((outcome) => !allowed.includes(outcome as string))).toEqual([]);
    expect(outcomes).toContain(charges.data[0]!.id);
    await Promise.all(
      Array.from({ length: 6 }, () =>
        raw('/v1/refunds', { payment_intent: made.id, amount: '100' }, 'key-9'),
      ),
    );
    expect((await sandbox.stripe.charges.retrieve(charges.data[0]!.id)).amount_refunded).toBe(100);
  });

  it('has at most 255 characters', async () => {
    await expect(create('k'.repeat(256))).rejects.toMatchObject({ statusCode: 400 });
    expect((await create('k'.repeat(255))).status).toBe('requires_payment_method');
  });
});

describe('Idempotency', () => {
  const one: KeyedCall = { key: 'secret:k', endpoint: '/v1/refunds', parameters: '[]' };
  it('responds with 409 while the first call is in progress, and not afterwards', async () => {
    const idempotency = await Idempotency.open(memory());
    expect(idempotency.begin(one)).toBeNull();
    expect(refusal(() => idempotency.begin(one))).toMatchObject({
      status: 409,
      body: { type: 'idempotency_error', code: 'idempotency_key_in_use' },
    });
    idempotency.end(one);
    expect(idempotency.begin(one)).toBeNull();
  });

  it('stores nothing from which the parameters could be read', async () => {
    const records = memory();
    const idempotency = await Idempotency.open(records);
    const withCard = { ...one, parameters: '[["number","4242424242424242"]]' };
    idempotency.remember(withCard, { status: 200, body: {} }, 'req_1');
    expect(JSON.stringify(records.getNamed('idempotency', one.key))).not.toContain('4242');
    expect(idempotency.begin(withCard)).toEqual({
      result: { status: 200, body: {} },
      originalRequest: 'req_1',
    });
  });
});
