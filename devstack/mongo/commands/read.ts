import { type Match, type MatchOptions, type Matcher, compileFilter } from '../query/matcher.js';
import { type Plan, planQuery } from '../query/planner.js';
import { compileProjection } from '../query/projection.js';
import { type Pace, Row, type Stats, scan } from '../query/scan.js';
import { Sorter, parseSort, sortKey } from '../query/sort.js';
import type { Collection } from '../storage/catalog.js';
import { EXPRESSIONS } from '../storage/store.js';
import type { View } from '../storage/view.js';
import { type Doc, encode } from '../values/bson.js';
import { asDoc } from '../values/types.js';

export interface Query {
  filter: Doc;
  matches: Matcher;
  sort: Doc | undefined;
  skip: number;
  limit: number;
  hint?: unknown;
}

export const makeQuery = (
  filter: Doc,
  sort: unknown,
  skip: number,
  limit: number,
  hint?: unknown,
  options: MatchOptions = EXPRESSIONS,
): Query => {
  const natural = asDoc(sort)?.$natural !== undefined;
  return {
    filter,
    matches: compileFilter(filter, options),
    sort: natural ? undefined : parseSort(sort),
    skip,
    limit,
    hint: natural ? sort : hint,
  };
};

export const makePlan = (view: View, collection: Collection, { filter, sort, hint }: Query): Plan =>
  planQuery(view, collection, filter, sort, hint);

/** The rows of a query in order, skipped and limited. */
export async function* rowsOf(
  view: View,
  collection: Collection,
  query: Query,
  pace: Pace,
  plan = makePlan(view, collection, query),
  stats?: Stats,
): AsyncGenerator<Row> {
  const { sort, skip, limit, matches } = query;
  const rows = scan(view, collection, plan, matches, pace, stats);
  const inOrder = sort === undefined || (plan.sorted && !view.changes(collection));
  if (!inOrder) {
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

/** Rows as the client gets them: projected, or the stored bytes untouched. */
export async function* project(
  rows: AsyncIterable<Row> | Row[],
  projection: unknown,
  matches: Matcher,
  options: MatchOptions = EXPRESSIONS,
): AsyncGenerator<Buffer> {
  const compiled = compileProjection(projection, options);
  const positional = Object.keys(asDoc(projection) ?? {}).some((path) => path.endsWith('.$'));
  for await (const row of rows) {
    const match: Match = {};
    if (compiled && positional) matches(row.doc, match);
    yield compiled ? encode(compiled(row.doc, match)) : row.raw;
  }
}
