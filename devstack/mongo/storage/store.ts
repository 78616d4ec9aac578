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
export class Store {
  readonly engine: Engine;
  readonly catalog: Catalog;
  readonly locks = new Locks();
  readonly writer: Writer;
  readonly newest: View;
  private purging = false;

  constructor(folder: string) {
    this.engine = Engine.open(folder);
    this.catalog = new Catalog(this.engine, (filter) => compileFilter(filter, EXPRESSIONS));
    this.engine.undone.push(() => this.catalog.load());
    this.newest = new View(this.engine);
    this.writer = new Writer(this.engine, this.catalog, this.locks);
    this.sweep();
  }

  /**
   * Runs a change: at once on a transaction, else as a job on the newest state, again after every lock it meets.
   * `run` must keep its own progress, for it goes on where it stopped.
   */
  async mutate<T>(txn: Transaction | undefined, run: (on: Mutation) => T, deadline = Infinity): Promise<T> {
    if (txn) return run(this.inTransaction(txn));
    for (;;) {
      try {
        return await this.engine.write(() => run(this.plain()));
      } catch (error) {
        if (!(error instanceof Retry)) throw error;
        await error.until;
        if (Date.now() > deadline) throw new MongoError(50, 'operation exceeded time limit');
      }
    }
  }

  /** Removes the bytes of what was dropped, bit by bit. */
  sweep(): void {
    if (this.purging) return;
    this.purging = true;
    const step = (): void => {
      this.engine
        .write(() => this.catalog.purge(500))
        .then((clean) => {
          if (clean) this.purging = false;
          else setImmediate(step);
        })
        .catch(() => (this.purging = false));
    };
    step();
  }

  close(): Promise<void> {
    return this.engine.close();
  }

  private plain(): Mutation {
    return {
      view: this.newest,
      collection: (ns) => this.catalog.get(ns),
      demand: (ns) => {
        const known = this.catalog.get(ns);
        if (known) return known;
        this.locks.waitFor(nameLock(ns));
        const made = this.catalog.make(ns);
        this.catalog.save(made);
        return made;
      },
      apply: (collection, change) => this.writer.apply([{ collection, change }]),
    };
  }

  private inTransaction(txn: Transaction): Mutation {
    return {
      view: txn.view,
      collection: (ns) => txn.collection(ns),
      demand: (ns) => txn.collection(ns) ?? txn.create(this.catalog.make(ns)),
      apply: (collection, change) => txn.apply(collection, change),
    };
  }
}
