import { Prop, raw, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Types } from 'mongoose';
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '../event-types.js';
import type { EndpointSecret } from './secrets.js';

/** Why the shop disabled an endpoint: an event could not be delivered for three days, or the endpoint responded with 410. */
export const DISABLED_REASONS = ['failed', 'gone'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** A program's address to which the shop sends events. */
@Schema({ collection: 'webhook_endpoints', versionKey: false })
export class WebhookEndpoint {
  _id!: Types.ObjectId;

  @Prop({ type: String, required: true })
  url!: string;

  /** What it is for. */
  @Prop({ type: String, required: true })
  description!: string;

  @Prop({ type: [{ type: String, enum: WEBHOOK_EVENT_TYPES }], required: true })
  types!: WebhookEventType[];

  @Prop({ type: Boolean, required: true })
  enabled!: boolean;

  /** Absent unless the shop itself disabled it. */
  @Prop({ type: String, enum: DISABLED_REASONS })
  disabledReason?: DisabledReason;

  @Prop({ type: Date })
  disabledAt?: Date;

  /** The newest first; at most two. */
  @Prop({ type: [raw({ secret: String, expiresAt: Date })], required: true, _id: false, select: false })
  secrets?: EndpointSecret[];

  /** When the older of two secrets ends. */
  @Prop({ type: Date })
  rotationEndsAt?: Date;

  @Prop({ type: Date, required: true })
  createdAt!: Date;

  /** Rises with each change. */
  @Prop({ type: Number, required: true })
  version!: number;
}

export const WebhookEndpointSchema = SchemaFactory.createForClass(WebhookEndpoint);
