import { createHash } from 'node:crypto';
import { Types } from 'mongoose';

/**
 * The `_id` of a mail: the same for a repetition, and saying nothing of its recipient.
 *
 * @param parts what it is about, such as an event's id, its kind, and who gets it
 */
export const mailIdOf = (...parts: string[]): Types.ObjectId =>
  new Types.ObjectId(createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 24));

/** The `Message-ID` of a mail, by which mail programs know a repetition. */
export const messageIdOf = (publicUrl: string, mailId: Types.ObjectId): string =>
  `<${String(mailId)}@${new URL(publicUrl).hostname}>`;
