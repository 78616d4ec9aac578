import {
  BSONRegExp,
  Binary,
  Code,
  DBRef,
  Decimal128,
  Double,
  EJSON,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
} from 'bson';
import type { Doc } from './bson.js';

/** BSON types in the order of their codes from 1, as `$type` names them. */
const TYPE_NAMES =
  'double string object array binData undefined objectId bool date null regex dbPointer javascript symbol javascriptWithScope int timestamp long decimal';

export const TYPE_CODES: Record<string, number> = {
  ...Object.fromEntries(TYPE_NAMES.split(' ').map((name, i) => [name, i + 1])),
  minKey: -1,
  maxKey: 127,
};

const BSON_TYPES: Record<string, string> = {
  Int32: 'int',
  Double: 'double',
  Long: 'long',
  Decimal128: 'decimal',
  ObjectId: 'objectId',
  Binary: 'binData',
  BSONRegExp: 'regex',
  Timestamp: 'timestamp',
  MinKey: 'minKey',
  MaxKey: 'maxKey',
  BSONSymbol: 'symbol',
  DBRef: 'object',
};

export const typeOf = (value: unknown): string => {
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'boolean':
      return 'bool';
    case 'undefined':
      return 'undefined';
    case 'bigint':
      return 'long';
    case 'number':
      return Number.isInteger(value) && Math.abs(value) < 2 ** 31 && !Object.is(value, -0) ? 'int' : 'double';
    default: {
      if (value === null) return 'null';
      const tag = (value as { _bsontype?: unknown })._bsontype;
      if (typeof tag === 'string') {
        if (tag === 'Code') return (value as Code).scope ? 'javascriptWithScope' : 'javascript';
        return BSON_TYPES[tag] ?? 'object';
      }
      if (Array.isArray(value)) return 'array';
      if (value instanceof Date) return 'date';
      return 'object';
    }
  }
};

/** An embedded document's fields; undefined for every other value. The driver's reader makes `{$ref, $id}` a DBRef. */
export const asDoc = (value: unknown): Doc | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  const tag = (value as { _bsontype?: unknown })._bsontype;
  if (tag === undefined || typeof tag !== 'string') {
    return Array.isArray(value) || value instanceof Date ? undefined : (value as Doc);
  }
  if (value instanceof DBRef) {
    const doc: Doc = { $ref: value.collection, $id: value.oid };
    if (value.db != null) doc.$db = value.db;
    return Object.assign(doc, value.fields);
  }
  return tag in BSON_TYPES || tag === 'Code' ? undefined : (value as Doc);
};

export const isNumber = (value: unknown): value is Int32 | Double | Long | Decimal128 | number | bigint => {
  if (typeof value === 'number' || typeof value === 'bigint') return true;
  return value instanceof Int32 || value instanceof Double || value instanceof Long
    ? !(value instanceof Timestamp)
    : value instanceof Decimal128;
};

/** The nearest JavaScript number; NaN for what is no number. */
export const toNumber = (value: unknown): number => {
  if (typeof value === 'number') return value;
  if (value instanceof Int32 || value instanceof Double) return value.value;
  if (value instanceof Timestamp) return NaN;
  if (value instanceof Long) return value.toNumber();
  if (value instanceof Decimal128) return Number(value.toString());
  if (typeof value === 'bigint') return Number(value);
  return NaN;
};

/** What MongoDB takes for true in an option or a condition. */
export const truthy = (value: unknown): boolean => {
  if (value === null || value === undefined || value === false) return false;
  return isNumber(value) ? toNumber(value) !== 0 : true;
};

export const isRegex = (value: unknown): value is BSONRegExp => value instanceof BSONRegExp;

/** A deep copy that shares immutable leaves. */
export const clone = <T>(value: T): T => {
  if (Array.isArray(value)) return value.map(clone) as T;
  const doc = asDoc(value);
  if (!doc) return value;
  const copy: Doc = {};
  for (const key of Object.keys(doc)) put(copy, key, clone(doc[key]));
  return copy as T;
};

/** Sets a field; `__proto__` is a field name like any other. */
export const put = (doc: Doc, key: string, value: unknown): void => {
  if (key === '__proto__') {
    Object.defineProperty(doc, key, { value, writable: true, enumerable: true, configurable: true });
  } else doc[key] = value;
};

export const has = (doc: Doc, key: string): boolean => Object.prototype.hasOwnProperty.call(doc, key);

/** A field of an embedded document, undefined when absent (a stored BSON undefined reads as null). */
export const field = (doc: Doc, key: string): unknown => {
  if (!has(doc, key)) return undefined;
  const value = doc[key];
  return value === undefined ? null : value;
};

export { BSONRegExp, Binary, Code, Decimal128, Double, Int32, Long, MaxKey, MinKey, ObjectId, Timestamp };

/** A value as an error message shows it. */
export const shown = (value: unknown): string => {
  if (value instanceof ObjectId) return `ObjectId('${value.toHexString()}')`;
  return value === undefined ? 'MISSING' : EJSON.stringify(value);
};
