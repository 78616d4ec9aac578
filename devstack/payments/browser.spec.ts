import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type Stripe from 'stripe';
import {
  call,
  cardForm,
  confirmInBrowser,
  PUBLISHABLE,
  startSandbox,
  type RunningSandbox,
} from './sandbox.fixture.js';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.remove());

const create = (): Promise<Stripe.PaymentIntent> =>
  sandbox.stripe.paymentIntents.create({
    amount: 1250,
    currency: 'usd',
    metadata: { orderId: 'secret-order' },
  });
const look = (intent: Stripe.PaymentIntent): ReturnType<typeof call> =>
  call('GET', `${sandbox.url}/v1/payment_intents/${intent.id}`, {
    key: 'pk_test_demo',
    client_secret: intent.client_secret!,
  });

const challenge = async (number: string): Promise<{ intent: Stripe.PaymentIntent; local: string }> => {
  const intent = await create();
  const { status, body } = await confirmInBrowser(sandbox.url, intent, cardForm(number));
  expect([status, body.status]).toEqual([200, 'requires_action']);
  const { type, redirect_to_url: target } = body.next_action;
  expect(type).toBe('redirect_to_url');
  const outside = /^https:\/\/shop\.test:3000\/payments-sandbox(\/challenge\/\w+)$/.exec(
    target.url as string,
  );
  return { intent, local: `${sandbox.url}${outside![1]!}` };
};
const press = (url: string, outcome: string): Promise<Response> =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' });

