import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { SchemaTypes } from 'mongoose';

/** The `_id` of the only document: all groups are read and replaced together. */
export const SYNONYMS = 'synonyms';

@Schema({ collection: 'search_synonyms', timestamps: true, versionKey: 'version' })
export class Synonyms {
  @Prop({ type: String, required: true })
  _id!: string;

  /** Groups of words and phrases that mean the same, as they were entered. */
  @Prop({ type: [SchemaTypes.Mixed], required: true })
  groups!: string[][];

  version!: number;
  createdAt!: Date;
  updatedAt!: Date;
}

export const SynonymsSchema = SchemaFactory.createForClass(Synonyms);
