import { MongoError } from '../errors.js';
import { add, decimal, divide, integer, modulo, multiply, negate, toBig } from '../values/arithmetic.js';
import { compare } from '../values/keys.js';
import { Decimal128, Double, Int32, Long, isNumber, toNumber, typeOf } from '../values/types.js';
import { fixed, isNullish, nullable, variadic, wantNumber, wantWhole } from './arguments.js';
import type { Special } from './expression.js';

/** A sum that goes on as a double when 64 bits do not hold it. */
export const sum = (a: unknown, b: unknown): unknown => add(a, b) ?? new Double(toNumber(a) + toNumber(b));

const shiftDate = (date: Date, by: unknown): Date => new Date(date.getTime() + Math.trunc(toNumber(by)));

const addAll = (args: unknown[]): unknown => {
  if (args.some(isNullish)) return null;
  const dates = args.filter((value) => value instanceof Date);
  if (dates.length > 1) throw new MongoError(16612, 'only one date allowed in an $add expression');
  const numbers = args.filter((value) => !(value instanceof Date));
  for (const value of numbers) {
    if (!isNumber(value))
      throw new MongoError(14, `$add only supports numeric or date types, not ${typeOf(value)}`);
  }
  const total = numbers.reduce(sum, new Int32(0));
  return dates[0] ? shiftDate(dates[0], total) : total;
};

const subtract = (a: unknown, b: unknown): unknown => {
  if (a instanceof Date && b instanceof Date) return Long.fromNumber(a.getTime() - b.getTime());
  if (a instanceof Date && isNumber(b)) return shiftDate(a, negate(b));
  if (!isNumber(a) || !isNumber(b))
    throw new MongoError(14, `can't $subtract ${typeOf(b)} from ${typeOf(a)}`);
  return sum(a, negate(b));
};

const keepWhole = (value: unknown): boolean => ['int', 'long'].includes(typeOf(value));

/** Rounds half to even at a decimal place (below zero: tens, hundreds). */
const roundTo = (value: unknown, places: number, cutOff: boolean): unknown => {
  if (keepWhole(value) && places >= 0) return value;
  if (!Number.isFinite(toNumber(value))) return value;
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:E([+-]?\d+))?$/i.exec(
    value instanceof Decimal128
      ? value.toString()
      : keepWhole(value)
        ? toBig(value).toString()
        : toNumber(value).toString(),
  );
  if (!match) return value;
  const [, sign, whole, part = '', power = '0'] = match;
  const exponent = Number(power) - part.length;
  let digits = BigInt(whole! + part);
  const drop = -places - exponent;
  let scale = exponent;
  if (drop > 0) {
    const unit = 10n ** BigInt(Math.min(drop, 400));
    const rest = digits % unit;
    digits /= unit;
    const twice = rest * 2n;
    if (!cutOff && (twice > unit || (twice === unit && digits % 2n === 1n))) digits += 1n;
    scale = -places;
  }
  const text = `${sign}${digits}E${scale}`;
  if (value instanceof Decimal128) return decimal(text);
  if (keepWhole(value))
    return integer(BigInt(Number(text)), typeOf(value) as 'int') ?? new Double(Number(text));
  return new Double(Number(text));
};

const rounding = (name: string, cutOff: boolean): Special =>
  fixed(1, 2, (value, places = new Int32(0)) => {
    if (isNullish(value) || places === null) return null;
    return roundTo(wantNumber(value, name), wantWhole(places, name, 51081), cutOff);
  });

const floor = (value: unknown, name: string): unknown => {
  wantNumber(value, name);
  if (keepWhole(value)) return value;
  const number = toNumber(value);
  if (value instanceof Decimal128) {
    const cut = roundTo(value, 0, true);
    const beyond = compare(cut, value);
    if (name === '$floor' && beyond > 0) return add(cut, new Int32(-1));
    return name === '$ceil' && beyond < 0 ? add(cut, new Int32(1)) : cut;
  }
  return new Double(name === '$floor' ? Math.floor(number) : Math.ceil(number));
};

