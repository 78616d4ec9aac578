import { type Doc } from '../values/bson.js';
import { keyOf, typeClass } from '../values/keys.js';
import { BSONRegExp, MaxKey, MinKey, asDoc, isNumber, isRegex, toNumber } from '../values/types.js';
import { literalPrefix } from './regex.js';

/** An interval of encoded values; an end stands for every key that starts with it. Absent: open. */
export interface Interval {
  low?: Buffer;
  lowOut?: boolean;
  high?: Buffer;
  highOut?: boolean;
}

/** One condition on a field, as the union of intervals that a matching value lies in. */
export type Union = Interval[];
export type Conditions = Map<string, Union[]>;

/** Both ends are one key: a single value. */
export const isPoint = ({ low, high, lowOut, highOut }: Interval): boolean =>
  low !== undefined && low === high && !lowOut && !highOut && low.length > 1;

const NULL_POINT = keyOf(null);
const point = (value: unknown): Interval => {
  const key = keyOf(value);
  return { low: key, high: key };
};

const nullPoint: Interval = { low: NULL_POINT, high: NULL_POINT };
export const isNullable = (interval: Interval): boolean =>
  (interval.low === undefined || Buffer.compare(interval.low, NULL_POINT) <= 0) &&
  (interval.high === undefined || Buffer.compare(interval.high, NULL_POINT) >= 0);
export const isSingle = (interval: Interval): boolean => isPoint(interval) || interval === nullPoint;

const equality = (value: unknown): Union | undefined => {
  if (value === null || value === undefined) return [nullPoint];
  if (Array.isArray(value)) return undefined;
  if (isRegex(value)) return regex(value);
  return [point(value)];
};

const regex = (value: BSONRegExp): Union | undefined => {
  const prefix = literalPrefix(value.pattern, value.options);
  if (!prefix) return undefined;
  const text = keyOf(prefix);
  const start = text.subarray(0, text.length - 1);
  // Ends of their own: many values start so, and it is no point.
  return [{ low: start, high: Buffer.from(start) }, point(value)];
};

const oneOf = (value: unknown): Union | undefined => {
  if (!Array.isArray(value)) return undefined;
  const union: Union = [];
  for (const item of value) {
    const part = equality(item);
    if (!part) return undefined;
    union.push(...part);
  }
  return union;
};

const range = (operator: string, value: unknown): Interval | undefined => {
  if (Array.isArray(value) || value instanceof MinKey || value instanceof MaxKey || isRegex(value))
    return undefined;
  if (value === undefined || (isNumber(value) && Number.isNaN(toNumber(value)))) return undefined;
  const key = keyOf(value);
  const kind = Buffer.from([typeClass(value)]);
  if (operator === '$gt') return { low: key, lowOut: true, high: kind };
  if (operator === '$gte') return { low: key, high: kind };
  if (operator === '$lt') return { low: kind, high: key, highOut: true };
  return { low: kind, high: key };
};

/** Both intervals at once; only right where one value has to lie in both. */
export const intersect = (a: Interval, b: Interval): Interval | undefined => {
  let { low, lowOut } = a;
  let { high, highOut } = a;
  const lows = low && b.low ? Buffer.compare(startOf(b.low, b.lowOut), startOf(low, lowOut)) : b.low ? 1 : -1;
  if (lows > 0) ({ low, lowOut } = b);
  const highs =
    high && b.high ? Buffer.compare(endOf(b.high, b.highOut), endOf(high, highOut)) : b.high ? -1 : 1;
  if (highs < 0) ({ high, highOut } = b);
  if (low && high && Buffer.compare(startOf(low, lowOut), endOf(high, highOut)) >= 0) return undefined;
  if (isSingle(a) && low === a.low && high === a.high) return a;
  if (isSingle(b) && low === b.low && high === b.high) return b;
  const result: Interval = {};
  if (low) result.low = low;
  if (lowOut) result.lowOut = true;
  if (high) result.high = high;
  if (highOut) result.highOut = true;
  return result;
};

/** The first bytes after everything that starts with `prefix`. */
export const after = (prefix: Buffer): Buffer => {
  let length = prefix.length;
  while (length > 0 && prefix[length - 1] === 0xff) length--;
  if (length === 0) return Buffer.alloc(prefix.length + 1, 0xff);
  const out = Buffer.from(prefix.subarray(0, length));
  out[length - 1]!++;
  return out;
};

const startOf = (low: Buffer, out?: boolean): Buffer => (out ? after(low) : low);
const endOf = (high: Buffer, out?: boolean): Buffer => (out ? high : after(high));

export const intersectUnions = (a: Union, b: Union): Union =>
  a.flatMap((left) => b.map((right) => intersect(left, right)).filter((part) => part !== undefined));

const add = (conditions: Conditions, path: string, union: Union | undefined): void => {
  if (!union) return;
  const list = conditions.get(path);
  if (list) list.push(union);
  else conditions.set(path, [union]);
};

const operators = (conditions: Conditions, path: string, spec: Doc): void => {
  for (const name of Object.keys(spec)) {
    const value = spec[name];
    if (name === '$eq') add(conditions, path, isRegex(value) ? [point(value)] : equality(value));
    else if (name === '$in') add(conditions, path, oneOf(value));
    else if (name === '$gt' || name === '$gte' || name === '$lt' || name === '$lte') {
      const interval = range(name, value);
      if (interval) add(conditions, path, [interval]);
    } else if (name === '$all' && Array.isArray(value)) {
      for (const item of value) {
        const inner = asDoc(item);
        if (inner && '$elemMatch' in inner) elements(conditions, path, inner.$elemMatch);
        else add(conditions, path, equality(item));
      }
    } else if (name === '$elemMatch') elements(conditions, path, value);
    else if (name === '$regex') {
      const options = typeof spec.$options === 'string' ? spec.$options : '';
      if (typeof value === 'string') add(conditions, path, regex(new BSONRegExp(value, options)));
      else if (isRegex(value) && !('$options' in spec)) add(conditions, path, regex(value));
    }
  }
};

const elements = (conditions: Conditions, path: string, value: unknown): void => {
  const spec = asDoc(value) ?? {};
  const first = Object.keys(spec)[0] ?? '';
  if (!first.startsWith('$') || ['$ref', '$id', '$db'].includes(first)) {
    const inner = conditionsOf(spec);
    for (const [name, unions] of inner) for (const union of unions) add(conditions, `${path}.${name}`, union);
    return;
  }
  // One element has to meet all of them, so they may be taken together.
  const inner: Conditions = new Map();
  operators(inner, 'v', spec);
  const unions = inner.get('v');
  if (unions && !first.match(/^\$(and|or|nor)$/)) add(conditions, path, unions.reduce(intersectUnions));
};

/** What a filter demands of single fields, as far as an index can use it. */
export const conditionsOf = (filter: Doc, conditions: Conditions = new Map()): Conditions => {
  for (const key of Object.keys(filter)) {
    const value = filter[key];
    if (key === '$and' && Array.isArray(value)) {
      for (const part of value) conditionsOf(asDoc(part) ?? {}, conditions);
    } else if (key.startsWith('$')) continue;
    else {
      const spec = asDoc(value);
      const first = spec && Object.keys(spec)[0];
      if (spec && first?.startsWith('$') && !['$ref', '$id', '$db'].includes(first))
        operators(conditions, key, spec);
      else add(conditions, key, equality(value));
    }
  }
  return conditions;
};

export { endOf, startOf };
