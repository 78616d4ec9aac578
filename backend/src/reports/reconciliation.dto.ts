import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, Matches, Max, Min } from 'class-validator';
import { ID_SCHEMA, Optional, ToNumber } from '../common/fields.js';
import { type Status, STATUSES } from '../purchases/orders/order-states.js';

/** What is wrong with a payment. */
export const FINDINGS = [
  'paid-without-order',
  'cancelled-but-paid',
  'amount-mismatch',
  'partly-refunded',
  'refund-failed',
  'dispute',
] as const;
export type Finding = (typeof FINDINGS)[number];

/** What resolves it: a call of this shop's API, or a decision at the payment provider. */
export const RESOLUTIONS = ['confirm', 'refund', 'respond-at-provider'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

export const MAX_DAYS = 90;

export class ReconciliationQuery {
  /** How many days back payments are compared. */
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: MAX_DAYS, default: 30 })
  @Optional()
  @ToNumber()
  @IsInt({ message: 'Enter a whole number.' })
  @Min(1, { message: 'Enter at least 1.' })
  @Max(MAX_DAYS, { message: `Enter at most ${MAX_DAYS}.` })
  days?: number;
}

export class IntentIdParam {
  @ApiProperty({
    pattern: '^pi_\\w{1,250}$',
    example: 'pi_3NkX2eLkdIwHu7ix0a1b2c3d',
    description: 'The payment intent.',
  })
  @Matches(/^pi_\w{1,250}$/, { message: "Enter a payment intent's id." })
  intentId!: string;
}

export class ReconciliationRowDto {
  @ApiProperty({ enum: FINDINGS, enumName: 'ReconciliationFinding' })
  finding!: Finding;
  /** What is wrong, for a person. */
  @ApiProperty({ example: 'The payment succeeded, but its order is unpaid.' })
  detail!: string;
  @ApiPropertyOptional({ example: 'pi_3NkX2eLkdIwHu7ix0a1b2c3d' })
  intentId?: string;
  @ApiPropertyOptional(ID_SCHEMA)
  orderId?: string;
  /** Absent, as is its state, where there is no such order. */
  @ApiPropertyOptional({ example: 'RM-7F4K-29QX' })
  orderNumber?: string;
  @ApiPropertyOptional({ enum: STATUSES, enumName: 'OrderStatus' })
  orderStatus?: Status;
  /** What was received, in the currency's main unit. */
  @ApiProperty({ example: 499 })
  amount!: number;
  /** What the order costs, in dollars. */
  @ApiPropertyOptional({ example: 499 })
  amountDue?: number;
  @ApiProperty({ example: 'usd' })
  currency!: string;
  /** How a dispute stands, in the provider's word. */
  @ApiPropertyOptional({ example: 'needs_response' })
  disputeStatus?: string;
  /** When the payment was created, or of the latest event about the dispute. */
  @ApiProperty({ type: 'string', format: 'date-time' })
  at!: string;
  /** What resolves it. */
  @ApiProperty({ enum: RESOLUTIONS, enumName: 'ReconciliationAction' })
  action!: Resolution;
}

export class ReconciliationDto {
  @ApiProperty({ type: [ReconciliationRowDto], description: 'What is wrong, newest first.' })
  items!: ReconciliationRowDto[];
  /** How many payments were compared. */
  @ApiProperty({ type: 'integer', example: 214 })
  checked!: number;
  /** False when there were more payments than are compared at once; ask for fewer days. */
  @ApiProperty()
  isComplete!: boolean;
  /** Payments since then were compared. */
  @ApiProperty({ type: 'string', format: 'date-time' })
  since!: string;
}

export class ResolutionDto {
  @ApiProperty({ example: 'pi_3NkX2eLkdIwHu7ix0a1b2c3d' })
  intentId!: string;
  /** What was done. */
  @ApiProperty({ enum: ['confirmed', 'refunded', 'refund-pending'], enumName: 'ReconciliationResult' })
  result!: 'confirmed' | 'refunded' | 'refund-pending';
}
