import type { EventActor, EventType, NewEvent } from '../outbox/domain-events.js';
import type { User } from './user.schema.js';

export type AccountEventType = Extract<EventType, `account.${string}`>;

/** The event of a change of an account, given as it is after it, or as it was when it was removed. One written without a version is at its first one. */
export function accountEvent(
  type: AccountEventType,
  { _id, role, emailVerified = false, version }: Omit<User, 'version'> & { version?: number },
  actor: EventActor,
): NewEvent<AccountEventType> {
  const accountId = String(_id);
  const subject = `account/${accountId}` as const;
  // a removal counts as a change, too
  const changes = (version ?? 0) + (type === 'account.removed' ? 1 : 0);
  const payload = { account: { accountId, role, emailVerified }, actor };
  return { type, subject, version: changes, payload };
}
