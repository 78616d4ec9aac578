import { LRUCache } from 'lru-cache';
import type { Model, QueryFilter } from 'mongoose';

/** A total is remembered for so long, and for so many times as long as counting took: another one may be right meanwhile. */
const KEPT_MS = 1_000;
const KEPT_TIMES = 20;
const MOST_KEPT_MS = 30_000;
/** Totals up to this are counted each time: that costs little, and whoever adds a row sees it counted. */
const SMALL = 100;
const MOST_KEPT = 1_000;

const totals = new WeakMap<object, LRUCache<string, Promise<number>>>();

/**
 * How many documents match, counted no further than `limit`. The filter should be one whose count reads index keys alone.
 * Calls that come while it is counted wait for the same count.
 */
export async function countRows<T>(model: Model<T>, filter: QueryFilter<T>, limit?: number): Promise<number> {
  let kept = totals.get(model);
  if (!kept) totals.set(model, (kept = new LRUCache({ max: MOST_KEPT })));
  const key = JSON.stringify([filter, limit]);
  const known = kept.get(key);
  if (known) return known;
  const started = performance.now();
  const counting = model.countDocuments(filter, limit === undefined ? {} : { limit }).exec();
  kept.set(key, counting);
  let ttl = 0;
  try {
    const counted = await counting;
    if (counted > SMALL)
      ttl = Math.min(MOST_KEPT_MS, Math.max(KEPT_MS, KEPT_TIMES * (performance.now() - started)));
    return counted;
  } finally {
    // the lifetime begins when it is counted
    if (ttl > 0) kept.set(key, counting, { ttl });
    else kept.delete(key);
  }
}
