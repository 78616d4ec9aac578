import { MongoError } from '../errors.js';
import type { Doc } from '../values/bson.js';
import { asDoc, isNumber, toNumber, typeOf } from '../values/types.js';
import type { Expression, Special } from './expression.js';

/** Absent or null: most operators answer it with null. */
export const isNullish = (value: unknown): value is null | undefined => value === null || value === undefined;

/** An operator of evaluated arguments; `min` to `max` of them. */
export const fixed =
  (min: number, max: number, work: (...args: unknown[]) => unknown): Special =>
  (operand, compile, name) => {
    const list = Array.isArray(operand) ? operand : [operand];
    if (list.length < min || list.length > max) {
      const count = min === max ? `exactly ${min}` : `at least ${min} and no more than ${max}`;
      throw new MongoError(
        16020,
        `Expression ${name} takes ${count} arguments. ${list.length} were passed in.`,
      );
    }
    const parts = list.map(compile);
    return (scope) => work(...parts.map((part) => part(scope)));
  };

export const variadic =
  (work: (args: unknown[]) => unknown): Special =>
  (operand, compile) => {
    const parts = (Array.isArray(operand) ? operand : [operand]).map(compile);
    return (scope) => work(parts.map((part) => part(scope)));
  };

/** Null in, null out. */
export const nullable =
  <T extends unknown[]>(work: (...args: T) => unknown) =>
  (...args: unknown[]): unknown =>
    args.some(isNullish) ? null : work(...(args as T));

/** An operator of named arguments: `required` of them must be there, others of `optional` may be. */
export const named =
  (
    required: string[],
    optional: string[],
    work: (args: Doc, present: Record<string, boolean>) => unknown,
  ): Special =>
  (operand, compile, name) => {
    const spec = asDoc(operand);
    if (!spec)
      throw new MongoError(40096, `${name} requires an object as an argument, found: ${typeOf(operand)}`);
    for (const key of Object.keys(spec)) {
      if (!required.includes(key) && !optional.includes(key)) {
        throw new MongoError(40091, `Unrecognized argument to ${name}: ${key}`);
      }
    }
    const missing = required.find((key) => !(key in spec));
    if (missing) throw new MongoError(40092, `Missing '${missing}' parameter to ${name}`);
    const parts: [string, Expression][] = Object.keys(spec).map((key) => [key, compile(spec[key])]);
    const present = Object.fromEntries(parts.map(([key]) => [key, true]));
    return (scope) => work(Object.fromEntries(parts.map(([key, part]) => [key, part(scope)])), present);
  };

export const wantNumber = (value: unknown, name: string): unknown => {
  if (isNumber(value)) return value;
  throw new MongoError(28765, `${name} only supports numeric types, not ${typeOf(value)}`);
};

export const wantWhole = (value: unknown, name: string, code = 40096): number => {
  const number = toNumber(value);
  if (!isNumber(value) || !Number.isInteger(number)) {
    throw new MongoError(code, `${name} requires an integral argument, found type: ${typeOf(value)}`);
  }
  return number;
};

export const wantArray = (value: unknown, name: string, code = 28680): unknown[] => {
  if (Array.isArray(value)) return value as unknown[];
  throw new MongoError(code, `The argument to ${name} must be an array, but was of type: ${typeOf(value)}`);
};

export const wantString = (value: unknown, name: string, code = 34471): string => {
  if (typeof value === 'string') return value;
  throw new MongoError(code, `${name} requires a string argument, found: ${typeOf(value)}`);
};
