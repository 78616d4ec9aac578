import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** What was counted under a key in the minute under way. The limiting library reads and writes the rows itself. */
@Schema({ collection: 'limit_counts', versionKey: false })
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
