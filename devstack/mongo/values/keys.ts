import { createHash } from 'node:crypto';
import { exact } from './arithmetic.js';
import { type BSONRegExp, type Binary, type Code, Double, Int32, type ObjectId } from './types.js';
import { type Timestamp, asDoc, toNumber, typeOf } from './types.js';

/** An empty array in an index or a sort: below null. */
export const EMPTY_ARRAY = Symbol('empty array');

/** The key that sorts the other way round. */
export const invert = (key: Buffer): Buffer => {
  const out = Buffer.allocUnsafe(key.length);
  for (let i = 0; i < key.length; i++) out[i] = ~key[i]!;
  return out;
};

const join = (parts: (Uint8Array | number)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.from([part]) : part)));

const plainNumber = (value: unknown): number =>
  value instanceof Int32 || value instanceof Double ? value.value : NaN;

/**
 * A number of any type as bytes that sort by numeric value, and are equal for equal values of different types: NaN,
 * -Infinity, negative, zero, positive, Infinity; then the power of ten, then the digits two to a byte.
 */
const numberKey = (value: unknown): Buffer => {
  const plain = plainNumber(value);
  const number = Number.isSafeInteger(plain) ? { digits: plain, exponent: 0 } : exact(value);
  if (!number) return join([3 + 2 * Math.sign(toNumber(value))]);
  const text = String(number.digits).replace('-', '');
  if (text === '0') return join([3]);
  const digits = text.replace(/0+$/, '');
  const out = Buffer.alloc(4 + Math.ceil(digits.length / 2));
  out[0] = 4;
  out.writeUInt16BE(0x8000 + number.exponent + text.length, 1);
  for (let i = 0; i < digits.length; i += 2) out[3 + i / 2] = 1 + Number(`${digits}0`.slice(i, i + 2));
  return number.digits > 0 ? out : join([2, invert(out.subarray(1))]);
};

/** Eight bytes. */
const longKey = (value: bigint): Buffer => {
  const out = Buffer.allocUnsafe(8);
  out.writeBigUInt64BE(BigInt.asUintN(64, value));
  return out;
};

const textKey = (text: string): Buffer => {
  if (!text.includes('\0')) return Buffer.from(`${text}\0`);
  const bytes = Buffer.from(text).toString('latin1');
  return Buffer.from(`${bytes.replaceAll('\0', '\0\xff')}\0`, 'latin1');
};

const docKey = (value: unknown): Buffer => {
  const parts = Object.entries(asDoc(value) ?? {}).flatMap(([name, part]) => {
    const key = keyOf(part);
    return [key.subarray(0, 1), textKey(name), key.subarray(1)];
  });
  return join([...parts, 0]);
};

const codeKey = ({ code, scope }: Code): Buffer => join([textKey(code), docKey(scope)]);
const nothing = (): Buffer => join([]);

/** The types in MongoDB's order, and the bytes of their values. Types of one line compare by value. */
const TYPES: [types: string, bytes: (value: never) => Buffer][] = [
  ['minKey', nothing],
  ['emptyArray', nothing],
  ['null undefined', nothing],
  ['int long double decimal', numberKey],
  ['string symbol', (text: unknown) => textKey(String(text))],
  ['object', docKey],
  ['array', (list: unknown[]) => join([...list.map(keyOf), 0])],
  ['binData', (bin: Binary) => join([longKey(BigInt(bin.length())).subarray(4), bin.sub_type, bin.value()])],
  ['objectId', ({ id }: ObjectId) => Buffer.from(id)],
  ['bool', (bool: boolean) => join([Number(bool)])],
  ['date', (date: Date) => longKey(BigInt(date.getTime() || 0) + 2n ** 63n)],
  ['timestamp', (timestamp: Timestamp) => longKey(timestamp.toBigInt())],
  ['regex', ({ pattern, options }: BSONRegExp) => join([textKey(pattern), textKey(options)])],
  ['javascript', codeKey],
  ['javascriptWithScope', codeKey],
  ['maxKey', nothing],
];
const FORMS = new Map(
  TYPES.flatMap(([types, bytes], i) => types.split(' ').map((type) => [type, { tag: 5 + i * 5, bytes }])),
);
const formOf = (value: unknown) => FORMS.get(typeOf(value))!;

/** The place of a value's type in MongoDB's order; values of one class compare by value. */
export const typeClass = (value: unknown): number => formOf(value).tag;

/**
 * Order-preserving bytes: comparing two keys byte by byte gives MongoDB's order of the values, across BSON types;
 * absent and null are one. Every key ends itself (none is a prefix of another), so keys of several fields are joined.
 */
export const keyOf = (value: unknown): Buffer => {
  const { tag, bytes } = formOf(value);
  const rest = bytes(value as never);
  const out = Buffer.allocUnsafe(1 + rest.length);
  out[0] = tag;
  out.set(rest, 1);
  return out;
};

/** Longest encoded fields kept as they are; lmdb takes 1,978 bytes a key in all. */
export const MAX_FIELDS = 1200;
export const MAX_ID = 500;
/** What is kept of a key that was cut, before the zero and the hash that close it. */
export const keptOf = (limit: number): number => limit - 21;

/** A very long key is cut and closed with its hash. */
const shorten = (key: Buffer, limit: number): Buffer =>
  key.length <= limit
    ? key
    : join([key.subarray(0, keptOf(limit)), 0, createHash('sha1').update(key).digest()]);

export const idKey = (id: unknown): Buffer => shorten(keyOf(id), MAX_ID);
export const fieldsKey = (key: Buffer): Buffer => shorten(key, MAX_FIELDS);

/** Compares two values of any types as MongoDB does. */
export const compare = (a: unknown, b: unknown): number => {
  if (a === b) return 0;
  const [x, y] = [plainNumber(a), plainNumber(b)];
  if (x < y) return -1;
  if (x >= y) return Number(x > y);
  const [one, other] = [formOf(a), formOf(b)];
  return one.tag - other.tag || Buffer.compare(one.bytes(a as never), other.bytes(b as never));
};

export const equal = (a: unknown, b: unknown): boolean =>
  typeof a === 'string' && typeof b === 'string' ? a === b : compare(a, b) === 0;
