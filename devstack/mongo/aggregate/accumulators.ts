import { MongoError } from '../errors.js';
import { sortKey, parseSort } from '../query/sort.js';
import { divide, integer, toDecimal } from '../values/arithmetic.js';
import type { Doc } from '../values/bson.js';
import { keyOf } from '../values/keys.js';
import { Decimal128, Double, Int32, asDoc, isNumber, put, shown, toNumber } from '../values/types.js';
import { isNullish, wantWhole } from './arguments.js';
import { type Scope, compile } from './expression.js';
import { order } from './operators-logic.js';
import { sum } from './operators-arithmetic.js';
import { deviation } from './statistics.js';

export interface Accumulator {
  add(scope: Scope): void;
  result(): unknown;
}

/** Makes a fresh accumulator for each group. `use` counts the bytes it keeps. */
export type AccumulatorFactory = (use: (value: unknown) => void) => Accumulator;

type Make = (operand: unknown, name: string) => AccumulatorFactory;

const folding =
  (
    start: unknown,
    fold: (state: unknown, value: unknown) => unknown,
    finish: (state: unknown) => unknown = (x) => x,
  ): Make =>
  (operand) => {
    const expression = compile(operand);
    return () => {
      let state = start;
      return {
        add: (scope) => (state = fold(state, expression(scope))),
        result: () => finish(state),
      };
    };
  };

const collecting =
  (finish: (list: unknown[]) => unknown, keep: (value: unknown) => boolean = () => true): Make =>
  (operand) => {
    const expression = compile(operand);
    return (use) => {
      const list: unknown[] = [];
      return {
        add: (scope) => {
          const value = expression(scope);
          if (!keep(value)) return;
          use(value);
          list.push(value);
        },
        result: () => finish(list),
      };
    };
  };

const extreme = (way: 1 | -1): Make =>
  folding(
    undefined,
    (best, value) =>
      isNullish(value) ? best : best === undefined || order(value, best) * way < 0 ? value : best,
    (best) => best ?? null,
  );

const averaging: Make = (operand) => {
  const expression = compile(operand);
  return () => {
    let total: unknown = new Int32(0);
    let count = 0;
    return {
      add: (scope) => {
        const value = expression(scope);
        if (!isNumber(value)) return;
        total = sum(total, value);
        count++;
      },
      result: () => {
        if (count === 0) return null;
        return total instanceof Decimal128
          ? divide(total, toDecimal(new Int32(count)))
          : new Double(toNumber(total) / count);
      },
    };
  };
};

const toSet: Make = (operand) => {
  const expression = compile(operand);
  return (use) => {
    const found = new Map<string, unknown>();
    return {
      add: (scope) => {
        const value = expression(scope);
        if (value === undefined) return;
        const key = keyOf(value).toString('latin1');
        if (found.has(key)) return;
        use(value);
        found.set(key, value);
      },
      result: () => [...found.values()],
    };
  };
};

/** `$firstN` and its kin: `{input, n}`. */
const several =
  (pick: (list: unknown[], n: number) => unknown[]): Make =>
  (operand, name) => {
    const spec = asDoc(operand);
    if (!spec || !('n' in spec) || !('input' in spec))
      throw new MongoError(5787906, `${name} needs 'input' and 'n'`);
    const n = wantWhole(compile(spec.n)({ root: {}, vars: {} }), name, 5787902);
    if (n < 1) throw new MongoError(5787908, `'n' must be greater than 0, found ${n}`);
    return collecting((list) =>
      pick(
        list.map((value) => value ?? null),
        n,
      ),
    )(spec.input, name);
  };

