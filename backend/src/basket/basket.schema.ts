import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { SchemaTypes, type Types } from 'mongoose';

const KEPT_SECONDS = 90 * 24 * 3_600;

@Schema({ _id: false })
export class BasketLine {
  @Prop({ type: SchemaTypes.ObjectId, required: true })
  productId!: Types.ObjectId;

  /** Units that the customer wants, whether they can be ordered or not. */
  @Prop({ type: Number, required: true, min: 1 })
  quantity!: number;

  /** The unit price in whole cents that the customer saw, where they said. */
  @Prop({ type: Number })
  seenCents?: number;
}

/** What a customer is about to order. */
@Schema({ collection: 'baskets', versionKey: false })
export class Basket {
  /** The customer's. */
  @Prop({ type: SchemaTypes.ObjectId, required: true })
  _id!: Types.ObjectId;

  /** One a product, in the order they were added. */
  @Prop({ type: [SchemaFactory.createForClass(BasketLine)], required: true })
  lines!: BasketLine[];

  /** Counts the changes, from 1: a customer without a basket is at 0. */
  @Prop({ type: Number, required: true })
  version!: number;

  @Prop({ type: Date, required: true })
  changedAt!: Date;
}

export const BasketSchema = SchemaFactory.createForClass(Basket);
BasketSchema.index({ changedAt: 1 }, { expireAfterSeconds: KEPT_SECONDS });
