import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

const KEPT_SECONDS = 90 * 24 * 3_600;

/** Words that a search found nothing for; nothing says who searched. */
@Schema({ collection: 'search_misses', versionKey: false })
export class SearchMiss {
  /** The words, in lower case and without signs. */
  @Prop({ type: String, required: true })
  _id!: string;

  @Prop({ type: Number, required: true })
  count!: number;

  @Prop({ type: Date, required: true })
  lastAt!: Date;
}

export const SearchMissSchema = SchemaFactory.createForClass(SearchMiss);
SearchMissSchema.index({ lastAt: 1 }, { expireAfterSeconds: KEPT_SECONDS });
SearchMissSchema.index({ count: -1, lastAt: -1 });
