import { ApiPropertyOptional, IntersectionType } from '@nestjs/swagger';
import { IsNumber, Max, Min, NotEquals } from 'class-validator';
import { BulkOf } from '../lists/bulk.dto.js';
import { Optional } from '../common/fields.js';
import { ManagedItemFilters, RestockDto } from './product-edit.dto.js';
import { Price } from './product-fields.js';

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

export class BulkStockDto extends IntersectionType(BulkOf(ManagedItemFilters), RestockDto) {}
