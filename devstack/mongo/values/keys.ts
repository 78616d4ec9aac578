import { createHash } from 'node:crypto';
import type { Doc } from './bson.js';
import { numberKey } from './number-keys.js';
import {
  type BSONRegExp,
  type Binary,
  type Code,
  Double,
  Int32,
  type ObjectId,
  type Timestamp,
  asDoc,
  typeOf,
} from './types.js';

/** Types in MongoDB's order; those of one line compare by value. */
const ORDER = [
  ['minKey'],
  ['emptyArray'],
  ['null', 'undefined'],
  ['int', 'long', 'double', 'decimal'],
  ['string', 'symbol'],
  ['object'],
  ['array'],
  ['binData'],
  ['objectId'],
  ['bool'],
  ['date'],
  ['timestamp'],
  ['regex'],
  ['javascript'],
  ['javascriptWithScope'],
  ['maxKey'],
];
const TAGS = new Map(ORDER.flatMap((types, i) => types.map((type) => [type, 5 + i * 5] as const)));

/** An empty array in an index or a sort: below null. */
export const EMPTY_ARRAY = Symbol('empty array');

/** The place of a value's type in MongoDB's order; values of one class compare by value. */
export const typeClass = (value: unknown): number =>
  TAGS.get(value === EMPTY_ARRAY ? 'emptyArray' : typeOf(value))!;

const ZERO = Buffer.from([0]);

const textKey = (text: string): Buffer => {
  const bytes = Buffer.from(text, 'utf8');
  if (!bytes.includes(0)) return Buffer.concat([bytes, ZERO]);
  return Buffer.from([...bytes].flatMap((byte) => (byte === 0 ? [0, 0xff] : [byte])).concat(0));
};

const longKey = (value: bigint): Buffer => {
  const out = Buffer.alloc(8);
  out.writeBigUInt64BE(BigInt.asUintN(64, value));
  return out;
};

const docKey = (doc: Doc): Buffer => {
  const parts = Object.keys(doc).flatMap((name) => {
    const value = keyOf(doc[name]);
    return [value.subarray(0, 1), textKey(name), value.subarray(1)];
  });
  return Buffer.concat([...parts, ZERO]);
};

const payload = (value: unknown): Buffer => {
  if (value === EMPTY_ARRAY) return Buffer.alloc(0);
  switch (typeOf(value)) {
    case 'int':
    case 'long':
    case 'double':
    case 'decimal':
      return numberKey(value);
    case 'string':
    case 'symbol':
      return textKey(String(value));
    case 'object':
      return docKey(asDoc(value)!);
    case 'array':
      return Buffer.concat([...(value as unknown[]).map(keyOf), ZERO]);
    case 'binData': {
      const bytes = (value as Binary).value();
      const head = Buffer.alloc(5);
      head.writeUInt32BE(bytes.length);
      head[4] = (value as Binary).sub_type;
      return Buffer.concat([head, bytes]);
    }
    case 'objectId':
      return Buffer.from((value as ObjectId).id);
    case 'bool':
      return Buffer.from([value ? 1 : 0]);
    case 'date':
      return longKey(BigInt((value as Date).getTime() || 0) + 2n ** 63n);
    case 'timestamp':
      return longKey((value as Timestamp).toBigInt());
    case 'regex':
      return Buffer.concat([textKey((value as BSONRegExp).pattern), textKey((value as BSONRegExp).options)]);
    case 'javascript':
    case 'javascriptWithScope':
      return Buffer.concat([textKey((value as Code).code), docKey((value as Code).scope ?? {})]);
    default:
      return Buffer.alloc(0);
  }
};

/**
 * Order-preserving bytes: comparing two keys byte by byte gives MongoDB's order of the values, across BSON types;
 * absent and null are one. Every key ends itself (none is a prefix of another), so keys of several fields are joined.
 */
export const keyOf = (value: unknown): Buffer =>
  Buffer.concat([Buffer.from([typeClass(value)]), payload(value)]);

/** The key that sorts the other way round. */
export const invert = (key: Buffer): Buffer => Buffer.from(key.map((byte) => ~byte));

/** Longest encoded fields kept as they are; lmdb takes 1,978 bytes a key in all. */
export const MAX_FIELDS = 1200;
export const MAX_ID = 500;
/** What is kept of a key that was cut, before the zero and the hash that close it. */
export const keptOf = (limit: number): number => limit - 21;

const shorten = (key: Buffer, limit: number): Buffer =>
  key.length <= limit
    ? key
    : Buffer.concat([key.subarray(0, keptOf(limit)), ZERO, createHash('sha1').update(key).digest()]);

/** The key of an `_id`; very long ones are cut and closed with their hash. */
export const idKey = (id: unknown): Buffer => shorten(keyOf(id), MAX_ID);
export const fieldsKey = (key: Buffer): Buffer => shorten(key, MAX_FIELDS);

const plainNumber = (value: unknown): number =>
  value instanceof Int32 || value instanceof Double ? value.value : typeof value === 'number' ? value : NaN;

/** Compares two values of any types as MongoDB does. */
export const compare = (a: unknown, b: unknown): number => {
  if (typeof a === 'string' && a === b) return 0;
  const [x, y] = [plainNumber(a), plainNumber(b)];
  if (!Number.isNaN(x) && !Number.isNaN(y)) return x < y ? -1 : x > y ? 1 : 0;
  return typeClass(a) - typeClass(b) || Buffer.compare(payload(a), payload(b));
};

export const equal = (a: unknown, b: unknown): boolean => compare(a, b) === 0;
