import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { startChild } from '../child.fixture.js';
import {
  call,
  cardForm,
  confirmInBrowser,
  SECRET,
  SECRET_KEY,
  startSandbox,
  until,
  type HttpResponse,
  type RunningSandbox,
} from './sandbox.fixture.js';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.remove());

const importRows = async (rows: unknown): Promise<HttpResponse> => {
  const response = await fetch(`${sandbox.url}/sandbox/import`, {
    method: 'POST',
    headers: { ...SECRET, 'content-type': 'application/json' },
    body: JSON.stringify(rows),
  });
  const body = (await response.json()) as HttpResponse['body'];
  return { status: response.status, headers: response.headers, body };
};
const row = (id: string, changes: object = {}): object => ({
  id,
  amount: 4200,
  currency: 'usd',
  created: 1_700_000_000,
  metadata: { orderId: `order-of-${id}` },
  ...changes,
});
const main = new URL('./main.ts', import.meta.url);
const other = (): string => mkdtempSync(join(sandbox.data, 'other-'));

describe('after kill -9', () => {
  it('everything acknowledged is there, whole, and nothing twice', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { stripe } = sandbox;
      const acknowledged: Stripe.PaymentIntent[] = [];
      const open = { shop: true };
      const buyer = async (): Promise<void> => {
        while (open.shop) {
          const paid = await stripe.paymentIntents
            .create({ amount: 100, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' })
            .catch(() => null);
          if (paid) acknowledged.push(paid);
          else return;
        }
      };
      const buyers = [buyer(), buyer(), buyer(), buyer()];
      await until(() => acknowledged.length >= 10 + round, 'payments to be made');
      await sandbox.restart();
      open.shop = false;
      await Promise.all(buyers);
      const found = new Map<string, Stripe.PaymentIntent>();
      for await (const intent of sandbox.stripe.paymentIntents.list({ limit: 100 })) {
        expect(found.has(intent.id)).toBe(false);
        found.set(intent.id, intent);
      }
      for (const { id, latest_charge } of acknowledged) {
        expect(found.get(id)).toMatchObject({ status: 'succeeded', latest_charge });
      }
      const charges = new Map<string, string>();
      for await (const charge of sandbox.stripe.charges.list({ limit: 100 })) {
        charges.set(charge.payment_intent as string, charge.id);
      }
      for (const [id, intent] of found) expect(charges.get(id) ?? null).toBe(intent.latest_charge);
      expect(charges.size).toBe([...found.values()].filter((intent) => intent.latest_charge).length);
    }
  });

  it('an open challenge can still be completed', async () => {
    const intent = await sandbox.stripe.paymentIntents.create({ amount: 100, currency: 'usd' });
    const { body } = await confirmInBrowser(sandbox.url, intent, cardForm('4000002760003184'));
    await sandbox.restart();
    const { pathname } = new URL(body.next_action.redirect_to_url.url as string);
    const page = `${sandbox.url}${pathname.replace('/payments-sandbox', '')}`;
    const done = await fetch(page, { method: 'POST', body: new URLSearchParams({ outcome: 'complete' }) });
    expect(done.status).toBe(200);
    expect((await sandbox.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded');
  });

  it('no card number is on the disk', async () => {
    const intent = await sandbox.stripe.paymentIntents.create({ amount: 100, currency: 'usd' });
    const paid = await confirmInBrowser(sandbox.url, intent, cardForm('5555555555554444'));
    expect(paid.body.status).toBe('succeeded');
    const stored = readdirSync(sandbox.data).map((name) => readFileSync(join(sandbox.data, name), 'latin1'));
    expect(stored.join('')).toContain(intent.id);
    expect(stored.join('')).not.toContain('5555555555554444');
  });
});

describe('the seed', () => {
  it('imports succeeded intents once, with charges and refunds, and without events', async () => {
    const [newest] = (await sandbox.stripe.events.list({ limit: 1 })).data;
    const rows = [
      row('pi_seed1', { client_secret: 'pi_seed1_secret_known', card: { brand: 'amex', last4: '0005' } }),
      row('pi_seed2', { created: 1_700_000_100, refunds: [{ amount: 4200 }] }),
      row('pi_seed3', {
        created: 1_700_000_200,
        refunds: [
          { id: 're_seed3', amount: 1200, created: 1_700_000_300, metadata: { attempt: '1' } },
          { amount: 1000 },
        ],
        disputed: true,
      }),
    ];
    expect((await importRows(rows)).body).toEqual({ imported: 3, skipped: 0 });
    expect((await importRows(rows)).body).toEqual({ imported: 0, skipped: 3 });
    const range = { created: { gte: 1_700_000_000, lte: 1_700_000_200 } };
    const listed = await sandbox.stripe.paymentIntents.list({ ...range, expand: ['data.latest_charge'] });
    expect(listed.data).toMatchObject([
      { id: 'pi_seed3', latest_charge: { refunded: false, amount_refunded: 2200, disputed: true } },
      { id: 'pi_seed2', latest_charge: { refunded: true, amount_refunded: 4200 } },
      {
        id: 'pi_seed1',
        amount: 4200,
        amount_received: 4200,
        client_secret: 'pi_seed1_secret_known',
        created: 1_700_000_000,
        livemode: false,
        metadata: { orderId: 'order-of-pi_seed1' },
        status: 'succeeded',
        latest_charge: { payment_method_details: { card: { brand: 'amex', last4: '0005' } } },
      },
    ]);
    const refunds = await sandbox.stripe.refunds.list({ payment_intent: 'pi_seed2' });
    expect(refunds.data).toMatchObject([{ amount: 4200, status: 'succeeded', created: 1_700_000_100 }]);
    expect(await sandbox.stripe.refunds.retrieve('re_seed3')).toMatchObject({
      amount: 1200,
      created: 1_700_000_300,
      metadata: { attempt: '1' },
      payment_intent: 'pi_seed3',
    });
    expect((await sandbox.stripe.events.list({ limit: 1 })).data[0]!.id).toBe(newest!.id);
    const late = await sandbox.stripe.refunds.create({ payment_intent: 'pi_seed1' });
    expect(late.status).toBe('succeeded');
  });

  it.each([
    [{}, undefined],
    [[row('ch_wrong')], '[0].id'],
    [[row('pi_fine'), row('pi_bad', { amount: -1 })], '[1].amount'],
    [[row('pi_bad', { metadata: { a: 1 } })], '[0].metadata.a'],
    [[row('pi_bad', { refunds: [{ amount: 4000 }, { amount: 201 }] })], '[0].refunds'],
  ])('refuses %j whole', async (rows, param) => {
    const { status, body } = await importRows(rows);
    expect([status, body.error.param]).toEqual([400, param]);
    await expect(sandbox.stripe.paymentIntents.retrieve('pi_fine')).rejects.toMatchObject({
      statusCode: 404,
    });
  });
});

describe('the process', () => {
  it('does not share its folder', async () => {
    const second = startChild(main, ['--data', sandbox.data], { STRIPE_SECRET_KEY: SECRET_KEY });
    await expect(second).rejects.toThrow(`${sandbox.data} is in use by process`);
  });

  it('says that it is healthy without a key', async () => {
    expect(await call('GET', `${sandbox.url}/sandbox/health`)).toMatchObject({
      status: 200,
      body: { ok: true },
    });
  });

  it('ends when its parent lets go of the IPC channel', async () => {
    const child = await startChild(main, ['--data', other()], { STRIPE_SECRET_KEY: SECRET_KEY });
    const exited = once(child.process, 'exit');
    child.process.disconnect();
    expect(await exited).toEqual([0, null]);
  });

  it.each([
    ['no secret key', [], {}, 'STRIPE_SECRET_KEY is not set'],
    ['a live key', [], { STRIPE_SECRET_KEY: 'sk_live_x' }, 'live key'],
    [
      'webhooks it could not sign',
      ['--webhook-url', 'http://127.0.0.1:1/'],
      { STRIPE_SECRET_KEY: SECRET_KEY },
      'never sent unsigned',
    ],
  ])('does not start with %s', async (_name, args, env, message) => {
    const started = startChild(main, ['--data', other(), ...args], env);
    await expect(started).rejects.toThrow(message);
  });
});
