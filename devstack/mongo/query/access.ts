import { type Index, makeIndex } from '../storage/catalog.js';
import type { Range } from '../storage/view.js';
import type { Doc } from '../values/bson.js';
import { MAX_FIELDS, MAX_ID, invert, keptOf, typeClass } from '../values/keys.js';
import { BSONRegExp, Code, has, toNumber } from '../values/types.js';
import { type Conditions, type Interval, MAX_PAIRS, type Union, after, intersect } from './bounds.js';

/** What tells the better of two ways to read. */
export interface Merits {
  /** Each stream is in the requested order. */
  sorted: boolean;
  /** The ranges hold matches only. */
  covered: boolean;
  /** The same document may come more than once. */
  repeats: boolean;
  /** How many streams there are. */
  width: number;
}

/** How one index serves the conditions of a filter, or of one branch of an `$or`. */
export interface Access extends Merits {
  index: Index;
  /** Those of one prefix, one after the other, are a stream in order. */
  ranges: (Range & { prefix: Buffer })[];
  reverse: boolean;
  /** Fields in the prefixes of its streams. */
  depth: number;
  /** Names for what narrows the ranges; none: everything is read. */
  bounds: Set<string>;
}

/** Products of `$in` values beyond this are not written out. */
const MAX_RANGES = 400;
/** Most streams that are merged, as in MongoDB. */
export const MAX_STREAMS = 200;
/** Conditions on one field of arrays that are tried. */
const MAX_CHOICES = 10;

export const ID_INDEX = makeIndex(0, { key: { _id: 1 }, name: '_id_', unique: true });

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

/** The ranges of all combinations of intervals of an index's first fields; the first `depth` make the prefixes. */
const rangesOf = ({ prefix, directions }: Index, unions: Union[], depth: number, kept: number) => {
  let ranges = [{ start: prefix, end: after(prefix), prefix }];
  for (const [i, union] of unions.entries())
    ranges = ranges.flatMap((outer) =>
      union.map((interval) => {
        const range = byteRange(outer.start, interval, directions[i]! < 0);
        return { ...range, prefix: i < depth ? range.start : outer.prefix };
      }),
    );
  return ranges.map((range) => ({ ...cut(range, kept), prefix: range.prefix }));
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

/** What is demanded of single fields, and what of it holds for all the branches that one plan reads. */
export interface Demand {
  conditions: Conditions;
  everywhere: Conditions;
  sort: Doc | undefined;
}

/**
 * In a descending field their bounds take in longer texts with a NUL, as a unique index's take in the value that they
 * should leave out: there the filter has to be checked.
 */
const TEXTS = new Set(['', new BSONRegExp(''), new Code(''), new Code('', {})].map(typeClass));

const isOne = (union: Union): boolean => union.length === 1 && union[0]!.point;

/** How an index serves the conditions. Of several on one field of arrays it takes the one numbered `choice`. */
export const accessOf = (index: Index, { conditions, everywhere, sort }: Demand, choice = 0): Access => {
  const { paths, multikey, prefix } = index;
  const fixed = new Set(paths.filter((path, i) => !multikey[i] && everywhere.get(path)?.some(isOne)));
  const bounds = new Set(index.sparse || index.matches ? [`index ${index.id}`] : []);
  const taken: Union[] = [];
  let [depth, count, width, length] = [0, 1, 1, prefix.length];
  const [arrays, single, decided] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const [i, path] of paths.entries()) {
    const [isArray, unions, root] = [multikey[i]!, conditions.get(path), path.split('.')[0]!];
    // Two fields of one array may be met by different elements: only the first can be bound.
    if (!unions || (isArray && arrays.has(root))) break;
    const union = isArray ? unions[choice % unions.length]! : unions.reduce(intersect);
    if (i > 0 && count * union.length > MAX_RANGES) break;
    taken.push(union);
    count *= union.length;
    length += union.reduce((most, { start, end }) => Math.max(most, start.length, end.length), 0);
    bounds.add(isArray ? `${path} ${choice % unions.length}` : path);
    const points = union.every(({ point }) => point);
    // Values before the sort's fields: each combination of them has a stream of its own, in order.
    if (points && depth === i && sort && (fixed.has(path) || !has(sort, path))) {
      fixed.add(path);
      [depth, width] = [i + 1, count];
    }
    const isExact =
      index.directions[i]! > 0 || (!index.unique && union.every(({ start }) => !TEXTS.has(start[0]!)));
    const isWhole = isArray ? unions.length === 1 && path === root : !/\.\d/.test(path);
    if (isExact && isWhole && unions.reduce((pairs, { length }) => pairs * length, 1) <= MAX_PAIRS)
      decided.add(path);
    if (!points) break;
    if (isArray) arrays.add(root);
    if (union.length === 1) single.add(path);
  }
  const kept = prefix.length + keptOf(index.id === ID_INDEX.id ? MAX_ID : MAX_FIELDS);
  const isCut = length > kept;
  const order = !sort ? 1 : width > MAX_STREAMS || isCut ? undefined : direction(index, fixed, sort);
  if (!sort || !order) [depth, width] = [0, 1];
  let ranges: Access['ranges'] | undefined;
  return {
    index,
    get ranges() {
      return (ranges ??= rangesOf(index, taken, depth, kept));
    },
    reverse: order === -1,
    depth,
    width,
    sorted: order !== undefined,
    covered: !isCut && [...conditions.keys()].every((path) => decided.has(path)),
    repeats: multikey.some((isArray, i) => isArray && !single.has(paths[i]!)),
    bounds,
  };
};

/** The more, the better, the first being worth most. */
export const meritsOf = ({ sorted, covered, repeats, width }: Merits): number[] => [
  Number(sorted),
  Number(covered),
  Number(!repeats),
  -width,
];

/** Whether an access surely reads no more than another, and is no worse otherwise. */
const isAsGood = (a: Access, b: Access): boolean => {
  const others = meritsOf(b);
  return (
    meritsOf(a).every((merit, i) => merit >= others[i]!) && [...b.bounds].every((name) => a.bounds.has(name))
  );
};

/** How the indexes serve the conditions, without what another does as well. */
export const accessesOf = (indexes: Index[], demand: Demand): Access[] => {
  const all = indexes.flatMap((index) => {
    const { conditions } = demand;
    const lengths = index.paths.map((path, i) => (index.multikey[i] && conditions.get(path)?.length) || 1);
    const choices = Math.min(MAX_CHOICES, Math.max(...lengths));
    return Array.from({ length: choices }, (_, choice) => accessOf(index, demand, choice));
  });
  return all.reduce<Access[]>(
    (kept, access) =>
      kept.some((each) => isAsGood(each, access))
        ? kept
        : [...kept.filter((each) => !isAsGood(access, each)), access],
    [],
  );
};
