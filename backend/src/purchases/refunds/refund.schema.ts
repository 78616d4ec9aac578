import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { type LineUnits, LineUnitsSchema } from '../orders/order-line.schema.js';
import type { ActorKind } from '../orders/order.schema.js';

@Schema({ _id: false })
class RefundFields {
  /** Which refund that was requested here, from 1; part of its idempotency key. 0 for one that was made at the provider. */
  @Prop({ type: Number, required: true })
  attempt!: number;

  /** What is given back, in whole cents. */
  @Prop({ type: Number, required: true })
  amountCents!: number;

  /** Whether it is of all that was left, whatever that is at the provider. */
  @Prop({ type: Boolean, required: true })
  isRemainder!: boolean;

  /** The units that it gives back the price of; absent of a refund by amount, and of all that was left. */
  @Prop({ type: [LineUnitsSchema], default: undefined })
  lines?: LineUnits[];

  /**
   * What becomes of its units: true, all go back to the stock; false, none do; absent, those that have not shipped. Known only of
   * one that an admin asked for.
   */
  @Prop({ type: Boolean })
  restock?: boolean;

  /** Whether it gives back the price of the delivery. */
  @Prop({ type: Boolean })
  ofDelivery?: boolean;

  @Prop({ type: String, required: true })
  status!: 'pending' | 'succeeded' | 'failed';

  /** Whether its units count as refunded: it has succeeded, whatever came after. */
  @Prop({ type: Boolean })
  isApplied?: boolean;

  /** Its id at the payment provider, once it is known; of a lost dispute, the dispute's. */
  @Prop({ type: String })
  refundId?: string;

  /** Whether the bank took it back for a lost dispute. */
  @Prop({ type: Boolean })
  isDispute?: boolean;

  /** The attempt of the failed refund that it makes again. */
  @Prop({ type: Number })
  repeats?: number;

  /** The request that asked for it, so that a repeat of the same one makes no second refund. */
  @Prop({ type: String })
  requestId?: string;

  /** Why it was made, for admins only. */
  @Prop({ type: String })
  reason?: string;

  /** Why it failed. */
  @Prop({ type: String })
  failure?: string;

  @Prop({ type: Date, required: true })
  at!: Date;

  @Prop({ type: String, required: true })
  by!: ActorKind;

  /** The admin's id, where one requested it. */
  @Prop({ type: String })
  userId?: string;
}

/** A refund of an order's payment, or of a part of it. */
export type Refund = Pick<RefundFields, keyof RefundFields>;
export const RefundSchema = SchemaFactory.createForClass(RefundFields);
