import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ID_SCHEMA } from '../../common/fields.js';
import { AddressDto, toAddressDto } from '../../delivery/address.dto.js';
import { FULFILMENTS, type Fulfilment, fulfilmentOf, titleOf } from './order-lines.js';
import {
  OrderDeliveryDto,
  OrderLineDto,
  ShipmentDto,
  toDeliveryDto,
  toLineDto,
  toShipmentDto,
} from './order-line.dto.js';
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
} from './order-states.js';
import type { Order } from './order.schema.js';
import { refundedCents } from '../refunds/refund-rules.js';

export class TimelineEntryDto {
  @ApiProperty({ type: 'string', format: 'date-time' })
  at!: string;
  /** The state reached, or another change, such as `refund-requested`. */
  @ApiProperty({ example: 'paid' })
  what!: string;
  /** Who did it: customer, admin, pay-link, expiry, webhook, payments-job, account-removal. */
  @ApiProperty({ example: 'customer' })
  by!: string;
  @ApiPropertyOptional({ example: 'by a check with the payment provider' })
  note?: string;
}

/** What an order is of, and what it costs. `productName` and `orderQuantity` are those of its first line. */
class ChargedOrderDto {
  @ApiProperty(ID_SCHEMA)
  _id!: string;
  /** What people call it. */
  @ApiProperty({ example: 'RM-7F4K-29QX' })
  number!: string;
  /** Everything that was ordered. */
  @ApiProperty({ type: [OrderLineDto] })
  lines!: OrderLineDto[];
  /** The first line's product, followed by `and 2 more` where there are more. */
  @ApiProperty({ example: 'Northbeam 480 SSD' })
  productName!: string;
  @ApiProperty({ type: 'integer', example: 10 })
  orderQuantity!: number;
  /** Of all lines, unit price × quantity, in dollars. */
  @ApiProperty({ example: 499 })
  subtotal!: number;
  @ApiPropertyOptional({ type: OrderDeliveryDto })
  delivery?: OrderDeliveryDto;
  /** Of all lines and of the delivery, in dollars. */
  @ApiProperty({ example: 0 })
  tax!: number;
  /** Whether the tax is in the prices, or added to them. */
  @ApiProperty()
  pricesIncludeTax!: boolean;
  /** The ISO 4217 code of every amount. */
  @ApiProperty({ example: 'USD' })
  currency!: string;
  @ApiProperty({ enum: STATUSES, enumName: 'OrderStatus' })
  status!: Status;
  /** The payment intent that paid it. */
  @ApiPropertyOptional({ example: 'pi_3NkX2eLkdIwHu7ix0a1b2c3d' })
  transactionId?: string;
}

/**
 * An order as its customer and the admins see it. `orderQuantity`, `productId`, `kind`, `price` and `img` are those of its first
 * line; of an order of one line they are all there is.
 */
