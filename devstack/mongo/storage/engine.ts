import type { Database, RootDatabase, Transaction } from 'lmdb';
import { MongoError } from '../errors.js';
import { openFolder } from './folder.js';

type Bytes = Database<Buffer, Buffer>;
export type Snapshot = Transaction;

interface Job {
  /** Runs it; what is returned tells its caller, once the commit is on disk. */
  run: () => () => void;
  reject: (error: unknown) => void;
}

/** Jobs of one commit stop here, so that a commit never holds the event loop for long. */
const BATCH_MS = 25;

/** Thrown by a job that met a lock: it has to run again after `until`. */
export class Retry extends Error {
  constructor(readonly until: Promise<void>) {
    super('locked');
  }
}

/**
 * The file on disk: four ordered byte maps in one lmdb environment. Every change is a job; jobs of one turn of the
 * event loop run one after the other inside one lmdb transaction, which is on disk before any of them resolves.
 * A job checks everything first and writes last: a MongoError fails that job alone.
 */
export class Engine {
  readonly catalog: Bytes;
  readonly data: Bytes;
  readonly index: Bytes;
  readonly sessions: Bytes;
  /** Called when a commit was undone: what is in memory has to be read anew. */
  readonly undone: (() => void)[] = [];
  private readonly root: RootDatabase<Buffer, Buffer>;
  private readonly release: () => Promise<void>;
  private queue: Job[] = [];
  private closed = false;

  constructor(folder: string) {
    ({ root: this.root, close: this.release } = openFolder(folder));
    const map = (name: string): Bytes =>
      this.root.openDB({ name, encoding: 'binary', keyEncoding: 'binary' });
    this.catalog = map('catalog');
    this.data = map('data');
    this.index = map('index');
    this.sessions = map('sessions');
  }

  /** Runs a job in the next commit; resolves once the commit is on disk. */
  write<T>(job: () => T): Promise<T> {
    if (this.closed) return Promise.reject(new MongoError(11600, 'The store is shutting down'));
    if (this.queue.length === 0) setImmediate(() => this.commit());
    return new Promise<T>((resolve, reject) => {
      const run = (): (() => void) => {
        try {
          const result = job();
          return () => resolve(result);
        } catch (error) {
          if (error instanceof MongoError || error instanceof Retry) return () => reject(error);
          throw error;
        }
      };
      this.queue.push({ run, reject });
    });
  }

  /** What the last commit left, held still until `done()`. */
  snapshot(): Snapshot {
    return this.root.useReadTransaction();
  }

  async close(): Promise<void> {
    this.closed = true;
    this.commit();
    await this.release();
  }

  private commit(): void {
    if (this.queue.length === 0) return;
    const stop = performance.now() + BATCH_MS;
    let tell: (() => void)[] = [];
    let at = 0;
    try {
      this.root.transactionSync(() => {
        while (at < this.queue.length && (this.closed || performance.now() < stop))
          tell.push(this.queue[at++]!.run());
      });
    } catch (error) {
      // The lmdb transaction is undone as a whole: none of its jobs happened.
      const full = /MAP_FULL|no space/i.test((error as Error).message);
      if (!full) console.error(error);
      for (const reread of this.undone) reread();
      const cause = new MongoError(full ? 14031 : 1, `The commit failed: ${(error as Error).message}`);
      tell = this.queue.slice(0, at).map(
        ({ reject }) =>
          () =>
            reject(cause),
      );
    }
    this.queue = this.queue.slice(at);
    if (this.queue.length > 0) setImmediate(() => this.commit());
    for (const each of tell) each();
  }
}
