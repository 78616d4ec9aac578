import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** An event of the payment provider that has been handled; kept longer than the provider repeats it. */
@Schema({ collection: 'payment_events', versionKey: false })
export class HandledEvent {
  /** The event's own id. */
  @Prop({ type: String, required: true })
  _id!: string;

  @Prop({ type: String, required: true })
  type!: string;

  @Prop({ type: Date, required: true })
  at!: Date;
}

export const HandledEventSchema = SchemaFactory.createForClass(HandledEvent);
HandledEventSchema.index({ at: 1 }, { expireAfterSeconds: 40 * 24 * 3_600 });

/** An event that could not be handled. It is tried again, and in the end set aside for an admin. */
@Schema({ collection: 'failed_payment_events', versionKey: false })
export class FailedEvent {
  /** The event's own id. */
  @Prop({ type: String, required: true })
  _id!: string;

  @Prop({ type: String, required: true })
  type!: string;

  /** The intent that it is about, where that is known. */
  @Prop({ type: String })
  intentId?: string;

  /** Why the last attempt failed. */
  @Prop({ type: String, required: true })
  reason!: string;

  @Prop({ type: Number, required: true })
  attempts!: number;

  @Prop({ type: Date, required: true })
  firstFailedAt!: Date;

  @Prop({ type: Date, required: true })
  nextAttemptAt!: Date;

  /** Since when it is not tried again by itself. */
  @Prop({ type: Date })
  setAsideAt?: Date;
}

export const FailedEventSchema = SchemaFactory.createForClass(FailedEvent);
FailedEventSchema.index({ setAsideAt: 1, nextAttemptAt: 1 });

/** A cardholder's complaint at their bank, as in the provider's latest event about it. */
@Schema({ collection: 'disputes', versionKey: false })
export class DisputeRecord {
  /** The dispute's own id. */
  @Prop({ type: String, required: true })
  _id!: string;

  @Prop({ type: String })
  intentId?: string;

  @Prop({ type: String, required: true })
  status!: string;

  @Prop({ type: String, required: true })
  reason!: string;

  /** Whole cents. */
  @Prop({ type: Number, required: true })
  amount!: number;

  @Prop({ type: String, required: true })
  currency!: string;

  /** Until when the shop can respond to it. */
  @Prop({ type: Date })
  dueBy?: Date;

  /** The time of that event; an older one changes nothing. */
  @Prop({ type: Date, required: true })
  reportedAt!: Date;
}

export const DisputeRecordSchema = SchemaFactory.createForClass(DisputeRecord);
DisputeRecordSchema.index({ intentId: 1 });
DisputeRecordSchema.index({ reportedAt: -1, _id: -1 });

/** Up to when the payments job has handled the provider's events; shared by all replicas. */
@Schema({ collection: 'payment_event_cursors', versionKey: false })
export class EventCursor {
  @Prop({ type: String, required: true })
  _id!: string;

  @Prop({ type: Date, required: true })
  upTo!: Date;
}

export const EventCursorSchema = SchemaFactory.createForClass(EventCursor);
