import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, OmitType, PartialType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsObject,
  Matches,
  Max,
  Min,
  NotEquals,
  ValidateNested,
} from 'class-validator';
import { IsImageUrl } from '../images/image-url.js';
import { ID_SCHEMA, Line, Optional, Text } from '../common/fields.js';
import { withVersion } from '../common/versions.js';
import { KEY_PATTERN } from '../kinds/kind.js';
import { MAX_BREAKS } from './pricing.js';
import { ItemFilters, ProductDto, toProductDto } from './product.dto.js';
import {
  Clearable,
  Gtin,
  Kind,
  MAX_QUANTITY,
  PartNumbers,
  Price,
  Quantity,
  Sku,
  SpecValues,
  Units,
} from './product-fields.js';
import type { Product } from './product.schema.js';

/** A unit price for larger orders. */
export class EditedBreakDto {
  /** The least units of an order at this price. */
  @Quantity(10)
  from!: number;

  /** The price in dollars of each unit of such an order, at most two decimals. */
  @Price({ example: 47.5 })
  price!: number;
}

const BREAKS = { message: 'Give a list of quantities and prices.' };

const Breaks = (options: { nullable?: boolean } = {}) =>
  applyDecorators(
    ApiPropertyOptional({
      type: [EditedBreakDto],
      maxItems: MAX_BREAKS,
      example: [{ from: 10, price: 47.5 }],
      ...options,
    }),
    Type(() => EditedBreakDto),
    ValidateNested({ each: true, ...BREAKS }),
    IsObject({ each: true, ...BREAKS }),
    ArrayMaxSize(MAX_BREAKS, { message: `Enter at most ${MAX_BREAKS}.` }),
    IsArray(BREAKS),
  );

export class CreateProductDto {
  @Line(200, 'Name is Required', 'Northbeam 480 SSD')
  name!: string;

  /** The unit price in dollars, above 0, at most two decimals. */
  @IsNotEmpty({ message: 'Price is Required' })
  @Price()
  price!: number;

  /** The least units of one order. */
  @IsNotEmpty({ message: 'Minimum Order is Required' })
  @Quantity(5)
  minimumOQ!: number;

  /** Unit prices for larger orders: each from more units, above the minimum order, and below the price before. */
  @Optional()
  @Breaks()
  breaks?: EditedBreakDto[];

  /** Units of a pack, of which the minimum order and the quantities of the breaks are multiples; 1 for none. */
  @Optional()
  @Quantity(5, { required: false })
  orderStep?: number;

  /** Units in stock. */
  @IsNotEmpty({ message: 'Available Quantity is Required' })
  @Units(120)
  availableQ!: number;

  @Text(5_000, 'Description is Required', 'A 480 GB drive for light servers.')
  description!: string;

  /** An https URL, or a path on this origin such as an upload's response. */
  @ApiProperty({
    type: 'string',
    minLength: 1,
    maxLength: 2048,
    pattern: '^(/|/[^/\\s<>"\'`\\\\][^\\s<>"\'`\\\\]*|[hH][tT][tT][pP][sS]://[^\\s<>"\'`\\\\]*)$',
    example: '/products/dart-500-nvme-ssd-1-tb.webp',
  })
  @IsNotEmpty({ message: 'Photo is Required' })
  @IsImageUrl({ message: 'Enter an https URL, or a path on this site.' })
  img!: string;

  /** The kind of part: its slug, or another of its names. */
  @Optional()
  @Kind()
  kind?: string;

  /** Values of its kind's specifications: a number also as text with a unit, a choice by its value, label or alias. */
  @Optional()
  @SpecValues()
  specs?: Record<string, unknown>;

  /** Who makes it. */
  @Optional()
  @Line(100, 'Manufacturer is Required', 'Northbeam', { required: false })
  manufacturer?: string;

  /** The manufacturer's numbers of it. */
  @Optional()
  @PartNumbers()
  partNumbers?: string[];

  @Optional()
  @Gtin()
  gtin?: string;

  /** What another system calls it; another product's is refused with 409. */
  @Optional()
  @Line(100, 'External id is Required', 'ERP-4711', { required: false })
  externalId?: string;

  /** The shop's own number of the part, kept in upper case; another product's is refused with 409. */
  @Optional()
  @Sku()
  sku?: string;

  /** Units under which the product counts as low. */
  @Optional()
  @Units(20, { required: false })
  lowStockAt?: number;
}

const CLEARABLE = ['kind', 'sku', 'manufacturer', 'partNumbers', 'gtin', 'externalId', 'specs'] as const;

