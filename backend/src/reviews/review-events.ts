import type { EventActor, EventType, NewEvent } from '../outbox/domain-events.js';
import type { Review } from './review.schema.js';

export type ReviewEventType = Extract<EventType, `review.${string}`>;

/** The event of a change of a review, given as it is after it. */
export function reviewEvent(
  type: ReviewEventType,
  { _id, userId, ratings, hidden = false, verifiedBuyer = false, reply, version }: Review,
  actor: EventActor,
): NewEvent<ReviewEventType> {
  const reviewId = String(_id);
  const accountId = String(userId);
  return {
    type,
    subject: `review/${reviewId}`,
    version,
    payload: {
      review: { reviewId, accountId, ratings, hidden, verifiedBuyer, hasReply: reply !== undefined },
      actor,
    },
  };
}
