import { calculateObjectSize } from 'bson';
import { MongoError } from '../errors.js';
import type { Doc } from '../values/bson.js';
import { Binary, Int32, TYPE_CODES, asDoc, has, isNumber, put, toNumber, typeOf } from '../values/types.js';
import { fixed, isNullish, variadic } from './arguments.js';
import { CONVERSIONS } from './convert.js';
import type { Special } from './expression.js';

const shortcut = (type: string): Special =>
  fixed(1, 1, (value) => (isNullish(value) ? null : CONVERSIONS[type]!(value)));

const convert: Special = (operand, compile) => {
  const spec = asDoc(operand);
  if (!spec || !has(spec, 'input') || !has(spec, 'to'))
    throw new MongoError(9, "Missing 'input' or 'to' parameter to $convert");
  const [input, to] = [compile(spec.input), compile(spec.to)];
  const onError = has(spec, 'onError') ? compile(spec.onError) : undefined;
  const onNull = has(spec, 'onNull') ? compile(spec.onNull) : undefined;
  return (scope) => {
    const wanted = to(scope);
    const value = input(scope);
    if (isNullish(value)) return onNull ? onNull(scope) : null;
    if (isNullish(wanted)) return null;
    const name = isNumber(wanted)
      ? Object.keys(TYPE_CODES).find((key) => TYPE_CODES[key] === toNumber(wanted))
      : typeof wanted === 'string'
        ? wanted
        : undefined;
    const work = name === undefined ? undefined : CONVERSIONS[name];
    if (!work) throw new MongoError(2, `Unknown type name: ${name}`);
    try {
      return work(value);
    } catch (error) {
      if (onError && error instanceof MongoError) return onError(scope);
      throw error;
    }
  };
};

const getField: Special = (operand, compile) => {
  const spec = asDoc(operand);
  const named = spec && has(spec, 'field');
  const name = compile(named ? spec.field : operand);
  const input = named && has(spec, 'input') ? compile(spec.input) : undefined;
  return (scope) => {
    const key = name(scope);
    if (typeof key !== 'string')
      throw new MongoError(
        3041704,
        `$getField requires 'field' to evaluate to type String, but got ${typeOf(key)}`,
      );
    const source = input ? input(scope) : scope.root;
    const doc = asDoc(source);
    return doc ? (has(doc, key) ? doc[key] : undefined) : isNullish(source) ? source : undefined;
  };
};

const setField: Special = (operand, compile, operator) => {
  const spec = asDoc(operand);
  const constant = spec && (asDoc(spec.field)?.$literal ?? spec.field);
  if (!spec || typeof constant !== 'string')
    throw new MongoError(4161100, `${operator} requires a constant 'field'`);
  const key = constant;
  const input = compile(spec.input);
  const value = operator === '$unsetField' ? () => undefined : compile(spec.value);
  return (scope) => {
    const source = input(scope);
    if (isNullish(source)) return null;
    const doc = asDoc(source);
    if (!doc) throw new MongoError(4161105, `${operator} requires 'input' to evaluate to type Object`);
    const result: Doc = { ...doc };
    const made = value(scope);
    if (made === undefined) delete result[key];
    else put(result, key, made);
    return result;
  };
};

export const CONVERT_OPERATORS: Record<string, Special> = {
  $toInt: shortcut('int'),
  $toLong: shortcut('long'),
  $toDouble: shortcut('double'),
  $toDecimal: shortcut('decimal'),
  $toString: shortcut('string'),
  $toDate: shortcut('date'),
  $toObjectId: shortcut('objectId'),
  $toBool: shortcut('bool'),
  $convert: convert,
  $type: fixed(1, 1, (value) => (value === undefined ? 'missing' : typeOf(value))),
  $isNumber: fixed(1, 1, isNumber),
  $getField: getField,
  $setField: setField,
  $unsetField: setField,
  $mergeObjects: variadic((args) => {
    const result: Doc = {};
    for (const value of args) {
      if (isNullish(value)) continue;
      const doc = asDoc(value);
      if (!doc)
        throw new MongoError(
          40400,
          `$mergeObjects requires object inputs, but input is of type ${typeOf(value)}`,
        );
      for (const key of Object.keys(doc)) put(result, key, doc[key]);
    }
    return result;
  }),
  $bsonSize: fixed(1, 1, (value) =>
    isNullish(value) ? null : new Int32(calculateObjectSize(asDoc(value) ?? {})),
  ),
  $binarySize: fixed(1, 1, (value) => {
    if (isNullish(value)) return null;
    if (value instanceof Binary) return new Int32(value.length());
    if (typeof value === 'string') return new Int32(Buffer.byteLength(value));
    throw new MongoError(51276, `$binarySize requires a string or BinData argument, found: ${typeOf(value)}`);
  }),
};
