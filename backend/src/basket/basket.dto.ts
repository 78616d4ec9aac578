import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, ValidateNested } from 'class-validator';
import { Id, ID_SCHEMA, Optional } from '../common/fields.js';
import { Country, Region } from '../delivery/address.dto.js';
import { DeliveryOfferDto } from '../delivery/delivery.dto.js';
import { ProductDto } from '../products/product.dto.js';
import { Price, Quantity } from '../products/product-fields.js';

/** The most lines of a basket. */
export const MAX_LINES = 200;

export const EXAMPLE_LINES = [{ productId: '665f1c2ab8d4e1a2b3c4d5e7', orderQuantity: 10, price: 49.9 }];

/** A part in a basket. */
export class SaveBasketLineDto {
  @Id({ example: '665f1c2ab8d4e1a2b3c4d5e7' })
  productId!: string;

  /** Units. Any number can be kept; a read says what of it can be ordered. */
  @Quantity(10)
  orderQuantity!: number;

  /** The unit price in dollars that the shopper saw; a read says when it is another one now. */
  @Optional()
  @Price({ required: false, example: 49.9 })
  price?: number;
}

export class SaveBasketDto {
  /** One a product. */
  @ApiProperty({ type: [SaveBasketLineDto], maxItems: MAX_LINES, example: EXAMPLE_LINES })
  @ValidateNested({ each: true })
  @Type(() => SaveBasketLineDto)
  @ArrayMaxSize(MAX_LINES, { message: `A basket has at most ${MAX_LINES} lines.` })
  @IsArray({ message: 'Give a list of lines.' })
  lines!: SaveBasketLineDto[];
}

/** Where the basket would be delivered to, and how. */
export class DestinationQuery {
  /** ISO 3166-1 alpha-2; without it, the shop's own country. */
  @Optional()
  @Country({ required: false })
  country?: string;

  /** A state, province or region: the tax may depend on it. */
  @Region()
  region?: string;

  /** Without it, the cheapest. */
  @Optional()
  @Id({ required: false })
  deliveryMethodId?: string;
}

export class CheckBasketDto extends DestinationQuery {
  /** One a product. */
  @ApiProperty({ type: [SaveBasketLineDto], maxItems: MAX_LINES, example: EXAMPLE_LINES })
  @ValidateNested({ each: true })
  @Type(() => SaveBasketLineDto)
  @ArrayMaxSize(MAX_LINES, { message: `A basket has at most ${MAX_LINES} lines.` })
  @IsArray({ message: 'Give a list of lines.' })
  lines!: SaveBasketLineDto[];
}

export const BASKET_PROBLEMS = [
  'price-changed',
  'below-minimum',
  'off-pack-step',
  'more-than-available',
  'sold-out',
  'not-sold',
] as const;
export type BasketProblem = (typeof BASKET_PROBLEMS)[number];

export const BASKET_FIXES = ['accept-price', 'set-quantity', 'remove'] as const;
export type BasketFix = (typeof BASKET_FIXES)[number];

/** Why a line cannot be ordered as it is, and what puts it right. */
export class BasketProblemDto {
  @ApiProperty({ enum: BASKET_PROBLEMS, enumName: 'BasketProblem' })
  code!: BasketProblem;

  /** A sentence for the shopper. */
  @ApiProperty({ example: 'Only 4 are left.' })
  message!: string;

  /** The unit price in dollars that the shopper saw, of a changed one. */
  @ApiPropertyOptional({ example: 49.9 })
  was?: number;

  /** The unit price in dollars now, of a changed one. */
  @ApiPropertyOptional({ example: 52.5 })
  is?: number;

  @ApiProperty({ enum: BASKET_FIXES, enumName: 'BasketFix' })
  fix!: BasketFix;

  /** The quantity that can be ordered, of the fix `set-quantity`: it meets every rule at once. */
  @ApiPropertyOptional({ type: 'integer', minimum: 1, example: 4 })
  orderQuantity?: number;
}

/** A line of a basket, checked against the catalogue as it is now. */
export class BasketLineDto {
  @ApiProperty({ ...ID_SCHEMA, example: '665f1c2ab8d4e1a2b3c4d5e7' })
  productId!: string;

  @ApiProperty({ type: 'integer', minimum: 1, example: 10 })
  orderQuantity!: number;

  /** What the part is called; empty for one that the shop does not know. */
  @ApiProperty({ example: 'Northbeam 480 SSD' })
  name!: string;

  /** Empty for a part that the shop does not know. */
  @ApiProperty({ example: '/products/dart-500-nvme-ssd-1-tb.webp' })
  img!: string;

  /** The part as it is sold now; absent when it is not sold any more. */
  @ApiPropertyOptional({ type: ProductDto })
  product?: ProductDto;

  /** The unit price in dollars at this quantity; 0 when it is not sold any more. */
  @ApiProperty({ example: 49.9 })
  price!: number;

  /** Dollars; 0 when it is not sold any more. */
  @ApiProperty({ example: 499 })
  total!: number;

  /** None: the line can be ordered as it is. */
  @ApiProperty({ type: [BasketProblemDto] })
  problems!: BasketProblemDto[];
}

/** A basket, checked against the catalogue as it is now, and what it would cost. */
export class BasketDto {
  /** In the order they were added. */
  @ApiProperty({ type: [BasketLineDto] })
  lines!: BasketLineDto[];

  /** Of the lines that are sold, in dollars. */
  @ApiProperty({ example: 499 })
  subtotal!: number;

  /** How it can be delivered, cheapest first; none where the shop has no delivery methods, or none for this country. */
  @ApiProperty({ type: [DeliveryOfferDto] })
  deliveryOffers!: DeliveryOfferDto[];

  /** The one whose price is in the total: that asked for, else the cheapest. */
  @ApiPropertyOptional({ type: DeliveryOfferDto })
  delivery?: DeliveryOfferDto;

  /** Whether the shop delivers to this country. */
  @ApiProperty({ example: true })
  isDelivered!: boolean;

  /** Of all lines and of the delivery, in dollars. */
  @ApiProperty({ example: 0 })
  tax!: number;

  /** Percent. */
  @ApiProperty({ example: 0 })
  taxRate!: number;

  /** Whether the tax is in the prices, or added to them. */
  @ApiProperty({ example: true })
  pricesIncludeTax!: boolean;

  /** What it would cost, in dollars. */
  @ApiProperty({ example: 513.9 })
  total!: number;
}
