import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { SchemaTypes, type Types } from 'mongoose';

/** What an admin noted about a customer, for admins only. Notes are added, and removed with the customer's account. */
@Schema({ collection: 'customer_notes', versionKey: false })
export class CustomerNote {
  _id!: Types.ObjectId;

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

export const CustomerNoteSchema = SchemaFactory.createForClass(CustomerNote);
CustomerNoteSchema.index({ customerId: 1, at: 1, _id: 1 });
CustomerNoteSchema.index({ authorId: 1 });
