import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsInt,
  IsISO31661Alpha2,
  IsNumber,
  IsString,
  IsUppercase,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { Id, ID_SCHEMA, IsDollars, Line, Optional } from '../common/fields.js';
import { toDollars } from '../common/money.js';
import { Country, Region } from './address.dto.js';
import type { DatedOffer } from './charges.js';
import type { DeliveryMethod, DeliverySettings } from './delivery-settings.schema.js';

export const MAX_METHODS = 50;
export const MAX_TAX_RATES = 500;
export const MAX_CARRIERS = 50;
/** An address that names the tracking number. */
const TRACKING_URL = /^https:\/\/[^\s/?#{}@]+\/[^\s{}]*\{number\}([^\s{}]|\{number\})*$/;
const MAX_DELIVERY_PRICE = 99_999.99;
const MAX_SUBTOTAL = 999_999.99;
const MAX_WORKING_DAYS = 365;

const Dollars = (maximum: number, example: number, required = true) =>
  applyDecorators(
    ApiProperty({ type: 'number', minimum: 0, maximum, multipleOf: 0.01, example, required }),
    IsDollars(),
    Max(maximum, { message: `Enter at most ${maximum}.` }),
    Min(0, { message: 'Enter at least 0.' }),
    IsNumber({}, { message: 'Enter a number.' }),
  );

/** A way in which the shop delivers. */
export class DeliveryMethodDto {
  @ApiProperty(ID_SCHEMA)
  _id!: string;

  @Line(60, 'Name is Required', 'Express')
  name!: string;

  /** Dollars. */
  @Dollars(MAX_DELIVERY_PRICE, 14.9)
  price!: number;

  /** The subtotal in dollars from which on it costs nothing; absent where it always costs its price. */
  @Optional()
  @Dollars(MAX_SUBTOTAL, 500, false)
  freeFrom?: number;

  /** How many working days it takes. */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: MAX_WORKING_DAYS, example: 2 })
  @Max(MAX_WORKING_DAYS, { message: `Enter at most ${MAX_WORKING_DAYS}.` })
  @Min(0, { message: 'Enter at least 0.' })
  @IsInt({ message: 'Enter a whole number.' })
  workingDays!: number;

  /** The ISO 3166-1 alpha-2 codes of the countries it delivers to; none: to all. */
  @ApiProperty({
    type: 'array',
    items: { type: 'string', pattern: '^[A-Z]{2}$' },
    maxItems: 249,
    uniqueItems: true,
    example: ['US', 'CA'],
  })
  @IsUppercase({ each: true, message: 'Choose countries.' })
  @IsISO31661Alpha2({ each: true, message: 'Choose countries.' })
  @ArrayUnique({ message: 'Choose each country once.' })
  @ArrayMaxSize(249, { message: 'Enter at most 249.' })
  @IsArray({ message: 'Choose countries; none means all.' })
  countries!: string[];
}

export const toDeliveryMethodDto = (method: DeliveryMethod): DeliveryMethodDto => ({
  _id: String(method._id),
  name: method.name,
  price: toDollars(method.priceCents),
  ...(method.freeFromCents !== undefined && { freeFrom: toDollars(method.freeFromCents) }),
  workingDays: method.workingDays,
  countries: method.countries,
});

export class DeliveryMethodsDto {
  /** The country of addresses that name none. */
  @ApiProperty({ example: 'US' })
  shopCountry!: string;

  /** Cheapest first. */
  @ApiProperty({ type: [DeliveryMethodDto] })
  methods!: DeliveryMethodDto[];
}

/** A method of the settings: one without an `_id` is new. */
export class SaveDeliveryMethodDto extends OmitType(DeliveryMethodDto, ['_id']) {
  @Optional()
  @Id({ required: false })
  _id?: string;
}

/** The tax of a country, or of a region of it. */
export class TaxRateDto {
  /** ISO 3166-1 alpha-2. */
  @Country()
  country!: string;

  /** Compared without regard to case; absent: of the whole country, where no region's own rate applies. */
  @Region()
  region?: string;

  /** Percent, at most four decimals. */
  @ApiProperty({ type: 'number', minimum: 0, maximum: 100, multipleOf: 0.0001, example: 8.25 })
  @Max(100, { message: 'Enter at most 100.' })
  @Min(0, { message: 'Enter at least 0.' })
  @IsNumber({ maxDecimalPlaces: 4 }, { message: 'Enter a number with at most four decimals.' })
  rate!: number;

  /** Whether prices include it; otherwise it is added to them. */
  @ApiProperty({ example: false })
  @IsBoolean({ message: 'Enter true or false.' })
  isIncluded!: boolean;
}

