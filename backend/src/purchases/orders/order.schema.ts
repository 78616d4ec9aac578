import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { type HydratedDocument, SchemaTypes, Types } from 'mongoose';
import type { Caller } from '../../common/access.js';
import {
  DISPUTE_STATES,
  type DisputeState,
  REFUND_STATUSES,
  type RefundStatus,
  STATUSES,
  type Status,
} from './order-rules.js';

/**
 * Who changes an order: its customer, an admin, the end of its hold, the payment provider's webhook, the payments job
 * (`sweeper` in the stored timelines), or the removal of its customer's account.
 */
export type ActorKind = 'customer' | 'admin' | 'expiry' | 'webhook' | 'sweeper' | 'account-removal';

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

/** A refund of an order's payment, or of a part of it. */
@Schema({ _id: false })
class RefundEntry {
  /** Which refund that was requested here, from 1; part of its idempotency key. 0 for one that was made at the provider. */
  @Prop({ type: Number, required: true })
  attempt!: number;

  /** What is given back, in whole cents. */
  @Prop({ type: Number, required: true })
  amountCents!: number;

  /** Whether it is of all that was left, whatever that is at the provider. */
  @Prop({ type: Boolean, required: true })
  isRest!: boolean;

  @Prop({ type: String, required: true })
  status!: 'pending' | 'succeeded' | 'failed';

  /** Its id at the payment provider, once it is known; of a lost dispute, the dispute's. */
  @Prop({ type: String })
  refundId?: string;

  /** Whether the bank took it back for a lost dispute. */
  @Prop({ type: Boolean })
  isDispute?: boolean;

  /** The request that asked for it, so that a repeat of the same one makes no second refund. */
  @Prop({ type: String })
  requestId?: string;

  /** Why it was made, for admins only. */
  @Prop({ type: String })
  reason?: string;

  /** Why it failed. */
  @Prop({ type: String })
  failure?: string;

  @Prop({ type: Date, required: true })
  at!: Date;

  @Prop({ type: String, required: true })
  by!: ActorKind;

  /** The admin's id, where one requested it. */
  @Prop({ type: String })
  userId?: string;
}

export type OrderRefund = Pick<RefundEntry, keyof RefundEntry>;

/** An order. No order is ever erased. */
@Schema({ collection: 'purchases', timestamps: true, versionKey: 'version' })
export class Order {
  _id!: Types.ObjectId;

  @Prop({ type: SchemaTypes.ObjectId, required: true })
  userId!: Types.ObjectId;

  /** Empty, as is the name, once the customer is removed. */
  @Prop({ type: String, default: '' })
  userEmail!: string;

  /** Empty for a customer who has given no name. */
  @Prop({ type: String, default: '' })
  userName!: string;

  @Prop({ type: String, required: true })
  address!: string;

  @Prop({ type: String, required: true })
  phone!: string;

  @Prop({ type: Number, required: true, min: 1 })
  orderQuantity!: number;

  @Prop({ type: SchemaTypes.ObjectId, required: true })
  productId!: Types.ObjectId;

  @Prop({ type: String, required: true })
  productName!: string;

  /**
   * Whether its customer had never paid when they placed it: while it is unpaid, its units count in the product's
   * `heldByNewCustomers`.
   */
  @Prop({ type: Boolean })
  ofNewCustomer?: true;

  /** The product's kind when it was ordered, if it had one. */
  @Prop({ type: String })
  kind?: string;

  /** The unit price that the order was made at, in whole cents. */
  @Prop({ type: Number, required: true })
  unitCents!: number;

  /** What is charged: unit price × quantity, in whole cents. */
  @Prop({ type: Number, required: true })
  totalCents!: number;

  @Prop({ type: String, required: true })
  img!: string;

  /** The uploaded image that `img` names. */
  @Prop({ type: SchemaTypes.ObjectId })
  imageId?: Types.ObjectId;

  @Prop({ type: String, required: true, enum: STATUSES, default: 'unpaid' })
  status!: Status;

  /** Lower-case words of the customer, the product and the id. */
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
  intentAttempt?: number;

  /** The payment intent that paid it; confirms one order only. */
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

  @Prop({ type: Date })
  shippedAt?: Date;

  /** Every refund, oldest first; read by `refundsOf`. */
  @Prop({ type: [SchemaFactory.createForClass(RefundEntry)], default: undefined })
  refunds?: OrderRefund[];

  /** The refund of an order without `refunds`. */
  @Prop({ type: String })
  refundId?: string;

  /** `refundStatusOf` its refunds, kept here so that the job finds the pending ones. */
  @Prop({ type: String, enum: REFUND_STATUSES })
  refundStatus?: RefundStatus;

  /** Whether the cardholder disputes its payment, and what became of it; absent where nobody did. */
  @Prop({ type: String, enum: DISPUTE_STATES })
  dispute?: DisputeState;

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
OrderSchema.index({ productId: 1, status: 1, createdAt: -1, _id: -1 });
OrderSchema.index({ kind: 1, status: 1, createdAt: -1, _id: -1 });
// What changed lately, and when it was placed: for the daily rollups.
OrderSchema.index({ updatedAt: 1, createdAt: 1 });
OrderSchema.index(
  { dispute: 1, createdAt: -1, _id: -1 },
  { partialFilterExpression: { dispute: { $exists: true } } },
);
OrderSchema.index({ imageId: 1 }, { partialFilterExpression: { imageId: { $exists: true } } });
OrderSchema.index({ refundStatus: 1 }, { partialFilterExpression: { refundStatus: { $exists: true } } });
OrderSchema.index(
  { intentId: 1 },
  { unique: true, partialFilterExpression: { intentId: { $exists: true } } },
);
OrderSchema.index(
  { transactionId: 1 },
  { unique: true, partialFilterExpression: { transactionId: { $exists: true } } },
);
