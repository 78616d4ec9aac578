import { MongoError } from '../errors.js';
import { openFolder } from './folder.js';

type Callback = (value: unknown) => void;
type Job = { run: () => unknown; resolve: Callback; reject: Callback };

/** Jobs of one commit stop here, so that a commit never holds the event loop for long. */
const BATCH_MS = 25;

/** Thrown by a job that met a lock: it has to run again after `until`. */
export class LockWait extends Error {
  constructor(readonly until: Promise<void>) {
    super('locked');
  }
}

/**
 * Writes to the file on disk. Every change is a job; jobs of one turn of the event loop run one after the other inside
 * one lmdb transaction, which is on disk before any of them resolves. A job checks everything first and writes last:
 * an error of its own fails that job alone, and an error in the midst of writing (see `apply`) the whole commit.
 */
export class Engine {
  readonly file: ReturnType<typeof openFolder>;
  /** Called after a commit was rolled back: what is in memory has to be read again. */
  readonly onRollback: (() => void)[] = [];
  private queue: Job[] = [];
  private closed = false;
  /** The error that left a change written in part. */
  private failedWrite: unknown;

  constructor(folder: string) {
    this.file = openFolder(folder);
  }

  /** Runs a job in the next commit; resolves once the commit is on disk. */
  write<T>(run: () => T): Promise<T> {
    if (this.closed) return Promise.reject(new MongoError(11600, 'The store is shutting down'));
    if (this.queue.length === 0) setImmediate(() => this.commit());
    return new Promise<T>((resolve, reject) =>
      this.queue.push({ run, resolve: resolve as Callback, reject }),
    );
  }

  /** Runs the writes of a change that was checked. If one fails, the commit is rolled back with all its jobs. Inside a job. */
  apply(write: () => void): void {
    try {
      write();
    } catch (error) {
      this.failedWrite = error;
      throw error;
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    this.commit();
    await this.file.close();
  }

  private commit(): void {
    if (this.queue.length === 0) return;
    const stop = performance.now() + BATCH_MS;
    const batch: Job[] = [];
    let callbacks: (() => void)[] = [];
    try {
      this.file.root.transactionSync(() => {
        while (this.queue.length > 0 && (this.closed || performance.now() < stop)) {
          const job = this.queue.shift()!;
          batch.push(job);
          try {
            const result = job.run();
            callbacks.push(() => job.resolve(result));
          } catch (error) {
            callbacks.push(() => job.reject(error));
          }
          if (this.failedWrite) throw this.failedWrite;
        }
      });
    } catch (error) {
      // The lmdb transaction is rolled back as a whole: none of its jobs took effect.
      this.failedWrite = undefined;
      const full = /MAP_FULL|no space/i.test((error as Error).message);
      if (!full) console.error(error);
      for (const reread of this.onRollback) reread();
      const cause = new MongoError(full ? 14031 : 1, `The commit failed: ${(error as Error).message}`);
      callbacks = batch.map((job) => () => job.reject(cause));
    }
    if (this.queue.length > 0) setImmediate(() => this.commit());
    for (const callback of callbacks) callback();
  }
}
