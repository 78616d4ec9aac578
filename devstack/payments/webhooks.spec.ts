import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setTimeout as wait } from 'node:timers/promises';
import type Stripe from 'stripe';
import { API_VERSION } from './events.js';
import {
  setLab,
  startReceiver,
  startSandbox,
  until,
  type Receiver,
  type RunningSandbox,
} from './sandbox.fixture.js';
import { retryDelay } from './webhooks.js';

let receiver: Receiver;
let sandbox: RunningSandbox;
beforeAll(async () => {
  receiver = await startReceiver();
  sandbox = await startSandbox(receiver.url);
});
afterEach(async () => {
  await setLab(sandbox.url, {});
  receiver.statuses.length = 0;
});
afterAll(async () => {
  await sandbox.remove();
  receiver.close();
});

const pay = (): Promise<Stripe.PaymentIntent> =>
  sandbox.stripe.paymentIntents.create({
    amount: 700,
    currency: 'usd',
    confirm: true,
    payment_method: 'pm_card_visa',
  });
/** Arrivals about one intent, in their order: intents by their id, charges by their intent's. */
const arrived = (intent: { id: string }): Stripe.Event[] =>
  receiver.events.filter((event) => {
    const object = event.data.object as { id: string; payment_intent?: string };
    return object.id === intent.id || object.payment_intent === intent.id;
  });
const types = (intent: { id: string }): string[] => arrived(intent).map(({ type }) => type);
const ALL = ['charge.succeeded', 'payment_intent.created', 'payment_intent.succeeded'];

describe('webhooks', () => {
  it('arrive only for the types that the endpoint is registered for; the API lists all', async () => {
    const registered = await startSandbox(receiver.url, 150, 'payment_intent.succeeded,charge.refund.*');
    try {
      const { id } = await registered.stripe.paymentIntents.create({
        amount: 700,
        currency: 'usd',
        confirm: true,
        payment_method: 'pm_card_visa',
      });
      await until(() => arrived({ id }).length > 0, 'an event');
      await wait(500);
      expect(types({ id })).toEqual(['payment_intent.succeeded']);
      const { data } = await registered.stripe.events.list();
      expect(data.map(({ type }) => type).toSorted()).toEqual(ALL);
    } finally {
      await registered.remove();
    }
  });

  it('arrive signed, as the events that the API lists', async () => {
    const paid = await pay();
    await until(() => arrived(paid).length === 3, 'three events');
    expect(types(paid).toSorted()).toEqual(ALL);
    const event = arrived(paid).find(({ type }) => type === 'payment_intent.succeeded')!;
    expect(event).toMatchObject({
      object: 'event',
      api_version: API_VERSION,
      livemode: false,
      pending_webhooks: 1,
      request: { id: expect.stringMatching(/^req_/), idempotency_key: expect.any(String) },
      data: { object: { id: paid.id, status: 'succeeded', amount_received: 700 } },
    });
    expect(Math.abs(event.created - Date.now() / 1000)).toBeLessThan(10);
    await until(
      async () => (await sandbox.stripe.events.retrieve(event.id)).pending_webhooks === 0,
      'the delivery to be noted',
    );
    const listed = await sandbox.stripe.events.list({ type: 'payment_intent.succeeded', limit: 1 });
    expect(listed.data[0]!.id).toBe(event.id);
    const both = await sandbox.stripe.events.list({
      types: ['charge.*', 'payment_intent.created'],
      limit: 2,
    });
    expect(both.data.map(({ type }) => type)).toEqual(['charge.succeeded', 'payment_intent.created']);
  });

  it('are sent again, signed again, until they are taken', async () => {
    receiver.statuses.push(500, 500, 500, 302);
    const paid = await pay();
    await until(() => arrived(paid).length === 7, 'seven arrivals', 15_000);
    await wait(300);
    expect(arrived(paid)).toHaveLength(7);
    expect(new Set(arrived(paid).map(({ id }) => id)).size).toBe(3);
    const pending = await sandbox.stripe.events.list({ delivery_success: false });
    expect(pending.data).toEqual([]);
  });

  it('wait longer each time, and not for ever', () => {
    const waits = Array.from({ length: 50 }, (_, attempt) => retryDelay(attempt));
    expect(waits.slice(0, 4)).toEqual([500, 1000, 2000, 4000]);
    expect(Math.max(...waits.map((ms) => ms ?? 0))).toBe(60_000);
    expect(waits[48]).toBe(60_000);
    expect(waits[49]).toBeNull();
  });

  it('that could not be delivered are, after kill -9', async () => {
    receiver.statuses.push(...Array<number>(9).fill(503));
    const paid = await pay();
    await until(() => arrived(paid).length >= 3, 'the first attempts');
    await sandbox.kill('SIGKILL');
    receiver.statuses.length = 0;
    const before = arrived(paid).length;
    await sandbox.restart();
    await until(() => arrived(paid).length >= before + 3, 'the repeats');
    expect([...new Set(types(paid))].toSorted()).toEqual(ALL);
  });
});

describe('the failure lab', () => {
  it('delays webhooks', async () => {
    await setLab(sandbox.url, { webhooks: { mode: 'delay', delayMs: 700 } });
    const start = Date.now();
    const paid = await pay();
    await until(() => arrived(paid).length === 3, 'the late events');
    expect(Date.now() - start).toBeGreaterThanOrEqual(690);
  });

  it('drops as many as it is told to; the events remain to be read', async () => {
    await setLab(sandbox.url, { webhooks: { mode: 'drop', times: 2 } });
    const paid = await pay();
    await until(() => arrived(paid).length === 1, 'the third event');
    await wait(300);
    expect(types(paid)).toEqual(['payment_intent.succeeded']);
    const { data } = await sandbox.stripe.events.list({ limit: 3 });
    expect(data.map(({ type }) => type).toSorted()).toEqual(ALL);
    const next = await pay();
    await until(() => arrived(next).length === 3, 'the events of the next payment');
  });

  it('sends twice', async () => {
    await setLab(sandbox.url, { webhooks: { mode: 'duplicate' } });
    const paid = await pay();
    await until(() => arrived(paid).length === 6, 'six arrivals');
    expect(new Set(arrived(paid).map(({ id }) => id)).size).toBe(3);
  });

  it('turns the order round', async () => {
    await setLab(sandbox.url, { webhooks: { mode: 'reorder', delayMs: 400 } });
    // Not across the border between two windows.
    await wait(400 - (Date.now() % 400) + 20);
    const paid = await pay();
    await until(() => arrived(paid).length === 3, 'three events');
    expect(types(paid)).toEqual(['payment_intent.succeeded', 'charge.succeeded', 'payment_intent.created']);
  });
});
