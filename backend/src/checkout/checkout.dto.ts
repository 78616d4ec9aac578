import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsObject, ValidateNested } from 'class-validator';
import { Id, Line, Optional, Phone, Text } from '../common/fields.js';
import { EXAMPLE_LINES } from '../basket/basket.dto.js';
import { AddressDto, EXAMPLE_ADDRESS } from '../delivery/address.dto.js';
import { Price, Quantity } from '../products/product-fields.js';
import { MAX_LINES } from '../purchases/orders/order-lines.js';

export class CheckoutLineDto {
  @Id({ example: '665f1c2ab8d4e1a2b3c4d5e7' })
  productId!: string;

  /** Whole units, within the part's minimum order, packs and what is available. */
  @Quantity(10)
  orderQuantity!: number;

  /** The unit price in dollars that the shopper saw: the base price, or that at this quantity. */
  @Price({ example: 49.9 })
  price!: number;
}

export class CheckoutDto {
  /** What is ordered, one line a product. */
  @ApiProperty({ type: [CheckoutLineDto], minItems: 1, maxItems: MAX_LINES, example: EXAMPLE_LINES })
  @ValidateNested({ each: true })
  @Type(() => CheckoutLineDto)
  @ArrayMaxSize(MAX_LINES, { message: `An order has at most ${MAX_LINES} lines.` })
  @ArrayMinSize(1, { message: 'Order at least one part.' })
  @IsArray({ message: 'Give a list of lines.' })
  lines!: CheckoutLineDto[];

  /** Where it is delivered. */
  @ApiProperty({ type: AddressDto, example: EXAMPLE_ADDRESS })
  @ValidateNested()
  @Type(() => AddressDto)
  @IsObject({ message: 'Address is Required' })
  address!: AddressDto;

  /** Digits, as a string or a number. */
  @Phone('Phone is Required')
  phone!: string;

  /** One that delivers to the address; without it, the cheapest of them. */
  @Optional()
  @Id({ required: false })
  deliveryMethodId?: string;

  /** The customer's VAT identification number. */
  @Optional()
  @Line(20, 'Enter a VAT identification number.', 'DE123456789', { required: false })
  vatId?: string;

  /** The customer's own number of the order. */
  @Optional()
  @Line(60, 'Enter a PO number.', 'PO-2026-0117', { required: false })
  poNumber?: string;

  /** What the customer asks for. */
  @Optional()
  @Text(1_000, 'Enter a note.', 'Please deliver before noon.', { required: false })
  note?: string;
}
