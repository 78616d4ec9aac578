import { MongoError } from '../errors.js';
import { after } from '../query/bounds.js';
import { decode } from '../values/bson.js';
import { invert, keyOf } from '../values/keys.js';
import { tuplesOf } from './entries.js';
import { Retry } from './engine.js';
import type { Sessions } from './sessions.js';
import type { Store } from './store.js';

const CHUNK = 100;

/** Removes some documents of one TTL index whose date has passed; true when there may be more. A job. */
const sweepIndex = (store: Store, ns: string, name: string): boolean => {
  const collection = store.catalog.get(ns);
  const index = collection?.indexes.find((each) => each.name === name);
  if (!collection || index?.expireAfterSeconds === undefined) return false;
  const limit = new Date(Date.now() - index.expireAfterSeconds * 1000);
  const bound = keyOf(limit);
  const bounds = [bound.subarray(0, 1), bound];
  const [first, last] = index.directions[0]! < 0 ? bounds.toReversed().map(invert) : bounds;
  const range = {
    start: Buffer.concat([index.prefix, first!]),
    end: after(Buffer.concat([index.prefix, last!])),
  };
  const entries = store.newest.entries('index', range, false, CHUNK);
  let removed = 0;
  for (const { value: id } of entries) {
    const before = store.newest.get(collection, id);
    const dates = before ? tuplesOf(decode(before), index.paths).flat() : [];
    if (!dates.some((date) => date instanceof Date && date <= limit)) continue;
    try {
      store.writer.apply([{ collection, change: { id, before, after: undefined } }]);
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
      for (const { ns, indexes } of store.catalog.list()) {
        for (const { name, expireAfterSeconds } of indexes) {
          let more = expireAfterSeconds !== undefined;
          while (more) more = await store.engine.write(() => sweepIndex(store, ns, name));
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
