import { MongoError } from '../errors.js';
import { parseSort, sortKey } from '../query/sort.js';
import { integer } from '../values/arithmetic.js';
import type { Doc } from '../values/bson.js';
import { keyOf } from '../values/keys.js';
import { Int32, asDoc, has, isNumber, put, toNumber, truthy, typeOf } from '../values/types.js';
import { fixed, isNullish, named, nullable, variadic, wantArray, wantWhole } from './arguments.js';
import type { Expression, Scope, Special } from './expression.js';
import { average, deviation } from './statistics.js';
import { sum } from './operators-arithmetic.js';
import { order } from './operators-logic.js';

/** `$map`, `$filter`, `$reduce`: `input` is evaluated once, the rest for each element. */
const looping =
  (
    parts: string[],
    work: (list: unknown[], spec: Doc, parts: Record<string, Expression>, scope: Scope) => unknown,
  ): Special =>
  (operand, compile, name) => {
    const spec = asDoc(operand);
    if (!spec) throw new MongoError(16878, `${name} only supports an object as its argument`);
    for (const part of ['input', ...parts]) {
      if (!has(spec, part) && part !== 'limit')
        throw new MongoError(16880, `Missing '${part}' parameter to ${name}`);
    }
    const compiled: Record<string, Expression> = {};
    for (const part of ['input', ...parts]) if (has(spec, part)) compiled[part] = compile(spec[part]);
    return (scope) => {
      const input = compiled.input!(scope);
      if (isNullish(input)) return null;
      if (!Array.isArray(input))
        throw new MongoError(16883, `input to ${name} must be an array not ${typeOf(input)}`);
      return work(input as unknown[], spec, compiled, scope);
    };
  };

const withVars = (scope: Scope, vars: Record<string, unknown>): Scope => ({
  ...scope,
  vars: { ...scope.vars, ...vars },
});

const slice = (array: unknown, a: unknown, b?: unknown): unknown => {
  if (isNullish(array) || isNullish(a) || b === null) return null;
  const list = wantArray(array, '$slice', 28724);
  const first = wantWhole(a, '$slice', 28726);
  if (b === undefined) return first < 0 ? list.slice(first) : list.slice(0, first);
  const count = wantWhole(b, '$slice', 28728);
  if (count <= 0) throw new MongoError(28729, 'Third argument to $slice must be positive');
  const start = first < 0 ? Math.max(0, list.length + first) : first;
  return list.slice(start, start + count);
};

const range = (start: unknown, end: unknown, step: unknown = new Int32(1)): unknown => {
  const [from, to, by] = [start, end, step].map((value) => wantWhole(value, '$range', 34443)) as [
    number,
    number,
    number,
  ];
  if (by === 0) throw new MongoError(34449, '$range requires a non-zero step value');
  const list: unknown[] = [];
  for (let at = from; by > 0 ? at < to : at > to; at += by) {
    list.push(integer(BigInt(at)));
    if (list.length > 1_000_000) throw new MongoError(146, '$range would use too much memory');
  }
  return list;
};

const at = (name: string, pick: (list: unknown[]) => unknown): Special =>
  fixed(1, 1, (array) => (isNullish(array) ? null : pick(wantArray(array, name, 28689))));

const names = (list: unknown[]): Set<string> => new Set(list.map((value) => keyOf(value).toString('latin1')));

const distinct = (list: unknown[]): unknown[] => {
  const seen = new Set<string>();
  return list.filter((value) => {
    const key = keyOf(value).toString('latin1');
    return !seen.has(key) && Boolean(seen.add(key));
  });
};

/** Folds the arguments, or the elements of the one argument if it is an array. */
const folding = (work: (list: unknown[]) => unknown): Special =>
  variadic((args) => work(args.length === 1 && Array.isArray(args[0]) ? (args[0] as unknown[]) : args));

const extreme = (way: 1 | -1): Special =>
  folding((list) => {
    const present = list.filter((value) => !isNullish(value));
    return present.length === 0
      ? null
      : present.reduce((best, value) => (order(value, best) * way < 0 ? value : best));
  });

