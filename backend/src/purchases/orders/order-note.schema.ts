import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { SchemaTypes, type Types } from 'mongoose';
import { InternalNote } from './internal-note.schema.js';

/** A note about an order. */
@Schema({ collection: 'order_notes', versionKey: false })
export class OrderNote extends InternalNote {
  @Prop({ type: SchemaTypes.ObjectId, required: true })
  orderId!: Types.ObjectId;
}

export const OrderNoteSchema = SchemaFactory.createForClass(OrderNote);
OrderNoteSchema.index({ orderId: 1, at: 1, _id: 1 });
OrderNoteSchema.index({ customerId: 1 });
OrderNoteSchema.index({ authorId: 1 });
