import { LRUCache } from 'lru-cache';
import type { Model, QueryFilter } from 'mongoose';

/** A change that no revision counts, such as one by hand in the database, shows after this long. */
const KEPT_MS = 30_000;
const MOST_KEPT = 1_000;

const totals = new WeakMap<object, LRUCache<string, Promise<number>>>();

/**
 * How many documents match, counted no further than `limit`. The filter should be one whose count reads index keys alone.
 *
 * @param revision changes whenever a total of this filter may; while it is the same, a total is counted once. Without it each
 *   call counts, so that an admin sees their own write.
 */
export async function countRows<T>(
  model: Model<T>,
  filter: QueryFilter<T>,
  limit?: number,
  revision?: string,
): Promise<number> {
  const count = (): Promise<number> =>
    model.countDocuments(filter, limit === undefined ? {} : { limit }).exec();
  if (revision === undefined) return count();
  let kept = totals.get(model);
  if (!kept) totals.set(model, (kept = new LRUCache({ max: MOST_KEPT, ttl: KEPT_MS })));
  const key = JSON.stringify([revision, filter, limit]);
  const known = kept.get(key);
  if (known) return known;
  const counting = count();
  kept.set(key, counting);
  counting.catch(() => kept.delete(key));
  return counting;
}
