import type { TimeLimit } from '../query/time-limit.js';
import { Catalog, type Collection } from './catalog.js';
import { Engine, LockWait } from './engine.js';
import { Locks, type Transaction, nameLock } from './transaction.js';
import { View } from './view.js';
import { type Change, Writer } from './writer.js';

/** What a write works on: the newest state inside a job, or a transaction. */
export type Mutation = Store | Transaction;

/** The data of one folder: as a view what was committed last, and inside a job what its commit has done. */
export class Store extends View {
  readonly view: View = this;
  readonly newest: View = this;
  readonly catalog = new Catalog(this.engine);
  readonly locks = new Locks();
  readonly writer = new Writer(this);
  private sweeping = false;

  constructor(folder: string) {
    super(new Engine(folder));
    this.sweep();
  }

  /**
   * Runs a change: at once on a transaction, else as a job on the newest state, again after every lock it meets.
   * `run` must keep its own progress, for it goes on where it stopped.
   */
  async mutate<T>(txn: Transaction | undefined, run: (on: Mutation) => T, time: TimeLimit): Promise<T> {
    if (txn) return run(txn);
    for (;;) {
      try {
        return await this.engine.write(() => run(this));
      } catch (error) {
        if (!(error instanceof LockWait)) throw error;
        await time.wait(error.until);
      }
    }
  }

  /** Removes the bytes of what was dropped, bit by bit. */
  sweep(): void {
    if (this.sweeping) return;
    this.sweeping = true;
    const purge = (): boolean => {
      this.sweeping = false;
      return this.catalog.purge(500);
    };
    const goOn = (clean: boolean) => clean || setImmediate(() => this.sweep());
    // A commit that failed is in the log; the next sweep finds what is left.
    this.engine.write(purge).then(goOn, () => {});
  }

  collection(ns: string): Collection | undefined {
    return this.catalog.get(ns);
  }

  /** The collection, made if there is none. */
  demand(ns: string): Collection {
    const known = this.catalog.get(ns);
    if (known) return known;
    this.locks.claim(nameLock(ns));
    const made = this.catalog.make(ns);
    this.catalog.save(made);
    return made;
  }

  apply(collection: Collection, change: Change): void {
    this.writer.put(this.writer.check(collection, change));
  }
}
