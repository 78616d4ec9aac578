import { MongoError, bad, failedToParse } from '../errors.js';
import { compare, equal, typeClass } from '../values/keys.js';
import {
  BSONRegExp,
  MaxKey,
  MinKey,
  TYPE_CODES,
  asDoc,
  isNumber,
  isRegex,
  toNumber,
  typeOf,
} from '../values/types.js';
import { regexOf } from './regex.js';

/** Tests one candidate value of a field; undefined stands for an absent field. */
export type Test = (value: unknown) => boolean;

const isNaNValue = (value: unknown): boolean => isNumber(value) && Number.isNaN(toNumber(value));

export const equals =
  (operand: unknown): Test =>
  (value) =>
    equal(value, operand);

/** `$gt $gte $lt $lte`: only values of the operand's own type class are compared. */
const ordered =
  (accept: (order: number) => boolean) =>
  (operand: unknown): Test => {
    if (operand instanceof MinKey || operand instanceof MaxKey) {
      return (value) => value !== undefined && accept(compare(value, operand));
    }
    const kind = typeClass(operand);
    const nan = isNaNValue(operand);
    return (value) => {
      if (typeClass(value) !== kind || (value === undefined && operand !== null)) return false;
      return accept(compare(value, operand)) && nan === isNaNValue(value);
    };
  };

export const regexTest = (regex: BSONRegExp): Test => {
  const pattern = regexOf(regex);
  return (value) =>
    typeof value === 'string' || typeOf(value) === 'symbol'
      ? pattern.test(String(value))
      : isRegex(value) && equal(value, regex);
};

export const inTest = (operand: unknown, operator: string): Test => {
  if (!Array.isArray(operand)) throw bad(`${operator} needs an array`);
  for (const item of operand) {
    const first = Object.keys(asDoc(item) ?? {})[0];
    if (first?.startsWith('$') && first !== '$ref') throw bad(`cannot nest $ under ${operator}`);
  }
  const patterns = operand.filter(isRegex).map(regexTest);
  const values = operand.filter((item) => !isRegex(item)).sort(compare);
  return (value) => {
    let [low, high] = [0, values.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const order = compare(values[middle], value);
      if (order === 0) return true;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return patterns.some((test) => test(value));
  };
};

const modTest = (operand: unknown): Test => {
  if (!Array.isArray(operand)) throw bad('malformed mod, needs to be an array');
  if (operand.length < 2) throw bad('malformed mod, not enough elements');
  if (operand.length > 2) throw bad('malformed mod, too many elements');
  const [divisor = NaN, remainder = NaN] = operand.map((part) => Math.trunc(toNumber(part)));
  if (Number.isNaN(divisor)) throw bad('malformed mod, divisor not a number');
  if (Number.isNaN(remainder)) throw bad('malformed mod, remainder not a number');
  if (divisor === 0) throw bad('divisor cannot be 0');
  return (value) => isNumber(value) && Math.trunc(toNumber(value)) % divisor === remainder;
};

const typeTest = (operand: unknown): Test => {
  const wanted = (Array.isArray(operand) ? operand : [operand]).map((type: unknown): string => {
    if (typeof type === 'string') {
      if (type === 'number' || type in TYPE_CODES) return type;
      throw bad(`Unknown type name alias: ${type}`);
    }
    if (!isNumber(type)) throw new MongoError(14, 'type must be represented as a number or a string');
    const found = Object.keys(TYPE_CODES).find((key) => TYPE_CODES[key] === toNumber(type));
    if (!found) throw bad(`Invalid numerical type code: ${toNumber(type)}`);
    return found;
  });
  if (wanted.length === 0) throw new MongoError(9, '$type must match at least one type');
  return (value) =>
    value !== undefined && (wanted.includes(typeOf(value)) || (wanted.includes('number') && isNumber(value)));
};

export const sizeTest = (operand: unknown): Test => {
  const size = toNumber(operand);
  if (!Number.isInteger(size) || size < 0) {
    throw failedToParse(
      `Failed to parse $size. Expected a non-negative number in: $size: ${String(operand)}`,
    );
  }
  return (value) => Array.isArray(value) && value.length === size;
};

/** The operators that test a value, or any element of an array. */
export const TESTS = new Map<string, (operand: unknown) => Test>([
  ['$eq', equals],
  ['$gt', ordered((order) => order > 0)],
  ['$gte', ordered((order) => order >= 0)],
  ['$lt', ordered((order) => order < 0)],
  ['$lte', ordered((order) => order <= 0)],
  ['$in', (operand) => inTest(operand, '$in')],
  ['$mod', modTest],
  ['$type', typeTest],
]);
