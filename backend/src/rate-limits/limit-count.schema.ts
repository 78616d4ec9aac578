import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

export const LIMIT_COUNTS = 'limit_counts';

/** Requests counted under a key in the current minute. rate-limiter-flexible reads and writes the documents itself. */
@Schema({ collection: LIMIT_COUNTS, versionKey: false })
export class LimitCount {
  @Prop({ type: String, required: true })
  key!: string;

  @Prop({ type: Number, required: true })
  points!: number;

  @Prop({ type: Date, required: true })
  expire!: Date;
}

export const LimitCountSchema = SchemaFactory.createForClass(LimitCount);
LimitCountSchema.index({ key: 1 }, { unique: true });
LimitCountSchema.index({ expire: 1 }, { expireAfterSeconds: 0 });
