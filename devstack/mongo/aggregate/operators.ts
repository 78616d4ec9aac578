import { Decimal } from 'decimal.js';
import { MongoError, ensure, notImplemented } from '../errors.js';
import { divide, modulo, multiply, negate } from '../values/arithmetic.js';
import type { Doc } from '../values/bson.js';
import { Decimal128, Double, Int32, Long, ObjectId, asDoc, field } from '../values/types.js';
import { has, isNumber, put, toNumber, truthy, typeOf } from '../values/types.js';
import type { Operator } from './expression.js';
import { FOLDS, type Fold, order, same, sum } from './folds.js';

export const isNullish = (value: unknown): value is null | undefined => value === null || value === undefined;
export const listOf = (operand: unknown): unknown[] => (Array.isArray(operand) ? operand : [operand]);

type Take<T> = (value: unknown, name: string, code?: number) => T;
type Work<T = unknown> = (args: T[], name: string) => unknown;

/** Takes an argument as what an operator works on, or refuses it with the operator's code. */
export const must =
  <T>(as: (value: unknown) => T | undefined): Take<T> =>
  (value, name, code = 14) => {
    const taken = as(value);
    if (taken !== undefined) return taken;
    throw new MongoError(code, `${name} does not take this ${isNullish(value) ? 'null' : typeOf(value)}`);
  };
const number = must<unknown>((value) => (isNumber(value) ? value : undefined));
export const text = must((value) => (typeof value === 'string' ? value : undefined));
const list = must((value) => (Array.isArray(value) ? (value as unknown[]) : undefined));
const document = must(asDoc);
export const whole = must((value) => (Number.isInteger(toNumber(value)) ? toNumber(value) : undefined));
const printed = must((value) => {
  if (value instanceof Date) return value.toISOString();
  if (value instanceof ObjectId) return value.toHexString();
  return ['string', 'boolean'].includes(typeof value) || isNumber(value) ? String(value) : undefined;
});
export const any: Take<unknown> = (value) => value;

/** An operator of `min` to `max` evaluated arguments. */
export const taking =
  (min: number, max: number, work: Work): Operator =>
  (operand, compile, name) => {
    const parts = listOf(operand).map(compile);
    const count = parts.length;
    ensure(count >= min && count <= max, 16020, `Expression ${name} does not take ${count} arguments`);
    const evaluate = (root: Doc) => parts.map((part) => part(root));
    return (root) => work(evaluate(root), name);
  };

/** The same, where null or a missing value in makes null out, and the others are of one kind, or refused by `code`. */
export const strict = <T>(min: number, max: number, as: Take<T>, code: number, work: Work<T>): Operator =>
  taking(min, max, (args, name) => {
    const take = (value: unknown) => as(value, name, code);
    return args.some(isNullish) ? null : work(args.map(take), name);
  });

/** Takes named arguments as a list: those that are required, and those that have a default. */
export const named =
  (required: string[], defaults: Doc = {}) =>
  (operator: Operator): Operator =>
  (operand, compile, name) => {
    const spec = { ...defaults, ...asDoc(operand) };
    const keys = [...required, ...Object.keys(defaults)];
    const wrong = [...Object.keys(spec), ...required].find((key) => !keys.includes(key) || !has(spec, key));
    const code = has(spec, wrong ?? '') ? 40091 : 40092;
    ensure(wrong === undefined, code, `${name}: '${wrong}' is unknown or missing`);
    const list = keys.map((key) => spec[key]);
    return operator(list, compile, name);
  };

/** A copy of a document with a value at a path (undefined: without); the documents on the way are made. */
export const withValue = (doc: unknown, [head, ...rest]: string[], value: unknown): Doc => {
  const copy: Doc = { ...asDoc(doc) };
  const made = rest.length === 0 ? value : withValue(field(copy, head!), rest, value);
  if (made === undefined) delete copy[head!];
  else put(copy, head!, made);
  return copy;
};

