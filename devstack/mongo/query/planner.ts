import type { Collection, Index } from '../storage/catalog.js';
import type { Range, View } from '../storage/view.js';
import type { Doc } from '../values/bson.js';
import { MAX_FIELDS, invert } from '../values/keys.js';
import { asDoc, toNumber } from '../values/types.js';
import {
  type Conditions,
  type Interval,
  type Union,
  after,
  conditionsOf,
  endOf,
  intersectUnions,
  isNullable,
  isSingle,
  startOf,
} from './bounds.js';
import { implies } from './partial.js';

export interface Plan {
  /** Absent: the documents themselves, in the order of `_id`. */
  index?: Index;
  ranges: Range[];
  reverse: boolean;
  /** The rows come in the order asked for. */
  sorted: boolean;
  /** The same document may come more than once. */
  repeats: boolean;
  /** Branches of an `$or`, each with its own plan. */
  branches?: Plan[];
}

/** Combinations of `$in` values beyond this are read as one range. */
const MAX_RANGES = 400;
const RACE = 500;

const whole = (prefix: Buffer): Range => ({ start: prefix, end: after(prefix) });

/** Cuts the ends as the keys of long values are cut; the filter decides what is really in. */
const cut = (range: Range, prefix: number): Range => {
  const limit = prefix + MAX_FIELDS - 21;
  const { start, end } = range;
  return {
    start: start.length > limit ? start.subarray(0, limit) : start,
    end: end.length > limit ? after(end.subarray(0, limit)) : end,
  };
};

const byteRange = (prefix: Buffer, interval: Interval, descending: boolean): Range => {
  const join = (key: Buffer) => Buffer.concat([prefix, key]);
  const { low, lowOut, high, highOut } = interval;
  if (descending) {
    return {
      start: high ? startOf(join(invert(high)), highOut) : prefix,
      end: low ? endOf(join(invert(low)), lowOut) : after(prefix),
    };
  }
  return {
    start: low ? startOf(join(low), lowOut) : prefix,
    end: high ? endOf(join(high), highOut) : after(prefix),
  };
};

/** The conditions on one field of an index, as one union. Values of arrays meet them one by one, so the best is taken. */
const unionFor = (unions: Union[], multikey: boolean): Union =>
  multikey
    ? unions.reduce((best, union) => {
        const points = union.every(isSingle) && !best.every(isSingle);
        return points || (union.every(isSingle) && union.length < best.length) ? union : best;
      })
    : unions.reduce(intersectUnions);

const sortedRanges = (ranges: Range[]): Range[] => {
  const sorted = ranges.sort((a, b) => Buffer.compare(a.start, b.start));
  const merged: Range[] = [];
  for (const range of sorted) {
    const last = merged.at(-1);
    if (last && Buffer.compare(range.start, last.end) <= 0) {
      if (Buffer.compare(range.end, last.end) > 0) last.end = range.end;
    } else if (Buffer.compare(range.start, range.end) < 0) merged.push({ ...range });
  }
  return merged;
};

interface Candidate extends Plan {
  /** Fields bound to values. */
  points: number;
  bounded: number;
}

/** Which direction, if any, makes the index give the sort order, after fields fixed to one value. */
const direction = (index: Index, fixed: Set<string>, sort: Doc | undefined): 1 | -1 | undefined => {
  if (!sort || index.long) return undefined;
  const isFixed = (path: string) => fixed.has(path) && !index.multikey[index.paths.indexOf(path)];
  const wanted = Object.keys(sort).filter((path) => !isFixed(path));
  let at = 0;
  let way: 1 | -1 | undefined;
  for (const path of wanted) {
    while (at < index.paths.length && index.paths[at] !== path && fixed.has(index.paths[at]!)) at++;
    if (index.paths[at] !== path || index.multikey[at]) return undefined;
    const same = toNumber(sort[path]) * index.directions[at]! > 0 ? 1 : -1;
    if (way !== undefined && way !== same) return undefined;
    way = same;
    at++;
  }
  return way ?? 1;
};

const candidate = (
  index: Index,
  filter: Doc,
  conditions: Conditions,
  sort: Doc | undefined,
): Candidate | undefined => {
  if (index.spec.partialFilterExpression && !implies(filter, index.spec.partialFilterExpression as Doc)) {
    return undefined;
  }
  let ranges: Range[] = [whole(index.prefix)];
  const fixed = new Set<string>();
  const arrays = new Set<string>();
  let points = 0;
  let bounded = 0;
  let excludesAbsent = false;
  for (let i = 0; i < index.paths.length; i++) {
    const path = index.paths[i]!;
    const unions = conditions.get(path);
    const root = path.split('.')[0]!;
    // Two fields of one array may be met by different elements: only the first can be bound.
    if (!unions || (index.multikey[i] && arrays.has(root))) break;
    const union = unionFor(unions, index.multikey[i]!);
    if (ranges.length * union.length > MAX_RANGES) break;
    const single = union.every(isSingle);
    if (!union.some(isNullable)) excludesAbsent = true;
    const descending = index.directions[i]! < 0;
    ranges = ranges.flatMap((range) => union.map((interval) => byteRange(range.start, interval, descending)));
    bounded++;
    if (index.multikey[i]) arrays.add(root);
    if (!single) break;
    points++;
    if (union.length === 1) fixed.add(path);
  }
  if (index.sparse && !excludesAbsent) return undefined;
  const order = direction(index, fixed, sort);
  return {
    index,
    ranges: sortedRanges(ranges.map((range) => cut(range, index.prefix.length))),
    reverse: order === -1,
    sorted: order !== undefined,
    repeats: index.multikey.some(Boolean),
    points,
    bounded,
  };
};

