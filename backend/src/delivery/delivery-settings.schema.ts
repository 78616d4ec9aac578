import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { SchemaTypes, Types } from 'mongoose';

@Schema({ _id: false })
export class DeliveryMethod {
  @Prop({ type: SchemaTypes.ObjectId, required: true })
  _id!: Types.ObjectId;

  @Prop({ type: String, required: true })
  name!: string;

  @Prop({ type: Number, required: true })
  priceCents!: number;

  /** The subtotal from which on it costs nothing. */
  @Prop({ type: Number })
  freeFromCents?: number;

  @Prop({ type: Number, required: true })
  workingDays!: number;

  /** ISO 3166-1 alpha-2; none: all. */
  @Prop({ type: [String], required: true })
  countries!: string[];
}

@Schema({ _id: false })
export class TaxRate {
  /** ISO 3166-1 alpha-2. */
  @Prop({ type: String, required: true })
  country!: string;

  /** Absent: the whole country. */
  @Prop({ type: String })
  region?: string;

  /** Percent. */
  @Prop({ type: Number, required: true })
  rate!: number;

  /** Whether prices include it; otherwise it is added to them. */
  @Prop({ type: Boolean, required: true })
  isIncluded!: boolean;
}

/** A carrier whose tracking page the shop's admins named. */
@Schema({ _id: false })
export class OwnCarrier {
  @Prop({ type: String, required: true })
  name!: string;

  /** With `{number}` for the tracking number. */
  @Prop({ type: String, required: true })
  trackingUrl!: string;
}

/** The one document of how the shop delivers and what it taxes: an order reads it at one moment. */
@Schema({ collection: 'delivery_settings', versionKey: 'version' })
export class DeliverySettings {
  @Prop({ type: String, required: true })
  _id!: 'shop';

  @Prop({ type: [SchemaFactory.createForClass(DeliveryMethod)], required: true })
  methods!: DeliveryMethod[];

  @Prop({ type: [SchemaFactory.createForClass(TaxRate)], required: true })
  taxRates!: TaxRate[];

  /** Absent of settings that were last saved before there were any. */
  @Prop({ type: [SchemaFactory.createForClass(OwnCarrier)], default: undefined })
  carriers?: OwnCarrier[];

  version!: number;
}

export const DeliverySettingsSchema = SchemaFactory.createForClass(DeliverySettings);
