import { add, divide } from '../values/arithmetic.js';
import { compare, keyOf } from '../values/keys.js';
import { Double, Int32, isNumber, toNumber } from '../values/types.js';

/** The order of two values; a missing one is below null. */
export const order = (a: unknown, b: unknown): number =>
  a === undefined || b === undefined ? Number(b === undefined) - Number(a === undefined) : compare(a, b);

/** A sum in the wider type; a double when 64 bits do not hold it. */
export const sum = (a: unknown, b: unknown): unknown => add(a, b) ?? new Double(toNumber(a) + toNumber(b));

/** How an accumulator takes values one by one; `keep` is told of those that pile up. */
export interface Fold<S = unknown> {
  start: () => S;
  step: (state: S, value: unknown, keep: (value: unknown) => void) => S;
  finish?: (state: S) => unknown;
}

const ZERO = new Int32(0);

/** A state that is its own result. */
export const same = (state: unknown): unknown => state;

const extreme = (way: 1 | -1): Fold => ({
  start: () => null,
  step: (best, value) => {
    if (value === null || value === undefined) return best;
    return best === null || order(value, best) * way < 0 ? value : best;
  },
});

const average: Fold<[unknown, number]> = {
  start: () => [ZERO, 0],
  step: ([total, count], value) => (isNumber(value) ? [sum(total, value), count + 1] : [total, count]),
  finish: ([total, count]) => (count === 0 ? null : divide(total, new Int32(count))),
};

/** Keeps the first value of each key. */
const gathering = (keyFor: (value: unknown, size: number) => unknown): Fold<Map<unknown, unknown>> => ({
  start: () => new Map(),
  step: (found, value, keep) => {
    const key = keyFor(value, found.size);
    if (value === undefined || found.has(key)) return found;
    keep(value);
    return found.set(key, value);
  },
  finish: (found) => [...found.values()],
});

export const FOLDS: Record<string, Fold> = {
  $sum: { start: () => ZERO, step: (total, value) => (isNumber(value) ? sum(total, value) : total) },
  $count: { start: () => ZERO, step: (count) => sum(count, new Int32(1)) },
  $avg: average as Fold,
  $min: extreme(1),
  $max: extreme(-1),
  $first: { start: () => undefined, step: (first, value) => (first === undefined ? (value ?? null) : first) },
  $last: { start: () => null, step: (_, value) => value ?? null },
  $push: gathering((_, size) => size) as Fold,
  $addToSet: gathering((value) => keyOf(value).toString('latin1')) as Fold,
};
