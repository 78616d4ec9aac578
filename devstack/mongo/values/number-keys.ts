import { Decimal128, Double, Int32, Long } from './types.js';

/** An exact decimal number: `digits * 10^exponent`. */
export interface Exact {
  digits: bigint;
  exponent: number;
}

const scratch = Buffer.alloc(8);

/** Exactly what a finite double stands for. */
const exactDouble = (value: number): Exact => {
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

/** Exactly what a number of any type stands for; undefined for NaN and the infinities. */
export const exact = (value: unknown): Exact | undefined => {
  if (value instanceof Long) return { digits: value.toBigInt(), exponent: 0 };
  if (typeof value === 'bigint') return { digits: value, exponent: 0 };
  if (!(value instanceof Decimal128)) {
    const plain = value instanceof Int32 || value instanceof Double ? value.value : (value as number);
    return Number.isFinite(plain) ? exactDouble(plain) : undefined;
  }
  const match = /^(-?\d+)(?:\.(\d+))?(?:E([+-]?\d+))?$/i.exec(value.toString());
  if (!match) return undefined;
  const [, whole = '', part = '', power = '0'] = match;
  return { digits: BigInt(whole + part), exponent: Number(power) - part.length };
};

/** The first byte of a number's key: its class in the order of numbers. */
const FIRST = { nan: 0, minusInfinity: 1, negative: 2, zero: 3, positive: 4, infinity: 5 };

/**
 * A number of any type as bytes that sort by numeric value, and are equal for equal values of different types:
 * the power of ten, then the digits two to a byte. NaN sorts before all.
 */
export const numberKey = (value: unknown): Buffer => {
  const number = exact(value);
  if (!number) {
    const special = Number(String(value));
    return Buffer.from([special > 0 ? FIRST.infinity : special < 0 ? FIRST.minusInfinity : FIRST.nan]);
  }
  if (number.digits === 0n) return Buffer.from([FIRST.zero]);
  const negative = number.digits < 0n;
  const text = (negative ? -number.digits : number.digits).toString();
  const digits = text.replace(/0+$/, '');
  const out = Buffer.alloc(4 + Math.ceil(digits.length / 2));
  out[0] = negative ? FIRST.negative : FIRST.positive;
  out.writeUInt16BE(0x8000 + number.exponent + text.length, 1);
  for (let i = 0; i < digits.length; i += 2) {
    out[3 + i / 2] = 1 + Number(digits[i]) * 10 + Number(digits[i + 1] ?? 0);
  }
  if (negative) for (let i = 1; i < out.length; i++) out[i] = ~out[i]! & 0xff;
  return out;
};
