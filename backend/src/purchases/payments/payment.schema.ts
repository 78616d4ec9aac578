import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { SchemaTypes, Types } from 'mongoose';
import { CURRENCY } from '../../common/money.js';

/**
 * A payment that paid an order. Its `_id` is the provider's intent, so one payment pays one order by construction. It is made
 * and changed with its order alone, see `OrderChanges`: what was refunded is the sum of the order's refunds.
 */
@Schema({ collection: 'payments', versionKey: false })
export class Payment {
  /** The payment intent's id. */
  @Prop({ type: String, required: true })
  _id!: string;

  @Prop({ type: SchemaTypes.ObjectId, required: true })
  orderId!: Types.ObjectId;

  /** Whole cents. */
  @Prop({ type: Number, required: true })
  takenCents!: number;

  @Prop({ type: Number, required: true, default: 0 })
  refundedCents!: number;

  @Prop({ type: String, required: true, default: CURRENCY })
  currency!: string;

  @Prop({ type: Date, required: true })
  takenAt!: Date;
}

export const PaymentSchema = SchemaFactory.createForClass(Payment);
