import { afterAll, beforeAll, expect, it } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { WebhookSenders } from '../src/events/webhooks/sending/webhook-senders.js';
import { ORDER_EVENTS } from '../src/outbox/domain-events.js';
import type { OutboxEvent } from '../src/outbox/outbox-event.schema.js';
import { Relay } from '../src/outbox/relay.service.js';
import { type Receiver, startReceiver } from './event-receiver.js';
import { KilledReplicas, withoutRepetitions } from './killed-replicas.js';
import { createEndpoint, type Endpoint, LOCAL_WEBHOOKS } from './webhooks.js';

/** What leaves the shop while its processes are killed at random moments: each event at least once, in order for its order. */

const isLong = process.env['TEST_LONG'] === '1';
const KILLS = isLong ? 20 : 3;
const CHANGES = 200;
const SEED = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000);
/** How long the receiver takes, so that a kill finds a request in progress. */
const RESPONSE_MS = 10;

let replicas: KilledReplicas;
let receiver: Receiver;
let endpoint: Endpoint;

beforeAll(async () => {
  replicas = await KilledReplicas.start(LOCAL_WEBHOOKS, SEED, LOCAL_WEBHOOKS);
  const { observer } = replicas;
  // what is not killed hands nothing on
  await observer.app.get(Relay, { strict: false }).onModuleDestroy();
  await observer.app.get(WebhookSenders, { strict: false }).onModuleDestroy();
  receiver = await startReceiver(async (response) => {
    await sleep(RESPONSE_MS);
    response.writeHead(204).end();
  });
  endpoint = await createEndpoint(observer, await observer.user({ role: 'admin' }), receiver.url, [
    ...ORDER_EVENTS,
  ]);
});
afterAll(async () => {
  await replicas.close();
  await receiver.unplug();
});

it(
  `${KILLS} kills lose no event of ${CHANGES} changes, and repeat the same ones`,
  async () => {
    console.log(`TEST_SEED=${SEED}`);
    const acknowledged = await replicas.changeOrders(CHANGES, KILLS, () => receiver.received.length);
    const { db } = replicas.observer;
    const events = db.collection<OutboxEvent>('outbox');
    const deliveries = db.collection('webhook_deliveries');
    await replicas.until(
      async () =>
        (await events.countDocuments({ pending: 'webhooks' } as object)) === 0 &&
        (await deliveries.countDocuments({ state: 'pending' })) === 0,
    );

    const stored = await events.find({ subject: /^order\// }).toArray();
    const expected = await replicas.expectedEvents();
    const verifier = new Webhook(endpoint.secret);
    let repetitions = 0;
    for (const [subject, told] of expected) {
      const requests = receiver.received.filter(({ event }) => event.subject === subject);
      const ids = new Map(
        stored.filter((event) => event.subject === subject).map(({ version, _id }) => [version, String(_id)]),
      );
      for (const { body, headers, event } of requests) {
        verifier.verify(body, headers);
        expect(headers['webhook-id']).toBe(event.id);
      }
      const received = withoutRepetitions(requests.map(({ event }) => event));
      expect(received.map(({ id, type, sequence }) => ({ id, type, version: sequence }))).toEqual(
        told.map((event) => ({ ...event, id: ids.get(event.version) })),
      );
      // an event is repeated as it was
      const texts = new Map(requests.map(({ event, body }) => [event.id, body]));
      expect(requests.every(({ event, body }) => texts.get(event.id) === body)).toBe(true);
      // exactly one delivery of each was written, however often it was sent
      expect(await deliveries.countDocuments({ subject })).toBe(told.length);
      repetitions += requests.length - received.length;
    }
    const done = new Set(stored.map(({ subject, version }) => `${subject} ${version}`));
    expect([...acknowledged].filter((change) => !done.has(change))).toEqual([]);
    expect(done.size).toBeGreaterThanOrEqual(CHANGES);
    await replicas.expectConsistent();
    console.log(`${stored.length} events, ${repetitions} repetitions`);
  },
  KILLS * 120_000 + 180_000,
);
