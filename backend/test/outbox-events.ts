import type { ClientSession, Connection, mongo } from 'mongoose';
import type { DomainEvent, Subject } from '../src/outbox/domain-events.js';
import type { OutboxEvent } from '../src/outbox/outbox-event.schema.js';
import type { Outbox } from '../src/outbox/outbox.service.js';

/** Emits an event about a review, which says nothing more than which version it is. */
export function emitVersion(outbox: Outbox, session: ClientSession, id: string, version: number): void {
  const review = { ratings: 5, hidden: false, verifiedBuyer: false, hasReply: false };
  outbox.emit(session, {
    type: 'review.created',
    subject: `review/${id}`,
    version,
    payload: { review: { reviewId: id, accountId: 'a', ...review }, actor: { by: 'customer' } },
  });
}

/** The versions of a subject's events, as they came. */
export const versionsOf = (subject: string, events: DomainEvent[]): number[] =>
  events.filter((event) => event.subject === subject).map(({ version }) => version);

/** The stored events of a subject, by version. */
export const storedEvents = (db: Connection, subject: Subject): Promise<OutboxEvent[]> =>
  (db.collection('outbox') as unknown as mongo.Collection<OutboxEvent>)
    .find({ subject })
    .sort({ version: 1, _id: 1 })
    .toArray();
