import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, IsNotEmpty, IsString, Max, MaxLength, Min, ValidateIf } from 'class-validator';
import { ID_SCHEMA, Id, Ignored, NumberOrText, Optional, Phone, Text } from '../../common/fields.js';
import { SeenPrice } from './seen-price.js';
import { toDollars } from '../../common/money.js';
import {
  DISPUTE_STATES,
  type DisputeState,
  REFUND_STATUSES,
  type RefundStatus,
  type Status,
  STATUSES,
  type Step,
  STEPS,
  stepsFor,
} from './order-rules.js';
import { QUANTITY_RULE } from '../purchase-errors.js';
import type { Order } from './order.schema.js';
import { refundedCents } from '../refunds/refund-rules.js';

/** A sentence that becomes the problem's `detail`, whatever other fields are wrong. */
const QUANTITY = { message: QUANTITY_RULE, context: { detail: true } };

export class TimelineEntryDto {
  @ApiProperty({ type: 'string', format: 'date-time' })
  at!: string;
  /** The state reached, or another change, such as `refund-requested`. */
  @ApiProperty({ example: 'paid' })
  what!: string;
  /** Who did it: customer, admin, expiry, webhook, sweeper, account-removal. */
  @ApiProperty({ example: 'customer' })
  by!: string;
  @ApiPropertyOptional({ example: 'by a check with the payment provider' })
  note?: string;
}

/** An order as its customer and the admins see it. */
export class OrderDto {
  @ApiProperty(ID_SCHEMA)
  _id!: string;
  @ApiProperty({ example: 'Casey Customer' })
  userName!: string;
  @ApiProperty({ example: 'customer@example.com' })
  userEmail!: string;
  @ApiProperty({ example: '12 Foundry Lane, Springfield' })
  address!: string;
  @ApiProperty({ example: '5550100' })
  phone!: string;
  @ApiProperty({ type: 'integer', example: 10 })
  orderQuantity!: number;
  @ApiProperty({ ...ID_SCHEMA, example: '665f1c2ab8d4e1a2b3c4d5e7' })
  productId!: string;
  @ApiProperty({ example: 'Northbeam 480 SSD' })
  productName!: string;
  /** The product's kind when the order was made. */
  @ApiPropertyOptional({ example: 'ssd' })
  kind?: string;
  /** The unit price in dollars that the order was made at. */
  @ApiProperty({ example: 49.9 })
  price!: number;
  /** What is charged, in dollars: unit price × quantity. */
  @ApiProperty({ example: 499 })
  total!: number;
  @ApiProperty({ example: '/products/dart-500-nvme-ssd-1-tb.webp' })
  img!: string;
  @ApiProperty({ enum: STATUSES, enumName: 'OrderStatus' })
  status!: Status;
  /** Whether it was ever paid. */
  @ApiProperty()
  paid!: boolean;
  /** Whether it was ever shipped. */
  @ApiProperty()
  shipped!: boolean;
  /** The payment intent that paid it. */
  @ApiPropertyOptional({ example: 'pi_3NkX2eLkdIwHu7ix0a1b2c3d' })
  transactionId?: string;
  /** How its refunds stand, when there are any. */
  @ApiPropertyOptional({ enum: REFUND_STATUSES, enumName: 'RefundStatus' })
  refundStatus?: RefundStatus;
  /** Whether the cardholder disputes its payment, and what became of it; for admins, where somebody did. */
  @ApiPropertyOptional({ enum: DISPUTE_STATES, enumName: 'OrderDispute' })
  dispute?: DisputeState;
  /** What was given back of its payment, in dollars. */
  @ApiProperty({ example: 0 })
  refunded!: number;
  /** What the caller can do with it now. */
  @ApiProperty({ enum: STEPS, enumName: 'OrderStep', isArray: true })
  nextSteps!: Step[];
  /** When it expires, while it is unpaid. */
  @ApiPropertyOptional({ type: 'string', format: 'date-time' })
  holdUntil?: string;
  @ApiProperty({ type: 'string', format: 'date-time' })
  createdAt!: string;
  /** Every change, oldest first. */
  @ApiProperty({ type: [TimelineEntryDto] })
  timeline!: TimelineEntryDto[];
}

export const toOrderDto =
  (who: 'customer' | 'admin') =>
  (order: Order): OrderDto => ({
    _id: String(order._id),
    userName: order.userName,
    userEmail: order.userEmail,
    address: order.address,
    phone: order.phone,
    orderQuantity: order.orderQuantity,
    productId: String(order.productId),
    productName: order.productName,
    ...(order.kind && { kind: order.kind }),
    price: toDollars(order.unitCents),
    total: toDollars(order.totalCents),
    img: order.img,
    status: order.status,
    paid: order.paidAt != null,
    shipped: order.shippedAt != null,
    ...(order.transactionId && { transactionId: order.transactionId }),
    ...(order.refundStatus && { refundStatus: order.refundStatus }),
    ...(who === 'admin' && order.dispute && { dispute: order.dispute }),
    refunded: toDollars(refundedCents(order)),
    nextSteps: stepsFor(who, order),
    ...(order.status === 'unpaid' && { holdUntil: order.holdUntil.toISOString() }),
    createdAt: order.createdAt.toISOString(),
    timeline: order.timeline.map(({ at, what, by, note }) => ({
      at: at.toISOString(),
      what,
      by,
      ...(note && { note }),
    })),
  });

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

/** The order to pay. */
export class OrderToPayDto {
  @ApiProperty(ID_SCHEMA)
  _id!: string;
  @ApiProperty({ example: 'Northbeam 480 SSD' })
  productName!: string;
  /** The customer's name. */
  @ApiProperty({ example: 'Casey Customer' })
  name!: string;
  @ApiProperty({ example: 'customer@example.com' })
  email!: string;
  /** The amount due in dollars; 0 when nothing is. */
  @ApiProperty({ example: 499 })
  price!: number;
  /** The unit price in dollars. */
  @ApiProperty({ example: 49.9 })
  unitPrice!: number;
  @ApiProperty({ type: 'integer', example: 10 })
  orderQuantity!: number;
  @ApiProperty({ enum: STATUSES, enumName: 'OrderStatus' })
  status!: Status;
  /** The payment intent that paid it. */
  @ApiPropertyOptional({ example: 'pi_3NkX2eLkdIwHu7ix0a1b2c3d' })
  transactionId?: string;
}

export const toOrderToPayDto = (order: Order): OrderToPayDto => ({
  _id: String(order._id),
  productName: order.productName,
  name: order.userName,
  email: order.userEmail,
  price: order.status === 'unpaid' ? toDollars(order.totalCents) : 0,
  unitPrice: toDollars(order.unitCents),
  orderQuantity: order.orderQuantity,
  status: order.status,
  ...(order.transactionId && { transactionId: order.transactionId }),
});
