import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, ValidateNested } from 'class-validator';
import { Id } from '../common/fields.js';
import { EXAMPLE_LINES } from '../basket/basket.dto.js';
import { Price, Quantity } from '../products/product-fields.js';
import { CheckoutFields } from '../purchases/orders/checkout-fields.js';
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

export class CheckoutDto extends CheckoutFields {
  /** What is ordered, one line a product. */
  @ApiProperty({ type: [CheckoutLineDto], minItems: 1, maxItems: MAX_LINES, example: EXAMPLE_LINES })
  @ValidateNested({ each: true })
  @Type(() => CheckoutLineDto)
  @ArrayMaxSize(MAX_LINES, { message: `An order has at most ${MAX_LINES} lines.` })
  @ArrayMinSize(1, { message: 'Order at least one part.' })
  @IsArray({ message: 'Give a list of lines.' })
  lines!: CheckoutLineDto[];
}
