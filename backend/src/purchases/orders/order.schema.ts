import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { type HydratedDocument, SchemaTypes, Types } from 'mongoose';
import type { Caller } from '../../common/access.js';
import { CURRENCY } from '../../common/money.js';
import { type Address, AddressSchema } from '../../delivery/address.js';
import { type Refund, RefundSchema } from '../refunds/refund.schema.js';
import { type Shipment, ShipmentSchema } from '../shipments/shipment.schema.js';
import { type OrderLine, OrderLineSchema } from './order-line.schema.js';
import {
  DISPUTE_STATES,
  type DisputeState,
  REFUND_STATUSES,
  type RefundStatus,
  STATUSES,
  type Status,
} from './order-states.js';

/**
 * Who changes an order: its customer, an admin, somebody with a link to pay it, the end of its hold, the payment provider's webhook, the payments job, or the
 * removal of its customer's account.
 */
export type ActorKind =
  'customer' | 'admin' | 'pay-link' | 'expiry' | 'webhook' | 'payments-job' | 'account-removal';

export interface Actor {
  by: ActorKind;
  /** The person's id, where it was one. */
  userId?: string;
  /** The admin whose change is recorded in the audit log. */
  admin?: Caller;
}

export const asAdmin = (admin: Caller): Actor => ({ by: 'admin', userId: admin.id, admin });

/** One change of an order: when, which, and by whom. */
@Schema({ _id: false })
export class TimelineEntry {
  @Prop({ type: Date, required: true })
  at!: Date;

  /** The state that was reached, or another change, such as `removed-by-customer` or `refund-failed`. */
  @Prop({ type: String, required: true })
  what!: string;

  @Prop({ type: String, required: true })
  by!: ActorKind;

  /** The admin's or customer's id, where a person did it. */
  @Prop({ type: String })
  userId?: string;

  @Prop({ type: String })
  note?: string;
}

/** How an order is delivered, as it was charged. */
@Schema({ _id: false })
export class Delivery {
  /** The method's id; absent on orders that were not placed by one. */
  @Prop({ type: String })
  methodId?: string;

  @Prop({ type: String, required: true })
  name!: string;

  /** Whole cents; with the tax where prices include it. */
  @Prop({ type: Number, required: true })
  priceCents!: number;

  @Prop({ type: Number, required: true })
  taxCents!: number;

  /** The day it is expected to arrive, `2026-11-30`. */
  @Prop({ type: String })
  expected?: string;
}

/** An order: what somebody bought at once, and pays at once. No order is ever erased. */
@Schema({ collection: 'purchases', timestamps: true, versionKey: 'version' })
export class Order {
  _id!: Types.ObjectId;

  /** What people call it: `RM-7F4K-29QX`. No two orders have the same, see `order-number.ts`. */
  @Prop({ type: String, required: true })
  number!: string;

  /** What another system calls it, for admins; no two orders have the same, see `order-external-id.ts`. */
  @Prop({ type: String })
  externalId?: string;

  @Prop({ type: SchemaTypes.ObjectId, required: true })
  userId!: Types.ObjectId;

  /** Empty, as is the name, once the customer is removed. */
  @Prop({ type: String, default: '' })
  userEmail!: string;

  /** Empty for a customer who has given no name. */
  @Prop({ type: String, default: '' })
  userName!: string;

  /** As one text. */
  @Prop({ type: String, required: true })
  address!: string;

  /** The same in its parts; absent where only a text was given. */
  @Prop({ type: AddressSchema })
  shippingAddress?: Address;

  @Prop({ type: String, required: true })
  phone!: string;

  @Prop({ type: String })
  company?: string;

  /** The customer's VAT identification number. */
  @Prop({ type: String })
  vatId?: string;

  /** The customer's own number of the order. */
  @Prop({ type: String })
  poNumber?: string;

  /** What the customer asks for. */
  @Prop({ type: String })
  note?: string;

  /** What was ordered, at most `MAX_LINES`; a product is in one of them. */
  @Prop({ type: [OrderLineSchema], required: true })
  lines!: OrderLine[];

  /** Of all lines, unit price × quantity, in whole cents. */
  @Prop({ type: Number, required: true })
  subtotalCents!: number;

  /** Absent where nothing is charged or said about it. */
  @Prop({ type: SchemaFactory.createForClass(Delivery) })
  delivery?: Delivery;

  /** Of all lines and of the delivery. */
  @Prop({ type: Number, required: true, default: 0 })
  taxCents!: number;

