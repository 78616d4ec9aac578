import type { Collection, Index } from './catalog.js';
import { Retry } from './engine.js';

export interface Owner {
  /** Resolves when the transaction has ended, either way. */
  ended: Promise<void>;
}

/**
 * What open transactions have written and not yet committed: documents, unique keys, collection names.
 * Another transaction that wants one of them fails; a plain write waits for the end.
 */
export class Locks {
  private readonly held = new Map<string, Owner>();
  private readonly users = new Map<number, Set<Owner>>();

  document = (collection: Collection, id: Buffer): string => `d${collection.id}/${id.toString('latin1')}`;
  key = (index: Index, key: Buffer): string => `k${index.id}/${key.toString('latin1')}`;
  name = (ns: string): string => `n${ns}`;

  /** Notes that a transaction has written to a collection: it cannot be dropped or indexed meanwhile. */
  use(collection: Collection, owner: Owner): void {
    const users = this.users.get(collection.id);
    if (users) users.add(owner);
    else this.users.set(collection.id, new Set([owner]));
  }

  owner(lock: string): Owner | undefined {
    return this.held.get(lock);
  }

  take(lock: string, owner: Owner): void {
    this.held.set(lock, owner);
  }

  release(owner: Owner, locks: Iterable<string>): void {
    for (const lock of locks) if (this.held.get(lock) === owner) this.held.delete(lock);
    for (const [id, users] of this.users) if (users.delete(owner) && users.size === 0) this.users.delete(id);
  }

  /** For plain writes: leaves the job, to run again when the holder has ended. */
  waitFor(lock: string): void {
    const holder = this.held.get(lock);
    if (holder) throw new Retry(holder.ended);
  }

  /** For changes of a collection as a whole. */
  waitForUsers(collection: Collection): void {
    const [user] = this.users.get(collection.id) ?? [];
    if (user) throw new Retry(user.ended);
  }
}
