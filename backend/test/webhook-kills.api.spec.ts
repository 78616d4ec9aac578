import { afterAll, beforeAll, expect, it } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { audienceOf, MAILED_TYPES, type MailedType, mailKindOf } from '../src/events/mail/mail-kinds.js';
import { mailIdOf, messageIdOf } from '../src/events/mail/message-id.js';
import { WebhookSenders } from '../src/events/webhooks/sending/webhook-senders.js';
import { type DomainEvent, ORDER_EVENTS, type OrderChanged } from '../src/outbox/domain-events.js';
import type { OutboxEvent } from '../src/outbox/outbox-event.schema.js';
import { Relay } from '../src/outbox/relay.service.js';
import { type Receiver, startReceiver } from './event-receiver.js';
import { KilledReplicas, withoutRepetitions } from './killed-replicas.js';
import { type MailServer, startMailServer } from './mail-server.js';
import { PUBLIC_URL } from './mailing.js';
import { createEndpoint, type Endpoint, LOCAL_WEBHOOKS } from './webhooks.js';

/** What leaves the shop while its processes are killed at random moments: each event at least once, in order for its order. */

const isLong = process.env['TEST_LONG'] === '1';
const KILLS = isLong ? 20 : 3;
const CHANGES = 200;
const SEED = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000);
/** How long the receiver and the mail server take, so that a kill finds a request in progress. */
const RESPONSE_MS = 10;

let replicas: KilledReplicas;
let receiver: Receiver;
let mailServer: MailServer;
let endpoint: Endpoint;

beforeAll(async () => {
  mailServer = await startMailServer();
  mailServer.delayMs = RESPONSE_MS;
  const settings = { ...LOCAL_WEBHOOKS, SMTP_URL: mailServer.url, PUBLIC_URL };
  replicas = await KilledReplicas.start(settings, SEED, LOCAL_WEBHOOKS);
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
  await receiver.close();
  await mailServer.stop();
});

/** The `Message-ID`s of an order's events, which are given in their order, to its customer. */
const mailsOf = (events: readonly OutboxEvent[]): string[] =>
  events.flatMap(({ _id, type, payload }) => {
    if (!MAILED_TYPES.includes(type as MailedType)) return [];
    const kind = mailKindOf({ type, payload } as DomainEvent<MailedType>);
    if (!kind || audienceOf(kind) !== 'customer') return [];
    const { customerId } = (payload as OrderChanged).order;
    return [messageIdOf(PUBLIC_URL, mailIdOf(String(_id), kind, customerId))];
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
        (await events.countDocuments({ pending: { $in: ['webhooks', 'mail'] } })) === 0 &&
        (await deliveries.countDocuments({ state: 'pending' })) === 0,
    );

    const stored = await events
      .find({ subject: /^order\// })
      .sort({ subject: 1, version: 1 })
      .toArray();
    const expected = await replicas.expectedEvents();
    const verifier = new Webhook(endpoint.secret);
    let [repetitions, repeatedMails] = [0, 0];
    for (const [subject, told] of expected) {
      const requests = receiver.received.filter(({ event }) => event.subject === subject);
      const ofOrder = stored.filter((event) => event.subject === subject);
      const ids = new Map(ofOrder.map(({ version, _id }) => [version, String(_id)]));
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
      const mails = mailsOf(ofOrder);
      const mailed = mailServer.mails
        .map(({ messageId = '' }) => ({ id: messageId }))
        .filter(({ id }) => mails.includes(id));
      expect(withoutRepetitions(mailed).map(({ id }) => id)).toEqual(mails);
      repeatedMails += mailed.length - mails.length;
    }
    const done = new Set(stored.map(({ subject, version }) => `${subject} ${version}`));
    expect([...acknowledged].filter((change) => !done.has(change))).toEqual([]);
    expect(done.size).toBeGreaterThanOrEqual(CHANGES);
    await replicas.expectConsistent();
    console.log(
      `${stored.length} events, ${repetitions} repeated; ${mailServer.mails.length} mails, ${repeatedMails} repeated`,
    );
  },
  KILLS * 120_000 + 180_000,
);
