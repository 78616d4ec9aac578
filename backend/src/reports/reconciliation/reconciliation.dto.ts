import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, Matches, Max, Min } from 'class-validator';
import { ID_SCHEMA, Optional, ToNumber } from '../../common/fields.js';
import { type Status, STATUSES } from '../../purchases/orders/order-states.js';

/** What is wrong with a payment, or with the order that it paid. */
export const FINDINGS = [
  'paid-without-order',
  'cancelled-but-paid',
  'amount-mismatch',
  'refunds-differ',
  'refund-failed',
  'dispute',
  'dispute-unknown',
  'paid-without-payment',
  'order-does-not-add-up',
] as const;
export type Finding = (typeof FINDINGS)[number];

/** What resolves it: a call of this shop's API, or the decision of a person, at the payment provider or about the order. */
export const RESOLUTIONS = [
  'confirm',
  'refund',
  'respond-at-provider',
  'sync-refunds',
  'look-at-order',
] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

export const MAX_DAYS = 90;

const RESULTS = ['confirmed', 'refunded', 'refund-pending', 'refunds-synced'] as const;

export class ReconciliationQuery {
  /** How many days back payments are compared now. What was found among all others is listed as well. */
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
  /** Where a person sees the payment at the provider; absent in the demo. */
  @ApiPropertyOptional({ example: 'https://dashboard.stripe.com/payments/pi_3NkX2eLkdIwHu7ix0a1b2c3d' })
  paymentUrl?: string;
  /** What was received, in the currency's main unit. */
  @ApiProperty({ example: 499 })
  amount!: number;
  /** What the action `refund` gives back, likewise; present with that action alone. */
  @ApiPropertyOptional({ example: 20 })
  refundAmount?: number;
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
  /** When it was first found; absent where it was found just now. */
  @ApiPropertyOptional({ type: 'string', format: 'date-time' })
  foundAt?: string;
  /** What resolves it. */
  @ApiProperty({ enum: RESOLUTIONS, enumName: 'ReconciliationAction' })
  action!: Resolution;
}

/** A comparison of everything, which goes on a little at a time. */
export class ReconciliationPassDto {
  /** When the last one ended; absent before the first. */
  @ApiPropertyOptional({ type: 'string', format: 'date-time' })
  endedAt?: string;
  /** How many it compared. */
  @ApiPropertyOptional({ type: 'integer', example: 21_400 })
  compared?: number;
  /** How many the one in progress has compared; absent while none is. */
  @ApiPropertyOptional({ type: 'integer', example: 1_800 })
  inProgress?: number;
  /** About how many there are to compare, where that is known. */
  @ApiPropertyOptional({ type: 'integer', example: 21_500 })
  expected?: number;
}

export class ReconciliationPassesDto {
  /** Of every payment at the provider with its order. */
  @ApiProperty()
  payments!: ReconciliationPassDto;
  /** Of every paid order with its payment at the provider. */
  @ApiProperty()
  orders!: ReconciliationPassDto;
}

export class ReconciliationDto {
  @ApiProperty({ type: [ReconciliationRowDto], description: 'What is wrong, newest first.' })
  items!: ReconciliationRowDto[];
  /** How many payments were compared now. */
  @ApiProperty({ type: 'integer', example: 214 })
  checked!: number;
  /** False when there were more payments than are compared at once, or more findings than are listed; ask for fewer days. */
  @ApiProperty()
  isComplete!: boolean;
  /** Payments since then were compared. */
  @ApiProperty({ type: 'string', format: 'date-time' })
  since!: string;
  /** The comparisons of everything, of whatever age. */
  @ApiProperty()
  passes!: ReconciliationPassesDto;
}

export class ResolutionDto {
  @ApiProperty({ example: 'pi_3NkX2eLkdIwHu7ix0a1b2c3d' })
  intentId!: string;
  /** What was done. */
  @ApiProperty({ enum: RESULTS, enumName: 'ReconciliationResult' })
  result!: (typeof RESULTS)[number];
}
