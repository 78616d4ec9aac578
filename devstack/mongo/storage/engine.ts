import { join } from 'node:path';
import { type Database, type RootDatabase, type Transaction, open } from 'lmdb';
import { MongoError } from '../errors.js';
import { DATA_FILE, lockFolder } from './folder.js';

type Bytes = Database<Buffer, Buffer>;
export type Snapshot = Transaction;

interface Job {
  run: () => unknown;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/** Virtual address space kept for the file; it grows on disk only as data does. */
const MAP_SIZE = 64 * 2 ** 30;
/** Jobs of one commit stop here, so that a commit never holds the event loop for long. */
const BATCH_MS = 25;

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
  private queue: Job[] = [];
  private scheduled = false;
  private closed = false;

  private constructor(
    private readonly root: RootDatabase<Buffer, Buffer>,
    private readonly unlock: () => void,
  ) {
    const db = (name: string): Bytes => root.openDB({ name, encoding: 'binary', keyEncoding: 'binary' });
    this.catalog = db('catalog');
    this.data = db('data');
    this.index = db('index');
    this.sessions = db('sessions');
  }

  /** Opens a data folder, or makes one; refuses a folder in use, damaged or not made by this store. */
  static open(folder: string): Engine {
    const { unlock, made } = lockFolder(folder);
    try {
      const root = open<Buffer, Buffer>({
        path: join(folder, DATA_FILE),
        encoding: 'binary',
        keyEncoding: 'binary',
        // Plain lmdb commits: data, then a synchronous meta page; nothing to repair after a crash.
        overlappingSync: false,
        mapSize: MAP_SIZE,
        maxReaders: 512,
      });
      const engine = new Engine(root, unlock);
      made();
      return engine;
    } catch (error) {
      unlock();
      throw new Error(`The data folder ${folder} cannot be opened: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }

  /** Runs a job in the next commit; resolves once the commit is on disk. */
  write<T>(run: () => T): Promise<T> {
    if (this.closed) return Promise.reject(new MongoError(11600, 'The store is shutting down'));
    return new Promise<T>((resolve, reject) => {
      this.queue.push({ run, resolve: resolve as (value: unknown) => void, reject });
      this.schedule();
    });
  }

  /** What the last commit left, held still until `done()`. */
  snapshot(): Snapshot {
    return this.root.useReadTransaction();
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    if (this.queue.length > 0) this.commit();
    await this.root.close();
    this.unlock();
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      if (this.closed) return;
      this.commit();
      if (this.queue.length > 0) this.schedule();
    });
  }

  private commit(): void {
    const done: (() => void)[] = [];
    const started = performance.now();
    const batch: Job[] = [];
    try {
      this.root.transactionSync(() => {
        while (this.queue.length > 0 && (this.closed || performance.now() - started < BATCH_MS)) {
          const job = this.queue.shift()!;
          batch.push(job);
          try {
            const result = job.run();
            done.push(() => job.resolve(result));
          } catch (error) {
            if (!(error instanceof MongoError) && !(error instanceof Retry)) throw error;
            done.push(() => job.reject(error));
          }
        }
      });
    } catch (error) {
      // The lmdb transaction is undone as a whole: none of its jobs happened.
      const full = /MAP_FULL|no space/i.test((error as Error).message);
      const cause = new MongoError(full ? 14031 : 1, `The commit failed: ${(error as Error).message}`);
      if (!full) console.error(error);
      for (const reread of this.undone) reread();
      for (const job of batch) job.reject(cause);
      return;
    }
    for (const settle of done) settle();
  }
}

/** Thrown by a job that met a lock: it has to run again after `until`. */
export class Retry extends Error {
  constructor(readonly until: Promise<void>) {
    super('locked');
  }
}
