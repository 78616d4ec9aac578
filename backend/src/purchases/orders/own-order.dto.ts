import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { IsString, Matches } from 'class-validator';
import { toDollars } from '../../common/money.js';
import { leftToRefund } from '../refunds/refund-rules.js';
import { OrderRefundDto, toOrderRefundDtos } from './order-detail.dto.js';
import { OrderDto, toOrderDto } from './order.dto.js';
import type { Order } from './order.schema.js';

/** The number of a path, however it is typed. */
export class OrderNumberParam {
  /** The order's number, with or without its hyphens, in any case. */
  @ApiProperty({ type: 'string', pattern: '^[A-Za-z0-9-]{1,20}$', example: 'RM-7F4K-29QX' })
  @Matches(/^[A-Za-z0-9-]{1,20}$/, { message: 'This is not an order number.' })
  @IsString({ message: 'This is not an order number.' })
  number!: string;
}

/** A refund as the customer sees it: why it was made, and what became of its units, stays with the shop. */
export class OwnRefundDto extends OmitType(OrderRefundDto, [
  'reason',
  'failure',
  'by',
  'restock',
  'isApplied',
  'isOwed',
]) {}

/** An order with all that its customer needs of it. */
export class OwnOrderDto extends OrderDto {
  /** Every refund, oldest first. */
  @ApiProperty({ type: [OwnRefundDto] })
  refunds!: OwnRefundDto[];

  /** What was paid and not given back, in dollars; absent while nothing was paid. */
  @ApiPropertyOptional({ example: 499 })
  kept?: number;

  /** When its customer took it off their list; absent while it is on it. */
  @ApiPropertyOptional({ type: 'string', format: 'date-time' })
  removedAt?: string;
}

const toOwnRefundDto = ({
  reason: _reason,
  failure: _failure,
  by: _by,
  restock: _restock,
  isApplied: _isApplied,
  isOwed: _isOwed,
  ...shown
}: OrderRefundDto): OwnRefundDto => shown;

export const toOwnOrderDto = (order: Order): OwnOrderDto =>
  Object.assign(toOrderDto('customer')(order), {
    refunds: toOrderRefundDtos(order.refunds).map(toOwnRefundDto),
    ...(order.paidAt && { kept: toDollars(leftToRefund(order)) }),
    ...(order.hiddenAt && { removedAt: order.hiddenAt.toISOString() }),
  });
