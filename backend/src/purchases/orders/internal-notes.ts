import { type Model, type QueryFilter, Types } from 'mongoose';
import type { InternalNote } from './internal-note.schema.js';
import { type OrderNoteDto, toOrderNoteDto } from './order-detail.dto.js';

/** The most notes about one thing: they are read with it. */
export const MAX_NOTES = 200;
/** What a removed author is called. */
const FORMER = 'Former admin';

/** Some notes, oldest first. */
export async function readNotes<Note extends InternalNote>(
  notes: Model<Note>,
  about: QueryFilter<Note>,
): Promise<OrderNoteDto[]> {
  const found = await notes.find(about).sort({ at: 1, _id: 1 }).lean<Note[]>();
  return found.map(toOrderNoteDto);
}

/** Removes the notes about a person whose account is removed, and the person's name from those that they wrote. */
export async function erasePerson<Note extends InternalNote>(notes: Model<Note>, id: string): Promise<void> {
  const person = new Types.ObjectId(id);
  await notes.deleteMany({ customerId: person } as QueryFilter<Note>);
  await notes.updateMany({ authorId: person } as QueryFilter<Note>, { $set: { author: FORMER } });
}
