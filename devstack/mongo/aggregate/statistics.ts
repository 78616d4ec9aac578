import { divide, toDecimal } from '../values/arithmetic.js';
import { Decimal128, Double, Int32, isNumber, toNumber } from '../values/types.js';
import { sum } from './operators-arithmetic.js';

/** `$avg` of a list; null of nothing. */
export const average = (list: unknown[]): unknown => {
  if (list.length === 0) return null;
  const total = list.reduce((a, b) => sum(a, b));
  return total instanceof Decimal128
    ? divide(total, toDecimal(new Int32(list.length)))
    : new Double(toNumber(total) / list.length);
};

/** `$stdDevPop` or `$stdDevSamp` of a list's numbers; null of too few. */
export const deviation = (list: unknown[], sample: boolean): unknown => {
  const numbers = list.filter(isNumber).map(toNumber);
  const count = sample ? numbers.length - 1 : numbers.length;
  if (count <= 0) return null;
  const mean = numbers.reduce((a, b) => a + b, 0) / numbers.length;
  return new Double(Math.sqrt(numbers.reduce((total, x) => total + (x - mean) ** 2, 0) / count));
};
