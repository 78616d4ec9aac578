import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { SchemaTypes, Types } from 'mongoose';

@Schema({ _id: false })
class OrderLineFields {
  @Prop({ type: SchemaTypes.ObjectId, required: true })
  productId!: Types.ObjectId;

  @Prop({ type: String, required: true })
  name!: string;

  @Prop({ type: String })
  sku?: string;

  @Prop({ type: String })
  kind?: string;

  @Prop({ type: String, required: true })
  img!: string;

  /** The uploaded image that `img` names. */
  @Prop({ type: SchemaTypes.ObjectId })
  imageId?: Types.ObjectId;

  /** The unit price that it was ordered at, in whole cents. */
  @Prop({ type: Number, required: true })
  unitCents!: number;

  @Prop({ type: Number, required: true, min: 1 })
  quantity!: number;

  /** Percent. */
  @Prop({ type: Number, required: true, default: 0 })
  taxRate!: number;

  /** Of all units, in whole cents; included in the price or added to it, as the order says. */
  @Prop({ type: Number, required: true, default: 0 })
  taxCents!: number;

  /** Units that were refunded. */
  @Prop({ type: Number, required: true, default: 0 })
  refunded!: number;

  /** Units in shipments that were not undone. */
  @Prop({ type: Number, required: true, default: 0 })
  shipped!: number;

  /** Units that went back to the stock, after a cancellation or a refund. */
  @Prop({ type: Number, required: true, default: 0 })
  restocked!: number;

  /** Shipped units that came back and are in the stock again, with a refund; absent: none. */
  @Prop({ type: Number })
  returned?: number;

  /** Refunded units that are not with the customer and are not to be sold again; absent: none. */
  @Prop({ type: Number })
  discarded?: number;

  /** Refunded units with the customer that are not to be sold again, should their shipment be undone; absent: none. */
  @Prop({ type: Number })
  toDiscard?: number;
}

/** A product of an order, as it was when it was ordered, and what became of its units. The rules are in `order-lines.ts`. */
export type OrderLine = Pick<OrderLineFields, keyof OrderLineFields>;
export const OrderLineSchema = SchemaFactory.createForClass(OrderLineFields);

/** Some units of a line. */
@Schema({ _id: false })
export class LineUnits {
  @Prop({ type: SchemaTypes.ObjectId, required: true })
  productId!: Types.ObjectId;

  @Prop({ type: Number, required: true, min: 1 })
  quantity!: number;
}

export const LineUnitsSchema = SchemaFactory.createForClass(LineUnits);
