import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { Attention } from '../src/attention/attention.service.js';
import { DeliveryStore } from '../src/events/webhooks/deliveries/delivery-store.js';
import { eventually } from './commerce.js';
import { type Receiver, startReceiver } from './event-receiver.js';
import { type Shop, startShop, type TestUser } from './harness.js';
import { storedEvents } from './outbox-events.js';
import { createEndpoint, emitReviews, LOCAL_WEBHOOKS } from './webhooks.js';

/** What admins do with webhook endpoints, and what receivers get by it. */

const NOBODY = '665f1c2ab8d4e1a2b3c4d5e6';
let shop: Shop;
let admin: TestUser;
let receiver: Receiver;

beforeAll(async () => {
  shop = await startShop(LOCAL_WEBHOOKS);
  admin = await shop.user({ role: 'admin', name: 'Ada Admin', email: 'ada@example.com' });
  receiver = await startReceiver();
});
afterAll(async () => {
  await shop.close();
  await receiver.close();
});

const call = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  shop.call(method, path, { as: admin, headers, ...(body && { body }) });
afterEach(async () => {
  const { endpoints } = (await call('GET', '/webhook-endpoints')).body as { endpoints: { _id: string }[] };
  for (const { _id } of endpoints) await call('DELETE', `/webhook-endpoints/${_id}`);
});
const deliveriesOf = async (endpointId: string, query = '') =>
  (await call('GET', `/webhook-deliveries?endpointId=${endpointId}${query}`)).body.items as {
    _id: string;
    state: string;
    type: string;
  }[];
const audited = async (entityId: string) =>
  (await call('GET', `/audit?entityId=${entityId}&sort=oldest`)).body.items as {
    action: string;
    label: string;
    before?: object;
    after?: object;
  }[];

describe('an endpoint', () => {
  it('is created with a secret that is shown once, and is in no list, log or delivery', async () => {
    const { _id, secret } = await createEndpoint(shop, admin, receiver.url);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const found = await call('GET', `/webhook-endpoints/${_id}`);
    expect(found).toMatchObject({
      status: 200,
      body: {
        url: receiver.url,
        description: 'Warehouse',
        state: 'enabled',
        pending: 0,
        failing: 0,
        failed: 0,
      },
    });
    const { body: test } = await call('POST', `/webhook-endpoints/${_id}/test`);
    const seen = [
      found.body,
      (await call('GET', '/webhook-endpoints')).body,
      (await call('GET', `/webhook-deliveries/${test._id}`)).body,
      await audited(_id),
    ];
    expect(JSON.stringify(seen)).not.toContain(secret.slice('whsec_'.length));
    expect((await audited(_id)).map(({ action, label }) => `${action} ${label}`)).toEqual([
      'webhook.created Warehouse',
    ]);
  });

  it.each([
    ['no URL', { url: 'events' }, /URL/],
    ['null for a URL', { url: null }, /^Enter a URL/],
    ['another protocol', { url: 'ftp://127.0.0.1/' }, /./],
    ['a user name', { url: 'https://ada@127.0.0.1/' }, /./],
    ['a line end in its URL', { url: 'http://127.0.0.1:4977/\r\nX-A: b' }, /control characters/],
    ['no description', { description: ' ' }, /Required/],
    ['no types', { types: [] }, /^Choose at least one/],
    ['null for types', { types: null }, /^Choose at least one/],
    ['a type and no list of them', { types: 'order.paid' }, /^Choose at least one/],
    ['a type twice', { types: ['order.paid', 'order.paid'] }, /once/],
    ['an internal type', { types: ['synonyms.updated'] }, /^Each is the type/],
    ['the test event', { types: ['shop.test'] }, /^Each is the type/],
    ['a secret', { secret: 'whsec_MTIz' }, /^Unknown field/],
  ])('is refused with %s, when it is created or changed', async (_case, fields, message) => {
    const whole = { url: receiver.url, description: 'Warehouse', types: ['order.paid'] };
    const { _id, etag } = await createEndpoint(shop, admin, receiver.url);
    for (const refused of [
      await call('POST', '/webhook-endpoints', { ...whole, ...fields }),
      await call('PATCH', `/webhook-endpoints/${_id}`, fields, { 'if-match': etag }),
    ])
      expect(refused).toMatchObject({
        status: 400,
        body: { errors: { [Object.keys(fields)[0]!]: expect.stringMatching(message) } },
      });
  });

  it('has its URL as the shop reads it', async () => {
    const { port } = new URL(receiver.url);
    const { _id, etag } = await createEndpoint(shop, admin, ` HTTP://127.0.0.1:${port}/./a b `);
    const read = async () => (await call('GET', `/webhook-endpoints/${_id}`)).body.url as string;
    expect(await read()).toBe(`http://127.0.0.1:${port}/a%20b`);
    const changed = await call(
      'PATCH',
      `/webhook-endpoints/${_id}`,
      { url: `http://127.1:${port}` },
      { 'if-match': etag },
    );
    expect(changed.status).toBe(200);
    expect(await read()).toBe(`http://127.0.0.1:${port}/`);
  });

  it('changes only as it was read, and its changes are in the audit log', async () => {
    const { _id, etag } = await createEndpoint(shop, admin, receiver.url);
    const path = `/webhook-endpoints/${_id}`;
    expect(await call('PATCH', path, { description: 'Accounts' })).toMatchObject({ status: 428 });
    const changed = await call('PATCH', path, { description: 'Accounts' }, { 'if-match': etag });
    expect(changed).toMatchObject({ status: 200, body: { description: 'Accounts', url: receiver.url } });
    expect(await call('PATCH', path, { enabled: false }, { 'if-match': etag })).toMatchObject({
      status: 412,
    });
    expect(await call('PATCH', path, { url: null }, { 'if-match': etag })).toMatchObject({ status: 400 });
    const next = changed.headers.get('etag')!;
    expect(await call('PATCH', path, { enabled: false }, { 'if-match': next })).toMatchObject({
      status: 200,
      body: { state: 'disabled', disabledAt: expect.any(String) },
    });
    expect((await audited(_id)).slice(1)).toMatchObject([
      { action: 'webhook.updated', before: { description: 'Warehouse' }, after: { description: 'Accounts' } },
      { action: 'webhook.updated', before: { enabled: true }, after: { enabled: false } },
    ]);
    const [event] = await storedEvents(shop.db, `webhook/${_id}`);
    expect([event!.type, event!.payload]).toEqual([
      'webhook.disabled',
      { endpoint: { endpointId: _id, disabled: true }, actor: { by: 'admin', userId: admin.id } },
    ]);
  });

  it('is removed with its deliveries', async () => {
    const { _id } = await createEndpoint(shop, admin, receiver.url);
    await call('POST', `/webhook-endpoints/${_id}/test`);
    expect(await deliveriesOf(_id)).toHaveLength(1);
    expect(await call('DELETE', `/webhook-endpoints/${_id}`)).toMatchObject({ status: 200 });
    expect(await deliveriesOf(_id)).toEqual([]);
    expect(await call('GET', `/webhook-endpoints/${_id}`)).toMatchObject({ status: 404 });
  });

  it.each([
    ['GET', `/webhook-endpoints/${NOBODY}`],
    ['DELETE', `/webhook-endpoints/${NOBODY}`],
    ['POST', `/webhook-endpoints/${NOBODY}/rotate-secret`],
    ['POST', `/webhook-endpoints/${NOBODY}/end-rotation`],
    ['POST', `/webhook-endpoints/${NOBODY}/test`],
    ['POST', `/webhook-endpoints/${NOBODY}/resend-failed`],
    ['GET', `/webhook-deliveries/${NOBODY}`],
    ['POST', `/webhook-deliveries/${NOBODY}/resend`],
  ])('that is not there is 404: %s %s', async (method, path) => {
    expect(await call(method, path)).toMatchObject({ status: 404 });
  });
});

