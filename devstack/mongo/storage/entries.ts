import { ensure } from '../errors.js';
import { isIndex } from '../query/paths.js';
import type { Doc } from '../values/bson.js';
import { EMPTY_ARRAY, MAX_FIELDS, fieldsKey, invert, keyOf } from '../values/keys.js';
import { asDoc, field } from '../values/types.js';
import type { Index } from './catalog.js';

/** Where a path stopped: at its value, or at an array that is to be taken apart for the rest of it. */
type PathEnd = { value: unknown; rest?: readonly string[] };

/** Goes down a path until its end, an absent field, or an array. */
const descend = (start: unknown, path: readonly string[]): PathEnd => {
  let value = start;
  for (const [i, part] of path.entries()) {
    if (Array.isArray(value)) {
      const inElements = value.some((item) => asDoc(item) && part in (item as object));
      if (!isIndex(part) || inElements) return { value, rest: path.slice(i) };
      value = (value as unknown[])[Number(part)];
    } else {
      const doc = asDoc(value);
      value = doc && field(doc, part);
    }
    if (value === undefined) break;
  }
  return Array.isArray(value) ? { value, rest: [] } : { value };
};

/** Every tuple of values of a compound index: one for each element of the array that its fields share. */
const expand = (multikey: boolean[], ends: PathEnd[]): unknown[][] => {
  const array = ends.find(({ rest }) => rest)?.value as unknown[] | undefined;
  if (!array) return [ends.map(({ value }) => value)];
  const shares = ends.map(({ value, rest }) => rest !== undefined && value === array);
  ensure(!ends.some(({ rest }, i) => rest && !shares[i]), 171, 'cannot index parallel arrays');
  shares.forEach((shared, i) => (multikey[i] ||= shared));
  return (array.length > 0 ? array : [EMPTY_ARRAY]).flatMap((element) => {
    const inside = ends.map((end, i): PathEnd => {
      if (!shares[i]) return end;
      // An array inside the array is one value: only one level is taken apart.
      return end.rest!.length > 0 ? descend(asDoc(element), end.rest!) : { value: element };
    });
    return expand(multikey, inside);
  });
};

/** The values a document has under a list of paths. */
export const tuplesOf = (doc: Doc, paths: readonly string[], multikey: boolean[] = []): unknown[][] =>
  expand(
    multikey,
    paths.map((path) => descend(doc, path.split('.'))),
  );

const encodeTuple = (tuple: unknown[], index: Index): Buffer => Buffer.concat(encodeValues(tuple, index));

/** The keys of a tuple's values. What is the same as in the tuple before, as all but an array's elements, is not encoded again. */
const encodeValues = (
  tuple: unknown[],
  { directions }: Index,
  last?: unknown[],
  known?: Buffer[],
): Buffer[] =>
  tuple.map((value, i) => {
    if (last && value === last[i]) return known![i]!;
    return directions[i]! < 0 ? invert(keyOf(value)) : keyOf(value);
  });

/**
 * The entries of a document in an index, none of no document: keys without the index's prefix and the `_id`; which
 * fields went through an array; and whether a key was too long to be kept whole.
 */
export const entriesOf = (index: Index, doc?: Doc) => {
  const multikey = index.paths.map(() => false);
  const keys = new Map<string, Buffer>();
  let long = false;
  let [last, values]: [unknown[]?, Buffer[]?] = [];
  const belongs = doc && (!index.matches || index.matches(doc));
  for (const tuple of belongs ? tuplesOf(doc, index.paths, multikey) : []) {
    if (index.sparse && tuple.every((value) => value === undefined)) continue;
    values = encodeValues(tuple, index, last, values);
    last = tuple;
    const whole = Buffer.concat(values);
    long ||= whole.length > MAX_FIELDS;
    const key = fieldsKey(whole);
    keys.set(key.toString('latin1'), key);
  }
  return { keys: [...keys.values()], multikey, long };
};

/** The values a document has in a unique index, for the error of a duplicate. */
export const valueOfKey = (index: Index, doc: Doc, key: Buffer): Doc => {
  const tuples = tuplesOf(doc, index.paths);
  const tuple = tuples.find((values) => fieldsKey(encodeTuple(values, index)).equals(key)) ?? [];
  const shown = tuple.map((value) => (value === EMPTY_ARRAY ? null : (value ?? null)));
  return Object.fromEntries(index.paths.map((path, i) => [path, shown[i]]));
};
