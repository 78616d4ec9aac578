import { Decimal128, Double, Int32, Long, NUMBERS, toNumber, typeOf } from './types.js';

/** An exact decimal number: `digits * 10^exponent`. */
type Exact = { digits: bigint; exponent: number };

/** Exactly what a number of any type stands for; undefined for NaN and the infinities. */
export const exact = (value: unknown): Exact | undefined => {
  if (value instanceof Long) return { digits: value.toBigInt(), exponent: 0 };
  if (value instanceof Decimal128) {
    const match = /^(-?\d+)(?:\.(\d+))?(?:E([+-]\d+))?$/.exec(String(value));
    const [, whole = '', part = '', power = '0'] = match ?? [];
    return match ? { digits: BigInt(whole + part), exponent: Number(power) - part.length } : undefined;
  }
  let number = toNumber(value);
  if (!Number.isFinite(number)) return undefined;
  let exponent = 0;
  for (; !Number.isInteger(number); exponent--) number *= 2;
  return { digits: BigInt(number) * 5n ** BigInt(-exponent), exponent };
};

/** As MongoDB does, fifteen digits of a double. */
const toDecimal = (value: unknown): unknown => {
  const number = toNumber(value);
  if (typeOf(value) !== 'double' || Number.isSafeInteger(number)) return value;
  return Decimal128.fromString(number.toPrecision(15));
};

export const toBig = (value: unknown): bigint =>
  value instanceof Long ? value.toBigInt() : BigInt(Math.trunc(toNumber(value)));

/** A whole number as int32 if it fits and `kind` allows it, else as Long; undefined beyond 64 bits. */
export const integer = (value: bigint, kind = 'int'): Int32 | Long | undefined => {
  if (kind === 'int' && BigInt.asIntN(32, value) === value) return new Int32(Number(value));
  return BigInt.asIntN(64, value) === value ? Long.fromBigInt(value) : undefined;
};

/** The type of a sum or product: the wider of the two. */
const widest = (a: unknown, b: unknown): string =>
  NUMBERS[Math.max(NUMBERS.indexOf(typeOf(a)), NUMBERS.indexOf(typeOf(b)))]!;

/** JavaScript's operators work on bigints as on numbers. */
type Work = ((a: number, b: number) => number) & ((a: bigint, b: bigint) => bigint);

/** Works in the wider type; an int32 becomes a Long when it must; undefined when a Long overflows. */
const calculate =
  (operator: (a: number, b: number) => number, decimals?: (a: Exact, b: Exact) => Exact) =>
  (a: unknown, b: unknown): Int32 | Long | Double | Decimal128 | undefined => {
    const kind = widest(a, b);
    const work = operator as Work;
    if (kind === 'double') return new Double(work(toNumber(a), toNumber(b)));
    if (kind !== 'decimal') return integer(work(toBig(a), toBig(b)), kind);
    const [x, y] = [exact(toDecimal(a)), exact(toDecimal(b))];
    if (!x || !y) return Decimal128.fromString(String(work(toNumber(a), toNumber(b))));
    const least = Math.min(x.exponent, y.exponent);
    const aligned = ({ digits, exponent }: Exact) => digits * 10n ** BigInt(exponent - least);
    const { digits, exponent } = decimals?.(x, y) ?? {
      digits: work(aligned(x), aligned(y)),
      exponent: least,
    };
    return Decimal128.fromStringWithRounding(`${digits}E${exponent}`);
  };

export const add = calculate((a, b) => a + b);

export const multiply = calculate(
  (a, b) => a * b,
  (a, b) => ({ digits: a.digits * b.digits, exponent: a.exponent + b.exponent }),
);
