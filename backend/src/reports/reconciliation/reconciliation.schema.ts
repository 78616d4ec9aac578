import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Difference } from './findings.js';
import type { Finding, Resolution } from './reconciliation.dto.js';

/** Something that was found wrong with a payment or its order, until a later look finds it in order. */
@Schema({ collection: 'reconciliation_findings', versionKey: false })
export class KeptFinding implements Difference {
  /** The payment and what is wrong: one finding of a kind for each payment. */
  @Prop({ type: String, required: true })
  _id!: string;

  @Prop({ type: String, required: true })
  intentId!: string;

  @Prop({ type: String, required: true })
  finding!: Finding;

  @Prop({ type: String, required: true })
  action!: Resolution;

  @Prop({ type: String, required: true })
  detail!: string;

  @Prop({ type: String })
  orderId?: string;

  /** What was received, in whole cents. */
  @Prop({ type: Number, required: true })
  amountCents!: number;

  /** What the action `refund` gives back, in whole cents. */
  @Prop({ type: Number })
  refundCents?: number;

  @Prop({ type: String })
  currency!: string;

  /** When the payment was made. */
  @Prop({ type: Date, required: true })
  at!: Date;

  @Prop({ type: Date, required: true })
  firstSeenAt!: Date;

  @Prop({ type: Date, required: true })
  lastSeenAt!: Date;
}

export const KeptFindingSchema = SchemaFactory.createForClass(KeptFinding);
KeptFindingSchema.index({ at: -1, _id: -1 });
KeptFindingSchema.index({ intentId: 1 });
KeptFindingSchema.index({ finding: 1 });

/** What `ReconciliationJob` goes through, each from its beginning to its end and then again. */
export const PASSES = ['recent', 'findings', 'payments', 'orders'] as const;
export type PassName = (typeof PASSES)[number];

/** How far a pass is; shared by all replicas, so that any of them goes on with it. */
@Schema({ collection: 'reconciliation_passes', versionKey: false })
export class Pass {
  @Prop({ type: String, required: true })
  _id!: PassName;

  @Prop({ type: Date, required: true })
  startedAt!: Date;

  /** What was compared last; absent at the beginning. */
  @Prop({ type: String })
  position?: string;

  /** How many payments this one has compared. */
  @Prop({ type: Number, required: true })
  compared!: number;

  /** When the one before ended, or this one. */
  @Prop({ type: Date })
  endedAt?: Date;

  /** How many that one compared. */
  @Prop({ type: Number })
  lastCompared?: number;
}

export const PassSchema = SchemaFactory.createForClass(Pass);