const several = (name: string, pick: (list: unknown[], n: number) => unknown[]): Special =>
  named(['n', 'input'], [], ({ n, input }) => {
    const count = wantWhole(n, name, 5787902);
    if (count < 1) throw new MongoError(5787908, `'n' must be greater than 0, found ${count}`);
    return isNullish(input) ? null : pick(wantArray(input, name, 5788200), count);
  });

const zip = named(['inputs'], ['useLongestLength', 'defaults'], ({ inputs, useLongestLength, defaults }) => {
  if (isNullish(inputs)) return null;
  const lists = wantArray(inputs, '$zip', 34461);
  if (lists.some(isNullish)) return null;
  const arrays = lists.map((list) => wantArray(list, '$zip', 34468));
  const lengths = arrays.map((list) => list.length);
  const size = truthy(useLongestLength) ? Math.max(...lengths) : Math.min(...lengths);
  const fill = Array.isArray(defaults) ? (defaults as unknown[]) : [];
  return Array.from({ length: size }, (_, i) => arrays.map((list, j) => list[i] ?? fill[j] ?? null));
});

const pairOf = (item: unknown): [string, unknown] => {
  if (Array.isArray(item) && item.length === 2 && typeof item[0] === 'string') return [item[0], item[1]];
  const doc = asDoc(item);
  if (doc && typeof doc.k === 'string' && has(doc, 'v')) return [doc.k, doc.v];
  throw new MongoError(
    40386,
    '$arrayToObject requires a consistent input format. Elements must all be arrays of two or all be objects with k and v',
  );
};

