import { Schema, SchemaFactory } from '@nestjs/mongoose';
import { InternalNote } from '../purchases/orders/internal-note.schema.js';

/** A note about a customer. */
@Schema({ collection: 'customer_notes', versionKey: false })
export class CustomerNote extends InternalNote {}

export const CustomerNoteSchema = SchemaFactory.createForClass(CustomerNote);
CustomerNoteSchema.index({ customerId: 1, at: 1, _id: 1 });
CustomerNoteSchema.index({ authorId: 1 });
