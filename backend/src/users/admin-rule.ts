import { type ClientSession, type Model, trusted } from 'mongoose';
import type { Caller } from '../common/access.js';
import { Conflict, NotAllowed } from '../common/errors.js';
import type { User } from './user.schema.js';

/**
 * Whoever takes access away must still be an admin in the same transaction, and writes to their own document: two admins that
 * remove or demote each other collide, one of them is decided again, and by then is no admin any more. So one always remains.
 *
 * @throws NotAllowed
 */
export async function actAsAdmin(users: Model<User>, { id }: Caller, session: ClientSession): Promise<void> {
  const { matchedCount } = await users.updateOne(
    { _id: id, role: 'admin', removingSince: null },
    { $inc: { removals: 1 } },
    { session, timestamps: false },
  );
  if (matchedCount === 0) throw new NotAllowed();
}

/** @throws Conflict when an admin is about to remove or demote themselves */
export async function refuseSelf(
  users: Model<User>,
  { id }: Caller,
  user: User,
  what: 'remove' | 'demote',
): Promise<void> {
  if (String(user._id) !== id) return;
  const another = await users.exists({ role: 'admin', removingSince: null, _id: trusted({ $ne: id }) });
  throw another
    ? new Conflict('own-account', `You cannot ${what} yourself. Ask another admin.`)
    : new Conflict('last-admin', `The last admin cannot be ${what}d.`);
}