export const ARRAY_OPERATORS: Record<string, Special> = {
  $arrayElemAt: fixed(
    2,
    2,
    nullable((array, index) => {
      const list = wantArray(array, '$arrayElemAt', 28689);
      const place = wantWhole(index, '$arrayElemAt', 28691);
      return list[place < 0 ? list.length + place : place];
    }),
  ),
  $first: at('$first', (list) => list[0]),
  $last: at('$last', (list) => list.at(-1)),
  $size: fixed(1, 1, (array) => {
    if (!Array.isArray(array))
      throw new MongoError(
        17124,
        `The argument to $size must be an array, but was of type: ${array === undefined ? 'missing' : typeOf(array)}`,
      );
    return new Int32(array.length);
  }),
  $isArray: fixed(1, 1, (value) => Array.isArray(value)),
  $slice: fixed(2, 3, slice),
  $range: fixed(2, 3, range),
  $concatArrays: variadic((args) =>
    args.some(isNullish) ? null : args.flatMap((list) => wantArray(list, '$concatArrays', 28664)),
  ),
  $reverseArray: fixed(
    1,
    1,
    nullable((array) => wantArray(array, '$reverseArray', 34435).toReversed()),
  ),
  $indexOfArray: fixed(2, 4, (array, value, start = new Int32(0), end) => {
    if (isNullish(array)) return null;
    const list = wantArray(array, '$indexOfArray', 40090);
    const from = wantWhole(start, '$indexOfArray');
    const to = end === undefined ? list.length : wantWhole(end, '$indexOfArray');
    const found = list.slice(from, to).findIndex((item) => order(item, value) === 0);
    return new Int32(found < 0 ? -1 : found + from);
  }),
  $map: looping(['in'], (list, spec, { in: body }, scope) => {
    const name = (spec.as as string | undefined) ?? 'this';
    return list.map((item) => body!(withVars(scope, { [name]: item })) ?? null);
  }),
  $filter: looping(['cond', 'limit'], (list, spec, { cond, limit }, scope) => {
    const name = (spec.as as string | undefined) ?? 'this';
    const most = limit ? toNumber(limit(scope) ?? Infinity) : Infinity;
    const kept: unknown[] = [];
    for (const item of list) {
      if (kept.length >= most) break;
      if (truthy(cond!(withVars(scope, { [name]: item })))) kept.push(item);
    }
    return kept;
  }),
  $reduce: looping(['initialValue', 'in'], (list, _spec, { initialValue, in: body }, scope) =>
    list.reduce((value, item) => body!(withVars(scope, { value, this: item })), initialValue!(scope)),
  ),
  $zip: zip,
  $sortArray: named(['input', 'sortBy'], [], ({ input, sortBy }) => {
    if (isNullish(input)) return null;
    const list = [...wantArray(input, '$sortArray', 2942504)];
    if (isNumber(sortBy)) return list.sort((a, b) => order(a, b) * Math.sign(toNumber(sortBy)));
    const sort = parseSort(sortBy);
    if (!sort) throw new MongoError(2942505, "The $sortArray sort key 'sortBy' is invalid");
    const key = sortKey(sort);
    return list
      .map((item) => ({ item, key: key(asDoc(item) ?? {}) }))
      .sort((a, b) => Buffer.compare(a.key, b.key))
      .map(({ item }) => item);
  }),
  $arrayToObject: fixed(1, 1, (array) => {
    if (isNullish(array)) return null;
    const result: Doc = {};
    for (const item of wantArray(array, '$arrayToObject', 40386)) put(result, ...pairOf(item));
    return result;
  }),
  $objectToArray: fixed(1, 1, (value) => {
    if (isNullish(value)) return null;
    const doc = asDoc(value);
    if (!doc)
      throw new MongoError(40390, `$objectToArray requires a document input, found: ${typeOf(value)}`);
    return Object.keys(doc).map((k) => ({ k, v: doc[k] }));
  }),
  $setUnion: variadic((args) =>
    args.some(isNullish) ? null : distinct(args.flatMap((list) => wantArray(list, '$setUnion', 17043))),
  ),
  $setIntersection: variadic((args) => {
    if (args.some(isNullish)) return null;
    const lists = args.map((list) => wantArray(list, '$setIntersection', 17047));
    const others = lists.slice(1).map(names);
    return distinct(lists[0] ?? []).filter((value) =>
      others.every((set) => set.has(keyOf(value).toString('latin1'))),
    );
  }),
  $setDifference: fixed(
    2,
    2,
    nullable((a, b) => {
      const other = names(wantArray(b, '$setDifference', 17049));
      return distinct(wantArray(a, '$setDifference', 17048)).filter(
        (value) => !other.has(keyOf(value).toString('latin1')),
      );
    }),
  ),
  $setIsSubset: fixed(2, 2, (a, b) => {
    const other = names(wantArray(b, '$setIsSubset', 17042));
    return [...names(wantArray(a, '$setIsSubset', 17046))].every((name) => other.has(name));
  }),
  $setEquals: variadic((args) => {
    const [first, ...rest] = args.map((list) => names(wantArray(list, '$setEquals', 17044)));
    return rest.every((set) => set.size === first!.size && [...set].every((name) => first!.has(name)));
  }),
  $anyElementTrue: fixed(1, 1, (list) => wantArray(list, '$anyElementTrue', 17041).some(truthy)),
  $allElementsTrue: fixed(1, 1, (list) => wantArray(list, '$allElementsTrue', 17040).every(truthy)),
  $sum: folding((list) => list.filter(isNumber).reduce<unknown>((a, b) => sum(a, b), new Int32(0))),
  $avg: folding((list) => average(list.filter(isNumber))),
  $min: extreme(1),
  $max: extreme(-1),
  $stdDevPop: folding((list) => deviation(list, false)),
  $stdDevSamp: folding((list) => deviation(list, true)),
  $firstN: several('$firstN', (list, n) => list.slice(0, n)),
  $lastN: several('$lastN', (list, n) => list.slice(-n)),
  $minN: several('$minN', (list, n) =>
    list
      .filter((value) => !isNullish(value))
      .sort(order)
      .slice(0, n),
  ),
  $maxN: several('$maxN', (list, n) =>
    list
      .filter((value) => !isNullish(value))
      .sort((a, b) => order(b, a))
      .slice(0, n),
  ),
};
