import { MongoError, bad, typeMismatch } from '../errors.js';
import { type MatchOptions, elementTest, regexTest } from '../query/matcher.js';
import { sortElements } from '../query/sort.js';
import type { Doc } from '../values/bson.js';
import { equal } from '../values/keys.js';
import { asDoc, has, isNumber, isRegex, toNumber, typeOf } from '../values/types.js';
import type { FieldUpdate } from './operators.js';

const PUSH_PARTS = ['$each', '$slice', '$sort', '$position'];

const arrayOf = (operator: string, path: string, current: unknown): unknown[] => {
  if (current === undefined) return [];
  if (Array.isArray(current)) return [...(current as unknown[])];
  throw bad(
    operator === '$push'
      ? `The field '${path}' must be an array but is of type ${typeOf(current)} in document`
      : `Cannot apply ${operator} to non-array field. Field named '${path}' has non-array type ${typeOf(current)}`,
  );
};

const whole = (spec: Doc, name: string): number | undefined => {
  if (spec[name] === undefined) return undefined;
  const number = toNumber(spec[name]);
  if (Number.isInteger(number)) return number;
  throw bad(`The value for ${name} must be an integer value but was given type: ${typeOf(spec[name])}`);
};

const eachOf = (operator: string, { $each: list }: Doc): unknown[] => {
  if (Array.isArray(list)) return list;
  const fault = operator === '$addToSet' ? typeMismatch : bad;
  throw fault(`The argument to $each in ${operator} must be an array but it was of type: ${typeOf(list)}`);
};

export const push = (path: string, value: unknown): FieldUpdate => {
  const spec = asDoc(value);
  if (!spec || !has(spec, '$each')) return (current) => [...arrayOf('$push', path, current), value];
  const unknown = Object.keys(spec).find((key) => !PUSH_PARTS.includes(key));
  if (unknown) throw bad(`Unrecognized clause in $push: ${unknown}`);
  const items = eachOf('$push', spec);
  const [position, count] = [whole(spec, '$position'), whole(spec, '$slice')];
  return (current) => {
    let array = arrayOf('$push', path, current);
    array.splice(position ?? array.length, 0, ...items);
    if (spec.$sort !== undefined) array = sortElements(array, spec.$sort);
    if (count === undefined) return array;
    return count >= 0 ? array.slice(0, count) : array.slice(count);
  };
};

export const addToSet = (path: string, value: unknown): FieldUpdate => {
  const spec = asDoc(value);
  const items = spec && Object.keys(spec)[0] === '$each' ? eachOf('$addToSet', spec) : [value];
  return (current) => {
    const array = arrayOf('$addToSet', path, current);
    for (const item of items) if (!array.some((known) => equal(known, item))) array.push(item);
    return array;
  };
};

export const pop = (path: string, value: unknown): FieldUpdate => {
  const way = toNumber(value);
  if (way !== 1 && way !== -1) {
    throw new MongoError(9, `$pop expects 1 or -1, found: ${isNumber(value) ? way : typeOf(value)}`);
  }
  return (current) => {
    if (current === undefined) return undefined;
    if (Array.isArray(current)) return way === 1 ? current.slice(0, -1) : current.slice(1);
    throw typeMismatch(`Path '${path}' contains an element of non-array type '${typeOf(current)}'`);
  };
};

const remove =
  (operator: string, path: string, test: (element: unknown) => boolean): FieldUpdate =>
  (current) =>
    current === undefined ? undefined : arrayOf(operator, path, current).filter((element) => !test(element));

export const pullAll = (path: string, value: unknown): FieldUpdate => {
  if (!Array.isArray(value))
    throw bad(`$pullAll requires an array argument but was given a ${typeOf(value)}`);
  return remove('$pullAll', path, (element) => value.some((doomed) => equal(element, doomed)));
};

/** `$pull` takes elements by value, by a condition on the element, or by a filter on its fields. */
export const pull = (path: string, value: unknown, options: MatchOptions): FieldUpdate => {
  if (isRegex(value)) return remove('$pull', path, regexTest(value));
  const spec = asDoc(value);
  return remove('$pull', path, spec ? elementTest(spec, options) : (element) => equal(element, value));
};
