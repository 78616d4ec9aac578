import { Prop, raw, Schema, SchemaFactory } from '@nestjs/mongoose';
import { SchemaTypes, type Types } from 'mongoose';

/** What an admin can change. */
export const AUDITED_ENTITIES = [
  'product',
  'order',
  'user',
  'review',
  'saved-view',
  'api-key',
  'delivery-settings',
  'kind',
  'synonyms',
  'webhook',
  'mail',
] as const;
export type AuditedEntity = (typeof AUDITED_ENTITIES)[number];

/** Who made a change, as they were called then. */
export interface AuditActor {
  /** The user's `_id`. */
  id: string;
  name: string;
  email: string;
  /** The API key that did it on their behalf. */
  apiKey?: { id: string; name: string };
}

/** One change that an admin made. Entries are only ever added. */
@Schema({ collection: 'audit_entries', versionKey: false, minimize: false })
export class AuditEntry {
  _id!: Types.ObjectId;

  @Prop({ type: Date, required: true })
  at!: Date;

  @Prop({
    type: raw({ id: String, name: String, email: String, apiKey: raw({ id: String, name: String }) }),
    required: true,
    _id: false,
  })
  actor!: AuditActor;

  /** Such as `product.updated`. */
  @Prop({ type: String, required: true })
  action!: string;

  @Prop({ type: String, required: true, enum: AUDITED_ENTITIES })
  entity!: AuditedEntity;

  @Prop({ type: String, required: true })
  entityId!: string;

  /** What people call it. */
  @Prop({ type: String, default: '' })
  label!: string;

  /** The changed fields, as the API shows them. */
  @Prop({ type: SchemaTypes.Mixed })
  before?: Record<string, unknown>;

  @Prop({ type: SchemaTypes.Mixed })
  after?: Record<string, unknown>;

  /** Lower-case words of the actor, the label and the id. */
  @Prop({ type: [String], required: true, select: false })
  words?: string[];

  /** What a search by words finds. */
  @Prop({ type: [String], required: true, select: false })
  tokens?: string[];

  /** Lower-case words of the actor alone. */
  @Prop({ type: [String], required: true, select: false })
  actorWords?: string[];

  /** What a search by person finds. */
  @Prop({ type: [String], required: true, select: false })
  actorTokens?: string[];
}

export const AuditEntrySchema = SchemaFactory.createForClass(AuditEntry);

// A list of all kinds asks for each, and the database merges them.
AuditEntrySchema.index({ entity: 1, at: -1, _id: -1 });
AuditEntrySchema.index({ entityId: 1, at: -1, _id: -1 });
AuditEntrySchema.index({ action: 1, at: -1, _id: -1 });
AuditEntrySchema.index({ tokens: 1, entity: 1, at: -1, _id: -1 });
AuditEntrySchema.index({ actorTokens: 1, entity: 1, at: -1, _id: -1 });
