import type { ClientSession } from 'mongoose';

/** Finds accounts for features that know a person by their id alone. The users feature implements it. */
export abstract class AccountDirectory {
  /** The `_id` of the account that has this e-mail address now. */
  abstract idOf(email: string): Promise<string | undefined>;

  /** The e-mail address of an account; undefined when it is removed. */
  abstract emailOf(id: string): Promise<string | undefined>;

  /** The same, of an account that has proved to the identity provider that the address is its own; undefined of another. */
  abstract verifiedEmailOf(id: string): Promise<string | undefined>;

  /**
   * Keeps an account from being removed until the transaction ends, so that a removal finds all that the transaction wrote.
   *
   * @throws NotSignedIn when its removal has begun
   */
  abstract hold(id: string, session: ClientSession): Promise<void>;
}
