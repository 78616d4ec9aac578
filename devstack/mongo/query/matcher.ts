import { MongoError, bad, ensure, failedToParse } from '../errors.js';
import type { Doc } from '../values/bson.js';
import { compare, equal, keyOf, typeClass } from '../values/keys.js';
import { BSONRegExp, MaxKey, MinKey, TYPE_CODES } from '../values/types.js';
import { asDoc, has, isNumber, isRegex, toNumber, truthy, typeOf } from '../values/types.js';
import { walk } from './paths.js';
import { regexOf } from './regex.js';

/** Where in an array the filter matched; the positional `$` of an update or a projection stands for it. */
export interface Match {
  position?: number;
}

export type Matcher = (doc: Doc, match?: Match) => boolean;
/** Tests one candidate value of a field; undefined stands for an absent field. */
type Test = (value: unknown) => boolean;

const unknownOperator = (name: string, where = ''): MongoError =>
  bad(`unknown ${where}operator: ${name}: not implemented by this store`);

const isReference = (name: string): boolean => ['$ref', '$id', '$db'].includes(name);

/** A document of operators, such as `{$gt: 1}`, and not a value to be equal to. */
export const isOperatorDoc = (value: unknown): value is Doc => {
  const first = Object.keys(asDoc(value) ?? {})[0] ?? '';
  return first.startsWith('$') && !isReference(first);
};

/**
 * Some value under the path passes, or an element of it when it is an array; or only one or the other. It sets in
 * `match` which element of the first array that was.
 */
const some = (path: string, test: Test, only?: 'values' | 'elements'): Matcher => {
  const parts = path.split('.');
  return (doc, match) =>
    walk(doc, parts, (value, position, isElement) => {
      const isTaken = Array.isArray(value) && (only ? only === 'elements' : !isElement);
      const index = isTaken ? value.findIndex((element) => test(element)) : -1;
      if (index < 0 && (only === 'elements' || !test(value))) return false;
      const at = position ?? index;
      if (match && at >= 0) match.position = at;
      return true;
    });
};

const not =
  (inner: Matcher): Matcher =>
  (doc) =>
    !inner(doc);

const all = (list: Matcher[]): Matcher =>
  list.length === 1 ? list[0]! : (doc, match) => list.every((part) => part(doc, match));

const equals =
  (operand: unknown): Test =>
  (value) =>
    equal(value, operand);

/** `$gt $gte $lt $lte`: only values of the operand's own type class are compared. */
const ordered =
  (accept: (order: number) => boolean) =>
  (operand: unknown): Test => {
    const [kind, nan] = [typeClass(operand), equal(operand, NaN)];
    const every = operand instanceof MinKey || operand instanceof MaxKey;
    return (value) => {
      if (value === undefined ? operand !== null : !every && typeClass(value) !== kind) return false;
      return accept(compare(value, operand)) && (every || nan === equal(value, NaN));
    };
  };

const regexTest = (regex: BSONRegExp): Test => {
  const matches = regexOf(regex);
  return (value) =>
    ['string', 'symbol'].includes(typeOf(value)) ? matches(String(value)) : equal(value, regex);
};

const valueTest = (operand: unknown): Test => (isRegex(operand) ? regexTest(operand) : equals(operand));

const nameOf = (value: unknown): string => keyOf(value).toString('latin1');

const inTest = (operand: unknown): Test => {
  if (!Array.isArray(operand)) throw bad('$in/$nin needs an array');
  if (operand.some(isOperatorDoc)) throw bad('cannot nest $ under $in/$nin');
  const patterns = operand.filter(isRegex).map(regexTest);
  const values = new Set(operand.filter((item) => !isRegex(item)).map(nameOf));
  return (value) => values.has(nameOf(value)) || patterns.some((test) => test(value));
};

const modTest = (operand: unknown): Test => {
  const numbers = Array.isArray(operand) ? operand.map((part) => Math.trunc(toNumber(part))) : [];
  const [divisor = NaN, remainder = NaN] = numbers;
  const fits = numbers.length === 2 && !Number.isNaN(divisor + remainder);
  ensure(fits, 2, 'malformed mod, needs to be an array of two numbers');
  if (divisor === 0) throw bad('divisor cannot be 0');
  return (value) => isNumber(value) && Math.trunc(toNumber(value)) % divisor === remainder;
};

const TYPES: Record<string, number> = { ...TYPE_CODES, number: NaN };
const typeTest = (operand: unknown): Test => {
  const wanted = [operand].flat().map((type) => {
    const found = Object.keys(TYPES).find((name) => name === type || TYPES[name] === toNumber(type));
    if (!found) throw bad(`Unknown type name alias or code: ${String(type)}`);
    return found;
  });
  if (wanted.length === 0) throw failedToParse('$type must match at least one type');
  return (value) =>
    value !== undefined && (wanted.includes(typeOf(value)) || (wanted.includes('number') && isNumber(value)));
};

const sizeTest = (operand: unknown): Test => {
  const size = toNumber(operand);
  if (Number.isInteger(size) && size >= 0) return (value) => Array.isArray(value) && value.length === size;
  throw failedToParse(`Failed to parse $size. Expected a non-negative number: ${String(operand)}`);
};

/** Conditions on the value of an array's element itself, and not a filter on its fields. */
export const isValueCondition = (spec: Doc): boolean =>
  isOperatorDoc(spec) && !has(LOGIC, Object.keys(spec)[0]!);

