import { MongoError, bad } from '../errors.js';
import { tuplesOf } from '../storage/entries.js';
import type { Doc } from '../values/bson.js';
import { invert, keyOf } from '../values/keys.js';
import { asDoc, isNumber, toNumber } from '../values/types.js';

/** Most memory that one in-memory sort may hold. */
export const SORT_MEMORY = 100 * 1024 * 1024;

/** A sort specification as given by a client; undefined when it orders nothing. */
export const parseSort = (value: unknown): Doc | undefined => {
  if (value === undefined || value === null) return undefined;
  const sort = asDoc(value);
  if (!sort) throw new MongoError(14, 'Expected field sort to be of type object');
  for (const [key, order] of Object.entries(sort)) {
    if (key === '') throw new MongoError(56, 'FieldPath cannot be constructed with empty string');
    if (asDoc(order)) throw new MongoError(238, `$meta sort of ${key} is not implemented by this store`);
    if (!isNumber(order)) throw bad(`Illegal key in $sort specification: ${key}: ${String(order)}`);
    if (![1, -1].includes(toNumber(order))) {
      throw new MongoError(15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)');
    }
  }
  return Object.keys(sort).length > 0 ? sort : undefined;
};

/** The bytes by which a document sorts: of an array the smallest element, or the largest when descending. */
export const sortKey = (sort: Doc): ((doc: Doc) => Buffer) => {
  const fields = Object.keys(sort).map((path) => ({ path, descending: toNumber(sort[path]) < 0 }));
  return (doc) =>
    Buffer.concat(
      fields.map(({ path, descending }) => {
        const keys = tuplesOf(doc, [path]).map(([value]) => keyOf(value));
        const order = (descending ? keys.map(invert) : keys).sort(Buffer.compare);
        return order[0]!;
      }),
    );
};

/** Sorts an array's elements: by their values (1 or -1), or by fields of theirs. */
export const sortElements = (array: unknown[], order: unknown): unknown[] => {
  const whole = isNumber(order);
  const spec = parseSort(whole ? { v: order } : order);
  if (!spec) throw bad('The $sort is invalid: use 1/-1 or {field: 1/-1}');
  const key = sortKey(spec);
  return array
    .map((element) => ({ element, key: key(whole ? { v: [element] } : (asDoc(element) ?? {})) }))
    .sort((a, b) => Buffer.compare(a.key, b.key))
    .map(({ element }) => element);
};

interface Item<T> {
  key: Buffer;
  order: number;
  row: T;
}

const before = <T>(a: Item<T>, b: Item<T>): number => Buffer.compare(a.key, b.key) || a.order - b.order;

/** Keeps the rows that sort first, at most `limit` of them (0: all), in bounded memory. */
export class Sorter<T> {
  private items: Item<T>[] = [];
  private count = 0;
  private bytes = 0;
  private bar: Item<T> | undefined;

  constructor(
    private readonly key: (doc: Doc) => Buffer,
    private readonly limit: number,
    private readonly memory = SORT_MEMORY,
  ) {}

  add(doc: Doc, row: T, size: number): void {
    const item = { key: this.key(doc), order: this.count++, row };
    if (this.bar && before(item, this.bar) >= 0) return;
    this.items.push(item);
    this.bytes += size + item.key.length + 64;
    if (this.limit > 0 && this.items.length >= this.limit * 2 + 100) this.prune();
    if (this.bytes > this.memory) {
      throw new MongoError(292, `Sort exceeded memory limit of ${this.memory} bytes`);
    }
  }

  rows(): T[] {
    this.items.sort(before);
    const kept = this.limit > 0 ? this.items.slice(0, this.limit) : this.items;
    return kept.map(({ row }) => row);
  }

  private prune(): void {
    const size = this.bytes / this.items.length;
    this.items.sort(before);
    this.items.length = this.limit;
    this.bytes = size * this.limit;
    this.bar = this.items.at(-1);
  }
}
