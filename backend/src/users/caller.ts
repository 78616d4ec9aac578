import type { Caller } from '../common/access.js';
import type { User } from './user.schema.js';

/** What calls and orders need of a user. */
export const callerOf = ({ _id, email, emailVerified = false, name, photo, role }: User): Caller => ({
  id: String(_id),
  email,
  emailVerified,
  name,
  photo,
  role,
});
