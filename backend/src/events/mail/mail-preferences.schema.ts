import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { SchemaTypes, type Types } from 'mongoose';
import { MAIL_CHOICES, type MailChoice } from './mail-kinds.js';

/** What an admin does not want to be mailed. Who never chose has none, and gets everything. */
@Schema({ collection: 'mail_preferences', versionKey: false })
export class MailPreferences {
  /** The account's `_id`. */
  @Prop({ type: SchemaTypes.ObjectId, required: true })
  _id!: Types.ObjectId;

  @Prop({ type: [String], required: true, enum: MAIL_CHOICES })
  off!: MailChoice[];
}

export const MailPreferencesSchema = SchemaFactory.createForClass(MailPreferences);
