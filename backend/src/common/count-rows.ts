import { LRUCache } from 'lru-cache';
import type { Model, QueryFilter } from 'mongoose';

/** A total is remembered for so long: another total than the rows' may be shown meanwhile. */
const KEPT_MS = 1_000;
/** Totals up to this are counted each time: that costs little, and whoever adds a row sees it counted. */
const SMALL = 100;
const MOST_KEPT = 1_000;

const totals = new WeakMap<object, LRUCache<string, number>>();

/**
 * How many documents match, counted no further than `limit`. The filter should be one whose count reads index keys alone.
 */
export async function countRows<T>(model: Model<T>, filter: QueryFilter<T>, limit?: number): Promise<number> {
  let kept = totals.get(model);
  if (!kept) totals.set(model, (kept = new LRUCache({ max: MOST_KEPT, ttl: KEPT_MS })));
  const key = JSON.stringify([filter, limit]);
  const known = kept.get(key);
  if (known !== undefined) return known;
  const counted = await model.countDocuments(filter, limit === undefined ? {} : { limit });
  if (counted > SMALL) kept.set(key, counted);
  return counted;
}
