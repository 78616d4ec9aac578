import { Decimal128, Double, Int32, Long } from './types.js';

const scratch = Buffer.alloc(8);

/** Eight bytes that sort as doubles do; -0 is 0. */
export const sortableDouble = (value: number): Buffer => {
  const out = Buffer.alloc(8);
  out.writeDoubleBE(value === 0 ? 0 : value);
  if (out[0]! & 0x80) for (let i = 0; i < 8; i++) out[i] = ~out[i]! & 0xff;
  else out[0]! |= 0x80;
  return out;
};

/** An exact decimal number: `digits * 10^exponent`. */
export interface Exact {
  digits: bigint;
  exponent: number;
}

/** Exactly what a finite double stands for. */
export const exactDouble = (value: number): Exact => {
  if (Number.isSafeInteger(value)) return { digits: BigInt(value), exponent: 0 };
  scratch.writeDoubleBE(value);
  const bits = scratch.readBigUInt64BE();
  const power = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const mantissa = power === 0 ? fraction : fraction | 0x10000000000000n;
  const shift = Math.max(power, 1) - 1075;
  const signed = value < 0 ? -mantissa : mantissa;
  return shift >= 0
    ? { digits: signed << BigInt(shift), exponent: 0 }
    : { digits: signed * 5n ** BigInt(-shift), exponent: shift };
};

/** Exactly what a finite Decimal128 stands for; undefined for NaN and the infinities. */
export const exactDecimal = (value: Decimal128): Exact | undefined => {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:E([+-]?\d+))?$/i.exec(value.toString());
  if (!match) return undefined;
  const [, sign, whole, part = '', power = '0'] = match;
  const digits = BigInt(whole + part);
  return { digits: sign ? -digits : digits, exponent: Number(power) - part.length };
};

export const subtract = (a: Exact, b: Exact): Exact => {
  const exponent = Math.min(a.exponent, b.exponent);
  return {
    digits: a.digits * 10n ** BigInt(a.exponent - exponent) - b.digits * 10n ** BigInt(b.exponent - exponent),
    exponent,
  };
};

const nextDown = (value: number): number => {
  if (value === Infinity) return Number.MAX_VALUE;
  if (value === 0) return -Number.MIN_VALUE;
  scratch.writeDoubleBE(value);
  const bits = scratch.readBigInt64BE();
  scratch.writeBigInt64BE(value > 0 ? bits - 1n : bits + 1n);
  return scratch.readDoubleBE();
};

/** A positive remainder as power of ten and digits, so that bytes sort as the remainders do. */
const remainderKey = (rest: Exact): Buffer => {
  const digits = rest.digits.toString().slice(0, 60).replace(/0+$/, '');
  const power = rest.exponent + rest.digits.toString().length;
  const head = Buffer.alloc(4);
  head[0] = 1;
  head.writeUIntBE(power + 0x800000, 1, 3);
  const tail = Buffer.alloc(digits.length + 1);
  for (let i = 0; i < digits.length; i++) tail[i] = digits.charCodeAt(i) - 0x2f;
  return Buffer.concat([head, tail]);
};

const EXACT = Buffer.from([0]);

const exactKey = (value: Exact): Buffer => {
  let floor = Number(`${value.digits}e${value.exponent}`);
  let rest: Exact | undefined;
  while (rest === undefined || rest.digits < 0n) {
    if (rest) floor = nextDown(floor);
    if (floor === Infinity) rest = { digits: -1n, exponent: 0 };
    // Below every finite double: measured from under the smallest Decimal128.
    else if (floor === -Infinity) rest = subtract(value, { digits: -1n, exponent: 6200 });
    else rest = subtract(value, exactDouble(floor));
  }
  const head = sortableDouble(floor);
  return rest.digits === 0n ? Buffer.concat([head, EXACT]) : Buffer.concat([head, remainderKey(rest)]);
};

const doubleKey = (value: number): Buffer => {
  const out = Buffer.alloc(9);
  if (Number.isNaN(value)) return out;
  sortableDouble(value).copy(out);
  return out;
};

/**
 * A number of any type as bytes that sort by numeric value, and are equal for equal values of different types.
 * NaN sorts before all.
 */
export const numberKey = (value: unknown): Buffer => {
  if (typeof value === 'number') return doubleKey(value);
  if (value instanceof Int32 || value instanceof Double) return doubleKey(value.value);
  if (value instanceof Decimal128) {
    const exact = exactDecimal(value);
    return exact ? exactKey(exact) : doubleKey(Number(value.toString()));
  }
  const digits = value instanceof Long ? value.toBigInt() : (value as bigint);
  const near = Number(digits);
  return Number.isSafeInteger(near) ? doubleKey(near) : exactKey({ digits, exponent: 0 });
};
