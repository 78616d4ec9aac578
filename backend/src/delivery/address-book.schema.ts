import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { SchemaTypes, type Types } from 'mongoose';
import { AddressFields } from './address.js';

@Schema({ _id: false })
export class SavedAddress extends AddressFields {
  @Prop({ type: SchemaTypes.ObjectId, required: true })
  _id!: Types.ObjectId;
}

/** The addresses of one account. */
@Schema({ collection: 'address_books', versionKey: 'version' })
export class AddressBook {
  /** The user's. */
  @Prop({ type: SchemaTypes.ObjectId, required: true })
  _id!: Types.ObjectId;

  /** In the order they were added, at most `MAX_ADDRESSES`. */
  @Prop({ type: [SchemaFactory.createForClass(SavedAddress)], required: true })
  addresses!: SavedAddress[];

  /** The address that forms are filled with; absent where there is none. */
  @Prop({ type: SchemaTypes.ObjectId })
  defaultId?: Types.ObjectId;

  version!: number;
}

export const AddressBookSchema = SchemaFactory.createForClass(AddressBook);
