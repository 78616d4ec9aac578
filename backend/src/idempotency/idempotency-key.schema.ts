import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { SchemaTypes, type Types } from 'mongoose';
import type { ProblemCode } from '../common/problem-codes.js';

/** The response to the first request of a key. */
export interface StoredResponse {
  status: number;
  /** Its body, as JSON text; absent for an error. */
  body?: string;
  /** The problem that it was instead; without a code its status says it all. */
  problem?: { code?: ProblemCode; title: string; detail: string; extra: string; retryAfter?: number };
}

/** An `Idempotency-Key` in use, and its response once there is one. */
@Schema({ collection: 'idempotency_keys', versionKey: false })
export class IdempotencyKey {
  /** A hash of caller, route and key. */
  @Prop({ type: String, required: true })
  _id!: string;

  /** Its owner; deleted with the person. Absent in keys of versions that did not record it. */
  @Prop({ type: String })
  userId?: string;

  /** Other people whom the response names, such as the customer of an order that an admin refunded; deleted with them. */
  @Prop({ type: [String], default: undefined })
  about?: string[];

  /** Empty when the next request may bring another body. */
  @Prop({ type: String, default: '' })
  bodyHash!: string;

  /** The `_id` of what this attempt creates. */
  @Prop({ type: SchemaTypes.ObjectId, required: true })
  creates!: Types.ObjectId;

  /** The request that works on it; changes when another takes over. */
  @Prop({ type: String, required: true })
  worker!: string;

  /** Until when the worker has it to itself; a worker that died loses it then. */
  @Prop({ type: Date, required: true })
  leaseUntil!: Date;

  /** Named so by former versions, whose documents are still there. */
  @Prop({ type: SchemaTypes.Mixed })
  answer?: StoredResponse;

  @Prop({ type: Date, required: true })
  expiresAt!: Date;
}

export const IdempotencyKeySchema = SchemaFactory.createForClass(IdempotencyKey);
IdempotencyKeySchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
IdempotencyKeySchema.index({ userId: 1 });
IdempotencyKeySchema.index({ about: 1 }, { partialFilterExpression: { about: { $exists: true } } });
