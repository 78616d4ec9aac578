import { setTimeout as sleep } from 'node:timers/promises';
import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection, Types } from 'mongoose';
import type { INestApplication } from '@nestjs/common';
import type { DomainEvent } from '../src/outbox/domain-events.js';
import type { Order } from '../src/purchases/orders/order.schema.js';
import type { Given, Question, Reply } from './replicas.js';

/**
 * A server process of a spec, from the built application: tsx has no metadata of decorators. It does what `Replica` asks for over
 * IPC, with the services that no call reaches yet.
 */

const built = (path: string): Promise<unknown> => import(new URL(`../dist/${path}`, import.meta.url).href);

const { parseConfig } = (await built('config.js')) as typeof import('../src/config.js');
const { createApp } = (await built('create-app.js')) as typeof import('../src/create-app.js');
const { inTransaction } = (await built(
  'database/transaction.js',
)) as typeof import('../src/database/transaction.js');
const { Leases } = (await built('jobs/leases.js')) as typeof import('../src/jobs/leases.js');
const { Outbox } = (await built(
  'outbox/outbox.service.js',
)) as typeof import('../src/outbox/outbox.service.js');
const { OrderPlacement } = (await built(
  'purchases/orders/order-placement.service.js',
)) as typeof import('../src/purchases/orders/order-placement.service.js');
const { OrderTransitions } = (await built(
  'purchases/orders/order-transitions.service.js',
)) as typeof import('../src/purchases/orders/order-transitions.service.js');
const { RefundTransitions } = (await built(
  'purchases/refunds/refund-transitions.service.js',
)) as typeof import('../src/purchases/refunds/refund-transitions.service.js');
const { Shipments } = (await built(
  'purchases/shipments/shipments.service.js',
)) as typeof import('../src/purchases/shipments/shipments.service.js');

const ADMIN = { by: 'admin' } as const;
/** How long a consumer takes before it has recorded an event, and after it, so that a kill finds it there. */
const BEFORE_MS = 4;
const AFTER_MS = 15;

const app = await createApp(parseConfig(process.env));
const db = app.get<Connection>(getConnectionToken());
if (process.env['SHORT_LEASES']) shortenLeases(app);
if (process.env['RECORD_EVENTS']) recordEvents(app);

/** The lease of a process that was killed ends soon. */
function shortenLeases(app: INestApplication): void {
  const leases = app.get(Leases, { strict: false });
  const { hold } = leases;
  leases.hold = (name, _milliseconds, work) => hold.call(leases, name, 2_000, work);
}

/** Registers one consumer of each kind. */
function recordEvents(app: INestApplication): void {
  const { consumers } = app.get(Outbox, { strict: false });
  const given = db.collection<{ _id: string; given: Given[] }>('test_given');
  consumers.register({
    name: 'recorder',
    async handle({ id, type, subject, version }: DomainEvent) {
      await sleep(BEFORE_MS);
      const event = { id, type, version, by: process.pid };
      await given.updateOne({ _id: subject }, { $push: { given: event } }, { upsert: true });
      await sleep(AFTER_MS);
    },
  });
  const counts = db.collection<{ _id: string; handled: number }>('test_counts');
  consumers.register({
    name: 'counter',
    async handleBatch(events, session) {
      for (const { subject } of events)
        await counts.updateOne({ _id: subject }, { $inc: { handled: 1 } }, { session, upsert: true });
    },
  });
}

const service = <T>(type: new (...args: never[]) => T): T => app.get<T>(type, { strict: false });

function place({ order, customer }: Extract<Question, { do: 'place' }>): Promise<Order> {
  const lines = order.lines.map(({ productId, quantity }) => ({
    productId: new Types.ObjectId(productId),
    quantity,
    seenCents: undefined,
  }));
  const fields = { id: new Types.ObjectId(order.id), address: '12 Foundry Lane', phone: '5550100' };
  return service(OrderPlacement).place({ ...fields, lines }, customer);
}

/** Changes an order in one of the ways that it can be changed; null when it has changed meanwhile, or never changes again. */
async function change({ orderId, dice }: Extract<Question, { do: 'change' }>): Promise<Order | null> {
  const [transitions, shipments] = [service(OrderTransitions), service(Shipments)];
  const order = await transitions.find(orderId);
  if (!order) throw new Error(`There is no order ${orderId}`);
  const { status, lines, totalCents } = order;
  const shipment = order.shipments.findLast(({ undone }) => !undone);
  if (status === 'paid' || status === 'shipped') {
    const pending = order.refunds.find((refund) => refund.status === 'pending');
    if (pending) {
      const { attempt, amountCents: amount } = pending;
      const refund = { id: `re_${orderId}_${attempt}`, status: 'succeeded', amount, attempt } as const;
      return service(RefundTransitions).record(orderId, [{ ...refund, failure: undefined }], ADMIN);
    }
    if (dice === 0) {
      const wanted = { amountCents: 1, isRemainder: false, requestId: String(new Types.ObjectId()) };
      return service(RefundTransitions).request(order, wanted, ADMIN);
    }
  }
  return inTransaction(db, async (session) => {
    if (status === 'unpaid' && dice === 0) {
      const [line, ...others] = lines;
      return others.length > 0
        ? transitions.cancelLine(session, order, line!.productId, ADMIN)
        : transitions.cancel(session, order, ADMIN, { hide: false, where: {} });
    }
    if (status === 'unpaid') {
      const intent = { id: `pi_${orderId}`, orderId, amountReceived: totalCents, amountRefunded: 0 };
      return transitions.pay(session, orderId, intent as Parameters<typeof transitions.pay>[2], ADMIN);
    }
    if (status === 'paid') {
      const line = lines.find(({ quantity, shipped }) => shipped < quantity)!;
      const units = [{ productId: line.productId, quantity: 1 }];
      return shipments.ship(session, orderId, dice % 2 === 0 ? { lines: units } : {}, ADMIN);
    }
    return shipment ? shipments.undo(session, orderId, shipment._id, 'Came back', ADMIN) : null;
  });
}

async function reply(question: Question): Promise<Reply> {
  const { n } = question;
  try {
    const order = await (question.do === 'place' ? place(question) : change(question));
    return { n, ...(order && { version: order.version }) };
  } catch (error) {
    const { status = 500, code, extra, retryAfter, message } = error as Partial<Required<Reply>['error']>;
    return { n, error: { status, code, extra, retryAfter, message: String(message) } };
  }
}

process.on('message', (question: Question) => {
  void reply(question).then((replied) => process.send!(replied));
});
// the spec is gone
process.on('disconnect', () => process.exit());
await app.listen(0, '127.0.0.1');
console.log(`ready ${await app.getUrl()}`);