/** The fields that the form edits; those left out stay as they are. Stock is changed by restocking. */
export class EditProductDto extends PartialType(
  OmitType(CreateProductDto, ['availableQ', 'lowStockAt', 'breaks', 'orderStep', ...CLEARABLE]),
  { skipNullProperties: false },
) {
  /** Unit prices for larger orders, as a whole; null for none. */
  @Clearable()
  @Breaks({ nullable: true })
  breaks?: EditedBreakDto[] | null;

  /** Units of a pack; null or 1 where any quantity can be ordered. */
  @Clearable()
  @Quantity(5, { required: false, nullable: true })
  orderStep?: number | null;

  /** The kind of part: its slug, or another of its names; null for none. Of the specifications, those stay that it has too. */
  @Clearable()
  @Kind({ nullable: true })
  kind?: string | null;

  /** Values of specifications: those given are set, with null for one that is not known; the others stay. */
  @Optional()
  @SpecValues()
  specs?: Record<string, unknown>;

  /** Who makes it; null where that is not said. */
  @Clearable()
  @Line(100, 'Manufacturer is Required', 'Northbeam', { required: false, nullable: true })
  manufacturer?: string | null;

  /** The manufacturer's numbers of it, as a whole; null for none. */
  @Clearable()
  @PartNumbers({ nullable: true })
  partNumbers?: string[] | null;

  @Clearable()
  @Gtin({ nullable: true })
  gtin?: string | null;

  /** What another system calls it; null for nothing. Another product's is refused with 409. */
  @Clearable()
  @Line(100, 'External id is Required', 'ERP-4711', { required: false, nullable: true })
  externalId?: string | null;

  /** The shop's own number of the part; null for none. Another product's is refused with 409. */
  @Clearable()
  @Sku({ nullable: true })
  sku?: string | null;

  /** Units under which the product counts as low; null for three minimum orders. */
  @Clearable()
  @Units(20, { required: false, nullable: true })
  lowStockAt?: number | null;
}

export const PRODUCT_STATES = ['on-sale', 'archived'] as const;
export type ProductState = (typeof PRODUCT_STATES)[number];

/** A product as admins see it. */
export class ManagedProductDto extends ProductDto {
  /** Units under which the product counts as low; without it, three minimum orders. */
  @ApiPropertyOptional({ type: 'integer', example: 20 })
  lowStockAt?: number;

  /** What another system calls it; no two products have the same. */
  @ApiPropertyOptional({ example: 'ERP-4711' })
  externalId?: string;

  /** An archived product is in no list of the shop and cannot be ordered. */
  @ApiProperty({ enum: PRODUCT_STATES, enumName: 'ProductState' })
  state!: ProductState;

  /** Units that people wait for, to be told when it is back in stock. */
  @ApiProperty({ type: 'integer', minimum: 0, example: 120 })
  waitingUnits!: number;

  /** How many people wait for it. */
  @ApiProperty({ type: 'integer', minimum: 0, example: 7 })
  waitingAlerts!: number;

  @ApiProperty({ type: 'string', format: 'date-time' })
  updatedAt!: string;
}

/** With the version of what the form edits, which orders and restocking leave as it is. */
export const toManagedDto = (product: Product): ManagedProductDto =>
  withVersion(
    Object.assign(toProductDto(product), {
      ...(product.lowStockAt != null && { lowStockAt: product.lowStockAt }),
      ...(product.externalId && { externalId: product.externalId }),
      state: product.archived ? ('archived' as const) : ('on-sale' as const),
      waitingUnits: product.waitingUnits ?? 0,
      waitingAlerts: product.waitingAlerts ?? 0,
      // rows that a benchmark or a tool wrote may have none
      updatedAt: (product.updatedAt ?? product.createdAt).toISOString(),
    }),
    product.version,
  );

/** The filters of the products that admins see. */
export class ManagedItemFilters extends ItemFilters {
  /** On sale, or archived. */
  @ApiProperty({ enum: PRODUCT_STATES, enumName: 'ProductState', required: false, default: 'on-sale' })
  @Optional()
  @IsIn(PRODUCT_STATES)
  state?: ProductState;

  /** The key of a specification that they have no value of. */
  @ApiPropertyOptional({ type: 'string', pattern: KEY_PATTERN.source, maxLength: 40, example: 'lengthMm' })
  @Optional()
  @Matches(KEY_PATTERN, { message: 'This is not the key of a specification.' })
  lacks?: string;
}

/** Units that come or go, and why. */
export class RestockDto {
  @ApiProperty({
    description: 'Units to add to each product; below zero to take away, as after a count; not 0.',
    type: 'integer',
    minimum: -MAX_QUANTITY,
    maximum: MAX_QUANTITY,
    example: 40,
  })
  @NotEquals(0, { message: 'Enter a number other than 0.' })
  @IsInt({ message: 'Enter a whole number.' })
  @Min(-MAX_QUANTITY, { message: `Enter at least -${MAX_QUANTITY}.` })
  @Max(MAX_QUANTITY, { message: `Enter at most ${MAX_QUANTITY}.` })
  units!: number;

  /** Why, for the audit log. */
  @Line(200, 'Reason is Required', 'Delivery of November 22')
  reason!: string;
}

export class ProductCreatedDto {
  /** The new product's `_id`. */
  @ApiProperty(ID_SCHEMA)
  insertedId!: string;
}
