import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { OptionalDay } from '../lists/days.js';
import { ID_SCHEMA, Optional } from '../common/fields.js';
import { toDollars } from '../common/money.js';
import { AVAILABILITIES, type Availability } from '../products/availability.js';
import type { Product } from '../products/product.schema.js';
import type { Figures } from './daily-figures.js';
import { type Day, INTERVALS, type Interval } from './days.js';

/** The most days of a range: two years and a day. */
export const MAX_RANGE_DAYS = 731;

export class OverviewQuery {
  @OptionalDay('The first day, in UTC; without it, 29 days before the last.', '2026-10-24')
  from?: Day;

  @OptionalDay('The last day, in UTC; without it, today.', '2026-11-22')
  to?: Day;

  /** What one entry of `series` is about; weeks begin on Monday. */
  @ApiPropertyOptional({ enum: INTERVALS, enumName: 'OverviewInterval', default: 'day' })
  @Optional()
  @IsIn(INTERVALS)
  by?: Interval;
}

/** Figures of the orders that were placed on some days, as they are now. */
export class OverviewFiguresDto {
  /** Orders placed. */
  @ApiProperty({ type: 'integer', example: 120 })
  orders!: number;

  /** Those of them that were ever paid. */
  @ApiProperty({ type: 'integer', example: 96 })
  paidOrders!: number;

  /** `paidOrders` by `orders`, from 0 to 1; null without orders. */
  @ApiProperty({ type: 'number', nullable: true, example: 0.8 })
  paymentRate!: number | null;

  /** What the paid ones cost, less what was refunded of it; in dollars. */
  @ApiProperty({ example: 45_300.5 })
  revenue!: number;

  /** What of their price was refunded, in dollars. */
  @ApiProperty({ example: 1_200 })
  refunded!: number;

  /** What one paid order cost on average before refunds, in dollars; null without paid orders. */
  @ApiProperty({ type: 'number', nullable: true, example: 484.38 })
  averageOrderValue!: number | null;
}

export const toFiguresDto = ({ orders, paidOrders, grossCents, refundedCents }: Figures) =>
  ({
    orders,
    paidOrders,
    paymentRate: orders === 0 ? null : paidOrders / orders,
    revenue: toDollars(grossCents - refundedCents),
    refunded: toDollars(refundedCents),
    averageOrderValue: paidOrders === 0 ? null : toDollars(grossCents / paidOrders),
  }) satisfies OverviewFiguresDto;

export class OverviewEntryDto extends OverviewFiguresDto {
  /** The first day of the entry, in UTC. */
  @ApiProperty({ type: 'string', format: 'date', example: '2026-11-16' })
  from!: Day;

  /** The last day of the entry. */
  @ApiProperty({ type: 'string', format: 'date', example: '2026-11-22' })
  to!: Day;
}

export class OverviewRangeDto {
  @ApiProperty({ type: 'string', format: 'date', example: '2026-10-24' })
  from!: Day;

  @ApiProperty({ type: 'string', format: 'date', example: '2026-11-22' })
  to!: Day;

  @ApiProperty({ type: OverviewFiguresDto })
  totals!: OverviewFiguresDto;

  @ApiProperty({ type: [OverviewEntryDto], description: 'By day, week or month, oldest first.' })
  series!: OverviewEntryDto[];
}

export class TopProductDto {
  @ApiProperty({ ...ID_SCHEMA, example: '665f1c2ab8d4e1a2b3c4d5e7' })
  productId!: string;

  @ApiProperty({ example: 'Northbeam 480 SSD' })
  name!: string;

  @ApiProperty({ example: '/products/dart-500-nvme-ssd-1-tb.webp' })
  img!: string;

  /** Units of the orders that were paid and not refunded as a whole. */
  @ApiProperty({ type: 'integer', example: 340 })
  units!: number;

  /** What they brought, less refunds; in dollars. */
  @ApiProperty({ example: 16_966 })
  revenue!: number;
}

export class LowStockProductDto {
  @ApiProperty({ ...ID_SCHEMA, example: '665f1c2ab8d4e1a2b3c4d5e7' })
  _id!: string;

  @ApiProperty({ example: 'Northbeam 480 SSD' })
  name!: string;

  @ApiProperty({ example: '/products/dart-500-nvme-ssd-1-tb.webp' })
  img!: string;

  @ApiProperty({ type: 'integer', example: 3 })
  availableQ!: number;

  @ApiProperty({ type: 'integer', example: 5 })
  minimumOQ!: number;

  @ApiProperty({ enum: AVAILABILITIES, enumName: 'Availability' })
  availability!: Availability;
}

export const toLowStockProductDto = (product: Product): LowStockProductDto => ({
  _id: String(product._id),
  name: product.name,
  img: product.img,
  availableQ: product.availableQ,
  minimumOQ: product.minimumOQ,
  availability: product.availability,
});

export class LowStockDto {
  /** Products of which there are few left; each number counted to 10,000. */
  @ApiProperty({ type: 'integer', example: 4 })
  low!: number;

  /** Products of which less than the minimum order is left. */
  @ApiProperty({ type: 'integer', example: 2 })
  belowMinimum!: number;

  @ApiProperty({ type: 'integer', example: 1 })
  soldOut!: number;

  @ApiProperty({
    type: [LowStockProductDto],
    description: 'Some of them, the fewest units first: sold out, below the minimum, low.',
  })
  items!: LowStockProductDto[];
}

export class OverviewDto extends OverviewRangeDto {
  @ApiProperty({ enum: INTERVALS, enumName: 'OverviewInterval' })
  by!: Interval;

  /** As many days, right before. */
  @ApiProperty({ type: OverviewRangeDto })
  previous!: OverviewRangeDto;

  @ApiProperty({ type: [TopProductDto], description: 'The ten that brought most in the range, best first.' })
  topProducts!: TopProductDto[];

  /** As of now. */
  @ApiProperty({ type: LowStockDto })
  lowStock!: LowStockDto;

  /** Every change of an order up to then is counted. */
  @ApiProperty({ type: 'string', format: 'date-time' })
  asOf!: string;
}
