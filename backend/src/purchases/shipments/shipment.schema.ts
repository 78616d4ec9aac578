import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { SchemaTypes, Types } from 'mongoose';
import { type LineUnits, LineUnitsSchema } from '../orders/order-line.schema.js';

/** That a shipment never left, or came back unopened. */
@Schema({ _id: false })
export class UndoneShipment {
  @Prop({ type: Date, required: true })
  at!: Date;

  /** What an admin typed, for admins; gone with the customer's account. */
  @Prop({ type: String })
  reason?: string;

  /** The admin's id. */
  @Prop({ type: String })
  userId?: string;
}

@Schema()
class ShipmentFields {
  @Prop({ type: SchemaTypes.ObjectId, required: true })
  _id!: Types.ObjectId;

  @Prop({ type: Date, required: true })
  at!: Date;

  @Prop({ type: [LineUnitsSchema], required: true })
  lines!: LineUnits[];

  @Prop({ type: String })
  carrier?: string;

  @Prop({ type: String })
  trackingNumber?: string;

  /** The carrier's page that follows it, as the shop knew it then. */
  @Prop({ type: String })
  trackingUrl?: string;

  /** The id of the admin who shipped it. */
  @Prop({ type: String })
  userId?: string;

  @Prop({ type: SchemaFactory.createForClass(UndoneShipment) })
  undone?: UndoneShipment;
}

/** Units of an order that left together. */
export type Shipment = Pick<ShipmentFields, keyof ShipmentFields>;
export const ShipmentSchema = SchemaFactory.createForClass(ShipmentFields);
