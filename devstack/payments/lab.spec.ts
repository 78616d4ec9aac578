import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type Stripe from 'stripe';
import {
  call,
  cardForm,
  clientOf,
  confirmInBrowser,
  PUBLISHABLE,
  SECRET,
  SECRET_KEY,
  setLab,
  startSandbox,
  until,
  type RunningSandbox,
} from './sandbox.fixture.js';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterEach(() => setLab(sandbox.url, {}));
afterAll(() => sandbox.remove());

const OFF = {
  nextConfirm: null,
  webhooks: { mode: 'deliver', delayMs: 0, times: null },
  loseConfirmResponse: 0,
  failApi: { times: 0, status: 500 },
};
const create = (): Promise<Stripe.PaymentIntent> =>
  sandbox.stripe.paymentIntents.create({ amount: 900, currency: 'usd' });
const readLab = async (): Promise<unknown> =>
  (await call('GET', `${sandbox.url}/sandbox/lab`, {}, SECRET)).body;
const statusOf = async ({ id }: { id: string }): Promise<string> =>
  (await sandbox.stripe.paymentIntents.retrieve(id)).status;
const good = cardForm('4242424242424242');

describe('the failure lab', () => {
  it('is off at first, keeps what it is told over kill -9, and is off again by leaving things out', async () => {
    expect(await readLab()).toEqual(OFF);
    const settings = {
      nextConfirm: 'decline',
      webhooks: { mode: 'delay', delayMs: 5, times: 3 },
      loseConfirmResponse: 2,
      failApi: { times: 1, status: 503 },
    };
    expect((await setLab(sandbox.url, settings)).body).toEqual(settings);
    await sandbox.restart();
    expect(await readLab()).toEqual(settings);
    expect((await setLab(sandbox.url, {})).body).toEqual(OFF);
  });

  it.each([
    [{ nextConfirm: 'explode' }, 'nextConfirm'],
    [{ webhooks: { mode: 'lose' } }, 'webhooks.mode'],
    [{ webhooks: { mode: 'delay', delayMs: -1 } }, 'webhooks.delayMs'],
    [{ webhooks: { mode: 'drop', times: 0 } }, 'webhooks.times'],
    [{ loseConfirmResponse: 1.5 }, 'loseConfirmResponse'],
    [{ failApi: { times: 1, status: 200 } }, 'failApi.status'],
    [{ failApi: { count: 1 } }, 'count'],
    [{ unknown: 1 }, 'unknown'],
  ])('refuses %j and changes nothing', async (settings, param) => {
    const { status, body } = await setLab(sandbox.url, settings);
    expect([status, body.error.param]).toEqual([400, param]);
    expect(await readLab()).toEqual(OFF);
  });

  it('declines the next confirmation, once', async () => {
    await setLab(sandbox.url, { nextConfirm: 'decline' });
    const intent = await create();
    const declined = await confirmInBrowser(sandbox.url, intent, good);
    expect([declined.status, declined.body.error.code]).toEqual([402, 'card_declined']);
    expect((await confirmInBrowser(sandbox.url, intent, good)).body.status).toBe('succeeded');
  });

  it('challenges the next confirmation, and the card does afterwards what it does', async () => {
    await setLab(sandbox.url, { nextConfirm: 'challenge' });
    const intent = await create();
    const { body } = await confirmInBrowser(sandbox.url, intent, good);
    expect(body.status).toBe('requires_action');
    const { pathname } = new URL(body.next_action.redirect_to_url.url as string);
    const page = `${sandbox.url}${pathname.replace('/payments-sandbox', '')}`;
    await fetch(page, { method: 'POST', body: new URLSearchParams({ outcome: 'complete' }) });
    expect(await statusOf(intent)).toBe('succeeded');
  });

  it('keeps the next payment processing for a while, in which it can be neither paid again nor canceled', async () => {
    await setLab(sandbox.url, { nextConfirm: 'processing' });
    const intent = await create();
    expect((await confirmInBrowser(sandbox.url, intent, good)).body.status).toBe('processing');
    await expect(sandbox.stripe.paymentIntents.cancel(intent.id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
    expect((await confirmInBrowser(sandbox.url, intent, good)).status).toBe(400);
    await until(async () => (await statusOf(intent)) === 'succeeded', 'the payment to complete');
    expect((await sandbox.stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1);
  });

  it('pays without a response to the browser', async () => {
    await setLab(sandbox.url, { loseConfirmResponse: 1 });
    const intent = await create();
    await expect(confirmInBrowser(sandbox.url, intent, good)).rejects.toThrow(/fetch failed/);
    expect(await statusOf(intent)).toBe('succeeded');
    const other = await create();
    expect((await confirmInBrowser(sandbox.url, other, good)).body.status).toBe('succeeded');
  });

  it('fails calls of the server with the status it is told, doing nothing', async () => {
    await setLab(sandbox.url, { failApi: { times: 2, status: 503 } });
    await expect(create()).rejects.toMatchObject({ statusCode: 503, type: 'StripeAPIError' });
    const browser = await call('GET', `${sandbox.url}/v1/payment_intents/pi_none`, {}, PUBLISHABLE);
    expect(browser.status).toBe(404);
    await expect(sandbox.stripe.events.list()).rejects.toMatchObject({ statusCode: 503 });
    const before = await sandbox.stripe.events.list({ limit: 1 });
    const intent = await create();
    const [own, last] = (await sandbox.stripe.events.list({ limit: 2 })).data;
    expect([(own!.data.object as { id: string }).id, last!.id]).toEqual([intent.id, before.data[0]!.id]);
  });

  it("is overcome by stripe-node's own retries when it fails less often than they try", async () => {
    await setLab(sandbox.url, { failApi: { times: 2, status: 500 } });
    const { hostname, port } = new URL(sandbox.url);
    expect([hostname, port]).not.toContain('');
    const patient = clientOf(sandbox.url, SECRET_KEY);
    const made = await patient.paymentIntents.create(
      { amount: 800, currency: 'usd' },
      { maxNetworkRetries: 2 },
    );
    expect(made.status).toBe('requires_payment_method');
  });
});
