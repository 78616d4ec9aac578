import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** As long as an idempotency key's response is kept, and an hour more. */
const KEPT_SECONDS = 25 * 3_600;

/**
 * Notes that one attempt of a bulk call has changed one product, in the transaction that does. When a server dies in the middle of
 * the call, the attempt that takes over adds no units and no percentage a second time.
 */
@Schema({ collection: 'applied_changes', versionKey: false })
export class AppliedChange {
  /** The attempt's id and the product's. */
  @Prop({ type: String, required: true })
  _id!: string;

  @Prop({ type: Date, required: true })
  at!: Date;

  /** The number that it changed, as the API shows it; absent of attempts that an earlier version began. */
  @Prop({ type: Number })
  before?: number;

  @Prop({ type: Number })
  after?: number;
}

export const AppliedChangeSchema = SchemaFactory.createForClass(AppliedChange);
AppliedChangeSchema.index({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS });
