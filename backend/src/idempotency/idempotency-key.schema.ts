import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { SchemaTypes, type Types } from 'mongoose';

/** What was answered to the first request of a key. */
export interface KeptAnswer {
  status: number;
  /** A body that was answered, as JSON text; absent for an error. */
  body?: string;
  /** The problem that was answered instead. */
  problem?: { code: string; title: string; detail: string; extra: string; retryAfter?: number };
}

/** An `Idempotency-Key` in use, and its answer once there is one. */
@Schema({ collection: 'idempotency_keys', versionKey: false })
export class IdempotencyKey {
  /** A hash of user, route and key. */
  @Prop({ type: String, required: true })
  _id!: string;

  /** Whose it is; goes with the person. Absent in keys of versions that did not note it. */
  @Prop({ type: String })
  userId?: string;

  /** Empty when the next request may bring another body. */
  @Prop({ type: String, default: '' })
  bodyHash!: string;

  /** The `_id` of what this attempt creates. */
  @Prop({ type: SchemaTypes.ObjectId, required: true })
  creates!: Types.ObjectId;

  /** Who works on it; changes when it is taken up again. */
  @Prop({ type: String, required: true })
  worker!: string;

  /** Until when the worker has it for itself; a worker that died loses it then. */
  @Prop({ type: Date, required: true })
  leaseUntil!: Date;

  @Prop({ type: SchemaTypes.Mixed })
  answer?: KeptAnswer;

  @Prop({ type: Date, required: true })
  expiresAt!: Date;
}

export const IdempotencyKeySchema = SchemaFactory.createForClass(IdempotencyKey);
IdempotencyKeySchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
IdempotencyKeySchema.index({ userId: 1 });
