import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Types } from 'mongoose';

/** Whether a product had few units left when its stock was looked at last; its events tell of each change. */
@Schema({ collection: 'stock_levels', versionKey: false })
export class StockLevel {
  /** The product's. */
  _id!: Types.ObjectId;

  @Prop({ type: Boolean, required: true })
  isLow!: boolean;

  /** Counts its events. */
  @Prop({ type: Number, required: true })
  version!: number;
}

export const StockLevelSchema = SchemaFactory.createForClass(StockLevel);
