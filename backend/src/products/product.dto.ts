import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsInt, IsNotEmpty, IsNumber, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import {
  IsDollars,
  IsImageUrl,
  Line,
  NumberOrText,
  Optional,
  PRICE_FORM,
  Text,
  ToNumber,
} from '../common/fields.js';
import { toDollars } from '../common/money.js';
import { PageOf, PageQuery } from '../common/paging.js';
import { AVAILABILITIES, type Availability } from './availability.js';
import type { Product } from './product.schema.js';

/** The highest unit price in dollars; an order of one unit must stay within the order limit. */
export const MAX_PRICE = 999_999.99;
export const MAX_QUANTITY = 1_000_000_000;
const QUANTITY_FORM = /^([1-9]\d{0,8}|1000000000)$/;
const STOCK_FORM = /^(0|[1-9]\d{0,8}|1000000000)$/;

/** A product as the shop shows it. */
export class ProductDto {
  @ApiProperty({ example: '665f1c2ab8d4e1a2b3c4d5e6' })
  _id!: string;

  @ApiProperty({ example: 'Northbeam 480 SSD' })
  name!: string;

  /** An https URL, or a path on this origin. */
  @ApiProperty({ example: '/products/northbeam-480-ssd.webp' })
  img!: string;

  /** The unit price in dollars, two decimals. */
  @ApiProperty({ example: 49.9 })
  price!: number;

  /** The least units of one order. */
  @ApiProperty({ type: 'integer', example: 5 })
  minimumOQ!: number;

  /** Units that can be ordered now. */
  @ApiProperty({ type: 'integer', example: 120 })
  availableQ!: number;

  @ApiProperty({ example: 'A 480 GB drive for light servers.' })
  description!: string;

  @ApiPropertyOptional({ example: 'ssd' })
  kind?: string;

  /** Units under which the product counts as low; without it, three minimum orders. */
  @ApiPropertyOptional({ type: 'integer', example: 20 })
  lowStockAt?: number;

  /** How much can be ordered, in one word. */
  @ApiProperty({ enum: AVAILABILITIES, enumName: 'Availability' })
  availability!: Availability;

  @ApiProperty({ type: 'string', format: 'date-time' })
  createdAt!: string;
}

export const toProductDto = (product: Product): ProductDto => ({
  _id: String(product._id),
  name: product.name,
  img: product.img,
  price: toDollars(product.priceCents),
  minimumOQ: product.minimumOQ,
  availableQ: product.availableQ,
  description: product.description,
  ...(product.kind && { kind: product.kind }),
  ...(product.lowStockAt != null && { lowStockAt: product.lowStockAt }),
  availability: product.availability,
  createdAt: product.createdAt.toISOString(),
});

const WHOLE = { message: 'A whole number' };

export class CreateProductDto {
  @Line(200, 'Name is Required', 'Northbeam 480 SSD')
  name!: string;

  /** The unit price in dollars, above 0, at most two decimals. */
  @NumberOrText(
    { type: 'number', minimum: 0.01, maximum: MAX_PRICE, multipleOf: 0.01, example: 49.9 },
    PRICE_FORM,
  )
  @IsNotEmpty({ message: 'Price is Required' })
  @IsNumber({}, { message: 'A number' })
  @Min(0.01, { message: 'A price above 0' })
  @Max(MAX_PRICE, { message: `At most ${MAX_PRICE}` })
  @IsDollars()
  price!: number;

  /** The least units of one order. */
  @NumberOrText({ type: 'integer', minimum: 1, maximum: MAX_QUANTITY, example: 5 }, QUANTITY_FORM)
  @IsNotEmpty({ message: 'Minimum Order is Required' })
  @IsInt(WHOLE)
  @Min(1, { message: 'At least 1' })
  @Max(MAX_QUANTITY, { message: `At most ${MAX_QUANTITY}` })
  minimumOQ!: number;