/** A carrier, with the page on which a shipment is followed. */
export class CarrierDto {
  @Line(60, 'Name is Required', 'Springfield Couriers')
  name!: string;

  /** With `{number}` for the tracking number. */
  @ApiProperty({
    type: 'string',
    maxLength: 500,
    pattern: TRACKING_URL.source,
    example: 'https://couriers.example/track/{number}',
  })
  @Matches(TRACKING_URL, { message: 'Enter an https address with {number} for the tracking number.' })
  @MaxLength(500, { message: 'Enter at most 500 characters.' })
  @IsString({ message: 'Enter an https address with {number} for the tracking number.' })
  trackingUrl!: string;
}

export class CarriersDto {
  /** The shop's own and those that it knows, by name. */
  @ApiProperty({ type: [CarrierDto] })
  carriers!: CarrierDto[];
}

/** How the shop delivers, and the taxes that it charges. */
export class DeliverySettingsDto {
  @ApiProperty({ type: [DeliveryMethodDto], maxItems: MAX_METHODS })
  methods!: DeliveryMethodDto[];

  @ApiProperty({ type: [TaxRateDto], maxItems: MAX_TAX_RATES })
  taxRates!: TaxRateDto[];

  /** The shop's own carriers, besides those that it knows. */
  @ApiProperty({ type: [CarrierDto], maxItems: MAX_CARRIERS })
  carriers!: CarrierDto[];
}

export const toDeliverySettingsDto = ({
  methods,
  taxRates,
  carriers = [],
}: Pick<DeliverySettings, 'methods' | 'taxRates' | 'carriers'>): DeliverySettingsDto => ({
  methods: methods.map(toDeliveryMethodDto),
  taxRates: taxRates.map(({ country, region, rate, isIncluded }) => ({
    country,
    ...(region !== undefined && { region }),
    rate,
    isIncluded,
  })),
  carriers: carriers.map(({ name, trackingUrl }) => ({ name, trackingUrl })),
});

export class SaveDeliverySettingsDto {
  @ApiProperty({
    type: [SaveDeliveryMethodDto],
    maxItems: MAX_METHODS,
    example: [{ name: 'Express', price: 14.9, workingDays: 2, countries: ['US', 'CA'] }],
  })
  @ValidateNested({ each: true })
  @Type(() => SaveDeliveryMethodDto)
  @ArrayMaxSize(MAX_METHODS, { message: `Enter at most ${MAX_METHODS}.` })
  @IsArray({ message: 'Give a list of methods.' })
  methods!: SaveDeliveryMethodDto[];

  @ApiProperty({
    type: [TaxRateDto],
    maxItems: MAX_TAX_RATES,
    example: [{ country: 'US', region: 'IL', rate: 8.25, isIncluded: false }],
  })
  @ValidateNested({ each: true })
  @Type(() => TaxRateDto)
  @ArrayMaxSize(MAX_TAX_RATES, { message: `Enter at most ${MAX_TAX_RATES}.` })
  @IsArray({ message: 'Give a list of tax rates.' })
  taxRates!: TaxRateDto[];

  /** Without it, they stay as they are. */
  @ApiPropertyOptional({
    type: [CarrierDto],
    maxItems: MAX_CARRIERS,
    example: [{ name: 'Springfield Couriers', trackingUrl: 'https://couriers.example/track/{number}' }],
  })
  @Optional()
  @ValidateNested({ each: true })
  @Type(() => CarrierDto)
  @ArrayMaxSize(MAX_CARRIERS, { message: `Enter at most ${MAX_CARRIERS}.` })
  @IsArray({ message: 'Give a list of carriers.' })
  carriers?: CarrierDto[];
}

/** A method as it is offered for a basket. */
export class DeliveryOfferDto {
  @ApiProperty(ID_SCHEMA)
  _id!: string;

  @ApiProperty({ example: 'Express' })
  name!: string;

  /** What it costs for this basket, in dollars; with the tax where prices include it. */
  @ApiProperty({ example: 14.9 })
  price!: number;

  /** The subtotal in dollars from which on it costs nothing. */
  @ApiPropertyOptional({ example: 500 })
  freeFrom?: number;

  /** The day it is expected to arrive when the order is placed now. */
  @ApiProperty({ type: 'string', format: 'date', example: '2026-11-30' })
  expected!: string;
}

export const toDeliveryOfferDto = ({ method, priceCents, expected }: DatedOffer): DeliveryOfferDto => ({
  _id: String(method._id),
  name: method.name,
  price: toDollars(priceCents),
  ...(method.freeFromCents !== undefined && { freeFrom: toDollars(method.freeFromCents) }),
  expected,
});
