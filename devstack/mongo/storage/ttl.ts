import { MongoError } from '../errors.js';
import { after } from '../query/bounds.js';
import { decode } from '../values/bson.js';
import { invert, keyOf } from '../values/keys.js';
import { tuplesOf } from './entries.js';
import { Retry } from './engine.js';
import type { Collection, Index } from './catalog.js';
import type { Sessions } from './sessions.js';
import type { Store } from './store.js';

const CHUNK = 100;

/** Removes some documents of one TTL index whose date has passed; false when none is left. A job. */
const sweepIndex = (store: Store, collection: Collection, index: Index): boolean => {
  const limit = new Date(Date.now() - index.expireAfterSeconds! * 1000);
  const kind = keyOf(limit).subarray(0, 1);
  const bound = keyOf(limit);
  const descending = index.directions[0]! < 0;
  const join = (key: Buffer) => Buffer.concat([index.prefix, descending ? invert(key) : key]);
  const range = descending
    ? { start: join(bound), end: after(join(kind)) }
    : { start: join(kind), end: after(join(bound)) };
  const entries = store.newest.entries('index', range, false, CHUNK);
  let removed = 0;
  for (const { value: id } of entries) {
    const before = store.newest.get(collection, id);
    if (!before) continue;
    const dates = tuplesOf(decode(before), index.paths).map(([value]) => value);
    if (!dates.some((date) => date instanceof Date && date <= limit)) continue;
    try {
      store.writer.apply(collection, { id, before, after: undefined });
      removed++;
    } catch (error) {
      // Held by a transaction: the next run sees it again.
      if (!(error instanceof Retry)) throw error;
    }
  }
  return entries.length === CHUNK && removed > 0;
};

/** Removes expired documents and old session records from time to time. Returns how to stop it. */
export const startSweeper = (store: Store, sessions: Sessions, seconds: number): (() => void) => {
  let running = false;
  const run = async (): Promise<void> => {
    if (running) return;
    running = true;
    try {
      await store.engine.write(() => sessions.forget());
      for (const { ns } of store.catalog.list()) {
        for (const { id, expireAfterSeconds } of store.catalog.get(ns)?.indexes ?? []) {
          if (expireAfterSeconds === undefined) continue;
          let more = true;
          while (more) {
            more =
              (await store.engine.write(() => {
                const collection = store.catalog.get(ns);
                const index = collection?.indexes.find((each) => each.id === id);
                return (
                  collection &&
                  index?.expireAfterSeconds !== undefined &&
                  sweepIndex(store, collection, index)
                );
              })) ?? false;
          }
        }
      }
    } catch (error) {
      if (!(error instanceof MongoError && error.code === 11600)) console.error(error);
    } finally {
      running = false;
    }
  };
  const timer = setInterval(() => void run(), seconds * 1000);
  timer.unref();
  return () => clearInterval(timer);
};
