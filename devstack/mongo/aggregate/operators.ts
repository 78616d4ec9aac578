import { MongoError } from '../errors.js';
import { divide, modulo, multiply, negate } from '../values/arithmetic.js';
import type { Doc } from '../values/bson.js';
import { Double, Int32, Long, ObjectId, asDoc, has, isNumber, put } from '../values/types.js';
import { Decimal128, toNumber, truthy, typeOf } from '../values/types.js';

import type { Operator } from './expression.js';
import { FOLDS, order, sum } from './folds.js';

const isNullish = (value: unknown): value is null | undefined => value === null || value === undefined;
const listOf = (operand: unknown): unknown[] => (Array.isArray(operand) ? operand : [operand]);

/** An operator of `min` to `max` evaluated arguments. */
const taking =
  (min: number, max: number, work: (args: unknown[], name: string) => unknown): Operator =>
  (operand, compile, name) => {
    const parts = listOf(operand).map(compile);
    if (parts.length < min || parts.length > max)
      throw new MongoError(16020, `Expression ${name} does not take ${parts.length} arguments`);
    return (scope) =>
      work(
        parts.map((part) => part(scope)),
        name,
      );
  };

/** The same, where null or a missing value in makes null out. */
const strict = (min: number, max: number, work: (args: unknown[], name: string) => unknown): Operator =>
  taking(min, max, (args, name) => (args.some(isNullish) ? null : work(args, name)));

/** An operator of named arguments, evaluated. Without `required` fields and with others than known it is refused. */
export const named =
  (required: string[], optional: string[], work: (args: Doc, name: string) => unknown): Operator =>
  (operand, compile, name) => {
    const spec = asDoc(operand);
    const unknown = Object.keys(spec ?? {}).find((key) => !required.includes(key) && !optional.includes(key));
    if (unknown) throw new MongoError(40091, `Unrecognized argument to ${name}: ${unknown}`);
    const missing = required.find((key) => !spec || !has(spec, key));
    if (missing) throw new MongoError(40092, `Missing '${missing}' parameter to ${name}`);
    const parts = Object.keys(spec!).map((key) => [key, compile(spec![key])] as const);
    return (scope) => work(Object.fromEntries(parts.map(([key, part]) => [key, part(scope)])), name);
  };

const wrongType = (value: unknown, name: string, code = 14): MongoError =>
  new MongoError(code, `${name} does not support the type ${isNullish(value) ? 'null' : typeOf(value)}`);

const wantNumber = (value: unknown, name: string): unknown => {
  if (isNumber(value)) return value;
  throw wrongType(value, name);
};
const wantText = (value: unknown, name: string, code?: number): string => {
  if (typeof value === 'string') return value;
  throw wrongType(value, name, code);
};
const wantArray = (value: unknown, name: string, code?: number): unknown[] => {
  if (Array.isArray(value)) return value as unknown[];
  throw wrongType(value, name, code);
};
const wantDoc = (value: unknown, name: string, code: number): Doc => {
  const doc = asDoc(value);
  if (doc) return doc;
  throw wrongType(value, name, code);
};
export const wantWhole = (value: unknown, name: string): number => {
  if (isNumber(value) && Number.isInteger(toNumber(value))) return toNumber(value);
  throw wrongType(value, name);
};

const comparing = (accept: (result: number) => boolean): Operator =>
  taking(2, 2, ([a, b]) => accept(order(a, b)));

const addAll = (args: unknown[], name: string): unknown => {
  const dates = args.filter((value) => value instanceof Date);
  if (dates.length > 1) throw new MongoError(16612, 'only one date allowed in an $add expression');
  const numbers = args.filter((value) => !(value instanceof Date)).map((value) => wantNumber(value, name));
  const total = numbers.reduce(sum, new Int32(0));
  return dates[0] ? new Date(dates[0].getTime() + Math.trunc(toNumber(total))) : total;
};

const subtract = ([a, b]: unknown[], name: string): unknown =>
  a instanceof Date && b instanceof Date
    ? Long.fromNumber(a.getTime() - b.getTime())
    : addAll([a, negate(wantNumber(b, name))], name);

const nonZero = (value: unknown, name: string, code: number): unknown => {
  if (toNumber(wantNumber(value, name)) === 0) throw new MongoError(code, `can't ${name} by zero`);
  return value;
};

