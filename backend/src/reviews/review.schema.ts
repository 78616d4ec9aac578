import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
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

  createdAt!: Date;
  updatedAt!: Date;
  version!: number;
}

export type ReviewDocument = HydratedDocument<Review>;
export const ReviewSchema = SchemaFactory.createForClass(Review);

ReviewSchema.index({ createdAt: -1, _id: -1 });
ReviewSchema.index({ ratings: 1, createdAt: -1, _id: -1 });
ReviewSchema.index({ userId: 1 });
