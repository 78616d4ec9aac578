import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { SchemaTypes, trusted, type Types } from 'mongoose';

/** `requested`: its address is not confirmed; `notified`: its turn has come, and its units are kept in mind for a while. */
export const ALERT_STATES = ['requested', 'waiting', 'notified'] as const;
export type AlertState = (typeof ALERT_STATES)[number];

/** Somebody's wish to be told when a product is back in stock; one for each product and address. One that ended is erased. */
@Schema({ collection: 'stock_alerts', versionKey: false })
export class StockAlert {
  _id!: Types.ObjectId;

  @Prop({ type: SchemaTypes.ObjectId, required: true })
  productId!: Types.ObjectId;

  /** Lower-cased. */
  @Prop({ type: String, required: true })
  email!: string;

  /** How many they want. */
  @Prop({ type: Number, required: true, min: 1 })
  units!: number;

  /** Units that somebody asked for since it was confirmed; they count once they are confirmed as well. */
  @Prop({ type: Number, min: 1 })
  askedUnits?: number;

  @Prop({ type: String, required: true, enum: ALERT_STATES })
  state!: AlertState;

  /** Its place in the queue: when it was confirmed, or when it was requested until then. */
  @Prop({ type: Date, required: true })
  since!: Date;

  /** When the last mail with a link to confirm it was asked for. */
  @Prop({ type: Date })
  confirmMailAt?: Date;

  /** When an unconfirmed request is erased. */
  @Prop({ type: Date })
  expiresAt?: Date;

  /** Until when the units of one that was notified are not offered to others. */
  @Prop({ type: Date })
  notifiedUntil?: Date;

  /** Counts its events. */
  @Prop({ type: Number, required: true })
  version!: number;
}

/** Of an alert, without its class. */
export type AlertFields = Pick<StockAlert, keyof StockAlert>;

/** Of an address, the alerts that its owner has confirmed; a stranger may have asked for the others. */
export const confirmedOf = (email: string) => ({ email, state: trusted({ $ne: 'requested' as const }) });

export const StockAlertSchema = SchemaFactory.createForClass(StockAlert);
StockAlertSchema.index({ productId: 1, email: 1 }, { unique: true });
// the queue of a product
StockAlertSchema.index({ productId: 1, state: 1, since: 1, _id: 1 });
StockAlertSchema.index({ email: 1 });
StockAlertSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
// those whose time is over
StockAlertSchema.index({ state: 1, notifiedUntil: 1 });
