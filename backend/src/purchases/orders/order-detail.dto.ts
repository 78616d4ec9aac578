import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ID_SCHEMA, Text } from '../../common/fields.js';
import { toDollars } from '../../common/money.js';
import { MAX_COUNTED } from '../../common/paging.js';
import type { InternalNote } from './internal-note.schema.js';
import { LineUnitsDto } from './order-line.dto.js';
import { OrderDto } from './order.dto.js';
import { owedRefunds } from '../refunds/owed-refunds.js';
import type { Refund } from '../refunds/refund.schema.js';

const ONE_REFUND_STATUSES = ['pending', 'succeeded', 'failed'] as const;

export class OrderCustomerDto {
  /** The account's `_id`. */
  @ApiProperty({ ...ID_SCHEMA, example: '665f1c2ab8d4e1a2b3c4d5e8' })
  id!: string;

  /** The account's address now; absent once the account is removed. */
  @ApiPropertyOptional({ example: 'customer@example.com' })
  email?: string;

  /** How many orders they have placed, counted to 10,000. */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: MAX_COUNTED, example: 3 })
  orders!: number;
}

export class OrderPaymentDto {
  /** The payment intent that paid it. */
  @ApiProperty({ example: 'pi_3NkX2eLkdIwHu7ix0a1b2c3d' })
  intentId!: string;

  /** Where the payment provider shows it; absent where the provider is a local service. */
  @ApiPropertyOptional({ example: 'https://dashboard.stripe.com/payments/pi_3NkX2eLkdIwHu7ix0a1b2c3d' })
  url?: string;
}

export class OrderRefundDto {
  /** Dollars. */
  @ApiProperty({ example: 25 })
  amount!: number;

  @ApiProperty({ enum: ONE_REFUND_STATUSES, enumName: 'OneRefundStatus' })
  status!: (typeof ONE_REFUND_STATUSES)[number];

  /** The units that it gives back the price of, where it is of units. */
  @ApiPropertyOptional({ type: [LineUnitsDto] })
  lines?: LineUnitsDto[];

  /** Whether it gives back the price of the delivery. */
  @ApiPropertyOptional()
  ofDelivery?: boolean;

  /**
   * Whether what it is of counts as refunded: it has succeeded, also where the bank has sent it back since. No other refund can be
   * of the same.
   */
  @ApiPropertyOptional()
  isApplied?: boolean;

  /**
   * Of a refund of units or of the delivery: whether its money is owed, since the bank has sent it back after it had succeeded, and
   * it was not made again. A refund of exactly its amount makes it again.
   */
  @ApiPropertyOptional()
  isOwed?: boolean;

  /** What became of its units, where an admin said so: all went back to the stock, or none did. */
  @ApiPropertyOptional()
  restock?: boolean;

  /** Why it was made. */
  @ApiPropertyOptional({ example: 'Two of ten units arrived broken' })
  reason?: string;

  /** Why it failed. */
  @ApiPropertyOptional({ example: 'expired_or_canceled_card' })
  failure?: string;

  /** When it was requested, or learned of. */
  @ApiProperty({ type: 'string', format: 'date-time' })
  at!: string;

  /** Who made it; `webhook` or `payments-job` for one made at the payment provider. */
  @ApiProperty({ example: 'admin' })
  by!: string;
}

const toOrderRefundDto = (refund: Refund, isOwed: boolean): OrderRefundDto => ({
  amount: toDollars(refund.amountCents),
  status: refund.status,
  ...(refund.lines && {
    lines: refund.lines.map(({ productId, quantity }) => ({ productId: String(productId), quantity })),
  }),
  ...(refund.ofDelivery && { ofDelivery: true }),
  ...(refund.isApplied && { isApplied: true }),
  ...(isOwed && { isOwed: true }),
  ...(refund.restock !== undefined && { restock: refund.restock }),
  ...(refund.reason && { reason: refund.reason }),
  ...(refund.failure && { failure: refund.failure }),
  at: refund.at.toISOString(),
  by: refund.by,
});

/** All refunds of an order. */
export function toOrderRefundDtos(refunds: readonly Refund[]): OrderRefundDto[] {
  const owed = owedRefunds(refunds);
  return refunds.map((refund) => toOrderRefundDto(refund, owed.includes(refund)));
}

export class CreateOrderNoteDto {
  @Text(2_000, 'A note', 'Asked for delivery before noon.')
  text!: string;
}

export class OrderNoteDto {
  @ApiProperty({ ...ID_SCHEMA, example: '665f1c2ab8d4e1a2b3c4d5e9' })
  _id!: string;

  @ApiProperty({ example: 'Asked for delivery before noon.' })
  text!: string;

  /** Who wrote it, as they were called then. */
  @ApiProperty({ example: 'Alex Admin' })
  author!: string;

  @ApiProperty({ type: 'string', format: 'date-time' })
  at!: string;
}

export const toOrderNoteDto = ({
  _id,
  text,
  author,
  at,
}: Pick<InternalNote, '_id' | 'text' | 'author' | 'at'>): OrderNoteDto => ({
  _id: String(_id),
  text,
  author,
  at: at.toISOString(),
});

/** An order with all that an admin needs to decide about it. */
export class OrderDetailDto extends OrderDto {
  @ApiProperty({ type: OrderCustomerDto })
  customer!: OrderCustomerDto;

  /** The payment that paid it, once it was paid. */
  @ApiPropertyOptional({ type: OrderPaymentDto })
  payment?: OrderPaymentDto;

  /** What can still be given back of its payment, in dollars; 0 when nothing was paid. */
  @ApiProperty({ example: 499 })
  refundable!: number;

  /** Whether its address can still be changed. */
  @ApiProperty({ example: true })
  isAddressEditable!: boolean;

  /** Every refund, oldest first. */
  @ApiProperty({ type: [OrderRefundDto] })
  refunds!: OrderRefundDto[];

  /** Internal notes, oldest first. */
  @ApiProperty({ type: [OrderNoteDto] })
  notes!: OrderNoteDto[];
}
