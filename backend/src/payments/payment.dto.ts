import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsMongoId, IsNotEmpty, IsNumber, IsOptional, IsString, MaxLength } from 'class-validator';
import { IsDollars, ToNumber } from '../common/fields.js';

export class CreatePaymentIntentDto {
  /** The order to pay. Without it, the caller's only unpaid order. */
  @ApiPropertyOptional({ pattern: '^[0-9a-fA-F]{24}$', example: '665f1c2ab8d4e1a2b3c4d5e6' })
  @IsOptional()
  @IsMongoId({ message: 'Not an id: 24 hexadecimal digits' })
  orderId?: string;

  /** The amount in dollars that the customer saw; another than the amount due is refused with 409. */
  @ApiPropertyOptional({ type: 'number', example: 499 })
  @IsOptional()
  @ToNumber()
  @IsNumber({}, { message: 'A number' })
  @IsDollars()
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
  @MaxLength(255, { message: 'At most 255 characters' })
  transactionId!: string;

  /** Accepted and ignored. */
  @ApiPropertyOptional({ type: 'object', additionalProperties: true, example: {} })
  @IsOptional()
  payItem?: unknown;
}

export class ReceivedDto {
  @ApiProperty({ example: true })
  received!: boolean;
}