describe("Stripe's test cards", () => {
  const declines: [string, string, string | undefined, string][] = [
    ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
    ['4000000000009995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
    ['4000000000009987', 'card_declined', 'lost_card', 'Your card was declined.'],
    ['4000000000000069', 'expired_card', undefined, 'Your card has expired.'],
    ['4000000000000127', 'incorrect_cvc', undefined, "Your card's security code is incorrect."],
    [
      '4000000000000119',
      'processing_error',
      undefined,
      'An error occurred while processing your card. Try again in a little bit.',
    ],
    ['4111111111111111', 'card_declined', 'test_mode_live_card', expect.stringContaining('live') as never],
  ];
  it.each(declines)('%s: %s %s', async (number, code, declineCode, message) => {
    const intent = await create();
    const { status, body } = await confirmInBrowser(sandbox.url, intent, cardForm(number));
    expect(status).toBe(402);
    expect(body.error).toMatchObject({ type: 'card_error', code, message });
    expect(body.error.decline_code).toBe(declineCode);
    expect(body.error.payment_intent.status).toBe('requires_payment_method');
    const again = await confirmInBrowser(sandbox.url, intent, cardForm('4242 4242 4242 4242'));
    expect([again.status, again.body.status]).toEqual([200, 'succeeded']);
  });

  const nextYear = String(new Date().getUTCFullYear() + 1);
  const malformed: [string, Record<string, string>, string, string][] = [
    ['wrong digit', cardForm('4242424242424241'), 'incorrect_number', 'number'],
    ['letters', cardForm('4242abcd42424242'), 'invalid_number', 'number'],
    [
      'month 13',
      cardForm('4242424242424242', { 'payment_method_data[card][exp_month]': '13' }),
      'invalid_expiry_month',
      'exp_month',
    ],
    [
      'last year',
      cardForm('4242424242424242', { 'payment_method_data[card][exp_year]': '2020' }),
      'invalid_expiry_year',
      'exp_year',
    ],
    [
      'short cvc',
      cardForm('4242424242424242', { 'payment_method_data[card][cvc]': '12' }),
      'invalid_cvc',
      'cvc',
    ],
    [
      'empty cvc',
      cardForm('4242424242424242', { 'payment_method_data[card][cvc]': '' }),
      'invalid_cvc',
      'cvc',
    ],
  ];
  it.each(malformed)('%s: 402 and nothing is charged', async (_name, form, code, param) => {
    const intent = await create();
    const { status, body } = await confirmInBrowser(sandbox.url, intent, form);
    expect(status).toBe(402);
    expect(body.error).toMatchObject({ type: 'card_error', code, param });
    const after = await sandbox.stripe.paymentIntents.retrieve(intent.id);
    expect(after).toMatchObject({ status: 'requires_payment_method', latest_charge: null });
  });

  it('a two-digit year is of this century', async () => {
    const form = cardForm('5555555555554444', { 'payment_method_data[card][exp_year]': nextYear.slice(2) });
    expect((await confirmInBrowser(sandbox.url, await create(), form)).body.status).toBe('succeeded');
  });
});

describe('a client secret', () => {
  it('shows the intent, but nothing that is private', async () => {
    const intent = await create();
    const { status, body } = await look(intent);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: intent.id, amount: 1250, status: 'requires_payment_method' });
    expect(JSON.stringify(body)).not.toMatch(/secret-order/);
    for (const field of ['metadata', 'latest_charge']) {
      expect(body).not.toHaveProperty(field);
    }
    const paid = await confirmInBrowser(sandbox.url, intent, cardForm('4242424242424242'));
    expect(JSON.stringify(paid.body)).not.toMatch(/secret-order|ch_/);
  });

  it('opens its own intent only', async () => {
    const mine = await create();
    const other = await create();
    const wrong = { ...other, client_secret: mine.client_secret };
    expect((await look(wrong)).status).toBe(400);
    const confirmed = await confirmInBrowser(sandbox.url, wrong, cardForm('4242424242424242'));
    expect(confirmed.status).toBe(400);
    const without = await call(
      'POST',
      `${sandbox.url}/v1/payment_intents/${other.id}/confirm`,
      {},
      PUBLISHABLE,
    );
    expect(without.body.error).toMatchObject({ code: 'parameter_missing', param: 'client_secret' });
    expect((await sandbox.stripe.paymentIntents.retrieve(other.id)).status).toBe('requires_payment_method');
  });

  it('and a publishable key open nothing else', async () => {
    const intent = await create();
    const path = `/v1/payment_intents/${intent.id}`;
    const secret = { client_secret: intent.client_secret! };
    const routes: [string, string, Record<string, string>][] = [
      ['POST', '/v1/payment_intents', { amount: '100', currency: 'usd' }],
      ['GET', '/v1/payment_intents', {}],
      ['POST', `${path}/cancel`, secret],
      ['GET', '/v1/charges', {}],
      ['POST', '/v1/refunds', { payment_intent: intent.id }],
      ['GET', '/v1/refunds', {}],
      ['GET', '/v1/events', {}],
      ['GET', '/sandbox/lab', {}],
      ['PUT', '/sandbox/lab', {}],
      ['POST', '/sandbox/import', {}],
    ];
    for (const [method, route, form] of routes) {
      const response = await call(method, `${sandbox.url}${route}`, form, PUBLISHABLE);
      expect([method, route, response.status]).toEqual([method, route, 403]);
      expect(response.body.error.code).toBe('secret_key_required');
    }
    expect((await sandbox.stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_payment_method');
  });
});

describe('3-D Secure', () => {
  it.each(['4000002500003155', '4000002760003184'])('%s is paid after the challenge', async (number) => {
    const { intent, local } = await challenge(number);
    expect((await sandbox.stripe.charges.list({ payment_intent: intent.id })).data).toEqual([]);
    const page = await fetch(local);
    const html = await page.text();
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(html).toContain('12.50 USD');
    expect(html).toMatch(/<button[^>]*value="complete"[^>]*>Complete authentication<\/button>/);
    expect(html).toMatch(/<button[^>]*value="fail"[^>]*>Fail authentication<\/button>/);
    expect(html).not.toMatch(/<script|<style| style=| on\w+=/);
    const style = await fetch(new URL('../challenge.css', local));
    expect(style.headers.get('content-type')).toBe('text/css');
    const done = await press(local, 'complete');
    expect(await done.text()).toContain('data-state="succeeded"');
    expect((await look(intent)).body).toMatchObject({ status: 'succeeded', next_action: null });
    const [charge] = (await sandbox.stripe.charges.list({ payment_intent: intent.id })).data;
    expect(charge!.payment_method_details!.card!.three_d_secure).toMatchObject({ result: 'authenticated' });
  });

  it('failed by the customer: no charge, and another card can be tried', async () => {
    const { intent, local } = await challenge('4000002760003184');
    expect(await (await press(local, 'fail')).text()).toContain('data-state="failed"');
    const { body } = await look(intent);
    expect(body.status).toBe('requires_payment_method');
    expect(body.last_payment_error).toMatchObject({
      code: 'payment_intent_authentication_failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    });
    expect((await sandbox.stripe.charges.list({ payment_intent: intent.id })).data).toEqual([]);
    const again = await confirmInBrowser(sandbox.url, intent, cardForm('4242424242424242'));
    expect(again.body.status).toBe('succeeded');
  });

  it('4000008400001629 is declined after the challenge', async () => {
    const { intent, local } = await challenge('4000008400001629');
    expect(await (await press(local, 'complete')).text()).toContain('data-state="failed"');
    expect((await look(intent)).body).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined', message: 'Your card was declined.' },
    });
  });

  it('a page takes one choice, and not after a newer attempt or a cancellation', async () => {
    const { intent, local } = await challenge('4000002760003184');
    const newer = await confirmInBrowser(sandbox.url, intent, cardForm('4000002500003155'));
    expect((await press(local, 'complete')).status).toBe(410);
    const url = new URL(newer.body.next_action.redirect_to_url.url as string);
    const current = `${sandbox.url}${url.pathname.replace('/payments-sandbox', '')}`;
    expect((await press(current, 'other')).status).toBe(400);
    expect((await press(current, 'complete')).status).toBe(200);
    expect((await press(current, 'fail')).status).toBe(410);
    expect((await look(intent)).body.status).toBe('succeeded');
    const { intent: dropped, local: late } = await challenge('4000002760003184');
    await sandbox.stripe.paymentIntents.cancel(dropped.id);
    expect((await press(late, 'complete')).status).toBe(410);
    expect((await fetch(late)).status).toBe(410);
    expect((await look(dropped)).body.status).toBe('canceled');
  });

  it('does not let a forged forwarding header into the address', async () => {
    const intent = await create();
    const form = { client_secret: intent.client_secret!, ...cardForm('4000002760003184') };
    const { body } = await call('POST', `${sandbox.url}/v1/payment_intents/${intent.id}/confirm`, form, {
      ...PUBLISHABLE,
      'x-forwarded-host': 'evil.test/path?',
      'x-forwarded-prefix': '//evil.test',
    });
    expect(body.next_action.redirect_to_url.url).toMatch(/^http:\/\/127\.0\.0\.1\/challenge\/\w+$/);
  });
});
