import { ApiProperty, ApiPropertyOptional, PickType } from '@nestjs/swagger';
import { IsString, Matches } from 'class-validator';
import { toDollars } from '../common/money.js';
import { lineTotal } from '../purchases/orders/order-lines.js';
import { wasPaid } from '../purchases/orders/order-states.js';
import type { Order } from '../purchases/orders/order.schema.js';
import { ConfirmPaymentDto, CreatePaymentIntentDto } from './payment.dto.js';

const NOT_A_LINK = { message: 'This is not the token of a payment link.' };

/** The token of a path. */
export class PayTokenParam {
  /** The last part of a payment link. */
  @ApiProperty({ type: 'string', pattern: '^[\\w.-]{1,300}$', example: 'eyJhbGciOiJIUzI1NiJ9.eyJz.c2ln' })
  @Matches(/^[\w.-]{1,300}$/, NOT_A_LINK)
  @IsString(NOT_A_LINK)
  token!: string;
}

export class PayLinkDto {
  /** The page where anybody can pay the order; a path where the shop's own address is not configured (`PUBLIC_URL`). */
  @ApiProperty({ example: 'https://shop.example/pay/eyJhbGciOiJIUzI1NiJ9.eyJz.c2ln' })
  url!: string;

  /** When the link ends, with the order's hold at the latest. */
  @ApiProperty({ type: 'string', format: 'date-time' })
  expiresAt!: string;
}

export class LinkedLineDto {
  @ApiProperty({ example: 'Northbeam 480 SSD' })
  name!: string;

  @ApiProperty({ type: 'integer', example: 10 })
  quantity!: number;

  /** Dollars, as on the order. */
  @ApiProperty({ example: 499 })
  total!: number;
}

export class LinkedDeliveryDto {
  @ApiProperty({ example: 'Express' })
  name!: string;

  /** Dollars. */
  @ApiProperty({ example: 14.9 })
  price!: number;
}

export const LINKED_STATUSES = ['unpaid', 'paid'] as const;
export type LinkedStatus = (typeof LINKED_STATUSES)[number];

/** An order as it is shown by a payment link: nothing of its customer. */
export class LinkedOrderDto {
  @ApiProperty({ example: 'RM-7F4K-29QX' })
  number!: string;

  @ApiProperty({ type: [LinkedLineDto] })
  lines!: LinkedLineDto[];

  @ApiPropertyOptional({ type: LinkedDeliveryDto })
  delivery?: LinkedDeliveryDto;

  /** Of all lines and of the delivery, in dollars. */
  @ApiProperty({ example: 0 })
  tax!: number;

  /** Whether the tax is in the prices, or added to them. */
  @ApiProperty()
  pricesIncludeTax!: boolean;

  /** What is charged, in dollars. */
  @ApiProperty({ example: 513.9 })
  amount!: number;

  /** The ISO 4217 code of every amount. */
  @ApiProperty({ example: 'USD' })
  currency!: string;

  /** Whether it is paid; what became of it then is between the shop and its customer. */
  @ApiProperty({ enum: LINKED_STATUSES, enumName: 'LinkedStatus' })
  status!: LinkedStatus;
}

export const toLinkedOrderDto = (order: Order): LinkedOrderDto => ({
  number: order.number,
  lines: order.lines.map((line) => ({
    name: line.name,
    quantity: line.quantity,
    total: toDollars(lineTotal(line, order.pricesIncludeTax)),
  })),
  ...(order.delivery && {
    delivery: { name: order.delivery.name, price: toDollars(order.delivery.priceCents) },
  }),
  tax: toDollars(order.taxCents),
  pricesIncludeTax: order.pricesIncludeTax,
  amount: toDollars(order.totalCents),
  currency: order.currency,
  status: wasPaid(order.status) ? 'paid' : 'unpaid',
});

export class CreateLinkedIntentDto extends PickType(CreatePaymentIntentDto, ['price']) {}

export class ConfirmLinkedPaymentDto extends PickType(ConfirmPaymentDto, ['transactionId']) {}
