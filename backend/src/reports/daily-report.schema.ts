import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { SchemaTypes, type Types } from 'mongoose';
import type { Day } from './days.js';
import type { Figures, Sales } from './daily-figures.js';

/** The figures of the orders placed on a UTC day. Always written together with the day's `DailySales`. */
@Schema({ collection: 'daily_reports', versionKey: false })
export class DailyReport implements Figures {
  @Prop({ type: String, required: true })
  _id!: Day;

  /** Another one with each write; never the same again, also after all is rebuilt. */
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

/** What was sold of each product. */
export const salesIn = ({ products, units, cents }: DailySales): [productId: string, Sales][] =>
  products.map((id, n) => [String(id), { units: units[n] ?? 0, cents: cents[n] ?? 0 }]);