/** Half to even at a decimal place, of the number's exact value. */
const roundHalfEven = (x: number, places: number): number => {
  if (!Number.isFinite(x) || Math.abs(x) >= 1e21) return x;
  const unit = 10n ** 20n;
  const digits = BigInt(
    Math.abs(x)
      .toFixed(places + 20)
      .replace('.', ''),
  );
  const [whole, twice] = [digits / unit, (digits % unit) * 2n];
  const up = twice > unit || (twice === unit && whole % 2n === 1n);
  return Math.sign(x) * Number(`${whole + (up ? 1n : 0n)}E-${places}`);
};

/** Whole numbers stay as they are; a decimal is not rounded here. */
const rounding = (work: (x: number, places: number) => number, most: number): Operator =>
  strict(1, most, ([value, digits], name) => {
    const places = digits === undefined ? 0 : wantWhole(digits, name);
    if (value instanceof Decimal128 || places < 0 || places > 80)
      throw new MongoError(238, `${name} of a decimal or to these places is not implemented by this store`);
    if (typeOf(wantNumber(value, name)) !== 'double') return value;
    return new Double(work(toNumber(value), places));
  });

const textOf = (value: unknown, name: string): string => {
  if (value instanceof Date) return value.toISOString();
  if (value instanceof ObjectId) return value.toHexString();
  if (typeof value === 'string' || typeof value === 'boolean' || isNumber(value)) return String(value);
  throw wrongType(value, name, 241);
};

const toObjectId = (value: unknown, name: string): ObjectId => {
  if (value instanceof ObjectId) return value;
  const text = wantText(value, name, 241);
  if (!/^[0-9a-fA-F]{24}$/.test(text)) throw new MongoError(241, `Failed to parse objectId '${text}'`);
  return new ObjectId(text);
};

/** The cases of a `$cond` or `$switch`, and what holds when none does. */
const casesOf = (operand: unknown, name: string): { cases: unknown[][]; other: unknown } => {
  const spec = asDoc(operand);
  const branches = Array.isArray(spec?.branches) ? spec.branches.map(asDoc) : [];
  const cases =
    name === '$switch'
      ? branches.map((branch) => [branch?.case, branch?.then])
      : [spec ? [spec.if, spec.then] : listOf(operand).slice(0, 2)];
  const other = name === '$switch' ? spec?.default : spec ? spec.else : listOf(operand)[2];
  const complete = cases.length > 0 && cases.every((each) => each.length === 2 && !each.includes(undefined));
  if (
    !complete ||
    (name === '$cond' && other === undefined) ||
    (Array.isArray(operand) && operand.length > 3)
  )
    throw new MongoError(name === '$cond' ? 16020 : 40068, `${name} lacks a part`);
  return { cases, other };
};

const choose: Operator = (operand, compile, name) => {
  const { cases, other } = casesOf(operand, name);
  const parts = cases.map(([test, then]) => [compile(test), compile(then)] as const);
  const otherwise = other === undefined ? undefined : compile(other);
  return (scope) => {
    const then = parts.find(([test]) => truthy(test(scope)))?.[1] ?? otherwise;
    if (!then)
      throw new MongoError(40069, '$switch could not find a matching branch, and no default was specified.');
    return then(scope);
  };
};

/** What MongoDB takes for white space, at either end. */
const BLANK = '[\\0 \\t-\\r\\u00a0\\u1680\\u2000-\\u200a]+';
const WHITESPACE = new RegExp(`^${BLANK}|${BLANK}$`, 'g');

/** ASCII letters only, as MongoDB does. */
const casing = (pattern: RegExp, change: (letter: string) => string): Operator =>
  taking(1, 1, ([value], name) => (isNullish(value) ? '' : textOf(value, name).replace(pattern, change)));

const elementAt = (list: unknown, at: number, name: string): unknown =>
  isNullish(list) ? null : wantArray(list, name).at(at);

const folded = (name: string): Operator =>
  taking(0, Infinity, (args) => {
    const { start, step, finish } = FOLDS[name]!;
    const list = args.length === 1 && Array.isArray(args[0]) ? (args[0] as unknown[]) : args;
    return finish(list.reduce(step, start()));
  });

const setField = (args: Doc, name: string): unknown => {
  if (isNullish(args.input)) return null;
  const doc = wantDoc(args.input, name, 4161105);
  const result = { ...doc };
  const key = wantText(args.field, name, 4161107);
  if (args.value === undefined) delete result[key];
  else put(result, key, args.value);
  return result;
};

const merge = (args: unknown[], name: string): Doc => {
  const result: Doc = {};
  for (const each of args.filter((value) => !isNullish(value))) {
    const doc = wantDoc(each, name, 40400);
    for (const key of Object.keys(doc)) put(result, key, doc[key]);
  }
  return result;
};

