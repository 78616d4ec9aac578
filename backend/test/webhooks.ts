import { expect } from 'vitest';
import type { WebhookEventType } from '../src/events/webhooks/event-types.js';
import { WebhookClock } from '../src/events/webhooks/webhook-clock.js';
import { WebhookSenders } from '../src/events/webhooks/sending/webhook-senders.js';
import { inTransaction } from '../src/database/transaction.js';
import { Outbox } from '../src/outbox/outbox.service.js';
import { eventually } from './commerce.js';
import type { Shop, TestUser } from './harness.js';
import { emitVersion } from './outbox-events.js';

/** The setting with which endpoints may be on loopback, as receivers of specs are. */
export const LOCAL_WEBHOOKS = { WEBHOOKS_ALLOW_PRIVATE: '1' };

export interface Endpoint {
  _id: string;
  secret: string;
  etag: string;
}

/** An endpoint for some events; those of reviews if none are named. */
export async function createEndpoint(
  shop: Shop,
  admin: TestUser,
  url: string,
  types: WebhookEventType[] = ['review.created'],
): Promise<Endpoint> {
  const body = { url, description: 'Warehouse', types };
  const created = await shop.call('POST', '/webhook-endpoints', { as: admin, body });
  expect(created).toMatchObject({ status: 201 });
  return { ...(created.body as Endpoint), etag: created.headers.get('etag')! };
}

/** Emits events of a subject, `review/<id>`, one transaction each: versions from one to another. */
export async function emitReviews(shop: Shop, id: string, from: number, to = from): Promise<void> {
  const outbox = shop.app.get(Outbox, { strict: false });
  for (let version = from; version <= to; version += 1)
    await inTransaction(shop.db, async (session) => emitVersion(outbox, session, id, version));
}

/** The time of a shop's webhooks, which a spec puts forward. */
export class WebhookTime {
  private aheadMs = 0;

  constructor(private readonly shop: Shop) {
    shop.app.get(WebhookClock, { strict: false }).now = () => this.now();
  }

  now(): Date {
    return new Date(Date.now() + this.aheadMs);
  }

  /** Puts the clock forward, and waits until everything that is due by then has been tried. */
  async pass(ms: number): Promise<void> {
    this.aheadMs += ms;
    const enabled = { enabled: true };
    const due = async (): Promise<boolean> => {
      const endpoints = await this.shop.db.collection('webhook_endpoints').find(enabled).toArray();
      const senders = this.shop.app.get(WebhookSenders, { strict: false });
      for (const { _id } of endpoints) senders.wake(_id);
      const isDue = {
        state: 'pending',
        nextAttemptAt: { $lte: this.now() },
        endpointId: { $in: endpoints.map(({ _id }) => _id) },
      };
      return (await this.shop.db.collection('webhook_deliveries').countDocuments(isDue)) > 0;
    };
    await eventually(async () => !(await due()), 'what is due is tried');
  }

  /** Waits until the events so far have deliveries, and what is due of them has been tried. */
  async caughtUp(): Promise<void> {
    const isPending = { pending: 'webhooks' };
    await eventually(
      async () => (await this.shop.db.collection('outbox').countDocuments(isPending)) === 0,
      'the events have deliveries',
    );
    await this.pass(0);
  }
}
