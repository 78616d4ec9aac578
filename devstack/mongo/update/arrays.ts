import { MongoError, bad, typeMismatch } from '../errors.js';
import { type MatchOptions, compileFilter } from '../query/matcher.js';
import { parseSort, sortKey } from '../query/sort.js';
import type { Doc } from '../values/bson.js';
import { compare, equal } from '../values/keys.js';
import { asDoc, has, isNumber, isRegex, toNumber, typeOf } from '../values/types.js';

const PUSH_PARTS = new Set(['$each', '$slice', '$sort', '$position']);

const arrayOf = (operator: string, path: string, current: unknown): unknown[] => {
  if (current === undefined) return [];
  if (Array.isArray(current)) return [...(current as unknown[])];
  throw bad(
    operator === '$push'
      ? `The field '${path}' must be an array but is of type ${typeOf(current)} in document`
      : `Cannot apply ${operator} to non-array field. Field named '${path}' has non-array type ${typeOf(current)}`,
  );
};

const whole = (value: unknown, what: string): number => {
  const number = toNumber(value);
  if (!isNumber(value) || !Number.isInteger(number)) {
    throw bad(`The value for ${what} must be an integer value but was given type: ${typeOf(value)}`);
  }
  return number;
};

const each = (operator: string, value: Doc): unknown[] => {
  if (!Array.isArray(value.$each)) {
    throw operator === '$addToSet'
      ? typeMismatch(
          `The argument to $each in $addToSet must be an array but it was of type ${typeOf(value.$each)}`,
        )
      : bad(`The argument to $each in $push must be an array but it was of type: ${typeOf(value.$each)}`);
  }
  return value.$each as unknown[];
};

const sorted = (array: unknown[], order: unknown): unknown[] => {
  if (isNumber(order)) {
    const way = toNumber(order);
    if (way !== 1 && way !== -1) throw bad('The $sort element value must be either 1 or -1');
    return array.sort((a, b) => way * compare(a, b));
  }
  const spec = parseSort(order);
  if (!spec)
    throw bad(
      'The $sort is invalid: use 1/-1 to sort the whole element, or {field:1/-1} to sort embedded fields',
    );
  const key = sortKey(spec);
  const keyed = array.map((element) => ({ element, key: key(asDoc(element) ?? {}) }));
  return keyed.sort((a, b) => Buffer.compare(a.key, b.key)).map(({ element }) => element);
};

export const push = (path: string, current: unknown, value: unknown): unknown[] => {
  let array = arrayOf('$push', path, current);
  const spec = asDoc(value);
  if (!spec || !has(spec, '$each')) return [...array, value];
  for (const key of Object.keys(spec)) {
    if (!PUSH_PARTS.has(key)) throw bad(`Unrecognized clause in $push: ${key}`);
  }
  const position = spec.$position === undefined ? array.length : whole(spec.$position, '$position');
  array.splice(position < 0 ? Math.max(0, array.length + position) : position, 0, ...each('$push', spec));
  if (spec.$sort !== undefined) array = sorted(array, spec.$sort);
  if (spec.$slice !== undefined) {
    const count = whole(spec.$slice, '$slice');
    array = count >= 0 ? array.slice(0, count) : array.slice(count);
  }
  return array;
};

export const addToSet = (path: string, current: unknown, value: unknown): unknown[] => {
  const array = arrayOf('$addToSet', path, current);
  const spec = asDoc(value);
  const items = spec && Object.keys(spec)[0] === '$each' ? each('$addToSet', spec) : [value];
  for (const item of items) if (!array.some((known) => equal(known, item))) array.push(item);
  return array;
};

export const pop = (path: string, current: unknown, value: unknown): unknown => {
  const way = toNumber(value);
  if (!isNumber(value) || (way !== 1 && way !== -1)) {
    throw new MongoError(9, `$pop expects 1 or -1, found: ${isNumber(value) ? way : typeOf(value)}`);
  }
  if (current === undefined) return undefined;
  if (!Array.isArray(current)) {
    throw typeMismatch(`Path '${path}' contains an element of non-array type '${typeOf(current)}'`);
  }
  return way === 1 ? current.slice(0, -1) : current.slice(1);
};

export const pullAll = (path: string, current: unknown, value: unknown): unknown => {
  if (!Array.isArray(value))
    throw bad(`$pullAll requires an array argument but was given a ${typeOf(value)}`);
  if (current === undefined) return undefined;
  const array = arrayOf('$pullAll', path, current);
  return array.filter((item) => !value.some((doomed) => equal(item, doomed)));
};

/** Which elements `$pull` takes: by value, by a condition on the element, or by a filter on its fields. */
export const pullTest = (value: unknown, options: MatchOptions): ((element: unknown) => boolean) => {
  const spec = asDoc(value);
  if (spec) {
    const byOperator = Object.keys(spec)[0]?.startsWith('$') ?? false;
    const logical = ['$and', '$or', '$nor', '$expr'].includes(Object.keys(spec)[0] ?? '');
    const matches = compileFilter(byOperator && !logical ? { v: spec } : spec, options);
    if (byOperator && !logical)
      return (element) => matches({ v: Array.isArray(element) ? [element] : element });
    return (element) => {
      const doc = asDoc(element);
      return doc !== undefined && matches(doc);
    };
  }
  if (isRegex(value)) {
    const matches = compileFilter({ v: value }, options);
    return (element) => matches({ v: element });
  }
  return (element) => equal(element, value);
};

export const pull = (path: string, current: unknown, test: (element: unknown) => boolean): unknown =>
  current === undefined ? undefined : arrayOf('$pull', path, current).filter((element) => !test(element));