export class OrderDto extends ChargedOrderDto {
  /** What another system calls it; for admins, where one does. */
  @ApiPropertyOptional({ example: 'SO-2026-00417' })
  externalId?: string;
  @ApiProperty({ example: 'Casey Customer' })
  userName!: string;
  @ApiProperty({ example: 'customer@example.com' })
  userEmail!: string;
  /** Where it is delivered, as one text. */
  @ApiProperty({ example: '12 Foundry Lane, Springfield' })
  address!: string;
  /** The same in its parts, where it was given so. */
  @ApiPropertyOptional({ type: AddressDto })
  shippingAddress?: AddressDto;
  @ApiProperty({ example: '5550100' })
  phone!: string;
  @ApiPropertyOptional({ example: 'Springfield Systems Inc.' })
  company?: string;
  /** The customer's VAT identification number. */
  @ApiPropertyOptional({ example: 'DE123456789' })
  vatId?: string;
  /** The customer's own number of the order. */
  @ApiPropertyOptional({ example: 'PO-2026-0117' })
  poNumber?: string;
  /** What the customer asks for. */
  @ApiPropertyOptional({ example: 'Please deliver before noon.' })
  note?: string;
  @ApiProperty({ ...ID_SCHEMA, example: '665f1c2ab8d4e1a2b3c4d5e7' })
  productId!: string;
  /** The product's kind when the order was made. */
  @ApiPropertyOptional({ example: 'ssd' })
  kind?: string;
  /** The unit price in dollars that the order was made at. */
  @ApiProperty({ example: 49.9 })
  price!: number;
  /** What is charged, in dollars: subtotal and delivery, and the tax where prices do not include it. */
  @ApiProperty({ example: 499 })
  total!: number;
  @ApiProperty({ example: '/products/dart-500-nvme-ssd-1-tb.webp' })
  img!: string;
  /** Whether it was ever paid. */
  @ApiProperty()
  paid!: boolean;
  /** Whether all of it has shipped. */
  @ApiProperty()
  shipped!: boolean;
  /** How much of it has shipped, of what was not refunded. */
  @ApiProperty({ enum: FULFILMENTS, enumName: 'Fulfilment' })
  fulfilment!: Fulfilment;
  /** Oldest first. */
  @ApiProperty({ type: [ShipmentDto] })
  shipments!: ShipmentDto[];
  /** How its refunds stand, when there are any. */
  @ApiPropertyOptional({ enum: REFUND_STATUSES, enumName: 'RefundStatus' })
  refundStatus?: RefundStatus;
  /** Whether the cardholder disputes its payment, and what became of it; for admins, where somebody did. */
  @ApiPropertyOptional({ enum: DISPUTE_STATES, enumName: 'OrderDispute' })
  dispute?: DisputeState;
  /** Until when an open dispute is to be responded to at the payment provider; for admins. */
  @ApiPropertyOptional({ type: 'string', format: 'date-time' })
  disputeDueBy?: string;
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

const toChargedDto = (order: Order) => ({
  _id: String(order._id),
  number: order.number,
  lines: order.lines.map((line) => toLineDto(line, order)),
  productName: titleOf(order.lines),
  orderQuantity: order.lines[0]!.quantity,
  subtotal: toDollars(order.subtotalCents),
  ...(order.delivery && { delivery: toDeliveryDto(order.delivery) }),
  tax: toDollars(order.taxCents),
  pricesIncludeTax: order.pricesIncludeTax,
  currency: order.currency,
  status: order.status,
  ...(order.transactionId && { transactionId: order.transactionId }),
});

/** The other fields of an order that describe one product. */
const firstLineOf = ({ lines: [line] }: Order) => ({
  productId: String(line!.productId),
  ...(line!.kind && { kind: line!.kind }),
  price: toDollars(line!.unitCents),
  img: line!.img,
});

export const toOrderDto =
  (who: 'customer' | 'admin') =>
  (order: Order): OrderDto => ({
    ...toChargedDto(order),
    ...(who === 'admin' && order.externalId && { externalId: order.externalId }),
    userName: order.userName,
    userEmail: order.userEmail,
    address: order.address,
    ...(order.shippingAddress && { shippingAddress: toAddressDto(order.shippingAddress) }),
    phone: order.phone,
    ...(order.company && { company: order.company }),
    ...(order.vatId && { vatId: order.vatId }),
    ...(order.poNumber && { poNumber: order.poNumber }),
    ...(order.note && { note: order.note }),
    ...firstLineOf(order),
    total: toDollars(order.totalCents),
    paid: order.paidAt != null,
    shipped: order.shippedAt != null,
    fulfilment: fulfilmentOf(order.lines),
    shipments: order.shipments.map(toShipmentDto(who)),
    ...(order.refundStatus && { refundStatus: order.refundStatus }),
    ...(who === 'admin' && order.dispute && { dispute: order.dispute }),
    ...(who === 'admin' && order.disputeDueBy && { disputeDueBy: order.disputeDueBy.toISOString() }),
    refunded: toDollars(refundedCents(order)),
    nextSteps: stepsFor(who, order),
    ...(order.status === 'unpaid' && { holdUntil: order.holdUntil.toISOString() }),
    createdAt: order.createdAt.toISOString(),
    timeline: order.timeline.map(({ at, what, by, note }) => ({
      at: at.toISOString(),
      what,
      by,
      // why a refund failed is between the shop and its payment provider
      ...(note && (who === 'admin' || what !== 'refund-failed') && { note }),
    })),
  });

/** The order to pay. */
export class OrderToPayDto extends ChargedOrderDto {
  /** The customer's name. */
  @ApiProperty({ example: 'Casey Customer' })
  name!: string;
  @ApiProperty({ example: 'customer@example.com' })
  email!: string;
  /** The amount due in dollars; 0 when nothing is. */
  @ApiProperty({ example: 499 })
  price!: number;
  /** The unit price in dollars of its first line. */
  @ApiProperty({ example: 49.9 })
  unitPrice!: number;
}

export const toOrderToPayDto = (order: Order): OrderToPayDto => ({
  ...toChargedDto(order),
  name: order.userName,
  email: order.userEmail,
  price: order.status === 'unpaid' ? toDollars(order.totalCents) : 0,
  unitPrice: toDollars(order.lines[0]!.unitCents),
});
