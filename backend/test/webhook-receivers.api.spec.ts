import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Types } from 'mongoose';
import { WebhookSender } from '../src/events/webhooks/sending/sender.js';
import { eventually } from './commerce.js';
import { type Receiver, type Respond, startReceiver } from './event-receiver.js';
import { type Shop, startShop, type TestUser } from './harness.js';
import { freePort } from './processes.js';
import { storedEvents } from './outbox-events.js';
import { createEndpoint, emitReviews, LOCAL_WEBHOOKS, WebhookTime } from './webhooks.js';

/** Receivers that fail in every way: nobody else waits for them, and nothing is lost. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let shop: Shop;
let admin: TestUser;
let time: WebhookTime;
let receivers: Receiver[] = [];

beforeAll(async () => {
  shop = await startShop(LOCAL_WEBHOOKS);
  admin = await shop.user({ role: 'admin' });
  time = new WebhookTime(shop);
  shop.app.get(WebhookSender, { strict: false }).timeoutMs = 2_000;
});
afterEach(async () => {
  const { body } = await shop.call('GET', '/webhook-endpoints', { as: admin });
  for (const { _id } of body.endpoints) await shop.call('DELETE', `/webhook-endpoints/${_id}`, { as: admin });
  await Promise.all(receivers.map((receiver) => receiver.close()));
  receivers = [];
});
afterAll(() => shop.close());

async function listening(respond?: Respond): Promise<Receiver> {
  const receiver = await startReceiver(respond);
  receivers.push(receiver);
  return receiver;
}
const deliveriesOf = async (endpointId: string) =>
  (await shop.call('GET', `/webhook-deliveries?endpointId=${endpointId}&sort=oldest`, { as: admin })).body
    .items as {
    _id: string;
    state: string;
    attemptCount: number;
    lastStatus?: number;
    lastError?: string;
  }[];
const stateOf = async (endpointId: string) =>
  (await shop.call('GET', `/webhook-endpoints/${endpointId}`, { as: admin })).body.state as string;
const sequences = (receiver: Receiver, subject: string) =>
  receiver.events(subject).map(({ sequence }) => sequence);

describe('while others are down, slow, redirect and send too much', () => {
  it('an endpoint gets its events at once, and each of the others what can be delivered', async () => {
    const secret = await listening();
    const hanging: (() => void)[] = [];
    const good = await listening();
    const slow = await listening((response) => void hanging.push(() => response.destroy()));
    const redirecting = await listening(
      (response) => void response.writeHead(307, { location: secret.url }).end(),
    );
    let failed = 0;
    const unsteady = await listening((response) => {
      failed += 1;
      response.writeHead(failed === 1 ? 500 : 200).end(failed === 1 ? 'Out of order' : 'OK');
    });
    const large = await listening((response) => {
      response.writeHead(200);
      for (let n = 0; n < 10; n += 1) response.write('x'.repeat(1_048_576));
      response.end();
    });
    const down = `http://127.0.0.1:${await freePort()}/events`;
    const urls = [slow.url, redirecting.url, unsteady.url, large.url, down, good.url];
    const ids: string[] = [];
    for (const url of urls) ids.push((await createEndpoint(shop, admin, url))._id);
    const [slowId, redirectingId, unsteadyId, largeId, downId, goodId] = ids as [
      string,
      string,
      string,
      string,
      string,
      string,
    ];

    await emitReviews(shop, 'all', 1, 2);
    await eventually(() => hanging.length > 0, 'the slow one has its request');
    await eventually(() => sequences(good, 'review/all').length === 2, 'the good one has both');
    // it is still at the first
    expect((await deliveriesOf(slowId)).map(({ state }) => state)).toEqual(['pending', 'pending']);
    await time.caughtUp();

    const outcomes = async (id: string) =>
      (await deliveriesOf(id)).map(({ state, attemptCount, lastStatus, lastError }) => ({
        state,
        attemptCount,
        lastStatus,
        lastError,
      }));
    const waiting = { state: 'pending', attemptCount: 0 };
    expect(await outcomes(goodId)).toMatchObject([
      { state: 'delivered', attemptCount: 1, lastStatus: 204 },
      { state: 'delivered', attemptCount: 1, lastStatus: 204 },
    ]);
    await eventually(async () => (await outcomes(slowId))[0]!.attemptCount === 1, 'the slow one is given up');
    expect(await outcomes(slowId)).toMatchObject([
      { state: 'pending', attemptCount: 1, lastError: 'There was no response within 2 s.' },
      waiting,
    ]);
    expect(await outcomes(redirectingId)).toMatchObject([
      { state: 'pending', attemptCount: 1, lastStatus: 307 },
      waiting,
    ]);
    expect(secret.received).toEqual([]);
    expect(await outcomes(unsteadyId)).toMatchObject([
      { state: 'pending', attemptCount: 1, lastStatus: 500 },
      waiting,
    ]);
    expect(await outcomes(downId)).toMatchObject([
      { state: 'pending', attemptCount: 1, lastError: 'The connection was refused.' },
      waiting,
    ]);
    expect(await outcomes(largeId)).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }]);
    const [first] = await deliveriesOf(largeId);
    const { body } = await shop.call('GET', `/webhook-deliveries/${first!._id}`, { as: admin });
    expect(body.attempts).toMatchObject([{ status: 200, responseBody: 'x'.repeat(4_096), isCut: true }]);

    // another subject does not wait for the one that failed
    await emitReviews(shop, 'other', 1);
    await eventually(() => sequences(unsteady, 'review/other').length === 1, 'the other subject');
    expect(sequences(unsteady, 'review/all')).toEqual([]);
    await time.pass(10_000);
    expect(sequences(unsteady, 'review/all')).toEqual([1, 2]);
    const repeated = unsteady.received.filter(({ event }) => event.subject === 'review/all');
    expect(repeated.map(({ headers }) => headers['webhook-id'])).toEqual([
      repeated[0]!.event.id,
      repeated[0]!.event.id,
      repeated[2]!.event.id,
    ]);
    for (const end of hanging) end();
  });

  it('a receiver that has closed a kept connection gets the event by another', async () => {
    const known = new Set<unknown>();
    const impatient = await listening((response, _received, { socket }) => {
      if (known.has(socket)) socket.resetAndDestroy();
      else response.writeHead(204).end();
      known.add(socket);
    });
    const { _id } = await createEndpoint(shop, admin, impatient.url);
    await emitReviews(shop, 'kept', 1, 2);
    await time.caughtUp();
    expect(sequences(impatient, 'review/kept')).toEqual([1, 2]);
    expect(impatient.received.length).toBe(3);
    expect((await deliveriesOf(_id)).map(({ attemptCount }) => attemptCount)).toEqual([1, 1]);
  });

  it('a receiver that asks for time gets it', async () => {
    let isBusy = true;
    const busy = await listening((response) => {
      response.writeHead(isBusy ? 429 : 200, { 'retry-after': '600' }).end();
      isBusy = false;
    });
    await createEndpoint(shop, admin, busy.url);
    await emitReviews(shop, 'busy', 1);
    await eventually(() => busy.received.length === 1, 'the first attempt');
    await time.caughtUp();
    await time.pass(9 * MINUTE);
    expect(busy.received).toHaveLength(1);
    await time.pass(2 * MINUTE);
    expect(sequences(busy, 'review/busy')).toEqual([1]);
  });
});

describe('a receiver that is unplugged', () => {
  it('for an hour gets everything afterwards, each subject in its order', async () => {
    const receiver = await listening();
    const { _id } = await createEndpoint(shop, admin, receiver.url);
    receiver.unplug();
    const subjects = ['a', 'b', 'c'].map((name) => `hour-${name}`);
    for (let minutes = 0; minutes < 60; minutes += 10) {
      const version = minutes / 10;
      for (const subject of subjects) await emitReviews(shop, subject, version);
      await time.caughtUp();
      await time.pass(10 * MINUTE);
    }
    expect(receiver.received).toEqual([]);
    expect(await stateOf(_id)).toBe('enabled');
    receiver.plug();
    // the pauses are up to an hour by then, and a quarter
    await time.pass(75 * MINUTE);
    for (const subject of subjects)
      expect(sequences(receiver, `review/${subject}`)).toEqual([0, 1, 2, 3, 4, 5]);
    expect((await deliveriesOf(_id)).map(({ state }) => state)).toEqual(Array(18).fill('delivered'));
  });

  it.each([
    ['the event', (_: string, first: string) => `/webhook-deliveries/${first}/resend`],
    ['what failed', (endpoint: string) => `/webhook-endpoints/${endpoint}/resend-failed`],
  ])('gets at once what waits behind %s that is sent again', async (what, pathOf) => {
    const receiver = await listening();
    const { _id } = await createEndpoint(shop, admin, receiver.url);
    receiver.unplug();
    await emitReviews(shop, what, 1, 3);
    await time.caughtUp();
    for (let hours = 0; hours < 24; hours += 1) await time.pass(HOUR);
    const [first] = await deliveriesOf(_id);
    if (what === 'what failed')
      await shop.db
        .collection('webhook_deliveries')
        .updateOne(
          { _id: new Types.ObjectId(first!._id) },
          { $set: { state: 'failed' }, $unset: { nextAttemptAt: 1 } },
        );
    receiver.plug();
    const resent = await shop.call('POST', pathOf(_id, first!._id), { as: admin });
    expect(resent.status).toBeLessThan(300);
    await time.pass(0);
    expect(sequences(receiver, `review/${what}`)).toEqual([1, 2, 3]);
  });

  it('for three days is disabled, and loses nothing that it is sent again', async () => {
    const receiver = await listening();
    const { _id } = await createEndpoint(shop, admin, receiver.url);
    receiver.unplug();
    await emitReviews(shop, 'days', 1, 3);
    await time.caughtUp();
    for (let hours = 0; hours < 71; hours += 1) await time.pass(HOUR);
    expect(await stateOf(_id)).toBe('enabled');
    await time.pass(2 * HOUR);
    expect(await stateOf(_id)).toBe('failed');
    const [given, ...others] = await deliveriesOf(_id);
    expect([given, ...others].map((delivery) => delivery!.state)).toEqual(['failed', 'pending', 'pending']);
    expect(given!.attemptCount).toBeGreaterThan(12);
    const disabled = await storedEvents(shop.db, `webhook/${_id}`);
    expect(disabled.map(({ type }) => type)).toEqual(['webhook.disabled']);

    receiver.plug();
    await time.pass(HOUR);
    expect(receiver.received).toEqual([]);
    // first what failed, so that it comes before what follows it
    await shop.call('POST', `/webhook-endpoints/${_id}/resend-failed`, { as: admin });
    const { headers } = await shop.call('GET', `/webhook-endpoints/${_id}`, { as: admin });
    await shop.call('PATCH', `/webhook-endpoints/${_id}`, {
      as: admin,
      body: { enabled: true },
      headers: { 'if-match': headers.get('etag')! },
    });
    await time.pass(0);
    expect(sequences(receiver, 'review/days')).toEqual([1, 2, 3]);
  });
});
