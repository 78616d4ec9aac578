import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { SchemaTypes } from 'mongoose';
import type { Kind, Spec } from './kind.js';

/** A kind of part, whose `_id` is its slug. */
@Schema({ collection: 'kinds', timestamps: true, versionKey: 'version', minimize: false })
export class KindRecord implements Omit<Kind, 'slug'> {
  @Prop({ type: String, required: true })
  _id!: string;

  @Prop({ type: String, required: true })
  label!: string;

  @Prop({ type: String, required: true })
  plural!: string;

  @Prop({ type: String, default: '' })
  group!: string;

  @Prop({ type: [String], required: true })
  aliases!: string[];

  /** As `kind.ts` describes them; what is not set is absent. */
  @Prop({ type: [SchemaTypes.Mixed], required: true })
  specs!: Spec[];

  /** Whether it came with the shop: its reserved specifications cannot be removed. */
  @Prop({ type: Boolean, default: false })
  isBuiltIn!: boolean;

  /**
   * Counts the transactions that wrote values of its specifications. Each of them writes it, so that none is committed beside an
   * edit of the kind that it has not seen.
   */
  @Prop({ type: Number, default: 0 })
  writes!: number;

  createdAt!: Date;
  updatedAt!: Date;
  version!: number;
}

export const KindSchema = SchemaFactory.createForClass(KindRecord);

export const toKind = ({ _id, label, plural, group, aliases, specs }: KindRecord): Kind => ({
  slug: _id,
  label,
  plural,
  group,
  aliases,
  specs,
});
