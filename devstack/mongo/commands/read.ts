import { compileFilter } from '../query/matcher.js';
import { planQuery } from '../query/planner.js';
import { Row, type Stats, scan } from '../query/scan.js';
import { Sorter, parseSort, sortKey } from '../query/sort.js';
import type { Collection } from '../storage/catalog.js';
import type { View } from '../storage/view.js';
import type { Doc } from '../values/bson.js';
import type { Source } from './context.js';

type QueryFields = { filter?: Doc | undefined; sort?: Doc; skip?: number; limit?: number; hint?: unknown };
export type Query = ReturnType<typeof makeQuery>;

/** A query from a command's fields. */
export const makeQuery = (fields: QueryFields) => {
  const { filter = {}, sort, skip = 0, limit = 0, hint } = fields;
  const natural = sort?.$natural !== undefined;
  const order = natural ? undefined : parseSort(sort);
  const matches = compileFilter(filter);
  return { filter, matches, sort: order, skip, limit, hint: natural ? sort : hint };
};

/**
 * Counts the rows of a query, and the keys read for that, where index keys alone decide it. They do not in a
 * transaction that has changed the collection.
 */
export const countKeys = (view: View, collection: Collection, query: Query) => {
  const plan = planQuery(view, collection, { ...query, sort: undefined });
  if (!plan.covered || plan.repeats || view.changes(collection)) return undefined;
  const most = query.limit > 0 ? query.skip + query.limit : 2 ** 31;
  let keys = 0;
  for (const { index, ranges } of plan.streams)
    for (const range of ranges)
      if (keys < most) keys += view.count(index ? 'index' : 'data', range, most - keys);
  return { plan, keys, n: Math.max(0, keys - query.skip) };
};

/** The rows of a query in order, skipped and limited. */
export async function* rowsOf(
  { view, time }: Source,
  collection: Collection | undefined,
  query: Query,
  stats?: Stats,
): AsyncGenerator<Row> {
  if (!collection) return;
  const { sort, skip, limit } = query;
  const plan = planQuery(view, collection, query);
  const rows = scan(view, collection, plan, query, time, stats);
  if (sort && (!plan.sorted || view.changes(collection))) {
    const sorter = new Sorter<Row>(sortKey(sort), limit > 0 ? skip + limit : 0);
    for await (const row of rows) sorter.add(row.doc, new Row(row.id, row.raw), row.raw.length);
    yield* sorter.rows().slice(skip);
    return;
  }
  let at = 0;
  for await (const row of rows) {
    if (at++ < skip) continue;
    yield row;
    if (limit > 0 && at >= skip + limit) return;
  }
}
