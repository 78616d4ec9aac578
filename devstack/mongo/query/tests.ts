import { MongoError, bad, failedToParse } from '../errors.js';
import type { Doc } from '../values/bson.js';
import { compare, equal, keyOf, typeClass } from '../values/keys.js';
import {
  type BSONRegExp,
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

export const isReference = (name: string): boolean => ['$ref', '$id', '$db'].includes(name);

/** A document of operators, such as `{$gt: 1}`, and not a value to be equal to. */
export const isOperatorDoc = (value: unknown): value is Doc => {
  const first = Object.keys(asDoc(value) ?? {})[0] ?? '';
  return first.startsWith('$') && !isReference(first);
};

export const isNaNValue = (value: unknown): boolean => isNumber(value) && Number.isNaN(toNumber(value));

export const equals =
  (operand: unknown): Test =>
  (value) =>
    equal(value, operand);

/** `$gt $gte $lt $lte`: only values of the operand's own type class are compared. */
const ordered =
  (accept: (order: number) => boolean) =>
  (operand: unknown): Test => {
    if (operand instanceof MinKey || operand instanceof MaxKey)
      return (value) => value !== undefined && accept(compare(value, operand));
    const [kind, nan] = [typeClass(operand), isNaNValue(operand)];
    return (value) =>
      typeClass(value) === kind &&
      (value !== undefined || operand === null) &&
      nan === isNaNValue(value) &&
      accept(compare(value, operand));
  };

export const regexTest = (regex: BSONRegExp): Test => {
  const matches = regexOf(regex);
  return (value) =>
    ['string', 'symbol'].includes(typeOf(value)) ? matches(String(value)) : equal(value, regex);
};

/** Equality, or a match with a regular expression. */
export const valueTest = (operand: unknown): Test =>
  isRegex(operand) ? regexTest(operand) : equals(operand);

const nameOf = (value: unknown): string => keyOf(value).toString('latin1');

export const inTest =
  (operator: string) =>
  (operand: unknown): Test => {
    if (!Array.isArray(operand)) throw bad(`${operator} needs an array`);
    if (operand.some(isOperatorDoc)) throw bad(`cannot nest $ under ${operator}`);
    const patterns = operand.filter(isRegex).map(regexTest);
    const values = new Set(operand.filter((item) => !isRegex(item)).map(nameOf));
    return (value) => values.has(nameOf(value)) || patterns.some((test) => test(value));
  };

const modTest = (operand: unknown): Test => {
  if (!Array.isArray(operand)) throw bad('malformed mod, needs to be an array');
  if (operand.length !== 2)
    throw bad(`malformed mod, ${operand.length < 2 ? 'not enough' : 'too many'} elements`);
  const [divisor = NaN, remainder = NaN] = operand.map((part) => Math.trunc(toNumber(part)));
  if (Number.isNaN(divisor)) throw bad('malformed mod, divisor not a number');
  if (Number.isNaN(remainder)) throw bad('malformed mod, remainder not a number');
  if (divisor === 0) throw bad('divisor cannot be 0');
  return (value) => isNumber(value) && Math.trunc(toNumber(value)) % divisor === remainder;
};

const typeNamed = (type: unknown): string => {
  if (typeof type !== 'string' && !isNumber(type))
    throw new MongoError(14, 'type must be represented as a number or a string');
  const names = ['number', ...Object.keys(TYPE_CODES)];
  const found = names.find(
    (name) => name === type || (isNumber(type) && TYPE_CODES[name] === toNumber(type)),
  );
  if (found) return found;
  throw bad(
    isNumber(type) ? `Invalid numerical type code: ${toNumber(type)}` : `Unknown type name alias: ${type}`,
  );
};

const typeTest = (operand: unknown): Test => {
  const wanted = (Array.isArray(operand) ? operand : [operand]).map(typeNamed);
  if (wanted.length === 0) throw failedToParse('$type must match at least one type');
  return (value) =>
    value !== undefined && (wanted.includes(typeOf(value)) || (wanted.includes('number') && isNumber(value)));
};

export const sizeTest = (operand: unknown): Test => {
  const size = toNumber(operand);
  if (!Number.isInteger(size) || size < 0)
    throw failedToParse(
      `Failed to parse $size. Expected a non-negative number in: $size: ${String(operand)}`,
    );
  return (value) => Array.isArray(value) && value.length === size;
};

/** The operators that test a value, or any element of an array. */
export const TESTS: Record<string, (operand: unknown) => Test> = {
  $eq: equals,
  $gt: ordered((order) => order > 0),
  $gte: ordered((order) => order >= 0),
  $lt: ordered((order) => order < 0),
  $lte: ordered((order) => order <= 0),
  $in: inTest('$in'),
  $mod: modTest,
  $type: typeTest,
};
