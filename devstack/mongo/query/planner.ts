import { bad } from '../errors.js';
import { type Collection, type Index, makeIndex } from '../storage/catalog.js';
import type { Range, View } from '../storage/view.js';
import type { Doc } from '../values/bson.js';
import { MAX_FIELDS, MAX_ID, equal, invert, keptOf } from '../values/keys.js';
import { asDoc, toNumber } from '../values/types.js';
import {
  type Conditions,
  type Interval,
  PRESENT,
  type Union,
  after,
  conditionsOf,
  demands,
  implies,
  intersect,
} from './bounds.js';

export interface Plan {
  /** Absent: the documents themselves, in the order of `_id`. */
  index?: Index | undefined;
  ranges: Range[];
  reverse: boolean;
  /** The rows come in the order asked for. */
  sorted: boolean;
  /** The same document may come more than once. */
  repeats: boolean;
  /** The filter bounds what is read. */
  bounded: boolean;
  /** Branches of an `$or`, each with its own plan. */
  branches?: Plan[];
}

interface Candidate extends Plan {
  /** Fields bound to values. */
  points: number;
  /** At most one document. */
  single: boolean;
}

/** Products of `$in` values beyond this are not written out. */
const MAX_RANGES = 400;
/** Most entries that are counted to compare plans. */
const RACE = 500;
/** Unions of one field of arrays that are tried. */
const MAX_CHOICES = 10;

const ID_INDEX = makeIndex(0, { key: { _id: 1 }, name: '_id_', unique: true }, () => () => true);

const byteRange = (prefix: Buffer, { start, end }: Interval, descending: boolean): Range => {
  const join = (key: Buffer): Buffer => Buffer.concat([prefix, key]);
  if (!descending) return { start: join(start), end: join(end) };
  // An end after one value's entries stands for that value.
  const from = end.at(-1) === 0xff ? invert(end.subarray(0, -1)) : after(invert(end));
  return { start: join(from), end: join(after(invert(start))) };
};

/** Cuts the ends as the keys of long values are cut; the filter decides what is really in. */
const cut = ({ start, end }: Range, limit: number): Range => ({
  start: start.subarray(0, limit),
  end: end.length > limit ? after(end.subarray(0, limit)) : end,
});

const sortedRanges = (ranges: Range[]): Range[] => {
  const merged: Range[] = [];
  for (const range of ranges.toSorted((a, b) => Buffer.compare(a.start, b.start))) {
    const last = merged.at(-1);
    if (!last || Buffer.compare(range.start, last.end) > 0) merged.push(range);
    else if (Buffer.compare(range.end, last.end) > 0) last.end = range.end;
  }
  return merged;
};

/** Which direction, if any, makes the index give the sort order, after fields fixed to one value. */
const direction = (index: Index, fixed: Set<string>, sort: Doc): 1 | -1 | undefined => {
  if (index.long) return undefined;
  let at = 0;
  let way: 1 | -1 | undefined;
  for (const [path, order] of Object.entries(sort)) {
    if (fixed.has(path) && !index.multikey[index.paths.indexOf(path)]) continue;
    while (fixed.has(index.paths[at]!)) at++;
    if (index.paths[at] !== path || index.multikey[at]) return undefined;
    const same = toNumber(order) * index.directions[at]! > 0 ? 1 : -1;
    if (way !== undefined && way !== same) return undefined;
    way = same;
    // Nothing is left to order among documents of one `_id`.
    if (path === '_id') break;
    at++;
  }
  return way ?? 1;
};

/** How an index serves the conditions. Of several on one field of arrays it takes the one numbered `choice`. */
const candidate = (index: Index, conditions: Conditions, sort: Doc | undefined, choice = 0): Candidate => {
  let ranges: Range[] = [{ start: index.prefix, end: after(index.prefix) }];
  const fixed = new Set<string>();
  const arrays = new Set<string>();
  let points = 0;
  let bounded = index.sparse || index.matches !== undefined;
  for (const [i, path] of index.paths.entries()) {
    const unions = conditions.get(path)?.filter((union) => union !== PRESENT) ?? [];
    const root = path.split('.')[0]!;
    // Two fields of one array may be met by different elements: only the first can be bound.
    if (unions.length === 0 || (index.multikey[i] && arrays.has(root))) break;
    const union: Union = index.multikey[i] ? unions[choice % unions.length]! : unions.reduce(intersect);
    if (i > 0 && ranges.length * union.length > MAX_RANGES) break;
    const descending = index.directions[i]! < 0;
    ranges = ranges.flatMap((range) => union.map((interval) => byteRange(range.start, interval, descending)));
    bounded = true;
    if (!union.every((interval) => interval.point)) break;
    points++;
    if (index.multikey[i]) arrays.add(root);
    if (union.length === 1) fixed.add(path);
  }
  const isData = index.id === ID_INDEX.id;
  const kept = index.prefix.length + keptOf(isData ? MAX_ID : MAX_FIELDS);
  ranges = sortedRanges(ranges.map((range) => cut(range, kept)));
  const single = index.unique && points === index.paths.length && ranges.length <= 1;
  const order = sort && !single ? direction(index, fixed, sort) : 1;
  return {
    index: isData ? undefined : index,
    ranges,
    reverse: order === -1,
    sorted: order !== undefined,
    repeats: index.multikey.some(Boolean),
    bounded,
    points,
    single,
  };
};