/** Tests one element of an array by conditions on it, or by a filter on its fields. */
export const elementTest = (spec: Doc): Test => {
  const ofValue = isValueCondition(spec);
  const matches = compileFilter(ofValue ? { v: spec } : spec);
  return (item) => {
    // An array inside the array is one value here, so it is not taken apart: hence the wrapping.
    if (ofValue) return matches({ v: Array.isArray(item) ? [item] : item });
    const doc = asDoc(Array.isArray(item) ? Object.assign({}, item) : item);
    return doc !== undefined && matches(doc);
  };
};

/** The regular expression of `$regex` and `$options`. */
export const regexIn = ({ $regex: regex, $options: given }: Doc): BSONRegExp => {
  const options = given ?? (isRegex(regex) ? regex.options : '');
  if (!isRegex(regex) && typeof regex !== 'string') throw bad('$regex has to be a string');
  if (typeof options !== 'string') throw bad('$options has to be a string');
  if (/[^imsxu]/.test(options)) throw new MongoError(51108, `invalid flag in regex options: ${options}`);
  return new BSONRegExp(isRegex(regex) ? regex.pattern : regex, options);
};

type Operator = (path: string, operand: unknown, spec: Doc) => Matcher;

const testing =
  (test: (operand: unknown) => Test): Operator =>
  (path, operand) =>
    some(path, test(operand));

const exists = (path: string): Matcher => some(path, (value) => value !== undefined, 'values');

const OPERATORS: Record<string, Operator> = {
  $eq: testing(equals),
  $gt: testing(ordered((order) => order > 0)),
  $gte: testing(ordered((order) => order >= 0)),
  $lt: testing(ordered((order) => order < 0)),
  $lte: testing(ordered((order) => order <= 0)),
  $in: testing(inTest),
  $mod: testing(modTest),
  $type: testing(typeTest),
  $regex: (path, _operand, spec) => some(path, regexTest(regexIn(spec))),
  $ne: (path, operand) => {
    if (isRegex(operand)) throw bad("Can't have regex as arg to $ne.");
    return not(some(path, equals(operand)));
  },
  $nin: (path, operand) => not(some(path, inTest(operand))),
  $not: (path, operand) => {
    if (isRegex(operand)) return not(some(path, regexTest(operand)));
    if (!isOperatorDoc(operand)) throw bad('$not needs a regex or a document');
    return not(operators(path, operand));
  },
  $exists: (path, operand) => (truthy(operand) ? exists(path) : not(exists(path))),
  $size: (path, operand) => some(path, sizeTest(operand), 'values'),
  $elemMatch: (path, operand) => {
    const spec = asDoc(operand);
    if (!spec) throw bad('$elemMatch needs an Object');
    return some(path, elementTest(spec), 'elements');
  },
  $all: (path, operand) => {
    if (!Array.isArray(operand)) throw bad('$all needs an array');
    const parts = operand.map((item) => {
      if (!isOperatorDoc(item)) return some(path, valueTest(item));
      if (!('$elemMatch' in item)) throw bad('no $ expressions in $all');
      return operators(path, item);
    });
    return parts.length === 0 ? () => false : all(parts);
  },
  $options: (_path, _operand, spec) => {
    if (!('$regex' in spec)) throw bad('$options needs a $regex');
    return () => true;
  },
  $comment: () => all([]),
};

const operators = (path: string, spec: Doc): Matcher =>
  all(
    Object.keys(spec).map((name) => {
      if (!has(OPERATORS, name)) throw unknownOperator(name);
      return OPERATORS[name]!(path, spec[name], spec);
    }),
  );

const branches = (operand: unknown): Matcher[] => {
  if (!Array.isArray(operand) || operand.length === 0) throw bad('$and/$or/$nor must be a nonempty array');
  if (!operand.every(asDoc)) throw bad('$or/$and/$nor entries need to be full objects');
  return operand.map((branch) => compileFilter(branch));
};

const either =
  (list: Matcher[]): Matcher =>
  (doc, match) =>
    list.some((part) => part(doc, match));

/** The operators that stand where a field's name does. */
const LOGIC: Record<string, (operand: unknown) => Matcher> = {
  $and: (operand) => all(branches(operand)),
  $or: (operand) => either(branches(operand)),
  $nor: (operand) => not(either(branches(operand))),
  $comment: () => all([]),
};

export const compileFilter = (filter: unknown): Matcher => {
  const doc = asDoc(filter);
  if (!doc) throw new MongoError(14, 'the match filter must be an expression in an object');
  return all(
    Object.entries(doc).map(([key, operand]) => {
      if (has(LOGIC, key)) return LOGIC[key]!(operand);
      if (key.startsWith('$') && !isReference(key)) throw unknownOperator(key, 'top level ');
      return isOperatorDoc(operand) ? operators(key, operand) : some(key, valueTest(operand));
    }),
  );
};

/** The equalities, by path, that a valid filter demands of every match; an upsert starts from them. */
export const equalitiesOf = (filter: Doc): [path: string, value: unknown][] =>
  Object.entries(filter).flatMap(([key, operand]) => {
    if (key === '$and' || (key === '$or' && (operand as Doc[]).length === 1))
      return (operand as Doc[]).flatMap(equalitiesOf);
    if (key.startsWith('$') || isRegex(operand)) return [];
    if (!isOperatorDoc(operand)) return [[key, operand]];
    const { $in = [], $all = [] } = operand as Record<string, unknown[]>;
    const values = [...('$eq' in operand ? [operand.$eq] : []), ...$all, ...($in.length === 1 ? $in : [])];
    const isValue = (value: unknown) => !isRegex(value) && !isOperatorDoc(value);
    return values.filter(isValue).map((value): [string, unknown] => [key, value]);
  });