describe('events', () => {
  it('arrive signed, with the id of the event, its subject and its place there', async () => {
    const { _id, secret } = await createEndpoint(shop, admin, receiver.url);
    await emitReviews(shop, 'signed', 1, 3);
    await eventually(() => receiver.events('review/signed').length === 3, 'three events');
    const [first] = receiver.received.filter(({ event }) => event.subject === 'review/signed');
    const [stored] = await storedEvents(shop.db, 'review/signed');
    expect(new Webhook(secret).verify(first!.body, first!.headers)).toEqual({
      id: String(stored!._id),
      type: 'review.created',
      version: 1,
      timestamp: stored!.at.toISOString(),
      subject: 'review/signed',
      sequence: 1,
      data: stored!.payload,
    });
    expect(first!.headers).toMatchObject({
      'webhook-id': String(stored!._id),
      'content-type': 'application/json; charset=utf-8',
    });
    expect(receiver.events('review/signed').map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    await eventually(async () => (await deliveriesOf(_id, '&state=delivered')).length === 3, 'recorded');
    expect(await deliveriesOf(_id, '&type=order.paid')).toEqual([]);
    const [shown] = await deliveriesOf(_id, '&sort=oldest');
    const { body } = await call('GET', `/webhook-deliveries/${shown!._id}`);
    expect(body).toMatchObject({
      state: 'delivered',
      body: first!.body,
      attempts: [{ status: 204, requestHeaders: { 'webhook-id': String(stored!._id) } }],
    });
  });

  it('are sent to the endpoints that chose them and are enabled', async () => {
    const others = await createEndpoint(shop, admin, receiver.url, ['order.paid']);
    const off = await createEndpoint(shop, admin, receiver.url);
    const on = await createEndpoint(shop, admin, receiver.url);
    await call('PATCH', `/webhook-endpoints/${off._id}`, { enabled: false }, { 'if-match': off.etag });
    await emitReviews(shop, 'chosen', 1);
    await eventually(
      async () => (await deliveriesOf(on._id, '&state=delivered')).length === 1,
      'one is sent',
    );
    expect(await deliveriesOf(others._id)).toEqual([]);
    expect(await deliveriesOf(off._id)).toEqual([]);
  });

  it('are signed by both secrets while one is rotated, until that is ended', async () => {
    const { _id, secret } = await createEndpoint(shop, admin, receiver.url, ['order.paid']);
    const test = async () => {
      expect(await call('POST', `/webhook-endpoints/${_id}/test`)).toMatchObject({
        status: 200,
        body: { state: 'delivered', type: 'shop.test', attempts: [{ status: 204 }] },
      });
      return receiver.received.at(-1)!;
    };
    const rotated = await call('POST', `/webhook-endpoints/${_id}/rotate-secret`);
    const newer = rotated.body.secret as string;
    expect(newer).not.toBe(secret);
    const hours = (Date.parse(rotated.body.rotationEndsAt as string) - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(24);
    const both = await test();
    for (const each of [newer, secret]) new Webhook(each).verify(both.body, both.headers);
    const ended = await call('POST', `/webhook-endpoints/${_id}/end-rotation`);
    expect(ended.body).not.toHaveProperty('rotationEndsAt');
    const one = await test();
    new Webhook(newer).verify(one.body, one.headers);
    expect(() => new Webhook(secret).verify(one.body, one.headers)).toThrow('No matching signature');
    expect((await audited(_id)).map(({ action }) => action).slice(1)).toEqual([
      'webhook.secret-rotated',
      'webhook.rotation-ended',
    ]);
  });

  it('are sent again, one or all that failed, with the same id', async () => {
    const { _id } = await createEndpoint(shop, admin, receiver.url);
    await emitReviews(shop, 'again', 1, 2);
    await eventually(async () => (await deliveriesOf(_id, '&state=delivered')).length === 2, 'both are sent');
    const [last, first] = await deliveriesOf(_id);
    expect(await call('POST', `/webhook-deliveries/${first!._id}/resend`)).toMatchObject({ status: 200 });
    await eventually(() => receiver.events('review/again').length === 3, 'the first is sent again');
    const [one, , again] = receiver.events('review/again');
    expect(again).toEqual(one);
    await shop.db.collection('webhook_deliveries').updateMany({}, { $set: { state: 'failed' } });
    expect(await call('POST', `/webhook-endpoints/${_id}/resend-failed`)).toMatchObject({
      status: 200,
      body: { resent: 2 },
    });
    await eventually(() => receiver.events('review/again').length === 5, 'both are sent again');
    const { body } = await call('GET', `/webhook-deliveries/${last!._id}`);
    await eventually(async () => (await deliveriesOf(_id, '&state=delivered')).length === 2, 'recorded');
    expect(body.eventId).toBe(receiver.events('review/again').at(-1)!.id);
    expect((await audited(_id)).slice(1)).toMatchObject([
      { action: 'webhook.event-resent', after: { delivery: first!._id, type: 'review.created' } },
      { action: 'webhook.failed-resent', after: { deliveries: 2 } },
    ]);
  });
});

it('an endpoint that wants nothing more is disabled at once, and the bell counts it', async () => {
  const { _id } = await createEndpoint(shop, admin, receiver.url);
  const count = async () =>
    (await shop.app.get(Attention, { strict: false }).counts()).find(({ kind }) => kind === 'failed-webhook')
      ?.count;
  expect(await count()).toBe(0);
  const { respond } = receiver;
  receiver.respond = (response) => void response.writeHead(410).end('Gone fishing');
  await emitReviews(shop, 'gone', 1, 2);
  await eventually(
    async () => (await call('GET', `/webhook-endpoints/${_id}`)).body.state === 'gone',
    'the endpoint is disabled',
  );
  await eventually(async () => (await count()) === 1, 'the bell counts it');
  // what waits for it is left alone
  const looks = vi.spyOn(shop.app.get(DeliveryStore, { strict: false }), 'dueSubjects');
  await sleep(300);
  expect(looks.mock.calls.length).toBeLessThan(5);
  looks.mockRestore();
  const [event] = await storedEvents(shop.db, `webhook/${_id}`);
  expect([event!.type, event!.payload]).toEqual([
    'webhook.disabled',
    { endpoint: { endpointId: _id, disabled: true, reason: 'gone' }, actor: { by: 'webhooks' } },
  ]);
  // the one that was refused, and the one that waits
  expect((await deliveriesOf(_id)).map(({ state }) => state).toSorted()).toEqual(['failed', 'pending']);
  receiver.respond = respond;
  const { headers } = await call('GET', `/webhook-endpoints/${_id}`);
  await call('PATCH', `/webhook-endpoints/${_id}`, { enabled: true }, { 'if-match': headers.get('etag')! });
  await eventually(() => receiver.events('review/gone').length === 1, 'what waited is sent');
  await eventually(async () => (await count()) === 0, 'the bell has nothing more');
});