/** `$top`, `$bottom` and their `N` forms: `{sortBy, output, n}`. */
const topmost =
  (last: boolean, many: boolean): Make =>
  (operand, name) => {
    const spec = asDoc(operand);
    const sort = parseSort(spec?.sortBy);
    if (!spec || !sort || !('output' in spec))
      throw new MongoError(5788005, `${name} needs 'sortBy' and 'output'`);
    const n = many ? wantWhole(compile(spec.n)({ root: {}, vars: {} }), name, 5787902) : 1;
    const key = sortKey(sort);
    const output = compile(spec.output);
    return (use) => {
      const list: { key: Buffer; value: unknown }[] = [];
      return {
        add: (scope) => {
          const value = output(scope) ?? null;
          use(value);
          list.push({ key: key(scope.root), value });
        },
        result: () => {
          list.sort((a, b) => Buffer.compare(a.key, b.key));
          const picked = (last ? list.slice(-n) : list.slice(0, n)).map(({ value }) => value);
          return many ? picked : (picked[0] ?? null);
        },
      };
    };
  };

const merging: Make = folding({}, (state, value) => {
  if (isNullish(value)) return state;
  const doc = asDoc(value);
  if (!doc)
    throw new MongoError(
      40400,
      `$mergeObjects requires object inputs, but input ${shown(value)} is not an object`,
    );
  const merged: Doc = { ...(state as Doc) };
  for (const key of Object.keys(doc)) put(merged, key, doc[key]);
  return merged;
});

const EMPTY = Symbol('nothing yet');

const MAKERS: Record<string, Make> = {
  $sum: folding(new Int32(0), (total, value) => (isNumber(value) ? sum(total, value) : total)),
  $count: (operand) => {
    if (!asDoc(operand) || Object.keys(asDoc(operand)!).length > 0)
      throw new MongoError(2, '$count takes no arguments, i.e. $count:{}');
    return folding(
      0,
      (count) => (count as number) + 1,
      (count) => integer(BigInt(count as number)),
    )(operand, '$count');
  },
  $avg: averaging,
  $min: extreme(1),
  $max: extreme(-1),
  $first: folding(
    EMPTY,
    (state, value) => (state === EMPTY ? (value ?? null) : state),
    (state) => (state === EMPTY ? null : state),
  ),
  $last: folding(null, (_state, value) => value ?? null),
  $push: collecting(
    (list) => list,
    (value) => value !== undefined,
  ),
  $addToSet: toSet,
  $stdDevPop: collecting((list) => deviation(list, false), isNumber),
  $stdDevSamp: collecting((list) => deviation(list, true), isNumber),
  $mergeObjects: merging,
  $firstN: several((list, n) => list.slice(0, n)),
  $lastN: several((list, n) => list.slice(-n)),
  $minN: several((list, n) =>
    list
      .filter((value) => value !== null)
      .sort(order)
      .slice(0, n),
  ),
  $maxN: several((list, n) =>
    list
      .filter((value) => value !== null)
      .sort((a, b) => order(b, a))
      .slice(0, n),
  ),
  $top: topmost(false, false),
  $bottom: topmost(true, false),
  $topN: topmost(false, true),
  $bottomN: topmost(true, true),
};

/** The accumulator of one field of `$group`. */
export const compileAccumulator = (path: string, spec: unknown): AccumulatorFactory => {
  const doc = asDoc(spec);
  const names = doc ? Object.keys(doc) : [];
  if (path.includes('.')) throw new MongoError(40235, `The field name '${path}' cannot contain '.'`);
  if (path.startsWith('$'))
    throw new MongoError(40236, `The field name '${path}' cannot be an operator name`);
  if (!doc || names.length === 0 || !names[0]!.startsWith('$')) {
    throw new MongoError(40234, `The field '${path}' must be an accumulator object`);
  }
  if (names.length > 1) throw new MongoError(40238, `The field '${path}' must specify one accumulator`);
  const name = names[0]!;
  if (!Object.hasOwn(MAKERS, name)) {
    if (['$accumulator', '$percentile', '$median'].includes(name))
      throw new MongoError(238, `${name} is not implemented by this store`);
    throw new MongoError(15952, `unknown group operator '${name}'`);
  }
  return MAKERS[name]!(doc[name], name);
};
