import type { Stripe } from 'stripe';
import { z } from 'zod';
import type { Dispute, ReceivedEvent } from './payment-provider.js';

const DAY_MS = 24 * 3_600_000;

const reference = z
  .union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
  .optional()
  .catch(undefined);

/** Seconds since 1970, of something that has happened; clocks may differ. */
const pastSeconds = z
  .int()
  .min(0)
  .refine((seconds) => seconds * 1_000 < Date.now() + DAY_MS, 'Lies in the future');

/** What names an event; without it nothing can be done about it. */
export const EventName = z.object({
  id: z.string().min(1).max(255),
  type: z.string().max(255).catch('unknown'),
});

/** What the shop reads of an event. Its object may be of any kind and any version of Stripe's API. */
const StripeEvent = z.object({
  type: z.string(),
  created: pastSeconds,
  data: z.object({
    object: z.object({
      id: z.string().optional().catch(undefined),
      object: z.string().optional().catch(undefined),
      payment_intent: reference,
    }),
  }),
});

const StripeDispute = z.object({
  id: z.string(),
  object: z.literal('dispute'),
  payment_intent: reference,
  status: z.string(),
  reason: z.string(),
  amount: z.int(),
  currency: z.string(),
  evidence_details: z.object({ due_by: z.int().nullish() }).nullish().catch(undefined),
});

/** The dispute of an event; undefined for another object, and for one without all that a record of it needs. */
function disputeOf(object: unknown): Dispute | undefined {
  const { data } = StripeDispute.safeParse(object);
  if (!data) return undefined;
  const { id, payment_intent: intentId, status, reason, amount, currency, evidence_details } = data;
  const due = evidence_details?.due_by;
  return {
    id,
    intentId,
    status,
    reason,
    amount,
    currency,
    ...(due != null && { dueBy: new Date(due * 1_000) }),
  };
}

/** @throws ZodError for what has not even an event's id */
export function toEvent(event: Stripe.Event): ReceivedEvent {
  const name = EventName.parse(event);
  const { data: read, error } = StripeEvent.safeParse(event);
  if (error) return { ...name, violation: z.prettifyError(error) };
  const { object } = read.data;
  return {
    ...name,
    createdAt: new Date(read.created * 1000),
    intentId: object.object === 'payment_intent' ? object.id : object.payment_intent,
    dispute: disputeOf(event.data.object),
  };
}
