import { MongoError } from '../errors.js';
import { MAX_LONG, MIN_LONG, decimal, toBig, toDecimal } from '../values/arithmetic.js';
import {
  Decimal128,
  Double,
  Int32,
  Long,
  ObjectId,
  Timestamp,
  isNumber,
  toNumber,
  typeOf,
} from '../values/types.js';

const cannot = (value: unknown, to: string): MongoError =>
  new MongoError(
    241,
    `Unsupported conversion from ${value === undefined ? 'missing' : typeOf(value)} to ${to} in $convert with no onError value`,
  );

const unreadable = (text: string, to: string): MongoError =>
  new MongoError(241, `Failed to parse ${to} '${text}' in $convert with no onError value`);

const numberText = (value: unknown): string => {
  if (typeOf(value) !== 'double')
    return value instanceof Decimal128 ? value.toString() : toBig(value).toString();
  const number = toNumber(value);
  if (Number.isNaN(number)) return 'NaN';
  return number === Infinity ? 'inf' : number === -Infinity ? '-inf' : String(number);
};

/** A value as text, as `$toString` gives it. */
export const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (isNumber(value)) return numberText(value);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof ObjectId) return value.toHexString();
  if (typeOf(value) === 'symbol') return String(value);
  throw cannot(value, 'string');
};

const outOfRange = (value: unknown): MongoError =>
  new MongoError(
    241,
    `Conversion would overflow target type in $convert with no onError value: ${String(value)}`,
  );

const wholeOf = (value: unknown, to: 'int' | 'long'): bigint => {
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (value instanceof Date) {
    if (to === 'int') throw cannot(value, to);
    return BigInt(value.getTime());
  }
  if (typeof value === 'string') {
    if (!/^[+-]?\d+$/.test(value)) throw unreadable(value, 'number');
    return BigInt(value.replace('+', ''));
  }
  if (!isNumber(value)) throw cannot(value, to);
  if (value instanceof Decimal128) {
    const text = value.toString();
    if (!Number.isFinite(Number(text))) throw outOfRange(value);
    const plain = Number(text);
    const match = /^(-?\d+)(?:\.\d+)?$/.exec(text);
    return match ? BigInt(match[1]!) : BigInt(Math.trunc(plain));
  }
  if (!Number.isFinite(toNumber(value))) throw outOfRange(value);
  return toBig(value);
};

const toInt = (value: unknown): Int32 => {
  const whole = wholeOf(value, 'int');
  if (whole < -(2n ** 31n) || whole >= 2n ** 31n) throw outOfRange(value);
  return new Int32(Number(whole));
};

const toLong = (value: unknown): Long => {
  const whole = wholeOf(value, 'long');
  if (whole < MIN_LONG || whole > MAX_LONG) throw outOfRange(value);
  return Long.fromBigInt(whole);
};

const toDouble = (value: unknown): Double => {
  if (typeof value === 'boolean') return new Double(value ? 1 : 0);
  if (value instanceof Date) return new Double(value.getTime());
  if (typeof value === 'string') {
    const number = Number(value);
    if (value.trim() === '' || value !== value.trim() || (Number.isNaN(number) && value !== 'NaN'))
      throw unreadable(value, 'number');
    return new Double(number);
  }
  if (!isNumber(value)) throw cannot(value, 'double');
  return new Double(toNumber(value));
};

const toDecimal128 = (value: unknown): Decimal128 => {
  if (typeof value === 'string') {
    try {
      return decimal(value);
    } catch {
      throw unreadable(value, 'number');
    }
  }
  if (typeof value === 'boolean') return decimal(value ? '1' : '0');
  if (value instanceof Date) return decimal(String(value.getTime()));
  if (!isNumber(value)) throw cannot(value, 'decimal');
  return toDecimal(value);
};

export const toDate = (value: unknown): Date => {
  if (value instanceof Date) return value;
  if (value instanceof ObjectId) return value.getTimestamp();
  if (value instanceof Timestamp) return new Date(value.getHighBitsUnsigned() * 1000);
  if (typeof value === 'string') {
    const iso =
      /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?)?\s*(Z|[+-]\d{2}:?\d{2}|GMT|UTC)?$/.exec(
        value,
      );
    const text = iso ? (iso[4] || !iso[1] ? value : `${value}Z`) : value;
    const time = iso ? Date.parse(text.replace(' ', 'T')) : NaN;
    if (Number.isNaN(time)) throw new MongoError(241, `Error parsing date string '${value}'`);
    return new Date(time);
  }
  if (isNumber(value) && typeOf(value) !== 'int') return new Date(Math.trunc(toNumber(value)));
  throw cannot(value, 'date');
};

const toObjectId = (value: unknown): ObjectId => {
  if (value instanceof ObjectId) return value;
  if (typeof value !== 'string') throw cannot(value, 'objectId');
  if (!/^[0-9a-fA-F]{24}$/.test(value))
    throw new MongoError(
      241,
      `Failed to parse objectId '${value}' in $convert with no onError value: Invalid string length for parsing to OID, expected 24 but found ${value.length}`,
    );
  return new ObjectId(value);
};

const toBool = (value: unknown): boolean =>
  isNumber(value) ? toNumber(value) !== 0 : typeof value === 'boolean' ? value : true;

/** Conversions by the name of the type they lead to. */
export const CONVERSIONS: Record<string, (value: unknown) => unknown> = {
  int: toInt,
  long: toLong,
  double: toDouble,
  decimal: toDecimal128,
  string: textOf,
  date: toDate,
  objectId: toObjectId,
  bool: toBool,
};
