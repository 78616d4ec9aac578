import { createHash } from 'node:crypto';
import type { Doc } from './bson.js';
import { numberKey } from './number-keys.js';
import {
  type BSONRegExp,
  type Binary,
  Code,
  Double,
  Int32,
  type ObjectId,
  type Timestamp,
  asDoc,
  isNumber,
  typeOf,
} from './types.js';

/**
 * Order-preserving bytes: comparing two keys byte by byte gives MongoDB's order of the values, across BSON types.
 * Every encoding ends itself (none is a prefix of another), so keys of several fields are simply joined.
 */
const TAG = {
  minKey: 0x05,
  undefined: 0x08,
  null: 0x0a,
  number: 0x14,
  string: 0x1e,
  object: 0x28,
  array: 0x32,
  binData: 0x3c,
  objectId: 0x46,
  bool: 0x50,
  date: 0x5a,
  timestamp: 0x5f,
  regex: 0x64,
  code: 0x6e,
  codeScope: 0x70,
  maxKey: 0x7f,
};

/** An empty array in an index or a sort: below null. */
export const EMPTY_ARRAY = Symbol('empty array');

/** The place of a value's type in MongoDB's order; values of one class compare by value. */
export const typeClass = (value: unknown): number => {
  const type = typeOf(value);
  switch (type) {
    case 'int':
    case 'double':
    case 'long':
    case 'decimal':
      return TAG.number;
    case 'symbol':
      return TAG.string;
    case 'undefined':
    case 'missing':
      return TAG.null;
    case 'javascript':
      return TAG.code;
    case 'javascriptWithScope':
      return TAG.codeScope;
    default:
      return TAG[type];
  }
};

const ZERO = Buffer.from([0]);

const textKey = (text: string): Buffer => {
  const bytes = Buffer.from(text, 'utf8');
  if (!bytes.includes(0)) return Buffer.concat([bytes, ZERO]);
  const out: number[] = [];
  for (const byte of bytes) {
    out.push(byte);
    if (byte === 0) out.push(0xff);
  }
  out.push(0);
  return Buffer.from(out);
};

const signed64 = (value: bigint): Buffer => {
  const out = Buffer.alloc(8);
  out.writeBigUInt64BE(BigInt.asUintN(64, value) ^ 0x8000000000000000n);
  return out;
};

const dateKey = (date: Date): Buffer => {
  const time = date.getTime();
  return signed64(Number.isNaN(time) ? 0n : BigInt(time));
};

const docKey = (doc: Doc): Buffer => {
  const parts: Buffer[] = [];
  for (const name of Object.keys(doc)) {
    const value = keyOf(doc[name]);
    parts.push(value.subarray(0, 1), textKey(name), value.subarray(1));
  }
  parts.push(ZERO);
  return Buffer.concat(parts);
};

const payload = (value: unknown, type: number): Buffer => {
  switch (type) {
    case TAG.number:
      return numberKey(value);
    case TAG.string:
      return textKey(String(value));
    case TAG.object:
      return docKey(asDoc(value)!);
    case TAG.array:
      return Buffer.concat([...(value as unknown[]).map(keyOf), ZERO]);
    case TAG.binData: {
      const binary = value as Binary;
      const bytes = binary.value();
      const head = Buffer.alloc(5);
      head.writeUInt32BE(bytes.length);
      head[4] = binary.sub_type;
      return Buffer.concat([head, bytes]);
    }
    case TAG.objectId:
      return Buffer.from((value as ObjectId).id);
    case TAG.bool:
      return Buffer.from([value ? 1 : 0]);
    case TAG.date:
      return dateKey(value as Date);
    case TAG.timestamp: {
      const stamp = value as Timestamp;
      const out = Buffer.alloc(8);
      out.writeUInt32BE(stamp.getHighBitsUnsigned());
      out.writeUInt32BE(stamp.getLowBitsUnsigned(), 4);
      return out;
    }
    case TAG.regex: {
      const regex = value as BSONRegExp;
      return Buffer.concat([textKey(regex.pattern), textKey(regex.options)]);
    }
    case TAG.code:
      return textKey((value as Code).code);
    case TAG.codeScope:
      return Buffer.concat([textKey((value as Code).code), docKey((value as Code).scope ?? {})]);
    default:
      return Buffer.alloc(0);
  }
};

/** The key of one value: type, then payload. Absent and null are one. */
export const keyOf = (value: unknown): Buffer => {
  if (value === EMPTY_ARRAY) return Buffer.from([TAG.undefined]);
  const type = typeClass(value);
  return Buffer.concat([Buffer.from([type]), payload(value, type)]);
};

/** The key that sorts the other way round. */
export const invert = (key: Buffer): Buffer => {
  const out = Buffer.allocUnsafe(key.length);
  for (let i = 0; i < key.length; i++) out[i] = ~key[i]! & 0xff;
  return out;
};

/** Longest encoded fields kept as they are; lmdb takes 1,978 bytes a key in all. */
export const MAX_FIELDS = 1200;
const MAX_ID = 500;

const shorten = (key: Buffer, limit: number): Buffer =>
  key.length <= limit
    ? key
    : Buffer.concat([key.subarray(0, limit - 21), ZERO, createHash('sha1').update(key).digest()]);

/** The key of an `_id`; very long ones are cut and closed with their hash. */
export const idKey = (id: unknown): Buffer => shorten(keyOf(id), MAX_ID);
export const fieldsKey = (key: Buffer): Buffer => shorten(key, MAX_FIELDS);

const plainNumber = (value: unknown): number | undefined => {
  const plain = value instanceof Int32 || value instanceof Double ? value.value : value;
  return typeof plain === 'number' && !Number.isNaN(plain) ? plain : undefined;
};

/** Compares two values of any types as MongoDB does. */
export const compare = (a: unknown, b: unknown): number => {
  if (typeof a === 'string' && typeof b === 'string' && a === b) return 0;
  if (isNumber(a) && isNumber(b)) {
    const x = plainNumber(a);
    const y = plainNumber(b);
    if (x !== undefined && y !== undefined) return x < y ? -1 : x > y ? 1 : 0;
    return Buffer.compare(numberKey(a), numberKey(b));
  }
  const left = typeClass(a);
  const right = typeClass(b);
  return left === right ? Buffer.compare(payload(a, left), payload(b, right)) : left < right ? -1 : 1;
};

export const equal = (a: unknown, b: unknown): boolean => compare(a, b) === 0;
