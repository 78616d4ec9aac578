import { Prop, raw, Schema, SchemaFactory } from '@nestjs/mongoose';
import { SchemaTypes, type Types } from 'mongoose';
import type { SentEvent } from '../event-body.js';

/** How long a delivery is kept once it has ended. */
const KEPT_SECONDS = 30 * 24 * 3_600;

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** One request to an endpoint and what came back. */
export interface Attempt {
  at: Date;
  durationMs: number;
  requestHeaders: Record<string, string>;
  /** Absent without a response. */
  status?: number;
  /** The first 4 KB. */
  responseBody?: string;
  /** Whether there was more of it. */
  isCut?: boolean;
  /** Why there was no response. */
  error?: string;
}

/** An event on its way to an endpoint, written in the transaction in which the consumer `webhooks` handles the event. */
@Schema({ collection: 'webhook_deliveries', versionKey: false })
export class WebhookDelivery {
  _id!: Types.ObjectId;

  @Prop({ type: SchemaTypes.ObjectId, required: true })
  endpointId!: Types.ObjectId;

  /** The event's id, which a receiver gets as `webhook-id`. */
  @Prop({ type: String, required: true })
  eventId!: string;

  @Prop({ type: String, required: true })
  type!: SentEvent['type'];

  @Prop({ type: String, required: true })
  subject!: string;

  /** Of the subject: an endpoint gets those of one subject in this order. */
  @Prop({ type: Number, required: true })
  version!: number;

  /** The text that is sent. */
  @Prop({ type: String, required: true })
  body!: string;

  @Prop({ type: String, enum: DELIVERY_STATES, required: true })
  state!: DeliveryState;

  @Prop({ type: Date, required: true })
  createdAt!: Date;

  /** When it is sent next, while it is pending. */
  @Prop({ type: Date })
  nextAttemptAt?: Date;

  /** Attempts that failed since it was created or sent again by an admin. */
  @Prop({ type: Number, required: true })
  failures!: number;

  /** When the first of them was; absent without one. */
  @Prop({ type: Date })
  failingSince?: Date;

  /** The last ones. */
  @Prop({
    type: [
      raw({
        at: Date,
        durationMs: Number,
        requestHeaders: SchemaTypes.Mixed,
        status: Number,
        responseBody: String,
        isCut: Boolean,
        error: String,
      }),
    ],
    required: true,
    _id: false,
  })
  attempts!: Attempt[];

  /** When it was delivered, or given up. */
  @Prop({ type: Date })
  finishedAt?: Date;
}

export const WebhookDeliverySchema = SchemaFactory.createForClass(WebhookDelivery);

const PENDING = { partialFilterExpression: { state: 'pending' } };
// what is to be sent now, and the first of a subject
WebhookDeliverySchema.index({ endpointId: 1, nextAttemptAt: 1 }, PENDING);
WebhookDeliverySchema.index({ endpointId: 1, subject: 1, version: 1 }, PENDING);
// how many have failed so far, and since when
WebhookDeliverySchema.index({ endpointId: 1, failingSince: 1 }, PENDING);
// the oldest that has not been delivered
WebhookDeliverySchema.index({ endpointId: 1, createdAt: 1 }, PENDING);
// the lists
WebhookDeliverySchema.index({ endpointId: 1, state: 1, createdAt: -1, _id: -1 });
WebhookDeliverySchema.index({ endpointId: 1, type: 1, state: 1, createdAt: -1, _id: -1 });
WebhookDeliverySchema.index(
  { finishedAt: 1 },
  { expireAfterSeconds: KEPT_SECONDS, partialFilterExpression: { finishedAt: { $exists: true } } },
);
