import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { SchemaTypes, type Types } from 'mongoose';
import type { EventType, Subject } from './domain-events.js';

/** How long an event is kept after the last consumer was done with it. */
const KEPT_SECONDS = 30 * 24 * 3_600;

/** What became of a consumer's attempts to handle an event. */
export interface Failure {
  attempts: number;
  nextAttemptAt: Date;
  lastError: string;
}

/** A domain event, written in the transaction of its change. */
@Schema({ collection: 'outbox', versionKey: false })
export class OutboxEvent {
  @Prop({ type: SchemaTypes.ObjectId, required: true })
  _id!: Types.ObjectId;

  /** When it was written, by the clock of the process that did: not the order in which events are committed. */
  @Prop({ type: Date, required: true })
  at!: Date;

  @Prop({ type: String, required: true })
  type!: EventType;

  @Prop({ type: String, required: true })
  subject!: Subject;

  @Prop({ type: Number, required: true })
  version!: number;

  @Prop({ type: SchemaTypes.Mixed, required: true })
  payload!: unknown;

  /** The names of the relay's consumers that have not handled it yet. */
  @Prop({ type: [String], required: true })
  pending!: string[];

  /** How many these are: an index can be of the events that have some. */
  @Prop({ type: Number, required: true })
  pendingCount!: number;

  /** By the name of a consumer that failed and is going to try again. */
  @Prop({ type: SchemaTypes.Mixed })
  failures?: Record<string, Failure>;

  /** When the last consumer so far was done with it. */
  @Prop({ type: Date })
  doneAt?: Date;
}

export const OutboxEventSchema = SchemaFactory.createForClass(OutboxEvent);

const PENDING = { partialFilterExpression: { pendingCount: { $gt: 0 } } };
// what a consumer has to handle, each subject in its order
OutboxEventSchema.index({ pending: 1, subject: 1, version: 1 }, PENDING);
// the oldest that a consumer has not handled
OutboxEventSchema.index({ pending: 1, at: 1 }, PENDING);
// what was written lately
OutboxEventSchema.index({ at: 1 });
OutboxEventSchema.index(
  { doneAt: 1 },
  { expireAfterSeconds: KEPT_SECONDS, partialFilterExpression: { pendingCount: 0 } },
);
