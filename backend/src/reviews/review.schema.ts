import { Prop, raw, Schema, SchemaFactory } from '@nestjs/mongoose';
import { type HydratedDocument, SchemaTypes, type Types } from 'mongoose';

/** A review of the shop. */
@Schema({ collection: 'reviews', timestamps: true, versionKey: 'version' })
export class Review {
  _id!: Types.ObjectId;

  @Prop({ type: SchemaTypes.ObjectId, required: true })
  userId!: Types.ObjectId;

  /** Whole stars, 1 to 5. */
  @Prop({ type: Number, required: true, min: 1, max: 5 })
  ratings!: number;

  @Prop({ type: String, required: true })
  comments!: string;

  @Prop({ type: String, default: '' })
  name!: string;

  @Prop({ type: String, default: '' })
  email!: string;

  @Prop({ type: String, default: '' })
  img!: string;

  /** Whether its author had an order that was paid when they wrote it; later orders change nothing. */
  @Prop({ type: Boolean, default: false })
  verifiedBuyer?: boolean;

  /** Kept from everybody but admins. */
  @Prop({ type: Boolean, default: false })
  hidden?: boolean;

  @Prop({ type: String })
  hiddenReason?: string;

  /** What the shop replied. */
  @Prop({ type: raw({ text: String, at: Date }), _id: false })
  reply?: { text: string; at: Date };

  /** Lower-case words of the text and the author. */
  @Prop({ type: [String], required: true, select: false })
  words?: string[];

  /** What a search by words finds. */
  @Prop({ type: [String], required: true, select: false })
  tokens?: string[];

  createdAt!: Date;
  updatedAt!: Date;
  version!: number;
}

export type ReviewDocument = HydratedDocument<Review>;
export const ReviewSchema = SchemaFactory.createForClass(Review);

// A list of all asks for hidden and shown ones, and the database merges them.
ReviewSchema.index({ hidden: 1, createdAt: -1, _id: -1 });
ReviewSchema.index({ hidden: 1, ratings: 1, createdAt: -1, _id: -1 });
ReviewSchema.index({ tokens: 1, hidden: 1, createdAt: -1, _id: -1 });
ReviewSchema.index({ userId: 1, createdAt: -1, _id: -1 });