  /** Whether the tax is in the prices, or added to them. */
  @Prop({ type: Boolean, required: true, default: true })
  pricesIncludeTax!: boolean;

  /** What is charged, in whole cents. */
  @Prop({ type: Number, required: true })
  totalCents!: number;

  /** The ISO 4217 code of every amount of the order. */
  @Prop({ type: String, required: true, default: CURRENCY })
  currency!: string;

  /**
   * Whether its customer had never paid when they placed it: while it is unpaid, its units count in the products'
   * `heldByNewCustomers`.
   */
  @Prop({ type: Boolean })
  ofNewCustomer?: true;

  @Prop({ type: String, required: true, enum: STATUSES, default: 'unpaid' })
  status!: Status;

  /** Lower-case words of the customer, the products, the number and the id. */
  @Prop({ type: [String], required: true, select: false })
  words?: string[];

  /** What a search by words finds. */
  @Prop({ type: [String], required: true, select: false })
  tokens?: string[];

  /** The one payment intent that is or was last open for it. */
  @Prop({ type: String })
  intentId?: string;

  /** How many intents were dropped before; part of the next one's idempotency key. */
  @Prop({ type: Number, default: 0 })
  intentAttempt!: number;

  /** The `_id` of the payment that paid it, see `payment.schema.ts`. */
  @Prop({ type: String })
  transactionId?: string;

  /** When an unpaid order expires. */
  @Prop({ type: Date, required: true })
  holdUntil!: Date;

  /** Until then no job works on it: it is claimed by one, or could not be finished. A change of its state clears it. */
  @Prop({ type: Date })
  nextAttemptAt?: Date;

  @Prop({ type: Date })
  paidAt?: Date;

  /** When all of it had shipped. */
  @Prop({ type: Date })
  shippedAt?: Date;

  /** Oldest first. */
  @Prop({ type: [ShipmentSchema], default: [] })
  shipments!: Shipment[];

  /** Every refund, oldest first: what was given back of the payment. */
  @Prop({ type: [RefundSchema], default: [] })
  refunds!: Refund[];

  /** `refundStatusOf` its refunds, kept here so that the job finds the pending ones. */
  @Prop({ type: String, enum: REFUND_STATUSES })
  refundStatus?: RefundStatus;

  /** Whether the cardholder disputes its payment, and what became of it; absent where nobody did. */
  @Prop({ type: String, enum: DISPUTE_STATES })
  dispute?: DisputeState;

  /** Until when an open dispute is to be responded to at the payment provider, where it says so. */
  @Prop({ type: Date })
  disputeDueBy?: Date;

  /** How many refunds were requested; part of each one's idempotency key. */
  @Prop({ type: Number, default: 0 })
  refundAttempt!: number;

  /** When its customer took it off their own list. */
  @Prop({ type: Date, default: null })
  hiddenAt!: Date | null;

  @Prop({ type: [SchemaFactory.createForClass(TimelineEntry)], required: true })
  timeline!: TimelineEntry[];

  createdAt!: Date;
  updatedAt!: Date;
  version!: number;
}

export type OrderDocument = HydratedDocument<Order>;
export const OrderSchema = SchemaFactory.createForClass(Order);

// A list of all states asks for each, so that one index serves both: the rows of each are in order, and the database merges
// them.
OrderSchema.index({ userId: 1, hiddenAt: 1, status: 1, createdAt: -1, _id: -1 });
OrderSchema.index({ userId: 1, hiddenAt: 1, status: 1, totalCents: 1, _id: 1 });
OrderSchema.index({ userId: 1, status: 1, createdAt: -1, _id: -1 });
OrderSchema.index({ status: 1, createdAt: -1, _id: -1 });
OrderSchema.index({ status: 1, holdUntil: 1 });
OrderSchema.index({ status: 1, totalCents: 1, _id: 1 });
// None with `totalCents`: each change of an order's state writes all of its tokens again.
OrderSchema.index({ tokens: 1, status: 1, createdAt: -1, _id: -1 });
OrderSchema.index({ 'lines.productId': 1, status: 1, createdAt: -1, _id: -1 });
OrderSchema.index({ 'lines.kind': 1, status: 1, createdAt: -1, _id: -1 });
OrderSchema.index(
  { dispute: 1, createdAt: -1, _id: -1 },
  { partialFilterExpression: { dispute: { $exists: true } } },
);
OrderSchema.index(
  { 'lines.imageId': 1 },
  { partialFilterExpression: { 'lines.imageId': { $exists: true } } },
);
OrderSchema.index({ refundStatus: 1 }, { partialFilterExpression: { refundStatus: { $exists: true } } });
