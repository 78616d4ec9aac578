import { MongoError, bad, ensure } from '../errors.js';
import { elementTest } from '../query/matcher.js';
import { sortElements } from '../query/sort.js';
import { add, multiply } from '../values/arithmetic.js';
import type { Doc } from '../values/bson.js';
import { compare, equal } from '../values/keys.js';
import { Int32, Timestamp, asDoc, has, isNumber, isRegex, shown, toNumber, typeOf } from '../values/types.js';
import { REMOVED, changeAt } from './paths.js';

/** The new value of a field of `doc` from its current one; undefined means absent, and as a result unchanged. */
type Update = (current: unknown, doc: Doc) => unknown;
/** Checks the operand that an operator has for a path. */
type Operator = (operand: unknown, path: string) => Update;

const calculation =
  (operator: string, calculate: typeof add): Operator =>
  (operand, path) => {
    ensure(isNumber(operand), 14, `Cannot apply ${operator} with non-numeric argument: ${shown(operand)}`);
    return (current, { _id }) => {
      if (current === undefined) return operator === '$inc' ? operand : multiply(operand, new Int32(0));
      const result = isNumber(current) ? calculate(current, operand) : undefined;
      if (result) return result;
      const place = `{_id: ${shown(_id)}} has the field '${path}' of type ${typeOf(current)}`;
      throw new MongoError(isNumber(current) ? 2 : 14, `Failed to apply ${operator}: ${place}`);
    };
  };

/** A timestamp that stands for now. */
export const now = (): Timestamp => new Timestamp({ t: Math.floor(Date.now() / 1000), i: 1 });

type Elements = unknown[];

/** An operator on an array, in whose place `absent` stands when there is none. `code` refuses everything else. */
const onArray =
  (
    { absent, code = 2 }: { absent?: Elements; code?: number },
    make: (operand: unknown) => (elements: Elements) => Elements,
  ): Operator =>
  (operand, path) => {
    const update = make(operand);
    return (current = absent) => {
      if (current === undefined) return undefined;
      if (Array.isArray(current)) return update(current);
      throw new MongoError(code, `The field '${path}' must be an array but is of type ${typeOf(current)}`);
    };
  };

const listOf = (what: string, value: unknown, code = 2): Elements => {
  if (Array.isArray(value)) return value;
  throw new MongoError(code, `The argument to ${what} must be an array but was of type ${typeOf(value)}`);
};

/** A whole number; Infinity when it is not given. */
const wholeOf = (what: string, value: unknown): number => {
  if (value === undefined) return Infinity;
  if (Number.isInteger(toNumber(value))) return toNumber(value);
  throw bad(`The value for ${what} must be an integer value but was given type: ${typeOf(value)}`);
};

export const OPERATORS: Record<string, Operator> = {
  $set: (operand) => () => operand,
  $setOnInsert: (operand) => () => operand,
  $unset: () => () => REMOVED,
  $inc: calculation('$inc', add),
  $mul: calculation('$mul', multiply),
  $min: (operand) => (current) =>
    current === undefined || compare(operand, current) < 0 ? operand : undefined,
  $max: (operand) => (current) =>
    current === undefined || compare(operand, current) > 0 ? operand : undefined,

  $rename: (to, from) => {
    if (typeof to !== 'string' || to === from || `${from}.${to}`.includes('$'))
      throw bad(`The source and target field for $rename must be two field names: ${from}: ${shown(to)}`);
    return (_current, doc) => {
      let moved: unknown;
      changeAt(doc, from.split('.'), (value) => {
        moved = value;
        return REMOVED;
      });
      return moved;
    };
  },

  $currentDate: (operand) => {
    const type = typeof operand === 'boolean' ? 'date' : asDoc(operand)?.$type;
    if (type === 'date') return () => new Date();
    if (type === 'timestamp') return now;
    throw bad(`$currentDate takes a boolean ('true') or {$type: 'timestamp/date'}, found ${shown(operand)}`);
  },

  $push: onArray({ absent: [] }, (operand) => {
    const spec = asDoc(operand);
    if (!spec || !has(spec, '$each')) return (elements) => [...elements, operand];
    const { $each, $position, $sort, $slice, ...others } = spec;
    const [unknown] = Object.keys(others);
    if (unknown) throw bad(`Unrecognized clause in $push: ${unknown}`);
    const items = listOf('$each in $push', $each);
    const [position, count] = [wholeOf('$position', $position), wholeOf('$slice', $slice)];
    return (elements) => {
      const all = [...elements.slice(0, position), ...items, ...elements.slice(position)];
      const sorted = $sort === undefined ? all : sortElements(all, $sort);
      return count < 0 ? sorted.slice(count) : sorted.slice(0, count);
    };
  }),

  $addToSet: onArray({ absent: [] }, (operand) => {
    const spec = asDoc(operand) ?? {};
    const items = Object.keys(spec)[0] === '$each' ? listOf('$each in $addToSet', spec.$each, 14) : [operand];
    return (elements) => {
      const all = [...elements];
      for (const item of items) if (!all.some((known) => equal(known, item))) all.push(item);
      return all;
    };
  }),

  $pop: onArray({ code: 14 }, (operand) => {
    const end = toNumber(operand);
    ensure(Math.abs(end) === 1, 9, `$pop expects 1 or -1, found: ${shown(operand)}`);
    return (elements) => (end === 1 ? elements.slice(0, -1) : elements.slice(1));
  }),

  // Elements by value, by a condition on the element, or by a filter on its fields.
  $pull: onArray({}, (operand) => {
    const spec = isRegex(operand) ? { $in: [operand] } : asDoc(operand);
    const test = spec ? elementTest(spec) : (element: unknown) => equal(element, operand);
    return (elements) => elements.filter((element) => !test(element));
  }),

  $pullAll: onArray({}, (operand) => {
    const removed = listOf('$pullAll', operand);
    return (elements) => elements.filter((element) => !removed.some((each) => equal(each, element)));
  }),
};
