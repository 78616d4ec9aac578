import { add, divide, integer } from '../values/arithmetic.js';
import { compare, keyOf } from '../values/keys.js';
import { Double, Int32, isNumber, toNumber } from '../values/types.js';

/** The order of two values; a missing one is below null. */
export const order = (a: unknown, b: unknown): number =>
  a === undefined || b === undefined ? Number(b === undefined) - Number(a === undefined) : compare(a, b);

/** A sum in the wider type; a double when 64 bits do not hold it. */
export const sum = (a: unknown, b: unknown): unknown => add(a, b) ?? new Double(toNumber(a) + toNumber(b));

/** How an accumulator takes values one by one. A state that changes in place is kept, and counted as memory. */
export interface Fold<S = unknown> {
  start: () => S;
  step: (state: S, value: unknown) => S;
  finish: (state: S) => unknown;
  /** True when the value is to be kept. */
  keeps?: (state: S, value: unknown) => boolean;
}

const fold = <S>(made: Fold<S>): Fold => made as Fold;

const extreme = (way: 1 | -1): Fold =>
  fold<unknown>({
    start: () => null,
    step: (best, value) =>
      value === null || value === undefined || (best !== null && order(value, best) * way >= 0)
        ? best
        : value,
    finish: (best) => best,
  });

export const FOLDS: Record<string, Fold> = {
  $sum: fold<unknown>({
    start: () => new Int32(0),
    step: (total, value) => (isNumber(value) ? sum(total, value) : total),
    finish: (total) => total,
  }),
  $count: fold<number>({
    start: () => 0,
    step: (count) => count + 1,
    finish: (count) => integer(BigInt(count)),
  }),
  $avg: fold<{ total: unknown; count: number }>({
    start: () => ({ total: new Int32(0), count: 0 }),
    step: ({ total, count }, value) =>
      isNumber(value) ? { total: sum(total, value), count: count + 1 } : { total, count },
    finish: ({ total, count }) => (count === 0 ? null : divide(total, new Int32(count))),
  }),
  $min: extreme(1),
  $max: extreme(-1),
  $first: fold<unknown[]>({
    start: () => [],
    step: (state, value) => (state.length === 0 ? [value] : state),
    finish: ([value]) => value ?? null,
  }),
  $last: fold<unknown>({ start: () => null, step: (_, value) => value, finish: (value) => value ?? null }),
  $push: fold<unknown[]>({
    start: () => [],
    keeps: (_, value) => value !== undefined,
    step: (list, value) => (list.push(value), list),
    finish: (list) => list,
  }),
  $addToSet: fold<Map<string, unknown>>({
    start: () => new Map(),
    keeps: (found, value) => value !== undefined && !found.has(keyOf(value).toString('latin1')),
    step: (found, value) => found.set(keyOf(value).toString('latin1'), value),
    finish: (found) => [...found.values()],
  }),
};