const comparing = (fits: (order: number) => boolean): Operator => taking(2, 2, ([a, b]) => fits(order(a, b)));

const logic =
  (method: 'every' | 'some'): Operator =>
  (operand, compile) => {
    const parts = listOf(operand).map(compile);
    return (root) => parts[method]((part) => truthy(part(root)));
  };

/** A date at a time in milliseconds. */
export const dateAt = (time: number, name: string): Date => {
  ensure(Math.abs(time) <= 8.64e15, 15, `${name} leaves the range of dates`);
  return new Date(time);
};

/** Adds numbers, and at most one date to them. */
const addAll = (args: unknown[], name: string): unknown => {
  const [date, ...others] = args.filter((value) => value instanceof Date);
  ensure(others.length === 0, 16612, 'only one date allowed in an $add expression');
  const numbers = args.filter((value) => value !== date).map((value) => number(value, name));
  const total = numbers.reduce(sum, new Int32(0));
  return date ? dateAt(date.getTime() + Math.trunc(toNumber(total)), name) : total;
};

const nonZero = (value: unknown, name: string, code: number): unknown => {
  ensure(toNumber(value) !== 0, code, `can't ${name} by zero`);
  return value;
};

/** Rounds to a decimal place, of the number's exact value and in its type. */
const rounding = (mode: Decimal.Rounding, most: number): Operator =>
  strict(1, most, number, 28765, ([value, digits = 0], name) => {
    const places = whole(digits, name);
    if (places < 0 || places > 80) throw notImplemented(`${name} to ${places} places`);
    const kind = typeOf(value);
    if (kind === 'int' || kind === 'long' || !toNumber(value)) return value;
    const exact = kind === 'double' ? toNumber(value).toFixed(places + 20) : String(value);
    const rounded = new Decimal(exact).toFixed(places, mode);
    return kind === 'double' ? new Double(Number(rounded)) : Decimal128.fromStringWithRounding(rounded);
  });

/** What MongoDB takes for white space, at either end; looking behind keeps a long run of it from being tried again. */
const BLANK = '[\\0\\t-\\r \\u00a0\\u1680\\u2000-\\u200a]';
const WHITESPACE = new RegExp(`^${BLANK}+|(?<!${BLANK})${BLANK}+$`, 'g');

/** ASCII letters only, as MongoDB does. */
const casing = (letters: RegExp, change: (letters: string) => string): Operator =>
  taking(1, 1, ([value], name) => printed(value ?? '', name).replace(letters, change));

const folded = ({ start, step, finish = same }: Fold): Operator =>
  taking(0, Infinity, (args) => {
    const values = args.length === 1 && Array.isArray(args[0]) ? (args[0] as unknown[]) : args;
    return finish(values.reduce((state, value) => step(state, value, () => {}), start()));
  });

