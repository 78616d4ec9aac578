import { type Exact, exact } from './number-keys.js';
import { Decimal128, Double, Int32, Long, toNumber, typeOf } from './types.js';

const KINDS = ['int', 'long', 'double', 'decimal'];

/** The type of a sum or product: the wider of the two. */
const widest = (a: unknown, b: unknown): string =>
  KINDS[Math.max(KINDS.indexOf(typeOf(a)), KINDS.indexOf(typeOf(b)))]!;

export const toBig = (value: unknown): bigint =>
  value instanceof Long ? value.toBigInt() : BigInt(Math.trunc(toNumber(value)));

export const MAX_LONG = 2n ** 63n - 1n;
export const MIN_LONG = -(2n ** 63n);

/** A whole number as int32 if it fits and `kind` allows it, else as Long; undefined beyond 64 bits. */
export const integer = (value: bigint, kind = 'int'): Int32 | Long | undefined => {
  if (kind === 'int' && BigInt.asIntN(32, value) === value) return new Int32(Number(value));
  return BigInt.asIntN(64, value) === value ? Long.fromBigInt(value) : undefined;
};

export const decimal = (text: string): Decimal128 => Decimal128.fromStringWithRounding(text);

/** A double as MongoDB turns it into a decimal: fifteen digits. */
export const toDecimal = (value: unknown): Decimal128 => {
  if (value instanceof Decimal128) return value;
  const number = toNumber(value);
  if (typeOf(value) !== 'double') return decimal(toBig(value).toString());
  return decimal(
    !Number.isFinite(number) || Number.isSafeInteger(number) ? String(number) : number.toPrecision(15),
  );
};

interface Work {
  decimals: (a: Exact, b: Exact) => Exact;
  doubles: (a: number, b: number) => number;
  integers: (a: bigint, b: bigint) => bigint;
}

/** Works in the wider type; an int32 becomes a Long when it must; undefined when a Long overflows. */
const calculate =
  ({ decimals, doubles, integers }: Work) =>
  (a: unknown, b: unknown): Int32 | Long | Double | Decimal128 | undefined => {
    const kind = widest(a, b);
    if (kind === 'double') return new Double(doubles(toNumber(a), toNumber(b)));
    if (kind !== 'decimal') return integer(integers(toBig(a), toBig(b)), kind);
    const [x, y] = [exact(toDecimal(a)), exact(toDecimal(b))];
    if (!x || !y) return decimal(String(doubles(toNumber(a), toNumber(b))));
    const { digits, exponent } = decimals(x, y);
    return decimal(`${digits}E${exponent}`);
  };

/** Both numbers with the smaller exponent. */
const aligned = (a: Exact, b: Exact) => {
  const exponent = Math.min(a.exponent, b.exponent);
  const [x, y] = [a, b].map((each) => each.digits * 10n ** BigInt(each.exponent - exponent));
  return { x: x!, y: y!, exponent };
};

export const add = calculate({
  decimals: (a, b) => {
    const { x, y, exponent } = aligned(a, b);
    return { digits: x + y, exponent };
  },
  doubles: (a, b) => a + b,
  integers: (a, b) => a + b,
});

export const multiply = calculate({
  decimals: (a, b) => ({ digits: a.digits * b.digits, exponent: a.exponent + b.exponent }),
  doubles: (a, b) => a * b,
  integers: (a, b) => a * b,
});

/** The remainder, with the sign of the dividend; the divisor is not zero. */
export const modulo = calculate({
  decimals: (a, b) => {
    const { x, y, exponent } = aligned(a, b);
    return { digits: x % y, exponent };
  },
  doubles: (a, b) => a % b,
  integers: (a, b) => a % b,
});

export const negate = (value: unknown): unknown => multiply(value, new Int32(-1)) ?? new Double(2 ** 63);

const quotient = calculate({
  decimals: (a, b) => {
    const shift = 40 + b.digits.toString().length;
    const ideal = a.exponent - b.exponent;
    let [digits, exponent] = [(a.digits * 10n ** BigInt(shift)) / b.digits, ideal - shift];
    for (; exponent < ideal && digits % 10n === 0n; exponent++) digits /= 10n;
    return { digits, exponent };
  },
  doubles: (a, b) => a / b,
  integers: (a, b) => a / b,
});

/** `a / b`: a decimal if one of them is, else a double. The divisor is not zero. */
export const divide = (a: unknown, b: unknown): unknown =>
  widest(a, b) === 'decimal' ? quotient(a, b) : new Double(toNumber(a) / toNumber(b));
