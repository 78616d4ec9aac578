import { MongoError, bad, typeMismatch } from '../errors.js';
import type { MatchOptions } from '../query/matcher.js';
import { add, integer, multiply, toBig } from '../values/arithmetic.js';
import { compare } from '../values/keys.js';
import { Int32, Long, Timestamp, asDoc, isNumber, toNumber, typeOf } from '../values/types.js';
import { addToSet, pop, pull, pullAll, pullTest, push } from './arrays.js';

/** The new value of a field from its current one (undefined: absent; as a result: leave it as it is). */
export type FieldUpdate = (current: unknown, id: unknown) => unknown;

const shown = (id: unknown): string => (typeof id === 'string' ? JSON.stringify(id) : String(id));

const number = (operator: '$inc' | '$mul', path: string, operand: unknown): FieldUpdate => {
  if (!isNumber(operand)) {
    const verb = operator === '$inc' ? 'increment' : 'multiply';
    throw typeMismatch(`Cannot ${verb} with non-numeric argument: {${path}: ${JSON.stringify(operand)}}`);
  }
  return (current, id) => {
    if (current === undefined) return operator === '$inc' ? operand : multiply(operand, new Int32(0));
    const field = path.split('.').at(-1)!;
    if (!isNumber(current)) {
      throw typeMismatch(
        `Cannot apply ${operator} to a value of non-numeric type. {_id: ${shown(id)}} has the field '${field}' of non-numeric type ${typeOf(current)}`,
      );
    }
    const result = operator === '$inc' ? add(current, operand) : multiply(current, operand);
    if (result === undefined) {
      throw bad(
        `Failed to apply ${operator} operations to current value (${String(current)}) for document {_id: ${shown(id)}}`,
      );
    }
    return result;
  };
};

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
  return () => (type === 'date' ? new Date() : new Timestamp({ t: Math.floor(Date.now() / 1000), i: 1 }));
};

const bit = (path: string, operand: unknown): FieldUpdate => {
  const spec = asDoc(operand);
  if (!spec || Object.keys(spec).length === 0) {
    throw bad(
      `The $bit modifier is not compatible with a ${typeOf(operand)}. You must pass in an embedded document: {$bit: {field: {and/or/xor: #}}`,
    );
  }
  return (current) => {
    let value: unknown = current ?? new Int32(0);
    for (const name of Object.keys(spec)) {
      const other = spec[name];
      if (!['int', 'long'].includes(typeOf(other))) {
        throw bad(
          `The $bit modifier field must be an Integer(32/64 bit); a '${typeOf(other)}' is not supported here: {${name}: ${String(other)}}`,
        );
      }
      if (!['int', 'long'].includes(typeOf(value))) {
        throw bad(
          `Cannot apply $bit to a value of non-integral type. It has the field ${path} of non-integer type ${typeOf(value)}`,
        );
      }
      const [a, b] = [toBig(value), toBig(other)];
      const kind = value instanceof Long || other instanceof Long ? 'long' : 'int';
      if (name === 'and') value = integer(a & b, kind);
      else if (name === 'or') value = integer(a | b, kind);
      else if (name === 'xor') value = integer(a ^ b, kind);
      else
        throw bad(
          `The $bit modifier only supports 'and', 'or', and 'xor', not '${name}' which is an unknown operator: {${name}: ${toNumber(other)}}`,
        );
    }
    return value;
  };
};

/** The update of one field by one operator; `$rename`, `$set`'s kin and `$unset` are told apart by the caller. */
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
      return (current) => push(path, current, operand);
    case '$addToSet':
      return (current) => addToSet(path, current, operand);
    case '$pop':
      return (current) => pop(path, current, operand);
    case '$pullAll':
      return (current) => pullAll(path, current, operand);
    case '$pull': {
      const test = pullTest(operand, options);
      return (current) => pull(path, current, test);
    }
    case '$bit':
      return bit(path, operand);
    default:
      throw new MongoError(
        9,
        `Unknown modifier: ${operator}. Expected a valid update modifier or pipeline-style update specified as an array`,
      );
  }
};
