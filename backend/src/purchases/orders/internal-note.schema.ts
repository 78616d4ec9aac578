import { Prop, Schema } from '@nestjs/mongoose';
import { SchemaTypes, type Types } from 'mongoose';

/** What an admin noted, for admins only. Notes are added, and removed with the account of the customer whom they may name. */
@Schema()
export class InternalNote {
  _id!: Types.ObjectId;

  /** Whom it is about, or whose order. */
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
