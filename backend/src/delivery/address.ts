import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** Where something is delivered. */
@Schema({ _id: false })
export class AddressFields {
  @Prop({ type: String, required: true })
  name!: string;

  @Prop({ type: String })
  company?: string;

  @Prop({ type: String, required: true })
  line1!: string;

  @Prop({ type: String })
  line2?: string;

  @Prop({ type: String, required: true })
  city!: string;

  /** A state, province or region, as people write it. */
  @Prop({ type: String })
  region?: string;

  @Prop({ type: String, required: true })
  postalCode!: string;

  /** ISO 3166-1 alpha-2. */
  @Prop({ type: String, required: true })
  country!: string;
}

export type Address = Pick<AddressFields, keyof AddressFields>;
export const AddressSchema = SchemaFactory.createForClass(AddressFields);

const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region' });

/** An address as one text, a line each: what the specification's calls know of it. */
export const addressText = ({ name, company, line1, line2, city, region, postalCode, country }: Address) =>
  [
    name,
    company,
    line1,
    line2,
    [[city, region].filter(Boolean).join(', '), postalCode].join(' '),
    COUNTRY_NAMES.of(country),
  ]
    .filter(Boolean)
    .join('\n');
