import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { SchemaTypes, type Types } from 'mongoose';
import { API_KEY_SCOPES, type ApiKeyScope } from '../common/access.js';

/** A program's access to the API, in the name of the admin who created it. The key itself is stored nowhere. */
@Schema({ collection: 'api_keys', versionKey: false })
export class ApiKey {
  _id!: Types.ObjectId;

  @Prop({ type: String, required: true })
  name!: string;

  /** The name in lower case while no other key may have it: until this one is revoked, or found to have expired. */
  @Prop({ type: String })
  nameInUse?: string;

  @Prop({ type: [{ type: String, enum: API_KEY_SCOPES }], required: true })
  scopes!: ApiKeyScope[];

  /** The SHA-256 hash of the key. */
  @Prop({ type: String, required: true })
  hash!: string;

  /** How the key begins, such as `rk_live_ab12…`. */
  @Prop({ type: String, required: true })
  start!: string;

  /** The `_id` of the admin for whom the key acts. */
  @Prop({ type: SchemaTypes.ObjectId, required: true })
  createdBy!: Types.ObjectId;

  @Prop({ type: Date, required: true })
  createdAt!: Date;

  @Prop({ type: Date })
  expiresAt?: Date;

  @Prop({ type: Boolean, required: true })
  revoked!: boolean;

  @Prop({ type: Date })
  revokedAt?: Date;

  /** Within a minute. */
  @Prop({ type: Date })
  lastUsedAt?: Date;

  /** Lower-case words of the name and the start. */
  @Prop({ type: [String], required: true, select: false })
  words?: string[];

  /** What a search by words finds. */
  @Prop({ type: [String], required: true, select: false })
  tokens?: string[];
}

export const ApiKeySchema = SchemaFactory.createForClass(ApiKey);

ApiKeySchema.index({ hash: 1 }, { unique: true });
ApiKeySchema.index(
  { nameInUse: 1 },
  { unique: true, partialFilterExpression: { nameInUse: { $exists: true } } },
);
ApiKeySchema.index({ createdBy: 1 });
// A list of all asks for revoked keys and the others, and the database merges them.
ApiKeySchema.index({ revoked: 1, createdAt: -1, _id: -1 });
ApiKeySchema.index({ tokens: 1, revoked: 1, createdAt: -1, _id: -1 });
