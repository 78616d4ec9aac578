import { type Exact, exactDecimal, exactDouble } from './number-keys.js';
import { Decimal128, Double, Int32, Long, toNumber, typeOf } from './types.js';

type Kind = 'int' | 'long' | 'double' | 'decimal';
const RANK: Kind[] = ['int', 'long', 'double', 'decimal'];

/** The type of a sum or product: the wider of the two. */
const widest = (a: unknown, b: unknown): Kind =>
  RANK[Math.max(RANK.indexOf(typeOf(a) as Kind), RANK.indexOf(typeOf(b) as Kind))]!;

export const toBig = (value: unknown): bigint =>
  value instanceof Long ? value.toBigInt() : BigInt(Math.trunc(toNumber(value)));

export const MAX_LONG = 2n ** 63n - 1n;
export const MIN_LONG = -(2n ** 63n);

/** A whole number as int32 if it fits and `kind` allows it, else as Long; undefined beyond 64 bits. */
export const integer = (value: bigint, kind: Kind = 'int'): Int32 | Long | undefined => {
  if (kind === 'int' && value >= -(2n ** 31n) && value < 2n ** 31n) return new Int32(Number(value));
  return value > MAX_LONG || value < MIN_LONG ? undefined : Long.fromBigInt(value);
};

export const decimal = (text: string): Decimal128 => Decimal128.fromStringWithRounding(text);

/** A double as MongoDB turns it into a decimal: fifteen digits. */
export const toDecimal = (value: unknown): Decimal128 => {
  if (value instanceof Decimal128) return value;
  if (typeOf(value) === 'double') {
    const number = toNumber(value);
    if (!Number.isFinite(number)) return decimal(String(number));
    return decimal(
      Number.isInteger(number) && Math.abs(number) < 1e15 ? String(number) : number.toPrecision(15),
    );
  }
  return decimal(toBig(value).toString());
};

const exact = (value: unknown): Exact | undefined =>
  value instanceof Decimal128
    ? exactDecimal(value)
    : Number.isFinite(toNumber(value))
      ? exactDouble(toNumber(value))
      : undefined;

const fromExact = ({ digits, exponent }: Exact): Decimal128 => decimal(`${digits}E${exponent}`);

const decimals = (
  a: unknown,
  b: unknown,
  work: (x: Exact, y: Exact) => Exact,
  rest: (x: number, y: number) => number,
) => {
  const [x, y] = [exact(toDecimal(a)), exact(toDecimal(b))];
  return x && y ? fromExact(work(x, y)) : decimal(String(rest(toNumber(a), toNumber(b))));
};

const sum = (x: Exact, y: Exact): Exact => {
  const exponent = Math.min(x.exponent, y.exponent);
  return {
    digits: x.digits * 10n ** BigInt(x.exponent - exponent) + y.digits * 10n ** BigInt(y.exponent - exponent),
    exponent,
  };
};

/** `a + b` in the wider type; an int32 becomes a Long when it must; undefined when a Long overflows. */
export const add = (a: unknown, b: unknown): unknown => {
  const kind = widest(a, b);
  if (kind === 'decimal') return decimals(a, b, sum, (x, y) => x + y);
  if (kind === 'double') return new Double(toNumber(a) + toNumber(b));
  return integer(toBig(a) + toBig(b), kind);
};

export const multiply = (a: unknown, b: unknown): unknown => {
  const kind = widest(a, b);
  if (kind === 'decimal') {
    return decimals(
      a,
      b,
      (x, y) => ({ digits: x.digits * y.digits, exponent: x.exponent + y.exponent }),
      (x, y) => x * y,
    );
  }
  if (kind === 'double') return new Double(toNumber(a) * toNumber(b));
  return integer(toBig(a) * toBig(b), kind);
};

export const negate = (value: unknown): unknown =>
  value instanceof Decimal128
    ? decimal(value.toString().startsWith('-') ? value.toString().slice(1) : `-${value.toString()}`)
    : typeOf(value) === 'double'
      ? new Double(-toNumber(value))
      : (integer(-toBig(value), typeOf(value) as Kind) ?? new Double(-toNumber(value)));

/** `a / b`: a decimal if one of them is, else a double. The divisor is not zero. */
export const divide = (a: unknown, b: unknown): unknown => {
  if (widest(a, b) !== 'decimal') return new Double(toNumber(a) / toNumber(b));
  const scale = 40;
  return decimals(
    a,
    b,
    (x, y) => {
      const shift = BigInt(scale + y.digits.toString().length);
      const digits = (x.digits * 10n ** shift) / y.digits;
      let result: Exact = { digits, exponent: x.exponent - y.exponent - Number(shift) };
      const ideal = x.exponent - y.exponent;
      while (result.exponent < ideal && result.digits % 10n === 0n && result.digits !== 0n) {
        result = { digits: result.digits / 10n, exponent: result.exponent + 1 };
      }
      return result.digits === 0n ? { digits: 0n, exponent: 0 } : result;
    },
    (x, y) => x / y,
  );
};

/** The remainder, with the sign of the dividend. */
export const modulo = (a: unknown, b: unknown): unknown => {
  const kind = widest(a, b);
  if (kind === 'decimal') {
    return decimals(
      a,
      b,
      (x, y) => {
        const exponent = Math.min(x.exponent, y.exponent);
        const left = x.digits * 10n ** BigInt(x.exponent - exponent);
        return { digits: left % (y.digits * 10n ** BigInt(y.exponent - exponent)), exponent };
      },
      (x, y) => x % y,
    );
  }
  if (kind === 'double') return new Double(toNumber(a) % toNumber(b));
  return integer(toBig(a) % toBig(b), kind);
};
