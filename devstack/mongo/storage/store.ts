import { MongoError } from '../errors.js';
import { compileFilter } from '../query/matcher.js';
import { compileExpression } from '../aggregate/expression.js';
import { Catalog, type Collection } from './catalog.js';
import { Engine, Retry } from './engine.js';
import { Locks, nameLock } from './locks.js';
import type { Transaction } from './transaction.js';
import { View } from './view.js';
import { type Change, Writer } from './writer.js';

/** How `$expr` is understood, with the variables of a command's `let`. */
export const withVariables = (vars?: Record<string, unknown>) => ({
  expression: (value: unknown) => compileExpression(value, vars),
});
export const EXPRESSIONS = withVariables();

/** What a write works on: the newest state inside a job, or a transaction. */
export interface Mutation {
  view: View;
  collection(ns: string): Collection | undefined;
  /** The collection, made if there is none. */
  demand(ns: string): Collection;
  apply(collection: Collection, change: Change): void;
}

/** The data of one folder. */
export class Store implements Mutation {
  readonly engine: Engine;
  readonly catalog: Catalog;
  readonly locks = new Locks();
  readonly writer: Writer;
  /** What was committed last, and inside a job what the jobs of its commit have done. */
  readonly newest: View;
  private sweeping = false;

  constructor(folder: string) {
    this.engine = new Engine(folder);
    this.catalog = new Catalog(this.engine, (filter) => compileFilter(filter, EXPRESSIONS));
    this.newest = new View(this.engine);
    this.writer = new Writer(this.engine, this.catalog, this.locks);
    this.sweep();
  }

  /**
   * Runs a change: at once on a transaction, else as a job on the newest state, again after every lock it meets.
   * `run` must keep its own progress, for it goes on where it stopped.
   */
  async mutate<T>(txn: Transaction | undefined, run: (on: Mutation) => T, deadline = Infinity): Promise<T> {
    if (txn) return run(txn);
    for (;;) {
      try {
        return await this.engine.write(() => run(this));
      } catch (error) {
        if (!(error instanceof Retry)) throw error;
        await error.until;
        if (Date.now() > deadline) throw new MongoError(50, 'operation exceeded time limit');
      }
    }
  }

  /** Removes the bytes of what was dropped, bit by bit. */
  sweep(): void {
    if (this.sweeping) return;
    this.sweeping = true;
    const next = (clean: boolean): void => {
      this.sweeping = false;
      if (!clean) setImmediate(() => this.sweep());
    };
    // A failed commit is in the log, and the next sweep finds what is left.
    this.engine.write(() => this.catalog.purge(500)).then(next, () => next(true));
  }

  close(): Promise<void> {
    return this.engine.close();
  }

  get view(): View {
    return this.newest;
  }

  collection(ns: string): Collection | undefined {
    return this.catalog.get(ns);
  }

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
