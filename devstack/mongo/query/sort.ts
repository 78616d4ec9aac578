import { MongoError, bad, ensure, notImplemented } from '../errors.js';
import { tuplesOf } from '../storage/entries.js';
import type { Doc } from '../values/bson.js';
import { invert, keyOf } from '../values/keys.js';
import { asDoc, isNumber, toNumber } from '../values/types.js';

/** A sort specification as given by a client; undefined when it orders nothing. */
export const parseSort = (value: unknown): Doc | undefined => {
  const sort = asDoc(value ?? {});
  ensure(sort, 14, 'Expected field sort to be of type object');
  for (const [key, order] of Object.entries(sort)) {
    if (key === '') throw new MongoError(56, 'FieldPath cannot be constructed with empty string');
    if (asDoc(order)) throw notImplemented(`$meta sort of ${key}`);
    if (!isNumber(order)) throw bad(`Illegal key in $sort specification: ${key}: ${String(order)}`);
    if (Math.abs(toNumber(order)) !== 1) throw new MongoError(15975, '$sort key ordering must be 1 or -1');
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
        return (descending ? keys.map(invert) : keys).reduce((a, b) => (Buffer.compare(a, b) <= 0 ? a : b));
      }),
    );
};

/** Sorts an array's elements: by their values (1 or -1), or by fields of theirs. */
export const sortElements = (array: unknown[], order: unknown): unknown[] => {
  const whole = isNumber(order);
  const spec = parseSort(whole ? { v: order } : order);
  if (!spec) throw bad('The $sort is invalid: use 1/-1 or {field: 1/-1}');
  const sorter = new Sorter(sortKey(spec), 0, Infinity);
  for (const each of array) sorter.add(whole ? { v: [each] } : (asDoc(each) ?? {}), each, 0);
  return sorter.rows();
};

/** Keeps the rows that sort first, at most `limit` of them (0: all), in bounded memory. */
export class Sorter<T> {
  private items: { key: Buffer; row: T }[] = [];
  private bytes = 0;
  /** The last key of `limit` rows: no later row with this key or a greater one is among the first. */
  private bar: Buffer | undefined;

  constructor(
    private readonly key: (doc: Doc) => Buffer,
    private readonly limit: number,
    private readonly memory = 100 * 1024 * 1024,
  ) {}

  add(doc: Doc, row: T, size: number): void {
    const key = this.key(doc);
    if (this.bar && Buffer.compare(key, this.bar) >= 0) return;
    this.items.push({ key, row });
    this.bytes += size + key.length + 64;
    if (this.limit > 0 && this.items.length >= this.limit * 2 + 100) this.prune();
    ensure(this.bytes <= this.memory, 292, `Sort exceeded memory limit of ${this.memory} bytes`);
  }

  rows(): T[] {
    this.prune();
    return this.items.map(({ row }) => row);
  }

  private prune(): void {
    this.items.sort((a, b) => Buffer.compare(a.key, b.key));
    if (this.limit === 0 || this.items.length < this.limit) return;
    this.bytes *= this.limit / this.items.length;
    this.items.length = this.limit;
    this.bar = this.items.at(-1)!.key;
  }
}