export const OPERATORS: Record<string, Operator> = {
  $literal: (operand) => () => operand,
  $expr: (operand, compile) => compile(operand),
  $and: logic('every'),
  $or: logic('some'),
  $not: taking(1, 1, ([value]) => !truthy(value)),
  $eq: comparing((result) => result === 0),
  $ne: comparing((result) => result !== 0),
  $gt: comparing((result) => result > 0),
  $gte: comparing((result) => result >= 0),
  $lt: comparing((result) => result < 0),
  $lte: comparing((result) => result <= 0),
  $cmp: taking(2, 2, ([a, b]) => new Int32(Math.sign(order(a, b)))),
  $in: taking(2, 2, ([value, items], name) =>
    list(items, name, 40081).some((item) => order(item, value) === 0),
  ),
  $cond: (operand, compile, name) => {
    const spec = asDoc(operand);
    const parts = spec ? [spec.if, spec.then, spec.else] : listOf(operand);
    ensure(parts.length === 3 && !parts.includes(undefined), 16020, `${name} takes exactly 3 arguments`);
    const [test, then, other] = parts.map(compile);
    return (root) => (truthy(test!(root)) ? then! : other!)(root);
  },
  $switch: (operand, compile, name) => {
    const { branches, default: other } = asDoc(operand) ?? {};
    const cases = listOf(branches).map((branch) => {
      const { case: test, then } = asDoc(branch) ?? {};
      ensure(test !== undefined && then !== undefined, 40068, `${name} takes branches of 'case' and 'then'`);
      return [compile(test), compile(then)] as const;
    });
    const otherwise = other === undefined ? undefined : compile(other);
    return (root) => {
      const found = cases.find(([test]) => truthy(test(root)))?.[1] ?? otherwise;
      ensure(found, 40066, `${name} could not find a matching branch, and no default was specified.`);
      return found(root);
    };
  },
  $ifNull: taking(2, Infinity, (args) => args.find((value) => !isNullish(value)) ?? args.at(-1)),
  $add: strict(0, Infinity, any, 14, addAll),
  $subtract: strict(2, 2, any, 14, ([a, b], name) =>
    a instanceof Date && b instanceof Date
      ? Long.fromNumber(a.getTime() - b.getTime())
      : addAll([a, negate(number(b, name))], name),
  ),
  $multiply: strict(0, Infinity, number, 14, (args) =>
    args.reduce((a, b) => multiply(a, b) ?? new Double(toNumber(a) * toNumber(b)), new Int32(1)),
  ),
  $divide: strict(2, 2, number, 14, ([a, b], name) => divide(a, nonZero(b, name, 2))),
  $mod: strict(2, 2, number, 16611, ([a, b], name) => modulo(a, nonZero(b, name, 16610))),
  $abs: strict(1, 1, number, 28765, ([value]) => (toNumber(value) < 0 ? negate(value) : value)),
  $floor: rounding(Decimal.ROUND_FLOOR, 1),
  $ceil: rounding(Decimal.ROUND_CEIL, 1),
  $round: rounding(Decimal.ROUND_HALF_EVEN, 2),
  ...Object.fromEntries(['$sum', '$avg', '$min', '$max'].map((name) => [name, folded(FOLDS[name]!)])),
  $concat: strict(0, Infinity, text, 16702, (texts) => texts.join('')),
  $toLower: casing(/[A-Z]+/g, (letters) => letters.toLowerCase()),
  $toUpper: casing(/[a-z]+/g, (letters) => letters.toUpperCase()),
  $strLenCP: taking(1, 1, ([value], name) => new Int32(Array.from(text(value, name, 34471)).length)),
  $trim: named(['input'])(strict(1, 1, text, 50699, ([value]) => value!.replace(WHITESPACE, ''))),
  $substrCP: taking(3, 3, ([value, from, count], name) => {
    const [start, length] = [whole(from, name), whole(count, name)];
    ensure(start >= 0 && length >= 0, 34455, `${name} takes no negative numbers`);
    const letters = Array.from(printed(value ?? '', name));
    return letters.slice(start, start + length).join('');
  }),
  $split: strict(2, 2, text, 40085, ([value, by], name) => {
    ensure(by, 40087, `${name} requires a non-empty separator`);
    return value!.split(by);
  }),
  $size: taking(1, 1, ([items], name) => new Int32(list(items, name, 17124).length)),
  $arrayElemAt: strict(2, 2, any, 28689, ([items, at], name) => list(items, name, 28689).at(whole(at, name))),
  $first: strict(1, 1, list, 28689, ([items]) => items!.at(0)),
  $last: strict(1, 1, list, 28689, ([items]) => items!.at(-1)),
  $setField: named(['field', 'input', 'value'])(
    taking(3, 3, ([key, input, value], name) =>
      isNullish(input) ? null : withValue(document(input, name, 4161105), [text(key, name, 4161107)], value),
    ),
  ),
  $toString: strict(1, 1, printed, 241, ([value]) => value),
};