export const OPERATORS: Record<string, Operator> = {
  $literal: (operand) => () => operand,
  $expr: (operand, compile) => compile(operand),
  $and: (operand, compile) => {
    const parts = listOf(operand).map(compile);
    return (scope) => parts.every((part) => truthy(part(scope)));
  },
  $or: (operand, compile) => {
    const parts = listOf(operand).map(compile);
    return (scope) => parts.some((part) => truthy(part(scope)));
  },
  $not: taking(1, 1, ([value]) => !truthy(value)),
  $eq: comparing((result) => result === 0),
  $ne: comparing((result) => result !== 0),
  $gt: comparing((result) => result > 0),
  $gte: comparing((result) => result >= 0),
  $lt: comparing((result) => result < 0),
  $lte: comparing((result) => result <= 0),
  $cmp: taking(2, 2, ([a, b]) => new Int32(Math.sign(order(a, b)))),
  $in: taking(2, 2, ([value, list], name) =>
    wantArray(list, name, 40081).some((item) => order(item, value) === 0),
  ),
  $cond: choose,
  $switch: choose,
  $ifNull: taking(2, Infinity, (args) => args.find((value) => !isNullish(value)) ?? args.at(-1)),
  $let: (operand, compile, name) => {
    const [vars, inner] = [asDoc(asDoc(operand)?.vars), asDoc(operand)?.in];
    if (!vars || inner === undefined) throw new MongoError(16876, `${name} takes 'vars' and 'in'`);
    const parts = Object.keys(vars).map((key) => [key, compile(vars[key])] as const);
    const body = compile(inner);
    return (scope) => {
      const bound = Object.fromEntries(parts.map(([key, part]) => [key, part(scope)]));
      return body({ ...scope, vars: { ...scope.vars, ...bound } });
    };
  },
  $add: strict(0, Infinity, addAll),
  $subtract: strict(2, 2, subtract),
  $multiply: strict(0, Infinity, (args, name) =>
    args
      .map((value) => wantNumber(value, name))
      .reduce((a, b) => multiply(a, b) ?? new Double(toNumber(a) * toNumber(b)), new Int32(1)),
  ),
  $divide: strict(2, 2, ([a, b], name) => divide(wantNumber(a, name), nonZero(b, name, 2))),
  $mod: strict(2, 2, ([a, b], name) => modulo(wantNumber(a, name), nonZero(b, name, 16610))),
  $abs: strict(1, 1, ([value], name) => (toNumber(wantNumber(value, name)) < 0 ? negate(value) : value)),
  $floor: rounding(Math.floor, 1),
  $ceil: rounding(Math.ceil, 1),
  $round: rounding(roundHalfEven, 2),
  $sum: folded('$sum'),
  $avg: folded('$avg'),
  $min: folded('$min'),
  $max: folded('$max'),
  $concat: strict(0, Infinity, (args, name) => args.map((each) => wantText(each, name, 16702)).join('')),
  $toLower: casing(/[A-Z]/g, (letter) => letter.toLowerCase()),
  $toUpper: casing(/[a-z]/g, (letter) => letter.toUpperCase()),
  $strLenCP: taking(1, 1, ([text], name) => new Int32(Array.from(wantText(text, name, 34471)).length)),
  $trim: named(['input'], [], ({ input }, name) =>
    isNullish(input) ? null : wantText(input, name).replace(WHITESPACE, ''),
  ),
  $substrCP: taking(3, 3, ([text, from, count], name) => {
    const [start, length] = [wantWhole(from, name), wantWhole(count, name)];
    if (start < 0 || length < 0) throw new MongoError(34455, `${name} takes no negative numbers`);
    return isNullish(text)
      ? ''
      : Array.from(textOf(text, name))
          .slice(start, start + length)
          .join('');
  }),
  $split: strict(2, 2, ([text, by], name) => {
    if (by === '') throw new MongoError(40087, '$split requires a non-empty separator');
    return wantText(text, name, 40085).split(wantText(by, name, 40086));
  }),
  $size: taking(1, 1, ([list], name) => new Int32(wantArray(list, name, 17124).length)),
  $arrayElemAt: taking(2, 2, ([list, at], name) =>
    isNullish(at) ? null : elementAt(list, wantWhole(at, name), name),
  ),
  $first: taking(1, 1, ([list], name) => elementAt(list, 0, name)),
  $last: taking(1, 1, ([list], name) => elementAt(list, -1, name)),
  $setField: named(['field', 'input', 'value'], [], setField),
  $mergeObjects: taking(0, Infinity, merge),
  $toString: strict(1, 1, ([value], name) => textOf(value, name)),
  $toObjectId: strict(1, 1, ([value], name) => toObjectId(value, name)),
};
