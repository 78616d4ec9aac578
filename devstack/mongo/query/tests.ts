import { MongoError, bad } from '../errors.js';
import { compare, equal, typeClass } from '../values/keys.js';
import {
  BSONRegExp,
  Binary,
  MaxKey,
  MinKey,
  TYPE_CODES,
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
    operand === null || operand === undefined ? value === null || value === undefined : equal(value, operand);

/** `$gt $gte $lt $lte`: only values of the operand's own type class are compared. */
export const ordered = (operand: unknown, accept: (order: number) => boolean): Test => {
  if (operand instanceof MinKey || operand instanceof MaxKey) {
    return (value) => value !== undefined && accept(compare(value, operand));
  }
  const kind = typeClass(operand);
  const nan = isNaNValue(operand);
  return (value) => {
    if (value === undefined && operand !== null) return false;
    if (typeClass(value) !== kind) return false;
    if (nan || isNaNValue(value)) return accept(0) && nan && isNaNValue(value);
    return accept(compare(value, operand));
  };
};

export const regexTest = (regex: BSONRegExp): Test => {
  const pattern = regexOf(regex);
  return (value) =>
    typeof value === 'string'
      ? pattern.test(value)
      : typeOf(value) === 'symbol'
        ? pattern.test(String(value))
        : isRegex(value) && equal(value, regex);
};

export const inTest = (operand: unknown, operator: string): Test => {
  if (!Array.isArray(operand)) throw bad(`${operator} needs an array`);
  const patterns: Test[] = [];
  const values: unknown[] = [];
  let nullToo = false;
  for (const item of operand) {
    if (isRegex(item)) patterns.push(regexTest(item));
    else if (item === null || item === undefined) nullToo = true;
    else if (typeof item === 'object' && Object.keys(item as object)[0]?.startsWith('$')) {
      if (!('_bsontype' in item)) throw bad(`cannot nest $ under ${operator}`);
      values.push(item);
    } else values.push(item);
  }
  values.sort(compare);
  const found = (value: unknown): boolean => {
    let low = 0;
    let high = values.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const order = compare(values[middle], value);
      if (order === 0) return true;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return false;
  };
  return (value) => {
    if (value === null || value === undefined) return nullToo || (value === null && found(value));
    return found(value) || patterns.some((test) => test(value));
  };
};

export const modTest = (operand: unknown): Test => {
  if (!Array.isArray(operand)) throw bad('malformed mod, needs to be an array');
  if (operand.length < 2) throw bad('malformed mod, not enough elements');
  if (operand.length > 2) throw bad('malformed mod, too many elements');
  const [divisor, remainder] = operand.map((part) => Math.trunc(toNumber(part)));
  if (Number.isNaN(divisor)) throw bad('malformed mod, divisor not a number');
  if (Number.isNaN(remainder)) throw bad('malformed mod, remainder not a number');
  if (divisor === 0) throw bad('divisor cannot be 0');
  return (value) => {
    if (!isNumber(value)) return false;
    const whole = Math.trunc(toNumber(value));
    return Number.isFinite(whole) && whole % (divisor ?? 1) === remainder;
  };
};

export const typeTest = (operand: unknown): Test => {
  const wanted = (Array.isArray(operand) ? operand : [operand]).map((name: unknown) => {
    if (typeof name === 'string') {
      if (name === 'number') return name;
      if (!(name in TYPE_CODES)) throw bad(`Unknown type name alias: ${name}`);
      return name;
    }
    if (!isNumber(name)) throw new MongoError(14, 'type must be represented as a number or a string');
    const found = Object.keys(TYPE_CODES).find((key) => TYPE_CODES[key] === toNumber(name));
    if (!found) throw bad(`Invalid numerical type code: ${toNumber(name)}`);
    return found;
  });
  if (wanted.length === 0) throw new MongoError(9, '$type must match at least one type');
  return (value) =>
    value !== undefined &&
    wanted.some((name) => (name === 'number' ? isNumber(value) : typeOf(value) === name));
};

const bitsOf = (operand: unknown, operator: string): bigint => {
  if (Array.isArray(operand)) {
    return operand.reduce((bits: bigint, position) => bits | (1n << BigInt(toNumber(position))), 0n);
  }
  if (operand instanceof Binary) {
    return [...operand.value()].reduceRight((bits, byte) => (bits << 8n) | BigInt(byte), 0n);
  }
  const mask = toNumber(operand);
  if (!isNumber(operand) || !Number.isInteger(mask) || mask < 0) {
    throw bad(`${operator} takes an Array, a number, or a BinData but received: ${typeOf(operand)}`);
  }
  return BigInt(mask);
};

export const bitsTest = (
  operand: unknown,
  operator: string,
  accept: (bits: bigint, mask: bigint) => boolean,
): Test => {
  const mask = bitsOf(operand, operator);
  return (value) => {
    if (value instanceof Binary) return accept(bitsOf(value, operator), mask);
    if (!isNumber(value)) return false;
    const number = toNumber(value);
    return Number.isInteger(number) && accept(BigInt.asUintN(128, BigInt(number)), mask);
  };
};
