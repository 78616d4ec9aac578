import { MongoError, bad } from '../errors.js';
import { type Match, type MatchOptions, type Matcher, compileFilter } from '../query/matcher.js';
import { type Plan, planQuery } from '../query/planner.js';
import { compileProjection } from '../query/projection.js';
import { type Pace, Row, type Stats, scan } from '../query/scan.js';
import { Sorter, parseSort, sortKey } from '../query/sort.js';
import type { Collection, Index } from '../storage/catalog.js';
import { EXPRESSIONS } from '../storage/store.js';
import type { View } from '../storage/view.js';
import { type Doc, encode } from '../values/bson.js';
import { equal } from '../values/keys.js';
import { asDoc, toNumber } from '../values/types.js';

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
  if (skip < 0) throw new MongoError(51024, `BSON field 'skip' value must be >= 0, actual value '${skip}'`);
  const natural = asDoc(sort)?.$natural;
  return {
    filter,
    matches: compileFilter(filter, options),
    sort: natural === undefined ? parseSort(sort) : undefined,
    skip,
    limit: Math.abs(limit),
    hint: natural === undefined ? hint : { $natural: natural },
  };
};

const hintedIndex = (collection: Collection, hint: unknown): Index | '$natural' | '_id' | undefined => {
  const doc = asDoc(hint);
  if (hint === undefined || hint === null || hint === '' || (doc && Object.keys(doc).length === 0))
    return undefined;
  if (doc && '$natural' in doc) return '$natural';
  if (hint === '_id_' || (doc && Object.keys(doc).length === 1 && '_id' in doc)) return '_id';
  const found = collection.indexes.find((index) => (doc ? equal(index.spec.key, doc) : index.name === hint));
  if (!found) {
    throw bad(
      'error processing query: planner returned error :: caused by :: hint provided does not correspond to an existing index',
    );
  }
  return found;
};

export const makePlan = (view: View, collection: Collection, query: Query): Plan => {
  const hint = hintedIndex(collection, query.hint);
  const limit = query.limit > 0 ? query.limit + query.skip : 0;
  if (hint === '_id') {
    const filter = '_id' in query.filter ? { _id: query.filter._id } : {};
    return planQuery(view, { ...collection, indexes: [] }, filter, { sort: query.sort, limit });
  }
  const natural = hint === '$natural' ? toNumber(asDoc(query.hint)!.$natural) : 1;
  return planQuery(view, collection, query.filter, { sort: query.sort, limit, hint, natural });
};

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
  let at = 0;
  if (inOrder) {
    for await (const row of rows) {
      if (at++ < skip) continue;
      yield row;
      if (limit > 0 && at >= skip + limit) return;
    }
    return;
  }
  const sorter = new Sorter<Row>(sortKey(sort), limit > 0 ? skip + limit : 0);
  for await (const row of rows) sorter.add(row.doc, new Row(row.id, row.raw), row.raw.length);
  for (const row of sorter.rows().slice(skip)) yield row;
}

/** Rows as the client gets them: projected, or the stored bytes untouched. */
export async function* project(
  rows: AsyncIterable<Row>,
  projection: unknown,
  matches: Matcher,
  options: MatchOptions = EXPRESSIONS,
): AsyncGenerator<Buffer> {
  const compiled = compileProjection(projection, options);
  const positional = Object.keys(asDoc(projection) ?? {}).some((path) => path.endsWith('.$'));
  for await (const row of rows) {
    if (!compiled) {
      yield row.raw;
      continue;
    }
    const match: Match = {};
    if (positional) matches(row.doc, match);
    yield encode(compiled(row.doc, match));
  }
}
