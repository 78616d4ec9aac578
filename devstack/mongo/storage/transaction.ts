import { ensure, writeConflict } from '../errors.js';
import { after } from '../query/bounds.js';
import type { Collection, Index } from './catalog.js';
import { LockWait } from './engine.js';
import type { Store } from './store.js';
import { type Changes, View } from './view.js';
import type { Change, Step } from './writer.js';

/** Most memory that the changes of one transaction may take. */
const MAX_BYTES = 128 * 1024 * 1024;

const same = (a: Buffer | undefined, b: Buffer | undefined): boolean => (a && b ? a.equals(b) : a === b);

export const nameLock = (ns: string): Buffer => Buffer.from(`name ${ns}`);

/** What open transactions have written and not yet committed: documents, unique keys, collection names. */
export class Locks {
  /** By whom, and of a unique key: the `_id` of the document that has it inside the transaction, or null. */
  private readonly held = new Map<string, { txn: Transaction; owner: Buffer | null | undefined }>();

  /**
   * A transaction takes the lock, or fails (112) when another has it; a plain write leaves its job (LockWait) and waits
   * for that one's end. Returns the owner that the same transaction noted before.
   */
  claim(lock: Buffer, txn?: Transaction, owner?: Buffer | null): Buffer | null | undefined {
    const name = lock.toString('latin1');
    const known = this.held.get(name);
    if (known && known.txn !== txn) throw txn ? writeConflict() : new LockWait(known.txn.ended);
    if (txn) this.held.set(name, { txn, owner });
    return known?.owner;
  }

  release(ended: Transaction): void {
    for (const [name, { txn }] of this.held) if (txn === ended) this.held.delete(name);
  }

  /** For changes of a collection as a whole: they wait for the transactions that make it or have written to it. */
  waitForUsers({ ns, prefix }: Collection): void {
    this.claim(nameLock(ns));
    for (const [name, { txn }] of this.held)
      if (name.startsWith(prefix.toString('latin1'))) throw new LockWait(txn.ended);
  }
}

/**
 * A multi-document transaction: a snapshot, the changes made on top of it, and locks on what was changed. The first
 * writer of a document or unique key wins; the second, in another transaction, gets a write conflict.
 * Others cannot change what is locked, so a checked change is written unchanged at commit.
 */
export class Transaction extends View {
  readonly view: View = this;
  readonly started = Date.now();
  private readonly overlay = new Map<number, Changes>();
  private readonly steps: Step[] = [];
  private readonly created = new Map<string, Collection>();
  private bytes = 0;
  private over = false;
  private end = (): void => {};
  /** Resolves when it has ended, either way. */
  readonly ended = new Promise<void>((resolve) => (this.end = resolve));

  constructor(private readonly store: Store) {
    super(store.engine, true);
    this.options();
  }

  override changes({ id }: Collection): Changes | undefined {
    return this.overlay.get(id);
  }

  collection(ns: string): Collection | undefined {
    return this.created.get(ns) ?? this.store.catalog.get(ns);
  }

  demand(ns: string): Collection {
    return this.collection(ns) ?? this.create(this.store.catalog.make(ns));
  }

  /** Makes a collection, or gives an empty one more indexes; others see it after the commit. */
  create(collection: Collection, indexes: Index[] = []): Collection {
    this.store.locks.claim(nameLock(collection.ns), this);
    const made = { ...collection, indexes: [...collection.indexes, ...indexes] };
    this.created.set(collection.ns, made);
    return made;
  }

  /** Made here, or nothing in it. */
  isFresh(collection: Collection): boolean {
    return !this.changes(collection) && (this.created.has(collection.ns) || this.hasNothing(collection));
  }

  apply(collection: Collection, change: Change): void {
    const { id, before, after } = change;
    const changes: Changes = this.overlay.get(collection.id) ?? new Map();
    const step = this.store.writer.check(collection, change, this);
    const first = !changes.has(id.toString('latin1'));
    if (first && !same(this.store.newest.get(collection, id), before)) throw writeConflict();
    this.steps.push(step);
    this.overlay.set(collection.id, changes.set(id.toString('latin1'), { id, raw: after ?? null }));
    this.bytes += after?.length ?? 64;
    ensure(this.bytes <= MAX_BYTES, 244, `The transaction changed over ${MAX_BYTES} bytes`);
  }

  /** Puts everything on disk in one commit, with what `record` writes. */
  async commit(record: () => void): Promise<void> {
    const created = [...this.created.values()];
    try {
      if (created.length + this.steps.length === 0) return;
      await this.store.engine.write(() => {
        // Documents of other clients would be missing from the new indexes.
        if (!created.every((collection) => this.hasNothing(collection))) throw writeConflict();
        this.store.engine.apply(() => {
          for (const step of this.steps) this.store.writer.put(step);
          for (const collection of created) this.store.catalog.save(collection);
          record();
        });
      });
    } finally {
      this.finish();
    }
  }

  /** Ends it and gives everything up; does nothing when it has ended. */
  finish(): void {
    this.over = true;
    this.release();
    this.store.locks.release(this);
    this.end();
  }

  /** A read after the end of the transaction is refused. */
  protected override options() {
    ensure(!this.over, 251, 'The transaction has ended');
    return super.options();
  }

  private hasNothing({ prefix }: Collection): boolean {
    return this.store.newest.count('data', { start: prefix, end: after(prefix) }, 1) === 0;
  }
}
