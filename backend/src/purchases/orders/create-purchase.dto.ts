import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, IsNotEmpty, IsString, Max, MaxLength, Min, ValidateIf } from 'class-validator';
import { Id, Ignored, NumberOrText, Optional, Phone, Text } from '../../common/fields.js';
import { QUANTITY_RULE } from '../purchase-errors.js';
import { SeenPrice } from './seen-price.js';

/** A sentence that becomes the problem's `detail`, whatever other fields are wrong. */
const QUANTITY = { message: QUANTITY_RULE, context: { detail: true } };

export class CreatePurchaseDto {
  /** The product. Without it, `productName` must name exactly one. */
  @Optional()
  @Id({ required: false, example: '665f1c2ab8d4e1a2b3c4d5e7' })
  productId?: string;

  /** The product's whole name; needed only without `productId`. */
  @ApiPropertyOptional({ type: 'string', maxLength: 200, example: 'Northbeam 480 SSD' })
  @ValidateIf((body: CreatePurchaseDto) => body.productId === undefined)
  @IsNotEmpty({ message: 'Name a product by productId or productName' })
  @IsString({ message: 'Name a product by productId or productName' })
  @MaxLength(200)
  productName?: string;

  @Text(500, 'Address is Required', '12 Foundry Lane, Springfield')
  address!: string;

  /** Digits, as a string or a number. */
  @Phone('Phone is Required')
  phone!: string;

  /** Whole units, within the product's minimum order and what is available. */
  @NumberOrText(
    { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, example: 10 },
    /^[1-9]\d{0,14}$/,
  )
  @IsInt(QUANTITY)
  @Min(1, QUANTITY)
  @Max(Number.MAX_SAFE_INTEGER, QUANTITY)
  orderQuantity!: number;

  /** The unit price in dollars that the customer saw; another than the current one is refused with 409. */
  @SeenPrice(49.9)
  price?: number;

  /** Accepted and ignored: the account has the customer's name. */
  @Ignored('Casey Customer')
  userName?: unknown;

  /** Accepted and ignored: the account has the customer's address. */
  @Ignored('customer@example.com')
  userEmail?: unknown;

  /** Accepted and ignored: the product has the image. */
  @Ignored('/products/dart-500-nvme-ssd-1-tb.webp')
  img?: unknown;
}
