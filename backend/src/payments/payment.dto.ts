import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsNotEmpty, IsString, Max, MaxLength, Min } from 'class-validator';
import { Id, Ignored, IsDollars, Line, NumberOrText, Optional, PRICE_FORM } from '../common/fields.js';
import { NamedUnitsDto, UnitsOfLines } from '../purchases/orders/order-line.dto.js';
import { SeenPrice } from '../purchases/orders/seen-price.js';

export class CreatePaymentIntentDto {
  /** The order to pay. Without it, the caller's only unpaid order. */
  @Optional()
  @Id({ required: false })
  orderId?: string;

  /** The amount in dollars that the customer saw; another than the amount due is refused with 409. */
  @SeenPrice(499)
  price?: number;
}

export class PaymentIntentDto {
  /** What the browser pays with; the same each time while the intent is open. */
  @ApiProperty({ example: 'pi_3NkX2eLkdIwHu7ix0a1b2c3d_secret_YrKJUKribcBjcG8HVhfZluoGH' })
  clientSecret!: string;
}

export class ConfirmPaymentDto {
  /** The payment intent's id. */
  @ApiProperty({ type: 'string', minLength: 1, maxLength: 255, example: 'pi_3NkX2eLkdIwHu7ix0a1b2c3d' })
  @IsNotEmpty({ message: 'TransactionId is Required' })
  @IsString({ message: 'TransactionId is Required' })
  @MaxLength(255, { message: 'Enter at most 255 characters.' })
  transactionId!: string;

  /** Accepted and ignored, whatever it is: the intent says what was paid. */
  @Ignored({})
  payItem?: unknown;
}

export class RefundPurchaseDto {
  /** Dollars to give back, at most what is left of the payment; all of that without it. */
  @Optional()
  @NumberOrText(
    { type: 'number', minimum: 0.01, maximum: 999_999.99, multipleOf: 0.01, required: false, example: 25 },
    PRICE_FORM,
  )
  @IsDollars({ message: 'Enter an amount in dollars with at most two decimals.' })
  @Min(0.01, { message: 'Enter at least $0.01.' })
  @Max(999_999.99, { message: 'Enter at most $999,999.99.' })
  amount?: number;

  @UnitsOfLines({
    description: 'The units whose price is given back, instead of an amount; each product once.',
  })
  lines?: NamedUnitsDto[];

  /** Whether the price of the delivery is given back, instead of an amount; `false` goes with `lines` or an `amount` only. */
  @ApiPropertyOptional({ default: false, example: true })
  @Optional()
  @IsBoolean({ message: 'Enter true or false.' })
  delivery?: boolean;

  /**
   * What becomes of the units: `true`, all of them go back to the stock; `false`, none do. Without it, those that have not shipped go
   * back. An amount and the delivery alone are of no units.
   */
  @ApiPropertyOptional({ example: true })
  @Optional()
  @IsBoolean({ message: 'Enter true or false.' })
  restock?: boolean;

  /** Why, for other admins; the customer does not see it. */
  @Optional()
  @Line(300, 'Enter a reason.', 'Two of ten units arrived broken', { required: false })
  reason?: string;
}

export class ReceivedDto {
  @ApiProperty({ example: true })
  received!: boolean;
}
