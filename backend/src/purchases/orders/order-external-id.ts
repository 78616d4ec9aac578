import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { SchemaTypes, type Types } from 'mongoose';

/**
 * What another system calls an order. As order numbers, they are the `_id`s of a collection, written in the order's
 * transaction, so that each is claimed once. The claim outlives the customer's account: it names no person.
 */
@Schema({ collection: 'order_external_ids', versionKey: false })
export class OrderExternalId {
  /** As the other system writes it. */
  @Prop({ type: String, required: true })
  _id!: string;

  @Prop({ type: SchemaTypes.ObjectId, required: true })
  orderId!: Types.ObjectId;
}

export const OrderExternalIdSchema = SchemaFactory.createForClass(OrderExternalId);
