import { MongoError, bad, typeMismatch } from '../errors.js';
import type { MatchOptions } from '../query/matcher.js';
import { add, multiply } from '../values/arithmetic.js';
import { compare } from '../values/keys.js';
import { Int32, Timestamp, asDoc, isNumber, shown, typeOf } from '../values/types.js';
import { addToSet, pop, pull, pullAll, push } from './arrays.js';

/** The new value of a field from its current one (undefined: absent; as a result: leave it as it is). */
export type FieldUpdate = (current: unknown, id: unknown) => unknown;

const number = (operator: '$inc' | '$mul', path: string, operand: unknown): FieldUpdate => {
  if (!isNumber(operand)) {
    const verb = operator === '$inc' ? 'increment' : 'multiply';
    throw typeMismatch(`Cannot ${verb} with non-numeric argument: {${path}: ${shown(operand)}}`);
  }
  const calculate = operator === '$inc' ? add : multiply;
  return (current, id) => {
    if (current === undefined) return operator === '$inc' ? operand : multiply(operand, new Int32(0));
    if (!isNumber(current)) {
      throw typeMismatch(
        `Cannot apply ${operator} to a value of non-numeric type. {_id: ${shown(id)}} has the field '${path.split('.').at(-1)}' of non-numeric type ${typeOf(current)}`,
      );
    }
    const result = calculate(current, operand);
    if (result !== undefined) return result;
    throw bad(
      `Failed to apply ${operator} operations to current value (${String(current)}) for document {_id: ${shown(id)}}`,
    );
  };
};

/** A timestamp that stands for now. */
export const now = (): Timestamp => new Timestamp({ t: Math.floor(Date.now() / 1000), i: 1 });

const currentDate = (operand: unknown): FieldUpdate => {
  const spec = asDoc(operand);
  if (typeof operand !== 'boolean' && !spec) {
    throw bad(
      `${typeOf(operand)} is not valid type for $currentDate. Please use a boolean ('true') or a $type expression ({$type: 'timestamp/date'}).`,
    );
  }
  const type = spec ? spec.$type : 'date';
  if (type !== 'date' && type !== 'timestamp') {
    throw bad(
      "The '$type' string field is required to be 'date' or 'timestamp': {$currentDate: {field : {$type: 'date'}}}",
    );
  }
  return () => (type === 'date' ? new Date() : now());
};

/** The update of one field by one operator; `$rename` and `$unset` are the caller's. */
export const fieldUpdate = (
  operator: string,
  path: string,
  operand: unknown,
  options: MatchOptions,
): FieldUpdate => {
  switch (operator) {
    case '$set':
    case '$setOnInsert':
      return () => operand;
    case '$inc':
    case '$mul':
      return number(operator, path, operand);
    case '$min':
      return (current) => (current === undefined || compare(operand, current) < 0 ? operand : undefined);
    case '$max':
      return (current) => (current === undefined || compare(operand, current) > 0 ? operand : undefined);
    case '$currentDate':
      return currentDate(operand);
    case '$push':
      return push(path, operand);
    case '$addToSet':
      return addToSet(path, operand);
    case '$pop':
      return pop(path, operand);
    case '$pullAll':
      return pullAll(path, operand);
    case '$pull':
      return pull(path, operand, options);
    default:
      throw new MongoError(238, `${operator} is not implemented by this store`);
  }
};
