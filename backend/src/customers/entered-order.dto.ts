import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsObject, ValidateNested } from 'class-validator';
import { CheckoutFields } from '../purchases/orders/checkout-fields.js';
import { Email, Id, Optional } from '../common/fields.js';
import { Quantity, Sku } from '../products/product-fields.js';
import { ExternalId } from '../purchases/orders/external-id.js';
import { MAX_LINES } from '../purchases/orders/order-lines.js';

export const EXAMPLE_ENTERED_LINES = [{ sku: 'NB-480', orderQuantity: 10 }];

/** For whom an order is: by the `_id` or by the e-mail address of an account, one of them. */
export class CustomerRefDto {
  @Optional()
  @Id({ required: false, example: '665f1c2ab8d4e1a2b3c4d5e8' })
  id?: string;

  @Optional()
  @Email({ required: false })
  email?: string;
}

/** A part and how many; it is named by its `productId` or its `sku`, one of them, and costs what it costs in the shop. */
export class EnteredLineDto {
  @Optional()
  @Id({ required: false, example: '665f1c2ab8d4e1a2b3c4d5e7' })
  productId?: string;

  @Optional()
  @Sku()
  sku?: string;

  /** Whole units, within the part's minimum order, packs and what is available. */
  @Quantity(10)
  orderQuantity!: number;
}

/** An order for a customer, by an admin or a program. */
export class EnterOrderDto extends CheckoutFields {
  @ApiProperty({ type: CustomerRefDto, example: { email: 'customer@example.com' } })
  @ValidateNested()
  @Type(() => CustomerRefDto)
  @IsObject({ message: 'Name the customer.' })
  customer!: CustomerRefDto;

  /** What is ordered, one line a product. */
  @ApiProperty({ type: [EnteredLineDto], minItems: 1, maxItems: MAX_LINES, example: EXAMPLE_ENTERED_LINES })
  @ValidateNested({ each: true })
  @Type(() => EnteredLineDto)
  @ArrayMaxSize(MAX_LINES, { message: `An order has at most ${MAX_LINES} lines.` })
  @ArrayMinSize(1, { message: 'Order at least one part.' })
  @IsArray({ message: 'Give a list of lines.' })
  lines!: EnteredLineDto[];

  /** What the other system calls it: a second order with the same is refused with 409. */
  @Optional()
  @ExternalId({ required: false })
  externalId?: string;
}
