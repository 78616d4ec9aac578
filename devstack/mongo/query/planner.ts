import { ensure } from '../errors.js';
import { type Collection, type Index, makeIndex } from '../storage/catalog.js';
import type { Range, View } from '../storage/view.js';
import type { Doc } from '../values/bson.js';
import { MAX_FIELDS, MAX_ID, equal, invert, keptOf } from '../values/keys.js';
import { asDoc, toNumber } from '../values/types.js';
import { type Conditions, type Interval, after, conditionsOf, intersect, isUsable } from './bounds.js';

export interface Plan {
  /** Absent: the documents themselves, in the order of `_id`. */
  index?: Index | undefined;
  ranges: Range[];
  reverse: boolean;
  /** The rows come in the requested order. */
  sorted: boolean;
  /** The same document may come more than once. */
  repeats: boolean;
  /** Fields bound to values, and one more for a bound of another kind; 0: everything is read. */
  bound: number;
}

/** Products of `$in` values beyond this are not written out. */
const MAX_RANGES = 400;
/** Most entries that are counted to compare plans. */
const MAX_COUNTED = 500;
/** Conditions on one field of arrays that are tried. */
const MAX_CHOICES = 10;

const ID_INDEX = makeIndex(0, { key: { _id: 1 }, name: '_id_', unique: true });

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

/** In order, and none reaching into the next. */
const merged = (ranges: Range[]): Range[] => {
  const result: Range[] = [];
  for (const range of ranges.sort((a, b) => Buffer.compare(a.start, b.start))) {
    const last = result.at(-1);
    if (!last || Buffer.compare(range.start, last.end) > 0) result.push(range);
    else if (Buffer.compare(range.end, last.end) > 0) last.end = range.end;
  }
  return result;
};

/** Which direction, if any, makes the index give the sort order, after fields fixed to one value. */
const direction = (index: Index, fixed: Set<string>, sort: Doc): 1 | -1 | undefined => {
  const { paths, directions, multikey } = index;
  const order = paths.map((path, i) => ({ path, way: multikey[i] ? 0 : directions[i]! }));
  const rest = order.filter(({ path }) => !fixed.has(path));
  const ways = Object.entries(sort)
    .filter(([path]) => !fixed.has(path) || multikey[paths.indexOf(path)])
    .map(([path, way], i) => (rest[i]?.path === path ? rest[i].way * toNumber(way) : 0));
  return index.long ? undefined : ([1, -1] as const).find((way) => ways.every((each) => each === way));
};

/** How an index serves the conditions. Of several on one field of arrays it takes the one numbered `choice`. */
const planOf = (index: Index, conditions: Conditions, sort: Doc | undefined, choice = 0): Plan => {
  let ranges: Range[] = [{ start: index.prefix, end: after(index.prefix) }];
  let bound = index.sparse || index.matches ? 1 : 0;
  const fixed = new Set<string>();
  const arrays = new Set<string>();
  for (const [i, path] of index.paths.entries()) {
    const [multikey, unions, root] = [index.multikey[i]!, conditions.get(path), path.split('.')[0]!];
    // Two fields of one array may be met by different elements: only the first can be bound.
    if (!unions || (multikey && arrays.has(root))) break;
    const union = multikey ? unions[choice % unions.length]! : unions.reduce(intersect);
    if (i > 0 && ranges.length * union.length > MAX_RANGES) break;
    const descending = index.directions[i]! < 0;
    ranges = ranges.flatMap(({ start }) => union.map((interval) => byteRange(start, interval, descending)));
    bound++;
    if (!union.every(({ point }) => point)) break;
    if (multikey) arrays.add(root);
    if (union.length === 1) fixed.add(path);
  }
  const isData = index.id === ID_INDEX.id;
  const kept = index.prefix.length + keptOf(isData ? MAX_ID : MAX_FIELDS);
  const order = sort ? direction(index, fixed, sort) : 1;
  return {
    index: isData ? undefined : index,
    ranges: merged(ranges.map((range) => cut(range, kept))),
    reverse: order === -1,
    sorted: order !== undefined,
    repeats: index.multikey.some(Boolean),
    bound,
  };
};

const plansOf = (index: Index, conditions: Conditions, sort: Doc | undefined): Plan[] => {
  const lengths = index.paths.map((path, i) => (index.multikey[i] && conditions.get(path)?.length) || 1);
  const choices = Math.min(MAX_CHOICES, Math.max(...lengths));
  return Array.from({ length: choices }, (_, choice) => planOf(index, conditions, sort, choice));
};

/** The plan with the fewest entries, counted up to the best so far; of equals one in order, then one that binds more. */
const cheapest = (view: View, plans: Plan[]): Plan => {
  plans.sort((a, b) => Number(b.sorted) - Number(a.sorted) || b.bound - a.bound);
  let [fewest, best] = [MAX_COUNTED, plans[0]!];
  for (const plan of plans.length > 1 ? plans : []) {
    let count = 0;
    for (const range of plan.ranges)
      if (count < fewest) count += view.count(plan.index ? 'index' : 'data', range, fewest - count);
    if (count < fewest) [fewest, best] = [count, plan];
  }
  return best;
};

type Request = { filter: Doc; sort?: Doc | undefined; hint?: unknown };

/**
 * How to read the documents that match a valid filter. `hint` is as a client gives it: an index's name or key, or
 * `{$natural: 1}`; error 2 when there is no such index.
 */
export function planQuery(view: View, collection: Collection, { filter, sort, hint }: Request): Plan {
  const byId: Index = { ...ID_INDEX, prefix: collection.prefix };
  const key = asDoc(hint);
  if (key && '$natural' in key)
    return { ...planOf(byId, new Map(), undefined), reverse: toNumber(key.$natural) < 0, sorted: !sort };
  const isHinted = key ? Object.keys(key).length > 0 : Boolean(hint);
  const conditions = conditionsOf(filter);
  const indexes = [byId, ...collection.indexes].filter((index) =>
    isHinted ? (key ? equal(index.spec.key, key) : index.name === hint) : isUsable(index, conditions),
  );
  ensure(indexes.length > 0, 2, 'planner returned error :: hint does not correspond to an existing index');
  const plans = indexes.flatMap((index) => plansOf(index, conditions, sort));
  const bound = isHinted ? plans : plans.filter((plan) => plan.bound > 0);
  if (bound.length > 0) return cheapest(view, bound);
  return plans.find((plan) => plan.sorted) ?? plans[0]!;
}
