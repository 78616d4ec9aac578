import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, IntersectionType, OmitType } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsNumber, IsString, Max, MaxLength, Min } from 'class-validator';
import { BulkOf } from '../../lists/bulk.dto.js';
import { OptionalDay } from '../../lists/days.js';
import { Id, Optional, ToBoolean, ToNumber } from '../../common/fields.js';
import { toDollars } from '../../common/money.js';
import { MAX_COUNTED, PageOf, PageQuery } from '../../common/paging.js';
import { ExternalId } from '../orders/external-id.js';
import { DISPUTE_STATES, type DisputeState, type Status, STATUSES } from '../orders/order-states.js';
import { MAX_TOTAL_CENTS } from '../orders/order-totals.js';
import { OrderDto } from '../orders/order.dto.js';
import { OrderMatchDto } from './order-matches.js';

export const ORDER_SORTS = ['newest', 'oldest', 'total', '-total'] as const;
export type OrderSort = (typeof ORDER_SORTS)[number];

const MAX_TOTAL = toDollars(MAX_TOTAL_CENTS);

const OptionalTotal = () =>
  applyDecorators(
    ApiPropertyOptional({ type: 'number', minimum: 0, maximum: MAX_TOTAL }),
    Optional(),
    ToNumber(),
    IsNumber({}, { message: 'Enter a number.' }),
    Min(0, { message: 'Enter at least 0.' }),
    Max(MAX_TOTAL, { message: `Enter at most ${MAX_TOTAL}.` }),
  );

/** What an order must be to be listed; all of it. */
export class PurchaseFilter {
  /**
   * A customer's whole e-mail address, or words and beginnings of words of the customer, their company, the delivery address, the
   * products and SKUs, the PO number or the order's number; all must match. Or a number in any way of writing it: of the order,
   * also its first or last four characters or more, with O for 0 and I or L for 1; the PO number or a SKU; a tracking number, its
   * first eight characters or more; the telephone number, with or without the country code, its last five digits or more; the
   * order's id, its first twelve characters or more.
   */
  @ApiPropertyOptional({ type: 'string', maxLength: 200, example: 'customer@example.com' })
  @Optional()
  @IsString({ message: 'Enter a text.' })
  @MaxLength(200, { message: 'Enter at most 200 characters.' })
  q?: string;

  /** Only orders in this state. */
  @ApiPropertyOptional({ enum: STATUSES, enumName: 'OrderStatus' })
  @Optional()
  @IsIn(STATUSES)
  status?: Status;

  /** Only orders whose payment is disputed, or was: `open`, `lost` or `won`. */
  @ApiPropertyOptional({ enum: DISPUTE_STATES, enumName: 'OrderDispute' })
  @Optional()
  @IsIn(DISPUTE_STATES)
  dispute?: DisputeState;

  /**
   * Only those of the customer whose account has this address now. A customer must name themselves, or send `own`; an admin need
   * not name anyone.
   */
  @ApiPropertyOptional({ type: 'string', maxLength: 254, example: 'customer@example.com' })
  @Optional()
  @IsString({ message: 'Enter a text.' })
  @MaxLength(254, { message: 'Enter at most 254 characters.' })
  email?: string;

  /** Only the order that another system calls so. */
  @Optional()
  @ExternalId({ required: false })
  externalId?: string;

  @OptionalDay('Only orders placed on this day (UTC) or later.')
  from?: string;

  @OptionalDay('Only orders placed on this day (UTC) or before.', '2026-11-30')
  to?: string;

  /** The total in dollars, at least. */
  @OptionalTotal()
  minTotal?: number;

  /** The total in dollars, at most. */
  @OptionalTotal()
  maxTotal?: number;

  /** Only orders with this product. */
  @Optional()
  @Id({ required: false, example: '665f1c2ab8d4e1a2b3c4d5e7' })
  productId?: string;

  /** Only orders with a product that was of this kind when it was ordered. */
  @ApiPropertyOptional({ type: 'string', maxLength: 40, example: 'ssd' })
  @Optional()
  @IsString({ message: 'Enter a text.' })
  @MaxLength(40, { message: 'Enter at most 40 characters.' })
  kind?: string;
}

export class SortedPurchases extends PurchaseFilter {
  /**
   * The order of the rows; a minus turns it round. Read from an index, also at a million orders: by time with any one of the
   * filters and a range of days, by total with a state and a range of totals. Others sort or compare what matches, and get
   * 503 when that takes too long.
   */
  @ApiPropertyOptional({ enum: ORDER_SORTS, enumName: 'OrderSort', default: 'newest' })
  @Optional()
  @IsIn(ORDER_SORTS)
  sort?: OrderSort;
}

export const EXPORT_ROWS = ['orders', 'lines'] as const;
export type ExportRows = (typeof EXPORT_ROWS)[number];

export class ExportPurchasesQuery extends SortedPurchases {
  /** What a row of the file is: an order, or a line of one. */
  @ApiPropertyOptional({ enum: EXPORT_ROWS, enumName: 'OrderExportRows', default: 'orders' })
  @Optional()
  @IsIn(EXPORT_ROWS)
  rows?: ExportRows;
}

export class SearchPurchasesQuery extends IntersectionType(SortedPurchases, PageQuery) {
  /**
   * Only the orders on the caller's own list, as their customer sees them. It is the default for customers; for an admin, who is
   * shown all orders with what only admins see, it is the way to their own list.
   */
  @ApiPropertyOptional({ type: 'boolean' })
  @Optional()
  @ToBoolean()
  @IsBoolean({ message: 'Enter true or false.' })
  own?: boolean;

  /** Of the caller's own list: the orders that they took off it, instead of those on it. An admin sends `own` with it. */
  @ApiPropertyOptional({ type: 'boolean', default: false })
  @Optional()
  @ToBoolean()
  @IsBoolean({ message: 'Enter true or false.' })
  removed?: boolean;
}

/** An order of a search. */
export class FoundOrderDto extends OrderDto {
  /** Where it has what was searched for by `q`; for admins. */
  @ApiPropertyOptional({ type: [OrderMatchDto] })
  matches?: OrderMatchDto[];
}

export class OrderPageDto extends PageOf(FoundOrderDto) {}

/** The orders that a bulk call is for. */
export class BulkOrdersDto extends BulkOf(PurchaseFilter) {}

/** The filters of a count by state. */
export class CountPurchasesQuery extends OmitType(PurchaseFilter, ['status']) {}

export class StatusCountDto {
  @ApiProperty({ enum: STATUSES, enumName: 'OrderStatus' })
  status!: Status;

  /** Orders in this state, counted to 10,000. */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: MAX_COUNTED, example: 48 })
  total!: number;

  /** False when there are more than `total`. */
  @ApiProperty({ example: true })
  totalIsExact!: boolean;
}

export class StatusCountsDto {
  /** One for each state. */
  @ApiProperty({ type: [StatusCountDto] })
  counts!: StatusCountDto[];
}
