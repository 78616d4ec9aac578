import { expect } from 'vitest';
import type { WebhookEventType } from '../src/events/webhooks/event-types.js';
import { inTransaction } from '../src/database/transaction.js';
import { Outbox } from '../src/outbox/outbox.service.js';
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
