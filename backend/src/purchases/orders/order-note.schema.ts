import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { SchemaTypes, type Types } from 'mongoose';

/** What an admin noted about an order, for admins only. Notes are added, and removed with their customer's account. */
@Schema({ collection: 'order_notes', versionKey: false })
export class OrderNote {
  _id!: Types.ObjectId;

  @Prop({ type: SchemaTypes.ObjectId, required: true })
  orderId!: Types.ObjectId;

  /** Whose order it is. */
  @Prop({ type: SchemaTypes.ObjectId, required: true })
  customerId!: Types.ObjectId;

  @Prop({ type: SchemaTypes.ObjectId, required: true })
  authorId!: Types.ObjectId;

  /** The author's name then. */
  @Prop({ type: String, default: '' })
  author!: string;

  @Prop({ type: String, required: true })
  text!: string;

  @Prop({ type: Date, required: true })
  at!: Date;
}

export const OrderNoteSchema = SchemaFactory.createForClass(OrderNote);
OrderNoteSchema.index({ orderId: 1, at: 1, _id: 1 });
OrderNoteSchema.index({ customerId: 1 });
OrderNoteSchema.index({ authorId: 1 });
