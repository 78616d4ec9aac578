import { MongoError } from '../errors.js';
import { isIndex } from '../query/paths.js';
import type { Doc } from '../values/bson.js';
import { EMPTY_ARRAY, MAX_FIELDS, fieldsKey, invert, keyOf } from '../values/keys.js';
import { asDoc, field } from '../values/types.js';
import type { Index } from './catalog.js';

export interface Entries {
  /** Encoded fields, without the index's prefix and without the `_id`; no duplicates. */
  keys: Buffer[];
  /** Which of the index's fields went through an array in this document. */
  multikey: boolean[];
  /** A key was too long to be kept whole. */
  long: boolean;
}

const MISSING = undefined;

interface Cursor {
  value: unknown;
  rest: readonly string[];
  /** The path of the array it stopped at. */
  array?: string;
  done: boolean;
}

/** Goes down a path until its end, an absent field, or an array. */
const descend = (start: unknown, parts: readonly string[], base: string): Cursor => {
  let value = start;
  let path = base;
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i]!;
    if (Array.isArray(value)) {
      if (!isIndex(part) || value.some((item) => asDoc(item) && part in (item as object))) {
        return { value, rest: parts.slice(i), array: path, done: false };
      }
      value = (value as unknown[])[Number(part)];
    } else {
      const doc = asDoc(value);
      value = doc ? field(doc, part) : MISSING;
    }
    path += `.${part}`;
    if (value === undefined) return { value: MISSING, rest: [], done: true };
  }
  return Array.isArray(value)
    ? { value, rest: [], array: path, done: false }
    : { value, rest: [], done: true };
};

/** Every tuple of values a document has in a compound index: one for each element of the array its fields share. */
const tuples = (cursors: Cursor[], multikey: boolean[]): unknown[][] => {
  const stopped = cursors.findIndex((cursor) => !cursor.done);
  if (stopped < 0) return [cursors.map((cursor) => cursor.value)];
  const { array, value } = cursors[stopped]!;
  const shares = cursors.map((cursor) => !cursor.done && cursor.array === array);
  if (cursors.some((cursor, i) => !cursor.done && !shares[i] && !cursor.array!.startsWith(`${array}.`))) {
    const names = cursors.filter((cursor) => !cursor.done).map((cursor) => `[${cursor.array!.slice(1)}]`);
    throw new MongoError(171, `cannot index parallel arrays ${names.join(' ')}`);
  }
  shares.forEach((shared, i) => {
    if (shared) multikey[i] = true;
  });
  const elements = value as unknown[];
  if (elements.length === 0) {
    const empty = cursors.map((cursor, i): Cursor => {
      if (!shares[i]) return cursor;
      return { value: cursor.rest.length === 0 ? EMPTY_ARRAY : MISSING, rest: [], done: true };
    });
    return tuples(empty, multikey);
  }
  return elements.flatMap((element) =>
    tuples(
      cursors.map((cursor, i): Cursor => {
        if (!shares[i]) return cursor;
        // An array inside the array is one value: only one level is taken apart.
        if (cursor.rest.length === 0) return { value: element, rest: [], done: true };
        return asDoc(element)
          ? descend(element, cursor.rest, array!)
          : { value: MISSING, rest: [], done: true };
      }),
      multikey,
    ),
  );
};

/** The values a document has under a list of paths. */
export const tuplesOf = (doc: Doc, paths: readonly string[], multikey: boolean[] = []): unknown[][] =>
  tuples(
    paths.map((path) => descend(doc, path.split('.'), '')),
    multikey,
  );

const encodeTuple = (tuple: unknown[], directions: readonly number[]): Buffer =>
  Buffer.concat(
    tuple.map((value, i) => {
      const key = keyOf(value);
      return directions[i]! < 0 ? invert(key) : key;
    }),
  );

/** The entries of a document in an index. */
export const entriesOf = (index: Index, doc: Doc): Entries => {
  const multikey = index.paths.map(() => false);
  if (index.matches && !index.matches(doc)) return { keys: [], multikey, long: false };
  const list = tuplesOf(doc, index.paths, multikey);
  const seen = new Map<string, Buffer>();
  let long = false;
  for (const tuple of list) {
    if (index.sparse && tuple.every((value) => value === undefined)) continue;
    const whole = encodeTuple(tuple, index.directions);
    if (whole.length > MAX_FIELDS) long = true;
    const key = fieldsKey(whole);
    seen.set(key.toString('latin1'), key);
  }
  return { keys: [...seen.values()], multikey, long };
};

/** The values a document has in a unique index, for the error of a duplicate. */
export const valueOfKey = (index: Index, doc: Doc, key: Buffer): Doc => {
  const tuple =
    tuplesOf(doc, index.paths).find((values) =>
      fieldsKey(encodeTuple(values, index.directions)).equals(key),
    ) ?? [];
  return Object.fromEntries(
    index.paths.map((path, i) => [path, tuple[i] === EMPTY_ARRAY ? null : (tuple[i] ?? null)]),
  );
};
