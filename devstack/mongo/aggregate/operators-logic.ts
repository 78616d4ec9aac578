import { MongoError } from '../errors.js';
import { compare } from '../values/keys.js';
import { Int32, asDoc, has, put, truthy } from '../values/types.js';
import { fixed, isNullish, wantArray } from './arguments.js';
import type { Special } from './expression.js';

/** The order of two values; a missing one is below null. */
export const order = (a: unknown, b: unknown): number => {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? -1 : 1;
  return compare(a, b);
};

const comparison = (accept: (result: number) => boolean): Special =>
  fixed(2, 2, (a, b) => accept(order(a, b)));

const cond: Special = (operand, compile) => {
  const spec = asDoc(operand);
  if (spec) {
    const unknown = Object.keys(spec).find((key) => !['if', 'then', 'else'].includes(key));
    if (unknown) throw new MongoError(17083, `Unrecognized parameter to $cond: ${unknown}`);
    for (const [i, part] of ['if', 'then', 'else'].entries()) {
      if (!has(spec, part)) throw new MongoError(17080 + i, `Missing '${part}' parameter to $cond`);
    }
  }
  const list = spec ? [spec.if, spec.then, spec.else] : (operand as unknown[]);
  if (!Array.isArray(list) || list.length !== 3) {
    throw new MongoError(
      16020,
      `Expression $cond takes exactly 3 arguments. ${Array.isArray(list) ? list.length : 1} were passed in.`,
    );
  }
  const [test, then, other] = list.map(compile);
  return (scope) => (truthy(test!(scope)) ? then!(scope) : other!(scope));
};

const choose: Special = (operand, compile) => {
  const spec = asDoc(operand);
  const list = spec?.branches;
  if (!Array.isArray(list) || list.length === 0)
    throw new MongoError(40068, '$switch requires at least one branch.');
  const branches = list.map((branch) => {
    const { case: test, then } = asDoc(branch) ?? {};
    if (test === undefined)
      throw new MongoError(40066, "$switch requires each branch have a 'case' expression");
    if (then === undefined)
      throw new MongoError(40067, "$switch requires each branch have a 'then' expression.");
    return [compile(test), compile(then)] as const;
  });
  const fallback = has(spec!, 'default') ? compile(spec!.default) : undefined;
  return (scope) => {
    for (const [test, then] of branches) if (truthy(test(scope))) return then(scope);
    if (!fallback)
      throw new MongoError(
        40069,
        '$switch could not find a matching branch for an input, and no default was specified.',
      );
    return fallback(scope);
  };
};

const letVars: Special = (operand, compile) => {
  const spec = asDoc(operand);
  const vars = asDoc(spec?.vars);
  if (!spec || !vars) throw new MongoError(16876, "Missing 'vars' parameter to $let");
  if (!has(spec, 'in')) throw new MongoError(16877, "Missing 'in' parameter to $let");
  const parts = Object.keys(vars).map((name) => [name, compile(vars[name])] as const);
  const body = compile(spec.in);
  return (scope) => {
    const values: Record<string, unknown> = { ...scope.vars };
    for (const [name, part] of parts) put(values, name, part(scope));
    return body({ ...scope, vars: values });
  };
};

const ifNull: Special = (operand, compile) => {
  if (!Array.isArray(operand) || operand.length < 2) {
    throw new MongoError(
      1257300,
      `$ifNull needs at least two arguments, had: ${Array.isArray(operand) ? operand.length : 1}`,
    );
  }
  const parts = operand.map(compile);
  return (scope) => {
    let value: unknown;
    for (const part of parts) {
      value = part(scope);
      if (!isNullish(value)) return value;
    }
    return value;
  };
};

const lazy =
  (stopAt: boolean): Special =>
  (operand, compile) => {
    const parts = (Array.isArray(operand) ? operand : [operand]).map(compile);
    return (scope) =>
      stopAt ? parts.some((part) => truthy(part(scope))) : parts.every((part) => truthy(part(scope)));
  };

export const LOGIC_OPERATORS: Record<string, Special> = {
  $and: lazy(false),
  $or: lazy(true),
  $not: fixed(1, 1, (value) => !truthy(value)),
  $eq: comparison((result) => result === 0),
  $ne: comparison((result) => result !== 0),
  $gt: comparison((result) => result > 0),
  $gte: comparison((result) => result >= 0),
  $lt: comparison((result) => result < 0),
  $lte: comparison((result) => result <= 0),
  $cmp: fixed(2, 2, (a, b) => new Int32(Math.sign(order(a, b)))),
  $cond: cond,
  $switch: choose,
  $ifNull: ifNull,
  $let: letVars,
  $in: fixed(2, 2, (value, list) => {
    if (!Array.isArray(list))
      throw new MongoError(
        40081,
        `$in requires an array as a second argument, found: ${list === undefined ? 'missing' : typeof list}`,
      );
    return wantArray(list, '$in').some((item) => order(item, value) === 0);
  }),
};
