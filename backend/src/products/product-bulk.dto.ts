import { ApiProperty, ApiPropertyOptional, IntersectionType } from '@nestjs/swagger';
import {
  IsDefined,
  IsNotEmpty,
  IsNumber,
  IsString,
  Matches,
  Max,
  Min,
  NotEquals,
  ValidateIf,
} from 'class-validator';
import { BulkOf } from '../lists/bulk.dto.js';
import { Optional } from '../common/fields.js';
import { ManagedItemFilters, RestockDto } from './product-edit.dto.js';
import { KEY_PATTERN } from '../kinds/kind.js';
import { Kind, Price, SPEC_VALUE } from './product-fields.js';

const MAX_PERCENT = 1_000;

export class BulkItemsDto extends BulkOf(ManagedItemFilters) {}

/** Either a price for all, or a percentage of each one's own. */
export class BulkPriceDto extends BulkOf(ManagedItemFilters) {
  /** The new unit price in dollars of each product. Either `price` or `percent` is needed, and not both. */
  @Optional()
  @Price({ required: false })
  price?: number;

  /**
   * Percent to add to each price, and to those by quantity, or below zero to take off; rounded to whole cents, halves up, to
   * at least one cent. A product whose prices by quantity would not fall any more is refused, as with `price`.
   */
  @ApiPropertyOptional({ type: 'number', minimum: -99, maximum: MAX_PERCENT, example: -10 })
  @Optional()
  @IsNumber({ maxDecimalPlaces: 2 }, { message: 'Enter a number with at most two decimals.' })
  @NotEquals(0, { message: 'Enter a number other than 0.' })
  @Min(-99, { message: 'Enter at least -99.' })
  @Max(MAX_PERCENT, { message: `Enter at most ${MAX_PERCENT}.` })
  percent?: number;
}

/** A value of one specification for all. */
export class BulkSpecDto extends BulkOf(ManagedItemFilters) {
  /** The kind that has the specification; parts of another one are refused. */
  @Kind({ required: true })
  @IsNotEmpty({ message: 'Kind is Required' })
  kind!: string;

  /** The specification. */
  @ApiProperty({ type: 'string', pattern: KEY_PATTERN.source, maxLength: 40, example: 'lengthMm' })
  @Matches(KEY_PATTERN, { message: 'This is not the key of a specification.' })
  @IsString()
  key!: string;

  /** What the product's `specs` take for it; null where it is not known. */
  @ApiProperty({ ...SPEC_VALUE, nullable: true, example: '31 cm' })
  @ValidateIf((_fields, value: unknown) => value !== null)
  @IsDefined({ message: 'Enter a value, or null for none.' })
  value!: unknown;
}

export class BulkStockDto extends IntersectionType(BulkOf(ManagedItemFilters), RestockDto) {}
