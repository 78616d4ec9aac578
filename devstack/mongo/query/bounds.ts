import type { Index } from '../storage/catalog.js';
import type { Range } from '../storage/view.js';
import type { Doc } from '../values/bson.js';
import { equal, keyOf } from '../values/keys.js';
import { type BSONRegExp, asDoc, isNumber, isRegex, truthy, typeOf } from '../values/types.js';
import { isOperatorDoc, isValueCondition, regexIn } from './matcher.js';
import { literalPrefix } from './regex.js';

/** An interval of encoded values. */
export interface Interval extends Range {
  /** It holds one value. */
  point: boolean;
}

/** One condition on a field, as the union of intervals that some value of a matching document lies in. */
export type Union = Interval[];
/** By path; several unions of one path may be met by different elements of an array. */
export type Conditions = Map<string, Union[]>;
/** Under this name stands that the filter demands more than the intervals say. */
const REST = '\0';

/** The first bytes after everything that starts with `prefix`, which must not be 0xff all through. */
export const after = (prefix: Buffer): Buffer => {
  let length = prefix.length;
  while (prefix[length - 1] === 0xff) length--;
  const out = Buffer.from(prefix.subarray(0, length));
  out[length - 1]!++;
  return out;
};

/** After one value's entries, before the next value's: what follows a key in an entry never starts with this byte. */
const past = (key: Buffer): Buffer => Buffer.concat([key, Buffer.of(0xff)]);

const point = (value: unknown): Interval => {
  const start = keyOf(value);
  return { start, end: past(start), point: true };
};

const NULL = point(null);
const NAN = point(NaN);
/** Under this name stands that the field is there, whatever its value. */
const presence = (path: string): string => `${path}\0`;

const regex = (value: BSONRegExp): Union | undefined => {
  const prefix = literalPrefix(value);
  if (!prefix) return undefined;
  const start = keyOf(prefix).subarray(0, -1);
  return [{ start, end: after(start), point: false }, point(value)];
};

const equality = (value: unknown): Union | undefined => (Array.isArray(value) ? undefined : [point(value)]);

/** Undefined, that is without bounds, as soon as one of the unions is. */
const anyOf = (unions: (Union | undefined)[]): Union | undefined =>
  unions.every((union) => union !== undefined) ? unions.flat() : undefined;

const NO_RANGE = ['array', 'minKey', 'maxKey', 'regex', 'undefined'];
const range = (operator: string, value: unknown): Union | undefined => {
  if (NO_RANGE.includes(typeOf(value)) || equal(value, NaN)) return undefined;
  const key = keyOf(value);
  const kind = key.subarray(0, 1);
  // NaN sorts first of the numbers and is less than none.
  const first = isNumber(value) ? NAN.end : kind;
  const [start, end] = operator.startsWith('$gt')
    ? [operator === '$gt' ? past(key) : key, after(kind)]
    : [first, operator === '$lt' ? key : past(key)];
  return [{ start, end, point: false }];
};

const byBytes = (a: Buffer, b: Buffer): number => Buffer.compare(a, b);

/** Unions with more pairs of intervals are not intersected: the shorter one stands for both. */
export const MAX_PAIRS = 100_000;

/** Both unions at once; only right where one value has to lie in both. */
export const intersect = (a: Union, b: Union): Union => {
  if (a.length * b.length > MAX_PAIRS) return a.length < b.length ? a : b;
  return a
    .flatMap((left) =>
      b.map((right) => ({
        start: [left.start, right.start].sort(byBytes)[1]!,
        end: [left.end, right.end].sort(byBytes)[0]!,
        point: left.point || right.point,
      })),
    )
    .filter(({ start, end }) => Buffer.compare(start, end) < 0);
};

const add = (conditions: Conditions, path: string, union?: Union): void => {
  conditions.set(union ? path : REST, union ? [...(conditions.get(path) ?? []), union] : []);
};

