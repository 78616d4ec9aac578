import { writeConflict } from '../errors.js';
import type { Collection, Index } from './catalog.js';
import { Retry } from './engine.js';
import type { Transaction } from './transaction.js';

export const documentLock = ({ id }: Pick<Collection, 'id'>, document: Buffer): string =>
  `d${id}/${document.toString('latin1')}`;
export const keyLock = ({ id }: Index, key: Buffer): string => `k${id}/${key.toString('latin1')}`;
export const nameLock = (ns: string): string => `n${ns}`;

/** What open transactions have written and not yet committed: documents, unique keys, collection names. */
export class Locks {
  private readonly held = new Map<string, Transaction>();

  /**
   * A transaction takes the lock, or fails (112) when another has it; a plain write leaves its job (Retry) and waits
   * for that one's end.
   */
  claim(lock: string, txn?: Transaction): void {
    const holder = this.held.get(lock);
    if (holder && holder !== txn) throw txn ? writeConflict() : new Retry(holder.ended);
    if (txn) this.held.set(lock, txn);
  }

  release(txn: Transaction): void {
    for (const [lock, holder] of this.held) if (holder === txn) this.held.delete(lock);
  }

  /** For changes of a collection as a whole: they wait for the transactions that have written to it. */
  waitForUsers(collection: Collection): void {
    const prefix = documentLock(collection, Buffer.alloc(0));
    for (const [lock, { ended }] of this.held) if (lock.startsWith(prefix)) throw new Retry(ended);
  }
}
