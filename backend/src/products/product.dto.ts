import { ApiProperty, ApiPropertyOptional, IntersectionType } from '@nestjs/swagger';
import { Transform, type TransformFnParams } from 'class-transformer';
import { ArrayMaxSize, IsIn, IsNumber, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { ID_SCHEMA, Optional, ToNumber } from '../common/fields.js';
import { toDollars } from '../common/money.js';
import { PageOf, PageQuery } from '../common/paging.js';
import { AVAILABILITIES, type Availability } from './availability.js';
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

/** The filters of the products on sale. */
export class ItemFilters {
  /** Words, or beginnings of words, of the name, kind or description; all must match. */
  @ApiPropertyOptional({ type: 'string', maxLength: 200, example: 'ssd 480' })
  @Optional()
  @IsString()
  @MaxLength(200, { message: 'Enter at most 200 characters.' })
  q?: string;

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

  /** Only products of which so much can be ordered. */
  @ApiPropertyOptional({ enum: AVAILABILITIES, enumName: 'Availability' })
  @Optional()
  @IsIn(AVAILABILITIES)
  availability?: Availability;
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

export class SortedPageQuery extends PageQuery {
  /**
   * The order of the rows; a minus turns it round. Read from an index, also at a million products: each of them without `q`
   * and price range, by time or price with `q`, by price with a price range. Others sort what matches, and get 503 when that
   * takes too long.
   */
  @ApiPropertyOptional({ enum: PRODUCT_SORTS, enumName: 'ProductSort', default: 'newest' })
  @Optional()
  @IsIn(PRODUCT_SORTS)
  sort?: ProductSort;
}

export class SearchItemsQuery extends IntersectionType(SortedPageQuery, ItemFilters) {}

export class ProductPageDto extends PageOf(ProductDto) {}

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

/** A facet is counted so far. */
export const MAX_FACET = 1_000;

class FacetCountDto {
  /** Products, counted to 1,000. */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: MAX_FACET, example: 12 })
  total!: number;

  /** False when there are more than `total`. */
  @ApiProperty({ example: true })
  totalIsExact!: boolean;
}

export class KindCountDto extends FacetCountDto {
  @ApiProperty({ example: 'ssd' })
  kind!: string;

  /** What several of its parts are called. */
  @ApiProperty({ example: 'SSDs' })
  label!: string;
}

export class AvailabilityCountDto extends FacetCountDto {
  @ApiProperty({ enum: AVAILABILITIES, enumName: 'Availability' })
  availability!: Availability;
}

/** How many products each value of a filter would leave, under the other filters. */
export class FacetsDto {
  /** One for each kind on sale, in order of their names; no more than 100. */
  @ApiProperty({ type: [KindCountDto] })
  kinds!: KindCountDto[];

  /** One for each availability. */
  @ApiProperty({ type: [AvailabilityCountDto] })
  availabilities!: AvailabilityCountDto[];
}
