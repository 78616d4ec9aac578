import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { HydratedDocument, Types } from 'mongoose';

export const ROLES = ['customer', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** A person, bound to the identity provider's uid. */
@Schema({ collection: 'users', timestamps: true, versionKey: 'version' })
export class User {
  _id!: Types.ObjectId;

  /** The identity provider's id of the account. */
  @Prop({ type: String, required: true })
  uid!: string;

  /** Lower-cased. */
  @Prop({ type: String, required: true })
  email!: string;

  /** Whether the identity provider has verified that this address is theirs; absent on users of earlier versions. */
  @Prop({ type: Boolean, default: false })
  emailVerified?: boolean;

  @Prop({ type: String, default: '' })
  name!: string;

  @Prop({ type: String, default: '' })
  phone!: string;

  @Prop({ type: String, default: '' })
  education!: string;

  @Prop({ type: String, default: '' })
  linkedIn!: string;

  /** The URL of the account's photo at the identity provider. */
  @Prop({ type: String, default: '' })
  photo!: string;

  @Prop({ type: String, required: true, enum: ROLES, default: 'customer' })
  role!: Role;

  /**
   * Whether `ADMIN_EMAILS` has had its one effect on them. It is spent by the first sign-in with a verified address of the
   * list, and by moving to another address.
   */
  @Prop({ type: Boolean, default: false })
  adminGrantSpent?: boolean;

  /** Lower-case words of the name and address. */
  @Prop({ type: [String], required: true, select: false })
  words?: string[];

  /** What a search by words finds. */
  @Prop({ type: [String], required: true, select: false })
  tokens?: string[];

  /** The latest sign-in seen, in whole seconds since 1970; ID tokens of it and before are void once the user is removed. */
  @Prop({ type: Number, default: 0 })
  lastAuthTime!: number;

  /** When they were last signed in, within an hour; absent on users who were not since this is kept. */
  @Prop({ type: Date })
  lastSeenAt?: Date;

  /** When an admin began to remove them; from then on they may not do anything. */
  @Prop({ type: Date, default: null })
  removingSince!: Date | null;

  /** The `_id` of that admin. */
  @Prop({ type: String })
  removedBy?: string;

  /** Counts how often an admin removed or demoted another, so that two that race collide and one is decided again. */
  @Prop({ type: Number, default: 0 })
  removals!: number;

  /** Counts the transactions that wrote something in this person's name, which a removal must not miss. */
  @Prop({ type: Number })
  holds?: number;

  createdAt!: Date;
  updatedAt!: Date;
  version!: number;
}

export type UserDocument = HydratedDocument<User>;
export const UserSchema = SchemaFactory.createForClass(User);

UserSchema.index({ uid: 1 }, { unique: true });
UserSchema.index({ email: 1 }, { unique: true });
// A list of all roles asks for each, and the database merges them.
UserSchema.index({ role: 1, createdAt: -1, _id: -1 });
UserSchema.index({ removingSince: 1 });
UserSchema.index({ tokens: 1, role: 1, createdAt: -1, _id: -1 });

/** What is kept of a removed user: enough to refuse tokens that were issued before. */
@Schema({ collection: 'removed_identities', versionKey: false })
export class RemovedIdentity {
  @Prop({ type: String, required: true })
  uid!: string;

  @Prop({ type: Number, required: true })
  lastAuthTime!: number;

  @Prop({ type: Date, required: true })
  removedAt!: Date;
}

export const RemovedIdentitySchema = SchemaFactory.createForClass(RemovedIdentity);
RemovedIdentitySchema.index({ uid: 1 }, { unique: true });
