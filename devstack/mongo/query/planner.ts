import { ensure } from '../errors.js';
import type { Collection, Index } from '../storage/catalog.js';
import type { Range, View } from '../storage/view.js';
import type { Doc } from '../values/bson.js';
import { equal } from '../values/keys.js';
import { asDoc, has, toNumber } from '../values/types.js';
import { type Access, type Demand, ID_INDEX, MAX_STREAMS, type Merits } from './access.js';
import { accessOf, accessesOf, meritsOf } from './access.js';
import { conditionsOf, isUsable } from './bounds.js';

/** Ranges of one index, or without one of the documents themselves, read one after the other. */
export interface Stream {
  index: Index | undefined;
  ranges: Range[];
  reverse: boolean;
  /** What all its keys begin with. */
  prefix: Buffer;
}

export interface Plan extends Omit<Merits, 'width'> {
  streams: Stream[];
  /** What follows the prefixes of all streams' keys is in the requested order too. */
  uniform: boolean;
  /** Nothing narrows the ranges. */
  isWhole: boolean;
}

/** Branches of an `$or` that are planned one by one. */
const MAX_BRANCHES = 50;
/**
 * Entries are counted up to here to compare plans. Of a million documents in order, of which one in `MAX_COUNTED` is
 * wanted, a page of some 20 comes after about as many reads as there are matches: beyond, order wins.
 */
const MAX_COUNTED = 4096;
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

/** One access, or one for each branch of an `$or`. */
interface Candidate extends Merits {
  accesses: Access[];
  /** Bounds of the branch that has fewest; 0: everything is read. */
  bound: number;
}

const candidateOf = (accesses: Access[], sorted: boolean): Candidate => ({
  accesses,
  sorted,
  covered: accesses.every(({ covered }) => covered),
  repeats: accesses.some(({ repeats }) => repeats),
  width: accesses.reduce((sum, { width }) => sum + width, 0),
  bound: Math.min(...accesses.map(({ bounds }) => bounds.size)),
});

const isBest = ({ sorted, covered }: Candidate): boolean => sorted && covered;

/** Entries that it reads at most, counted up to a limit, and as many again if they have to be sorted. */
const costOf = (view: View, { accesses, sorted }: Candidate, limit: number): number => {
  let count = 0;
  for (const { index, ranges } of accesses)
    for (const range of ranges)
      if (count < limit)
        count += Math.max(1, view.count(index.id === ID_INDEX.id ? 'data' : 'index', range, limit - count));
  return sorted ? count : 2 * count;
};

/**
 * The candidate that reads least, which takes about as long to find out as reading so many entries. One that is
 * covered and in order reads nothing but what is returned, so that none can be better. Of equals one in order is
 * taken, then one that is covered, then one that binds more.
 */
const cheapest = (view: View, candidates: Candidate[]): Candidate => {
  const ranked = candidates.map((each) => ({ each, rank: [...meritsOf(each), each.bound] }));
  ranked.sort((a, b) => b.rank.map((value, i) => value - a.rank[i]!).find((order) => order !== 0) ?? 0);
  const [first] = ranked;
  if (ranked.length === 1 || isBest(first!.each)) return first!.each;
  for (let limit = 256; ; limit *= 16) {
    const costs = ranked.map(({ each }) => costOf(view, each, limit));
    const fewest = Math.min(...costs);
    if (fewest < limit || limit >= MAX_COUNTED) return ranked[costs.indexOf(fewest)]!.each;
  }
};

