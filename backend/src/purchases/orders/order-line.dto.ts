import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, ValidateNested } from 'class-validator';
import { Types } from 'mongoose';
import { Id, ID_SCHEMA, IdParam, Optional } from '../../common/fields.js';
import { toDollars } from '../../common/money.js';
import { Quantity } from '../../products/product-fields.js';
import type { Shipment } from '../shipments/shipment.schema.js';
import { lineTotal, MAX_LINES, outstandingUnits } from './order-lines.js';
import type { LineUnits, OrderLine } from './order-line.schema.js';
import type { Delivery, Order } from './order.schema.js';

/** A part of an order, as it was when it was ordered. */
export class OrderLineDto {
  @ApiProperty({ ...ID_SCHEMA, example: '665f1c2ab8d4e1a2b3c4d5e7' })
  productId!: string;
  @ApiProperty({ example: 'Northbeam 480 SSD' })
  name!: string;
  @ApiPropertyOptional({ example: 'NB-480' })
  sku?: string;
  @ApiPropertyOptional({ example: 'ssd' })
  kind?: string;
  @ApiProperty({ example: '/products/dart-500-nvme-ssd-1-tb.webp' })
  img!: string;
  /** The unit price in dollars. */
  @ApiProperty({ example: 49.9 })
  price!: number;
  @ApiProperty({ type: 'integer', minimum: 1, example: 10 })
  quantity!: number;
  /** Percent. */
  @ApiProperty({ example: 0 })
  taxRate!: number;
  /** Dollars; included in the price or added to it, as `pricesIncludeTax` of the order says. */
  @ApiProperty({ example: 0 })
  tax!: number;
  /** What the line costs, in dollars. */
  @ApiProperty({ example: 499 })
  total!: number;
  /** Units that have shipped. */
  @ApiProperty({ type: 'integer', minimum: 0, example: 0 })
  shipped!: number;
  /** Units that were refunded. */
  @ApiProperty({ type: 'integer', minimum: 0, example: 0 })
  refunded!: number;
  /** Units that are still to be shipped; none of an order that was cancelled or refunded. */
  @ApiProperty({ type: 'integer', minimum: 0, example: 10 })
  outstanding!: number;
}

/** How an order is delivered, as it was charged. */
export class OrderDeliveryDto {
  @ApiProperty({ example: 'Standard' })
  name!: string;
  /** Dollars. */
  @ApiProperty({ example: 0 })
  price!: number;
  /** Dollars. */
  @ApiProperty({ example: 0 })
  tax!: number;
  /** The day it is expected to arrive. */
  @ApiPropertyOptional({ type: 'string', format: 'date', example: '2026-11-30' })
  expected?: string;
}

/** The ids of a path: an order's, and the product of one of its lines. */
export class OrderLineParams extends IdParam {
  @Id({ description: "The `_id` of the line's product." })
  productId!: string;
}

/** Some units of a line. */
export class LineUnitsDto {
  @ApiProperty({ ...ID_SCHEMA, example: '665f1c2ab8d4e1a2b3c4d5e7' })
  productId!: string;
  @ApiProperty({ type: 'integer', minimum: 1, example: 10 })
  quantity!: number;
}

/** Units of a line that a request names. */
export class NamedUnitsDto {
  @Id({ example: '665f1c2ab8d4e1a2b3c4d5e7' })
  productId!: string;
  @Quantity(10)
  quantity!: number;
}

const UNITS = [{ productId: '665f1c2ab8d4e1a2b3c4d5e7', quantity: 10 }];

/** A list of units of lines, in a request; each product once. */
export const UnitsOfLines = (docs: { description: string }) =>
  applyDecorators(
    ApiPropertyOptional({ type: [NamedUnitsDto], minItems: 1, maxItems: MAX_LINES, example: UNITS, ...docs }),
    Optional(),
    ValidateNested({ each: true, message: 'Give a list of lines.' }),
    Type(() => NamedUnitsDto),
    ArrayMaxSize(MAX_LINES, { message: `An order has at most ${MAX_LINES} lines.` }),
    ArrayMinSize(1, { message: 'Name at least one line.' }),
    IsArray({ message: 'Give a list of lines.' }),
  );

/** The units as the shop's rules take them. */
export const toLineUnits = (units: readonly NamedUnitsDto[]): LineUnits[] =>
  units.map(({ productId, quantity }) => ({ productId: new Types.ObjectId(productId), quantity }));

/** Units of an order that left together. */
export class ShipmentDto {
  @ApiProperty({ ...ID_SCHEMA, example: '665f1c2ab8d4e1a2b3c4d5ea' })
  _id!: string;
  @ApiProperty({ type: 'string', format: 'date-time' })
  at!: string;
  @ApiProperty({ type: [LineUnitsDto] })
  lines!: LineUnitsDto[];
  @ApiPropertyOptional({ example: 'UPS' })
  carrier?: string;
  @ApiPropertyOptional({ example: '1Z999AA10123456784' })
  trackingNumber?: string;
  /** The carrier's page that follows it, where the shop knows it. */
  @ApiPropertyOptional({ example: 'https://www.ups.com/track?tracknum=1Z999AA10123456784' })
  trackingUrl?: string;
  /** When it was undone, where it was. */
  @ApiPropertyOptional({ type: 'string', format: 'date-time' })
  undoneAt?: string;
  /** Why it was undone; for admins. */
  @ApiPropertyOptional({ example: 'The parcel never left.' })
  undoReason?: string;
}

export const toLineDto = (
  line: OrderLine,
  { pricesIncludeTax, status }: Pick<Order, 'pricesIncludeTax' | 'status'>,
): OrderLineDto => ({
  productId: String(line.productId),
  name: line.name,
  ...(line.sku && { sku: line.sku }),
  ...(line.kind && { kind: line.kind }),
  img: line.img,
  price: toDollars(line.unitCents),
  quantity: line.quantity,
  taxRate: line.taxRate,
  tax: toDollars(line.taxCents),
  total: toDollars(lineTotal(line, pricesIncludeTax)),
  shipped: line.shipped,
  refunded: line.refunded,
  outstanding: status === 'unpaid' || status === 'paid' ? outstandingUnits(line) : 0,
});

export const toDeliveryDto = ({ name, priceCents, taxCents, expected }: Delivery): OrderDeliveryDto => ({
  name,
  price: toDollars(priceCents),
  tax: toDollars(taxCents),
  ...(expected && { expected }),
});

export const toShipmentDto =
  (who: 'customer' | 'admin') =>
  ({ _id, at, lines, carrier, trackingNumber, trackingUrl, undone }: Shipment): ShipmentDto => ({
    _id: String(_id),
    at: at.toISOString(),
    lines: lines.map(({ productId, quantity }) => ({ productId: String(productId), quantity })),
    ...(carrier && { carrier }),
    ...(trackingNumber && { trackingNumber }),
    ...(trackingUrl && { trackingUrl }),
    ...(undone && { undoneAt: undone.at.toISOString() }),
    ...(who === 'admin' && undone?.reason && { undoReason: undone.reason }),
  });
