import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { SchemaTypes, type Types } from 'mongoose';
import { type DomainEvents, type EventType, type Subject } from '../../outbox/domain-events.js';
import { MAIL_KINDS, type MailKind } from './mail-kinds.js';

/** How long it is known which mails were sent. */
const KEPT_SECONDS = 365 * 24 * 3_600;

/**
 * `queued`: it was not sent yet, and is tried (again); `sent`: the mail server has taken it; `failed`: it cannot be sent, such as to
 * an address that the mail server refuses; `dropped`: there is nothing to tell or nobody to tell it to any more.
 */
export const MAIL_STATES = ['queued', 'sent', 'failed', 'dropped'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** What a mail says: an event as it was. Kept, because events are kept for a shorter time; it names nobody. */
export interface MailSource<T extends EventType = EventType> {
  type: T;
  at: Date;
  payload: DomainEvents[T];
}

/** A mail: to whom it went and about what. Its text is made of its source, and not kept. */
@Schema({ collection: 'mails', versionKey: false })
export class Mail {
  /** Made of the event, the kind and the recipient, so that a repetition has the same one; its `Message-ID` is made of it. */
  @Prop({ type: SchemaTypes.ObjectId, required: true })
  _id!: Types.ObjectId;

  @Prop({ type: String, required: true, enum: MAIL_KINDS })
  kind!: MailKind;

  /** `order/665f…`, `product/665f…`, … */
  @Prop({ type: String, required: true })
  about!: Subject;

  /** What people call it: an order's number, a product's name. */
  @Prop({ type: String, default: '' })
  label!: string;

  @Prop({ type: SchemaTypes.Mixed, required: true })
  source!: MailSource;

  /** The recipient's account; absent of one without. */
  @Prop({ type: String })
  accountId?: string;

  /** The recipient's address; empty once the account is removed. */
  @Prop({ type: String, default: '' })
  to!: string;

  @Prop({ type: String, required: true, enum: MAIL_STATES })
  state!: MailState;

  /** Why it was not sent, as the mail server or the shop says it. */
  @Prop({ type: String })
  reason?: string;

  /** How often the mail server was asked to take it. */
  @Prop({ type: Number, default: 0 })
  attempts!: number;

  @Prop({ type: Date, required: true })
  at!: Date;

  @Prop({ type: Date })
  sentAt?: Date;

  /** The admin who asked for it. */
  @Prop({ type: String })
  requestedBy?: string;

  /** When an admin asked for the same mail once more. */
  @Prop({ type: Date })
  sentAgainAt?: Date;
}

export const MailSchema = SchemaFactory.createForClass(Mail);
MailSchema.index({ about: 1, at: -1, _id: -1 });
MailSchema.index({ state: 1, at: -1, _id: -1 });
// the removal of an account looks for its mails
MailSchema.index({ accountId: 1 });
MailSchema.index({ to: 1 });
MailSchema.index({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS });
