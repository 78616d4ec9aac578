import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, type TransformFnParams } from 'class-transformer';
import {
  ArrayMaxSize,
  IsBoolean,
  IsIn,
  IsNumber,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { ID_SCHEMA, Optional, ToBoolean, ToNumber } from '../common/fields.js';
import { toDollars } from '../common/money.js';
import { PageQuery } from '../common/paging.js';
import {
  AVAILABILITIES,
  type Availability,
  AVAILABILITY_FILTERS,
  type AvailabilityFilter,
} from './availability.js';
import { ApiSpecs, MAX_PRICE, SKU } from './product-fields.js';
import type { Specs } from '../kinds/kind.js';
import { MAX_BREAKS, type PriceBreak } from './pricing.js';
import type { Product } from './product.schema.js';

/** A unit price for larger orders. */
export class PriceBreakDto {
  /** The least units of an order at this price. */
  @ApiProperty({ type: 'integer', example: 10 })
  from!: number;

  /** The price in dollars of each unit of such an order, two decimals. */
  @ApiProperty({ example: 47.5 })
  price!: number;
}

/** A specification as people read it. */
export class SpecTextDto {
  @ApiProperty({ example: 'Capacity' })
  label!: string;

  /** With its unit. */
  @ApiProperty({ example: '480 GB' })
  text!: string;
}

/** A product as the shop shows it. */
export class ProductDto {
  @ApiProperty(ID_SCHEMA)
  _id!: string;

  @ApiProperty({ example: 'Northbeam 480 SSD' })
  name!: string;

  /** An https URL, or a path on this origin. */
  @ApiProperty({ example: '/products/dart-500-nvme-ssd-1-tb.webp' })
  img!: string;

  /** The base price: of a unit, in dollars, two decimals. */
  @ApiProperty({ example: 49.9 })
  price!: number;

  /** Unit prices for larger orders, of rising quantities and falling prices; absent where there are none. */
  @ApiPropertyOptional({ type: [PriceBreakDto], maxItems: MAX_BREAKS })
  breaks?: PriceBreakDto[];

  /** The least units of one order. */
  @ApiProperty({ type: 'integer', example: 5 })
  minimumOQ!: number;

  /** Units of a pack: orders are of its multiples, as the minimum order is. Absent where any quantity can be ordered. */
  @ApiPropertyOptional({ type: 'integer', minimum: 2, example: 5 })
  orderStep?: number;

  /** Units in stock. Of what is sold in packs, the whole packs of them can be ordered. */
  @ApiProperty({ type: 'integer', example: 120 })
  availableQ!: number;

  @ApiProperty({ example: 'A 480 GB drive for light servers.' })
  description!: string;

  /** The slug of its kind. */
  @ApiPropertyOptional({ example: 'ssd' })
  kind?: string;

  /** What one part of its kind is called. */
  @ApiPropertyOptional({ example: 'SSD' })
  kindLabel?: string;

  /** The values of its kind's specifications, in their units; what is not known is left out. */
  @ApiSpecs()
  specs?: Specs;

  /** Those that matter most, as text: at most three. */
  @ApiPropertyOptional({ type: [SpecTextDto], maxItems: 3 })
  highlights?: SpecTextDto[];

  /** The shop's own number of the part; no two products have the same. */
  @ApiPropertyOptional({ example: 'NB-480' })
  sku?: string;

  /** Who makes it. */
  @ApiPropertyOptional({ example: 'Northbeam' })
  manufacturer?: string;

  /** The manufacturer's numbers of it. */
  @ApiPropertyOptional({ type: [String], example: ['NB-480-R2'] })
  partNumbers?: string[];

  /** The Global Trade Item Number. */
  @ApiPropertyOptional({ example: '04012345678901' })
  gtin?: string;

  /** How much can be ordered, in one word. */
  @ApiProperty({ enum: AVAILABILITIES, enumName: 'Availability' })
  availability!: Availability;

  @ApiProperty({ type: 'string', format: 'date-time' })
  createdAt!: string;
}

export const toBreakDtos = (breaks: readonly PriceBreak[]): PriceBreakDto[] =>
  breaks.map(({ from, priceCents }) => ({ from, price: toDollars(priceCents) }));

export const toProductDto = (product: Product): ProductDto => ({
  _id: String(product._id),
  name: product.name,
  img: product.img,
  price: toDollars(product.priceCents),
  ...(product.breaks && { breaks: toBreakDtos(product.breaks) }),
  minimumOQ: product.minimumOQ,
  ...(product.orderStep && { orderStep: product.orderStep }),
  availableQ: product.availableQ,
  description: product.description,
  ...(product.kind && { kind: product.kind }),
  ...(product.specs && { specs: product.specs }),
  ...(product.sku && { sku: product.sku }),
  ...(product.manufacturer && { manufacturer: product.manufacturer }),
  ...(product.partNumbers?.length && { partNumbers: product.partNumbers }),
  ...(product.gtin && { gtin: product.gtin }),
  availability: product.availability,
  createdAt: product.createdAt.toISOString(),
});

export const PRODUCT_SORTS = [
  'relevance',
  'newest',
  'oldest',
  'price',
  '-price',
  'name',
  '-name',
  'availableQ',
  '-availableQ',
] as const;
export type ProductSort = (typeof PRODUCT_SORTS)[number];

/** The sorts of the admins' lists: also by the units that people wait for. */
export const MANAGED_SORTS = [...PRODUCT_SORTS, 'waiting', '-waiting'] as const;
export type ManagedSort = (typeof MANAGED_SORTS)[number];

/** A sort that every list has; `relevance` is one of what a search by words finds. */
export type ListedSort = Exclude<ManagedSort, 'relevance'>;

/** The most characters of a filter by specifications. */
export const MAX_SPEC_FILTER = 2_000;

/** The filters of the products on sale. */
export class ItemFilters {
  /**
   * Words of the name, kind, numbers, specifications or description; all must match, each by its beginning, a synonym, or with a
   * typing error where nothing else matches it. The first 12 count. A whole SKU, part number or GTIN finds its product first.
   */
  @ApiPropertyOptional({ type: 'string', maxLength: 200, example: 'ssd 480' })
  @Optional()
  @IsString()
  @MaxLength(200, { message: 'Enter at most 200 characters.' })
  q?: string;

  /** `true` searches the words as they were typed, without correcting typing errors. */
  @ApiPropertyOptional({ type: 'boolean', default: false })
  @Optional()
  @ToBoolean()
  @IsBoolean({ message: 'Enter true or false.' })
  asTyped?: boolean;

  /**
   * Values of specifications of the kind, which `kind` has to name: `socket:AM5,AM4;tdpW:65..125`. `65..` and `..125` are open;
   * `~` stands for a value that is not stated. `GET /items/facets` has the keys and values.
   */
  @ApiPropertyOptional({ type: 'string', maxLength: MAX_SPEC_FILTER, example: 'socket:AM5,AM4;tdpW:65..125' })
  @Optional()
  @IsString()
  @MaxLength(MAX_SPEC_FILTER, { message: `Enter at most ${MAX_SPEC_FILTER} characters.` })
  spec?: string;

  /** Only products of this kind: its slug, or another of its names. */
  @ApiPropertyOptional({ type: 'string', maxLength: 40, example: 'ssd' })
  @Optional()
  @IsString()
  @MaxLength(40, { message: 'Enter at most 40 characters.' })
  kind?: string;

  /** Unit price in dollars, at least. */
  @ApiPropertyOptional({ type: 'number', minimum: 0, maximum: MAX_PRICE })
  @Optional()
  @ToNumber()
  @IsNumber({}, { message: 'Enter a number.' })
  @Min(0, { message: 'Enter at least 0.' })
  @Max(MAX_PRICE, { message: `Enter at most ${MAX_PRICE}.` })
  minPrice?: number;

  /** Unit price in dollars, at most. */
  @ApiPropertyOptional({ type: 'number', minimum: 0, maximum: MAX_PRICE })
  @Optional()
  @ToNumber()
  @IsNumber({}, { message: 'Enter a number.' })
  @Min(0, { message: 'Enter at least 0.' })
  @Max(MAX_PRICE, { message: `Enter at most ${MAX_PRICE}.` })
  maxPrice?: number;

  /** Only products of which so much can be ordered; `low-stock` are those that are low, below their minimum or sold out. */
  @ApiPropertyOptional({ enum: AVAILABILITY_FILTERS, enumName: 'AvailabilityFilter' })
  @Optional()
  @IsIn(AVAILABILITY_FILTERS)
  availability?: AvailabilityFilter;
}

/** The most SKUs that are looked up at once: the lines of a basket. */
const MAX_SKUS = 200;

export class SkusQuery {
  /** The parameter repeated for each SKU, in upper or lower case. */
  @ApiProperty({
    type: 'array',
    items: { type: 'string', maxLength: 64, pattern: SKU.source },
    minItems: 1,
    maxItems: MAX_SKUS,
    example: ['NB-480'],
  })
  @Transform(({ value }: TransformFnParams): unknown =>
    [value].flat().map((sku: unknown) => (typeof sku === 'string' ? sku.toUpperCase() : sku)),
  )
  @Matches(SKU, { each: true, message: 'A SKU has letters, digits, dots, slashes, hyphens and underscores.' })
  @ArrayMaxSize(MAX_SKUS, { message: `Give at most ${MAX_SKUS} SKUs.` })
  sku!: string[];
}

const SPEC_SORT = /^-?[a-z][A-Za-z0-9]{0,39}$/;

export class SortedPageQuery extends PageQuery {
  /**
   * The order of the rows; a minus turns it round. By default what matches the words best, without words the newest. Without `q`,
   * `spec` and a price range read from an index, also at a million products.
   */
  @ApiPropertyOptional({ enum: PRODUCT_SORTS, enumName: 'ProductSort' })
  @Optional()
  @IsIn(PRODUCT_SORTS)
  sort?: ProductSort;

  /**
   * Instead of `sort` the key of a specification of the kind, which `kind` has to name; a minus turns it round. Products without a
   * value come last.
   */
  @ApiPropertyOptional({ type: 'string', pattern: SPEC_SORT.source, maxLength: 41, example: '-capacityGb' })
  @Optional()
  @Matches(SPEC_SORT, { message: 'This is not the key of a specification.' })
  sortSpec?: string;
}

export class KindOptionDto {
  @ApiProperty({ example: 'ssd' })
  slug!: string;

  /** What several of its parts are called. */
  @ApiProperty({ example: 'SSDs' })
  label!: string;

  /** What it is listed under; empty for none. */
  @ApiProperty({ example: 'Storage' })
  group!: string;
}

export class KindsDto {
  @ApiProperty({ type: [String], example: ['cooler', 'memory', 'ssd'] })
  kinds!: string[];

  /** The same as people read them, by their groups and labels. */
  @ApiProperty({ type: [KindOptionDto] })
  options!: KindOptionDto[];
}
