import { BSONRegExp, BSONValue, Code, DBRef, Double, EJSON, Int32, Long, ObjectId } from 'bson';
import type { Decimal128 } from 'bson';
import type { Doc } from './bson.js';

export { BSONRegExp, Binary, Code, Decimal128, Double, Int32 } from 'bson';
export { Long, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';

/** BSON types in the order of their codes from 1, as `$type` names them. */
const CODED =
  'double string object array binData undefined objectId bool date null regex dbPointer javascript symbol javascriptWithScope int timestamp long decimal';
export const TYPE_CODES: Record<string, number> = { minKey: -1, maxKey: 127 };
for (const [i, name] of CODED.split(' ').entries()) TYPE_CODES[name] = i + 1;

/** What JavaScript and the `bson` library call a type, and what MongoDB does. */
const NAMES = new Map(
  `boolean bool, symbol emptyArray, Int32 int, Double double, Long long, Decimal128 decimal, ObjectId objectId,
  Binary binData, BSONRegExp regex, Timestamp timestamp, MinKey minKey, MaxKey maxKey, BSONSymbol symbol`
    .split(',')
    .map((pair) => pair.trim().split(' ') as [string, string]),
);

export const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (typeof value === 'number') return Object.is(value | 0, value) ? 'int' : 'double';
  if (typeof value !== 'object') return NAMES.get(typeof value) ?? typeof value;
  if (Array.isArray(value)) return 'array';
  if (!(value instanceof BSONValue)) return value instanceof Date ? 'date' : 'object';
  if (value instanceof Code) return value.scope ? 'javascriptWithScope' : 'javascript';
  return NAMES.get(value._bsontype) ?? 'object';
};

/** An embedded document's fields; undefined for every other value. The driver's reader makes `{$ref, $id}` a DBRef. */
export const asDoc = (value: unknown): Doc | undefined => {
  if (typeOf(value) !== 'object') return undefined;
  if (!(value instanceof DBRef)) return value as Doc;
  const { collection: $ref, oid: $id, db: $db, fields } = value;
  return { $ref, $id, ...($db != null && { $db }), ...fields };
};

/** Types of numbers, the narrowest first. */
export const NUMBERS = ['int', 'long', 'double', 'decimal'];

export const isNumber = (value: unknown): value is Int32 | Double | Long | Decimal128 | number =>
  NUMBERS.includes(typeOf(value));

/** The nearest JavaScript number; NaN for what is no number. */
export const toNumber = (value: unknown): number => {
  if (value instanceof Int32 || value instanceof Double) return value.value;
  if (!isNumber(value)) return NaN;
  return value instanceof Long ? value.toNumber() : Number(value);
};

/** What MongoDB takes for true in an option or a condition. */
export const truthy = (value: unknown): boolean =>
  isNumber(value) ? toNumber(value) !== 0 : value !== null && value !== undefined && value !== false;

export const isRegex = (value: unknown): value is BSONRegExp => value instanceof BSONRegExp;

/** A deep copy that shares immutable leaves. */
export const clone = <T>(value: T): T => {
  if (Array.isArray(value)) return value.map(clone) as T;
  const doc = asDoc(value);
  if (!doc) return value;
  return Object.fromEntries(Object.entries(doc).map(([key, part]) => [key, clone(part)])) as T;
};

/** Sets a field; `__proto__` is a field name like any other. */
export const put = (doc: Doc, key: string, value: unknown): void => {
  if (key !== '__proto__') doc[key] = value;
  else Object.defineProperty(doc, key, { value, writable: true, enumerable: true, configurable: true });
};

export const has = (doc: Doc, key: string): boolean => Object.hasOwn(doc, key);

/** A field of an embedded document, undefined when absent (a stored BSON undefined reads as null). */
export const field = (doc: Doc, key: string): unknown => (has(doc, key) ? (doc[key] ?? null) : undefined);

/** A value as an error message shows it. */
export const shown = (value: unknown): string => {
  if (value instanceof ObjectId) return `ObjectId('${value.toHexString()}')`;
  return value === undefined ? 'MISSING' : EJSON.stringify(value);
};