const isUsable = (index: Index, conditions: Conditions): boolean =>
  (!index.matches || implies(conditions, index.spec.partialFilterExpression as Doc)) &&
  (!index.sparse || index.paths.some((path) => demands(conditions, path)));

const candidates = (index: Index, conditions: Conditions, sort: Doc | undefined): Candidate[] => {
  const lengths = index.paths.map((path, i) => (index.multikey[i] && conditions.get(path)?.length) || 1);
  const choices = Math.min(MAX_CHOICES, Math.max(...lengths));
  return Array.from({ length: choices }, (_, choice) => candidate(index, conditions, sort, choice));
};

/** How many entries a plan has in its ranges, counted up to `most`. */
const countOf = (view: View, { index, ranges }: Plan, most: number): number => {
  let count = 0;
  for (const range of ranges)
    if (count < most) count += view.count(index ? 'index' : 'data', range, most - count);
  return count;
};

/** The plan that reads least, by counting the first entries of each. */
const race = (view: View, plans: Candidate[], sort: Doc | undefined, limit: number): Candidate => {
  if (plans.length === 1) return plans[0]!;
  const stops = ({ sorted }: Plan): boolean => sort !== undefined && sorted && limit > 0;
  let fewest = RACE;
  const counted = plans.map((plan) => {
    const count = countOf(view, plan, stops(plan) ? RACE : Math.min(RACE, fewest + 1));
    fewest = Math.min(fewest, count);
    return { plan, count };
  });
  // A plan in order stops at the limit: among its rows those that match are about as many as the fewest.
  const cost = ({ plan, count }: { plan: Candidate; count: number }): number =>
    stops(plan) ? Math.min(count, (limit * count) / Math.max(1, fewest)) : count;
  const [best] = counted.sort(
    (a, b) =>
      cost(a) - cost(b) || b.plan.points - a.plan.points || Number(b.plan.sorted) - Number(a.plan.sorted),
  );
  return best!.plan;
};

export interface PlanOptions {
  sort?: Doc | undefined;
  /** Rows wanted, those skipped included; 0: all. */
  limit?: number;
  /** As a client gives it: an index's name or key, or `{$natural: 1}`. */
  hint?: unknown;
}

/** How to read the documents that match a valid filter. */
export const planQuery = (view: View, collection: Collection, filter: Doc, options: PlanOptions): Plan => {
  const { sort, hint, limit = 0 } = options;
  const byId: Index = { ...ID_INDEX, prefix: collection.prefix };
  const key = asDoc(hint);
  if (key && '$natural' in key) {
    return { ...candidate(byId, new Map(), undefined), reverse: toNumber(key.$natural) < 0, sorted: !sort };
  }
  const conditions = conditionsOf(filter);
  const indexes = [byId, ...collection.indexes];
  if (key ? Object.keys(key).length > 0 : hint) {
    const hinted = indexes.find(({ spec, name }) => (key ? equal(spec.key, key) : name === hint));
    if (!hinted)
      throw bad('planner returned error :: hint provided does not correspond to an existing index');
    return race(view, candidates(hinted, conditions, sort), sort, limit);
  }
  const plans = indexes
    .filter((index) => isUsable(index, conditions))
    .flatMap((index) => candidates(index, conditions, sort));
  const single = plans.find((plan) => plan.single);
  if (single) return single;
  const bounded = plans.filter((plan) => plan.bounded);
  if (bounded.length > 0) return race(view, bounded, sort, limit);
  return orPlan(view, collection, filter, sort) ?? plans.find((plan) => plan.sorted) ?? plans[0]!;
};

/** An `$or` whose every branch has an index is read branch by branch. */
const orPlan = (view: View, collection: Collection, filter: Doc, sort: Doc | undefined): Plan | undefined => {
  const branches = (filter.$or as Doc[] | undefined)?.map((branch) =>
    planQuery(view, collection, branch, {}),
  );
  if (!branches?.every((plan) => plan.bounded)) return undefined;
  return {
    ranges: [],
    reverse: false,
    sorted: !sort,
    repeats: true,
    bounded: true,
    branches: branches.flatMap((plan) => plan.branches ?? [plan]),
  };
};