const byId = (collection: Collection, conditions: Conditions, sort: Doc | undefined): Candidate => {
  const unions = conditions.get('_id');
  const { prefix } = collection;
  const keys = sort ? Object.keys(sort) : [];
  const sorted = keys.length > 0 && keys[0] === '_id';
  const base = { reverse: sorted && toNumber(sort!._id) < 0, sorted, repeats: false };
  if (!unions) return { ...base, ranges: [whole(prefix)], points: 0, bounded: 0 };
  const union = unions.reduce(intersectUnions);
  const ranges = union.map((interval): Range => {
    if (!isSingle(interval)) return cutId(byteRange(prefix, interval, false), prefix.length);
    const start = Buffer.concat([prefix, shortId(interval.low!)]);
    return { start, end: after(start) };
  });
  const points = union.every(isSingle) ? 1 : 0;
  const one = points === 1 && union.length <= 1;
  return { ...base, ranges: sortedRanges(ranges), sorted: sorted || one, points, bounded: 1 };
};

const LONG_ID = 500 - 21;
const shortId = (key: Buffer): Buffer => (key.length > 500 ? key.subarray(0, LONG_ID) : key);
const cutId = ({ start, end }: Range, prefix: number): Range => ({
  start: start.subarray(0, prefix + LONG_ID),
  end: end.length > prefix + LONG_ID ? after(end.subarray(0, prefix + LONG_ID)) : end,
});

/** How many entries a plan has in its ranges, counted up to `most`. */
const countOf = (view: View, { index, ranges }: Plan, most: number): number => {
  let count = 0;
  for (const range of ranges) {
    if (count < most) count += view.count(index ? 'index' : 'data', range, most - count);
  }
  return count;
};

/** Of plans on different indexes the one that reads least, by counting the first entries of each. */
const race = (view: View, plans: Candidate[], sort: Doc | undefined, limit: number): Candidate => {
  const counted = plans.map((plan) => ({ plan, count: countOf(view, plan, RACE) }));
  const fewest = Math.max(1, Math.min(...counted.map(({ count }) => count)));
  const cost = ({ plan, count }: { plan: Candidate; count: number }): number =>
    // A plan in order stops at the limit: among its rows those that match are about as many as the fewest.
    sort && plan.sorted && limit > 0 ? Math.min(count, limit * (count / fewest)) : count;
  return counted.reduce((best, each) => {
    const less = cost(each) - cost(best) || best.plan.points - each.plan.points;
    return less < 0 || (less === 0 && each.plan.sorted && !best.plan.sorted) ? each : best;
  }).plan;
};

export interface PlanOptions {
  sort?: Doc | undefined;
  limit?: number;
  hint?: Index | '$natural' | undefined;
  natural?: number;
}

export const planQuery = (view: View, collection: Collection, filter: Doc, options: PlanOptions): Plan => {
  const { sort, hint, limit = 0 } = options;
  if (hint === '$natural') {
    return {
      ranges: [whole(collection.prefix)],
      reverse: options.natural === -1,
      sorted: !sort,
      repeats: false,
    };
  }
  const conditions = conditionsOf(filter);
  if (hint) {
    const forced = candidate(hint, filter, conditions, sort);
    const all = { index: hint, ranges: [whole(hint.prefix)], reverse: false, sorted: false, repeats: true };
    return forced ?? all;
  }
  const primary = byId(collection, conditions, sort);
  if (primary.points === 1 && primary.ranges.length <= 1) return primary;
  const plans = collection.indexes
    .map((index) => candidate(index, filter, conditions, sort))
    .filter((plan) => plan !== undefined);
  const bounded = [primary, ...plans].filter((plan) => plan.bounded > 0);
  const unique = bounded.find((plan) => plan.index?.unique && plan.points === plan.index.paths.length);
  if (unique && unique.ranges.length === 1) return unique;
  if (bounded.length === 0) {
    const union = orPlan(view, collection, filter, options);
    if (union) return union;
    const ordered = sort && (primary.sorted ? primary : plans.find((plan) => plan.sorted));
    return ordered || { ...primary, sorted: primary.sorted || !sort };
  }
  const best = bounded.length === 1 ? bounded[0]! : race(view, bounded, sort, limit);
  return { ...best, sorted: best.sorted || !sort };
};

/** An `$or` whose every branch has an index is read branch by branch. */
const orPlan = (view: View, collection: Collection, filter: Doc, options: PlanOptions): Plan | undefined => {
  const list = filter.$or;
  if (!Array.isArray(list)) return undefined;
  const branches = list.map((branch) => planQuery(view, collection, asDoc(branch) ?? {}, { limit: 0 }));
  const useful = branches.every(
    (plan) => plan.branches !== undefined || plan.index !== undefined || isNarrow(plan, collection),
  );
  return useful ? { ranges: [], reverse: false, sorted: !options.sort, repeats: true, branches } : undefined;
};

const isNarrow = (plan: Plan, collection: Collection): boolean =>
  plan.ranges.length !== 1 || !plan.ranges[0]!.start.equals(collection.prefix);