/** Puts the ranges of all branches together, those of one stream in order and each entry once. */
const planOf = ({ accesses, sorted, covered, repeats, bound }: Candidate): Plan => {
  const [{ index: first, depth: same }] = accesses as [Access];
  const streams = new Map<string, Stream>();
  for (const { index, ranges, reverse, depth } of accesses)
    for (const { prefix, ...range } of ranges) {
      const name = `${index.id} ${depth} ${prefix.toString('latin1')}`;
      const stream = streams.get(name) ?? {
        index: index.id === ID_INDEX.id ? undefined : index,
        ranges: [],
        reverse,
        prefix,
      };
      stream.ranges.push(range);
      streams.set(name, stream);
    }
  const uniform = accesses.every(({ index, depth }) => index.id === first.id && depth === same);
  const overlaps = accesses.length > 1 && (!uniform || first.multikey.some(Boolean));
  return {
    streams: [...streams.values()].map((stream) => ({ ...stream, ranges: merged(stream.ranges) })),
    sorted,
    uniform,
    covered,
    repeats: overlaps || repeats,
    isWhole: bound === 0,
  };
};

/** A filter as a list of conditions that must all be met. */
const clausesOf = (filter: Doc): Doc[] =>
  Object.entries(filter).flatMap(([key, value]) =>
    key === '$and' ? (value as Doc[]).flatMap(clausesOf) : [{ [key]: value }],
  );

type Request = { filter: Doc; sort?: Doc | undefined; limit?: number; hint?: unknown };

/**
 * How to read the documents that match a valid filter. `hint` is as a client gives it: an index's name or key, or
 * `{$natural: 1}`; error 2 when there is no such index.
 */
export function planQuery(view: View, collection: Collection, { filter, sort, limit, hint }: Request): Plan {
  const byId: Index = { ...ID_INDEX, prefix: collection.prefix };
  const key = asDoc(hint);
  if (key && '$natural' in key) {
    const all = accessOf(byId, { conditions: new Map(), everywhere: new Map(), sort: undefined });
    const reverse = toNumber(key.$natural) < 0;
    return planOf(candidateOf([{ ...all, reverse, covered: false }], !sort));
  }
  const isHinted = key ? Object.keys(key).length > 0 : Boolean(hint);
  const whole = collection.indexes.filter(({ since }) => since < view.since);
  const hinted = [byId, ...whole].filter(({ spec, name }) => (key ? equal(spec.key, key) : name === hint));
  ensure(
    !isHinted || hinted.length > 0,
    2,
    'planner returned error :: hint does not correspond to an existing index',
  );
  const all = (demand: Demand): Access[] => {
    const isNamed = (path: string) => demand.conditions.has(path) || (demand.sort && has(demand.sort, path));
    const usable = whole.filter(
      (index) =>
        (isNamed(index.paths[0]!) || index.matches || index.sparse) && isUsable(index, demand.conditions),
    );
    return accessesOf(isHinted ? hinted : [byId, ...usable], demand);
  };

  const conditions = conditionsOf(filter);
  const plain = all({ conditions, everywhere: conditions, sort });
  const candidates = plain.map((access) => candidateOf([access], access.sorted));
  const clauses = candidates.some(isBest) ? [] : clausesOf(filter);
  for (const clause of clauses.filter(({ $or }) => $or && ($or as Doc[]).length <= MAX_BRANCHES)) {
    const others = clauses.filter((each) => each !== clause);
    const everywhere = conditionsOf({ $and: others });
    for (const order of new Set([sort, undefined])) {
      const branches = (clause.$or as Doc[]).map((branch) => {
        const demand = { conditions: conditionsOf({ $and: [...others, branch] }), everywhere, sort: order };
        const found = all(demand).filter(({ sorted, bounds }) => sorted && bounds.size > 0);
        return found.map((access) => candidateOf([access], true));
      });
      if (branches.some((found) => found.length === 0)) continue;
      const accesses = branches.flatMap((found) => cheapest(view, found).accesses);
      const union = candidateOf(accesses, order === sort);
      if (union.width <= MAX_STREAMS) candidates.push(union);
      if (isBest(union)) break;
    }
  }
  const wanted = candidates.filter((each) => isBest(each) || each.bound > 0 || (each.sorted && limit));
  const [first] = candidates;
  const other = candidates.find(({ sorted }) => sorted) ?? first!;
  return planOf(wanted.length > 0 || isHinted ? cheapest(view, isHinted ? candidates : wanted) : other);
}
