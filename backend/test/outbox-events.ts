import type { ClientSession } from 'mongoose';
import type { Outbox } from '../src/outbox/outbox.service.js';

/** Emits an event about a review, which says nothing more than which version it is. */
export function emitVersion(outbox: Outbox, session: ClientSession, id: string, version: number): void {
  outbox.emit(session, {
    type: 'review.created',
    subject: `review/${id}`,
    version,
    payload: {
      review: {
        reviewId: id,
        accountId: 'a',
        ratings: 5,
        hidden: false,
        verifiedBuyer: false,
        hasReply: false,
      },
      actor: { by: 'customer' },
    },
  });
}
