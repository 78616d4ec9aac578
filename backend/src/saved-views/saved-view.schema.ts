import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { SchemaTypes, type Types } from 'mongoose';

/** Filters, sort and columns of an admin list under a name. */
@Schema({ collection: 'saved_views', timestamps: true, versionKey: false })
export class SavedView {
  _id!: Types.ObjectId;

  @Prop({ type: String, required: true })
  list!: string;

  @Prop({ type: String, required: true })
  name!: string;

  /** Nobody's once its owner was removed; it was shared then. */
  @Prop({ type: SchemaTypes.ObjectId })
  ownerId?: Types.ObjectId;

  @Prop({ type: String })
  ownerName?: string;

  @Prop({ type: Boolean, required: true })
  isShared!: boolean;

  /** Filters and sort as the list's query string. */
  @Prop({ type: String, default: '' })
  query!: string;

  /** Keys of the columns shown; without them the list's own. */
  @Prop({ type: [String], default: undefined })
  columns?: string[];

  @Prop({ type: Number, default: 0 })
  version!: number;

  createdAt!: Date;
  updatedAt!: Date;
}

export const SavedViewSchema = SchemaFactory.createForClass(SavedView);
SavedViewSchema.index(
  { ownerId: 1, list: 1, name: 1 },
  { unique: true, partialFilterExpression: { ownerId: { $exists: true } } },
);
SavedViewSchema.index({ list: 1, isShared: 1, name: 1 });

/** How one admin wants to see one list. */
@Schema({ collection: 'list_settings', versionKey: false })
export class ListSettings {
  _id!: Types.ObjectId;

  @Prop({ type: SchemaTypes.ObjectId, required: true })
  userId!: Types.ObjectId;

  @Prop({ type: String, required: true })
  list!: string;

  @Prop({ type: [String], default: undefined })
  columns?: string[];

  @Prop({ type: String, default: 'comfortable' })
  density!: string;
}

export const ListSettingsSchema = SchemaFactory.createForClass(ListSettings);
ListSettingsSchema.index({ userId: 1, list: 1 }, { unique: true });