const addField = (conditions: Conditions, path: string, given: unknown): void => {
  const spec = isOperatorDoc(given) ? given : { $in: [given] };
  for (const [name, value] of Object.entries(spec)) {
    if (name === '$eq') add(conditions, path, equality(value));
    else if (name === '$in') {
      const list = value as unknown[];
      if (list.some(isRegex)) add(conditions, REST);
      add(conditions, path, anyOf(list.map((item) => (isRegex(item) ? regex(item) : equality(item)))));
    } else if (/^\$[gl]te?$/.test(name)) add(conditions, path, range(name, value));
    else if (name === '$all') {
      const list = value as unknown[];
      if (list.length === 0) add(conditions, path, []);
      for (const item of list) addField(conditions, path, item);
    } else {
      add(conditions, REST);
      if (name === '$exists' && truthy(value)) add(conditions, presence(path), [NULL]);
      else if (name === '$regex') add(conditions, path, regex(regexIn(spec)));
      else if (name === '$elemMatch') addElement(conditions, path, asDoc(value)!);
    }
  }
};

/** Conditions that one element of an array has to meet all together. */
const addElement = (conditions: Conditions, path: string, spec: Doc): void => {
  if (isValueCondition(spec)) {
    add(conditions, path, conditionsOf({ v: spec }).get('v')?.reduce(intersect));
  } else {
    for (const [name, unions] of conditionsOf(spec))
      for (const union of unions) add(conditions, `${path}.${name}`, union);
  }
};

/** What a valid filter demands of single fields, as far as an index can use it. */
export const conditionsOf = (filter: Doc, conditions: Conditions = new Map()): Conditions => {
  for (const [key, value] of Object.entries(filter)) {
    if (key === '$and') (value as Doc[]).forEach((part) => conditionsOf(part, conditions));
    else if (key === '$or') {
      // A field that every branch binds lies in one of their intervals.
      const [first, ...others] = (value as Doc[]).map((part) => conditionsOf(part));
      for (const [path, [union]] of first!)
        add(conditions, path, anyOf([union, ...others.map((branch) => branch.get(path)?.[0])]));
      add(conditions, REST);
    } else if (key.startsWith('$')) add(conditions, REST);
    else addField(conditions, key, value);
  }
  return conditions;
};

const contains = (outer: Interval, inner: Interval): boolean =>
  Buffer.compare(outer.start, inner.start) <= 0 && Buffer.compare(inner.end, outer.end) <= 0;

/** Whether a document that meets the conditions surely has the field. */
const demands = (conditions: Conditions, path: string): boolean =>
  conditions.has(presence(path)) ||
  (conditions.get(path) ?? []).some((union) => !union.some((part) => contains(part, NULL)));

/** Whether every document that meets the conditions belongs to a partial index; false when it cannot be seen. */
const implies = (conditions: Conditions, partial: Doc): boolean =>
  Object.entries(partial).every(([path, value]) => {
    if (path.startsWith('$'))
      return path === '$and' && (value as Doc[]).every((part) => implies(conditions, part));
    const spec = isOperatorDoc(value) ? value : { $eq: value };
    return Object.keys(spec).every((name) => {
      if (name === '$exists' && truthy(spec.$exists)) return demands(conditions, path);
      if (!/^\$([gl]te?|eq)$/.test(name)) return false;
      const [wanted] = conditionsOf({ [path]: { [name]: spec[name] } }).get(path) ?? [];
      const holds = (union: Union) => union.every((part) => wanted?.some((whole) => contains(whole, part)));
      return conditions.get(path)?.some(holds) ?? false;
    });
  });

/** Whether an index holds every document that meets the conditions. */
export const isUsable = ({ sparse, paths, spec }: Index, conditions: Conditions): boolean =>
  implies(conditions, (spec.partialFilterExpression ?? {}) as Doc) &&
  (!sparse || paths.some((path) => demands(conditions, path)));