const maths = (
  name: string,
  work: (x: number) => number,
  valid: (x: number) => boolean = () => true,
  code = 50989,
): Special =>
  fixed(1, 1, (value) => {
    if (isNullish(value)) return null;
    const number = toNumber(wantNumber(value, name));
    if (!valid(number))
      throw new MongoError(code, `${name}'s argument must be in its domain, but is ${number}`);
    return value instanceof Decimal128 ? decimal(String(work(number))) : new Double(work(number));
  });

const power = (base: unknown, exponent: unknown): unknown => {
  const [x, y] = [toNumber(wantNumber(base, '$pow')), toNumber(wantNumber(exponent, '$pow'))];
  if (x === 0 && y < 0) throw new MongoError(28764, '$pow cannot take a base of 0 and a negative exponent');
  if (base instanceof Decimal128 || exponent instanceof Decimal128) return decimal(String(x ** y));
  if (keepWhole(base) && keepWhole(exponent) && y >= 0 && Math.abs(x ** y) < 2 ** 63) {
    return (
      integer(
        toBig(base) ** toBig(exponent),
        base instanceof Long || exponent instanceof Long ? 'long' : 'int',
      ) ?? new Double(x ** y)
    );
  }
  return new Double(x ** y);
};

export const ARITHMETIC_OPERATORS: Record<string, Special> = {
  $add: variadic(addAll),
  $subtract: fixed(2, 2, nullable(subtract)),
  $multiply: variadic((args) => {
    if (args.some(isNullish)) return null;
    for (const value of args) {
      if (!isNumber(value))
        throw new MongoError(14, `$multiply only supports numeric types, not ${typeOf(value)}`);
    }
    return args.reduce((a, b) => multiply(a, b) ?? new Double(toNumber(a) * toNumber(b)), new Int32(1));
  }),
  $divide: fixed(
    2,
    2,
    nullable((a, b) => {
      if (!isNumber(a) || !isNumber(b))
        throw new MongoError(14, `$divide only supports numeric types, not ${typeOf(a)} and ${typeOf(b)}`);
      if (toNumber(b) === 0) throw new MongoError(2, "can't $divide by zero");
      return divide(a, b);
    }),
  ),
  $mod: fixed(
    2,
    2,
    nullable((a, b) => {
      if (!isNumber(a) || !isNumber(b))
        throw new MongoError(16611, `$mod only supports numeric types, not ${typeOf(a)} and ${typeOf(b)}`);
      if (toNumber(b) === 0) throw new MongoError(16610, "can't $mod by zero");
      return modulo(a, b);
    }),
  ),
  $abs: fixed(
    1,
    1,
    nullable((value) => (toNumber(wantNumber(value, '$abs')) < 0 ? negate(value) : value)),
  ),
  $ceil: fixed(
    1,
    1,
    nullable((value) => floor(value, '$ceil')),
  ),
  $floor: fixed(
    1,
    1,
    nullable((value) => floor(value, '$floor')),
  ),
  $round: rounding('$round', false),
  $trunc: rounding('$trunc', true),
  $pow: fixed(2, 2, nullable(power)),
  $sqrt: maths('$sqrt', Math.sqrt, (x) => !(x < 0), 28714),
  $exp: maths('$exp', Math.exp),
  $ln: maths('$ln', Math.log, (x) => !(x <= 0), 28766),
  $log10: maths('$log10', Math.log10, (x) => !(x <= 0), 28761),
  $log: fixed(
    2,
    2,
    nullable((value, base) => {
      const [x, b] = [toNumber(wantNumber(value, '$log')), toNumber(wantNumber(base, '$log'))];
      if (x <= 0) throw new MongoError(28758, `$log's argument must be a positive number, but is ${x}`);
      if (b <= 0 || b === 1)
        throw new MongoError(28759, `$log's base must be a positive number not equal to 1, but is ${b}`);
      return new Double(Math.log(x) / Math.log(b));
    }),
  ),
  $rand: () => () => new Double(Math.random()),
};