  /** Units that can be ordered now. */
  @NumberOrText({ type: 'integer', minimum: 0, maximum: MAX_QUANTITY, example: 120 }, STOCK_FORM)
  @IsNotEmpty({ message: 'Available Quantity is Required' })
  @IsInt(WHOLE)
  @Min(0, { message: 'At least 0' })
  @Max(MAX_QUANTITY, { message: `At most ${MAX_QUANTITY}` })
  availableQ!: number;

  @Text(5_000, 'Description is Required', 'A 480 GB drive for light servers.')
  description!: string;

  /** An https URL, or a path on this origin such as an upload's response. */
  @ApiProperty({
    type: 'string',
    minLength: 1,
    maxLength: 2048,
    pattern: '^(/|/[^/\\s<>"\'`\\\\][^\\s<>"\'`\\\\]*|[hH][tT][tT][pP][sS]://[^\\s<>"\'`\\\\]*)$',
    example: '/products/northbeam-480-ssd.webp',
  })
  @IsNotEmpty({ message: 'Photo is Required' })
  @IsImageUrl({ message: 'An https URL, or a path on this site' })
  img!: string;

  /** The kind of part, in lower case. */
  @ApiPropertyOptional({ type: 'string', maxLength: 40, pattern: '^[a-z0-9][a-z0-9-]*$', example: 'ssd' })
  @Optional()
  @IsString()
  @Matches(/^[a-z0-9][a-z0-9-]{0,39}$/, { message: 'Lower-case letters, digits and hyphens, at most 40' })
  kind?: string;

  /** Units under which the product counts as low. */
  @Optional()
  @NumberOrText(
    { type: 'integer', minimum: 0, maximum: MAX_QUANTITY, required: false, example: 20 },
    STOCK_FORM,
  )
  @IsInt(WHOLE)
  @Min(0, { message: 'At least 0' })
  @Max(MAX_QUANTITY, { message: `At most ${MAX_QUANTITY}` })
  lowStockAt?: number;
}

export class ProductCreatedDto {
  /** The new product's `_id`. */
  @ApiProperty({ example: '665f1c2ab8d4e1a2b3c4d5e6' })
  insertedId!: string;
}

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

export class SearchItemsQuery extends PageQuery {
  /** Words, or beginnings of words, of the name, kind or description; all must match. */
  @ApiPropertyOptional({ type: 'string', maxLength: 200, example: 'ssd 480' })
  @Optional()
  @IsString()
  @MaxLength(200, { message: 'At most 200 characters' })
  q?: string;

  /** Only products of this kind. */
  @ApiPropertyOptional({ type: 'string', maxLength: 40, example: 'ssd' })
  @Optional()
  @IsString()
  @MaxLength(40, { message: 'At most 40 characters' })
  kind?: string;

  /** Unit price in dollars, at least. */
  @ApiPropertyOptional({ type: 'number', minimum: 0, maximum: MAX_PRICE })
  @Optional()
  @ToNumber()
  @IsNumber({}, { message: 'A number' })
  @Min(0, { message: 'At least 0' })
  @Max(MAX_PRICE, { message: `At most ${MAX_PRICE}` })
  minPrice?: number;

  /** Unit price in dollars, at most. */
  @ApiPropertyOptional({ type: 'number', minimum: 0, maximum: MAX_PRICE })
  @Optional()
  @ToNumber()
  @IsNumber({}, { message: 'A number' })
  @Min(0, { message: 'At least 0' })
  @Max(MAX_PRICE, { message: `At most ${MAX_PRICE}` })
  maxPrice?: number;

  /** Only products of which so much can be ordered. */
  @ApiPropertyOptional({ enum: AVAILABILITIES, enumName: 'Availability' })
  @Optional()
  @IsIn(AVAILABILITIES)
  availability?: Availability;

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

export class ProductPageDto extends PageOf(ProductDto) {}

export class KindsDto {
  @ApiProperty({ type: [String], example: ['cooler', 'memory', 'ssd'] })
  kinds!: string[];
}
