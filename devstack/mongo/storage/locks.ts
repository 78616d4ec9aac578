import type { Collection, Index } from './catalog.js';
import { Retry } from './engine.js';

export interface Owner {
  /** Resolves when the transaction has ended, either way. */
  ended: Promise<void>;
}

export const documentLock = (collection: Collection, id: Buffer): string =>
  `d${collection.id}/${id.toString('latin1')}`;
export const keyLock = (index: Index, key: Buffer): string => `k${index.id}/${key.toString('latin1')}`;
export const nameLock = (ns: string): string => `n${ns}`;

/**
 * What open transactions have written and not yet committed: documents, unique keys, collection names.
 * Another transaction that wants one of them fails; a plain write leaves its job (Retry) and waits for the end.
 */
export class Locks {
  private readonly held = new Map<string, Owner>();
  private readonly users = new Map<number, Set<Owner>>();

  /** False when another transaction has it. */
  take(lock: string, owner: Owner): boolean {
    const holder = this.held.get(lock);
    if (!holder) this.held.set(lock, owner);
    return !holder || holder === owner;
  }

  /** Notes that a transaction has written to a collection: it cannot be dropped or indexed meanwhile. */
  use(collection: Collection, owner: Owner): void {
    const users = this.users.get(collection.id) ?? new Set();
    this.users.set(collection.id, users.add(owner));
  }

  release(owner: Owner, locks: Iterable<string>): void {
    for (const lock of locks) if (this.held.get(lock) === owner) this.held.delete(lock);
    for (const [id, users] of this.users) if (users.delete(owner) && users.size === 0) this.users.delete(id);
  }

  waitFor(lock: string, self?: Owner): void {
    const holder = this.held.get(lock);
    if (holder && holder !== self) throw new Retry(holder.ended);
  }

  /** For changes of a collection as a whole. */
  waitForUsers(collection: Collection): void {
    const [user] = this.users.get(collection.id) ?? [];
    if (user) throw new Retry(user.ended);
  }
}
