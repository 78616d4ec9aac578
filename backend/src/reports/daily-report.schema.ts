import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { SchemaTypes, type Types } from 'mongoose';
import type { Day } from './days.js';
import type { Figures } from './daily-figures.js';

/** The figures of the orders placed on a UTC day. Always replaced as a whole, together with the day's `DailySales`. */
@Schema({ collection: 'daily_reports', versionKey: false })
export class DailyReport implements Figures {
  @Prop({ type: String, required: true })
  _id!: Day;

  /** Another one with each write, which is conditional on the one before; never the same again, also after all is rebuilt. */
  @Prop({ type: SchemaTypes.ObjectId, required: true })
  revision!: Types.ObjectId;

  @Prop({ type: Number, required: true })
  orders!: number;

  @Prop({ type: Number, required: true })
  paidOrders!: number;

  @Prop({ type: Number, required: true })
  grossCents!: number;

  @Prop({ type: Number, required: true })
  refundedCents!: number;
}

export const DailyReportSchema = SchemaFactory.createForClass(DailyReport);

/** What was sold on a UTC day; by itself, since it is many times as large as the figures. */
@Schema({ collection: 'daily_sales', versionKey: false })
export class DailySales {
  @Prop({ type: String, required: true })
  _id!: Day;

  /** That of the report which it belongs to. */
  @Prop({ type: SchemaTypes.ObjectId, required: true })
  revision!: Types.ObjectId;

  /** The products that were sold, best first; the units and the cents of each are at the same place of `units` and `cents`. */
  @Prop({ type: [SchemaTypes.ObjectId], required: true })
  products!: Types.ObjectId[];

  @Prop({ type: [Number], required: true })
  units!: number[];

  @Prop({ type: [Number], required: true })
  cents!: number[];
}

export const DailySalesSchema = SchemaFactory.createForClass(DailySales);

/** How far the rollups are. */
@Schema({ collection: 'report_progress', versionKey: false })
export class ReportProgress {
  @Prop({ type: String, required: true })
  _id!: string;

  /** Every change of an order that was committed by then is in the rollups of the days that are built. */
  @Prop({ type: Date, required: true })
  upTo!: Date;

  /** While the first build is at work: the days before it are not built yet. */
  @Prop({ type: String })
  builtFrom?: Day;

  /** Until then the run named by `claimedBy` works; the others leave it to it. */
  @Prop({ type: Date, required: true })
  claimedUntil!: Date;

  @Prop({ type: SchemaTypes.ObjectId })
  claimedBy?: Types.ObjectId;
}

export const ReportProgressSchema = SchemaFactory.createForClass(ReportProgress);
