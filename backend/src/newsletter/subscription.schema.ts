import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Types } from 'mongoose';

/** An address that asked for the newsletter; one row an address. */
@Schema({ collection: 'subscriptions', timestamps: true, versionKey: false })
export class Subscription {
  _id!: Types.ObjectId;

  @Prop({ type: String, required: true })
  email!: string;

  createdAt!: Date;
}

export const SubscriptionSchema = SchemaFactory.createForClass(Subscription);
SubscriptionSchema.index({ email: 1 }, { unique: true });
