import { BSONRegExp } from 'bson';
import { MongoError, bad, notImplemented } from '../errors.js';
import type { Doc } from '../values/bson.js';
import { asDoc, has, isRegex, put, truthy } from '../values/types.js';
import { walk } from './paths.js';
import {
  TESTS,
  type Test,
  equals,
  inTest,
  isOperatorDoc,
  isReference,
  regexTest,
  sizeTest,
  valueTest,
} from './tests.js';

/** Where in an array the filter matched; the positional `$` of an update or a projection stands for it. */
export interface Match {
  position?: number;
}

export type Matcher = (doc: Doc, match?: Match) => boolean;
export interface MatchOptions {
  /** Compiles `$expr`; it comes with the aggregation language. */
  expression: (value: unknown) => (doc: Doc) => unknown;
}

const NOT_HERE =
  /^\$(where|text|near|nearSphere|geoWithin|geoIntersects|jsonSchema|bits(All|Any)(Set|Clear))$/;

const unknownOperator = (name: string, where = ''): MongoError =>
  NOT_HERE.test(name) ? notImplemented(name) : bad(`unknown ${where}operator: ${name}`);

/** Some value under the path passes; `test` may answer with the position of the element that did. */
const some = (path: string, test: (value: unknown) => boolean | number): Matcher => {
  const parts = path.split('.');
  return (doc, match) =>
    walk(doc, parts, (value, position) => {
      const passed = test(value);
      if (passed === false) return false;
      const at = position ?? (passed === true ? undefined : passed);
      if (match && at !== undefined) match.position = at;
      return true;
    });
};

const element = (value: unknown, test: Test): number | false => {
  const index = Array.isArray(value) ? value.findIndex((item) => test(item)) : -1;
  return index >= 0 && index;
};

/** The value passes, or an element of it. */
const any = (path: string, test: Test): Matcher =>
  some(path, (value) => {
    const index = element(value, test);
    return index === false ? test(value) : index;
  });

/** Conditions on the value of an array's element itself, and not a filter on its fields. */
export const isValueCondition = (spec: Doc): boolean =>
  isOperatorDoc(spec) && !has(LOGIC, Object.keys(spec)[0]!);

const not =
  (inner: Matcher): Matcher =>
  (doc) =>
    !inner(doc);

const all = (list: Matcher[]): Matcher =>
  list.length === 1 ? list[0]! : (doc, match) => list.every((part) => part(doc, match));

/** Tests one element of an array by conditions on it, or by a filter on its fields. */
export const elementTest = (spec: Doc, options: MatchOptions): Test => {
  if (isValueCondition(spec)) {
    const matches = compileFilter({ v: spec }, options);
    // An array inside the array is one value here, so it is not taken apart: hence the wrapping.
    return (item) => matches({ v: Array.isArray(item) ? [item] : item });
  }
  const matches = compileFilter(spec, options);
  return (item) => {
    const doc = Array.isArray(item) ? Object.fromEntries(item.entries()) : asDoc(item);
    return doc !== undefined && matches(doc);
  };
};

const elemMatch = (path: string, operand: unknown, options: MatchOptions): Matcher => {
  const spec = asDoc(operand);
  if (!spec) throw bad('$elemMatch needs an Object');
  const test = elementTest(spec, options);
  return some(path, (value) => element(value, test));
};

const allOf = (path: string, operand: unknown, options: MatchOptions): Matcher => {
  if (!Array.isArray(operand)) throw bad('$all needs an array');
  const parts = operand.map((item) => {
    if (!isOperatorDoc(item)) return any(path, valueTest(item));
    if (!('$elemMatch' in item)) throw bad('no $ expressions in $all');
    return elemMatch(path, item.$elemMatch, options);
  });
  return parts.length === 0 ? () => false : all(parts);
};

/** The regular expression of `$regex` and `$options`. */
export const regexIn = ({ $regex: regex, $options: options }: Doc): BSONRegExp => {
  if (options !== undefined && typeof options !== 'string') throw bad('$options has to be a string');
  if (!isRegex(regex) && typeof regex !== 'string') throw bad('$regex has to be a string');
  if (isRegex(regex)) return options === undefined ? regex : new BSONRegExp(regex.pattern, options);
  return new BSONRegExp(regex, (options ?? '').split('').sort().join(''));
};

type Operator = (path: string, operand: unknown, options: MatchOptions, spec: Doc) => Matcher;

/** The operators on a field besides those of `TESTS`. */
const OPERATORS: Record<string, Operator> = {
  $ne: (path, operand) => {
    if (isRegex(operand)) throw bad("Can't have regex as arg to $ne.");
    return not(any(path, equals(operand)));
  },
  $nin: (path, operand) => not(any(path, inTest('$nin')(operand))),
  $exists: (path, operand) => {
    const exists = some(path, (value) => value !== undefined);
    return truthy(operand) ? exists : not(exists);
  },
  $size: (path, operand) => some(path, sizeTest(operand)),
  $all: allOf,
  $elemMatch: elemMatch,
  $not: (path, operand, options) => {
    if (isRegex(operand)) return not(any(path, regexTest(operand)));
    if (!isOperatorDoc(operand)) throw bad('$not needs a regex or a document');
    return not(operators(path, operand, options));
  },
  $regex: (path, _, options, spec) => any(path, regexTest(regexIn(spec))),
  $options: (_path, _operand, _options, spec) => {
    if (!('$regex' in spec)) throw bad('$options needs a $regex');
    return () => true;
  },
  $comment: () => () => true,
};

const operators = (path: string, spec: Doc, options: MatchOptions): Matcher =>
  all(
    Object.keys(spec).map((name) => {
      if (has(TESTS, name)) return any(path, TESTS[name]!(spec[name]));
      if (has(OPERATORS, name)) return OPERATORS[name]!(path, spec[name], options, spec);
      throw unknownOperator(name);
    }),
  );

const branches = (operand: unknown, options: MatchOptions): Matcher[] => {
  if (!Array.isArray(operand) || operand.length === 0) throw bad('$and/$or/$nor must be a nonempty array');
  return operand.map((branch) => {
    if (!asDoc(branch)) throw bad('$or/$and/$nor entries need to be full objects');
    return compileFilter(branch, options);
  });
};

const either = (operand: unknown, options: MatchOptions): Matcher => {
  const list = branches(operand, options);
  return (doc, match) => list.some((branch) => branch(doc, match));
};

/** The operators that stand where a field's name does. */
const LOGIC: Record<string, (operand: unknown, options: MatchOptions) => Matcher> = {
  $and: (operand, options) => all(branches(operand, options)),
  $or: either,
  $nor: (operand, options) => not(either(operand, options)),
  $expr: (operand, options) => {
    const evaluate = options.expression(operand);
    return (doc) => truthy(evaluate(doc));
  },
  $comment: () => () => true,
};

export const compileFilter = (filter: unknown, options: MatchOptions): Matcher => {
  const doc = asDoc(filter);
  if (!doc) throw new MongoError(14, 'the match filter must be an expression in an object');
  return all(
    Object.keys(doc).map((key) => {
      const operand = doc[key];
      if (has(LOGIC, key)) return LOGIC[key]!(operand, options);
      if (key.startsWith('$') && !isReference(key)) throw unknownOperator(key, 'top level ');
      return isOperatorDoc(operand) ? operators(key, operand, options) : any(key, valueTest(operand));
    }),
  );
};

/** The equalities a filter demands of every match; an upsert starts from them. */
export const equalitiesOf = (filter: Doc, into: Doc = {}): Doc => {
  for (const [key, operand] of Object.entries(filter)) {
    if (Array.isArray(operand) && (key === '$and' || (key === '$or' && operand.length === 1))) {
      operand.forEach((part) => equalitiesOf(asDoc(part) ?? {}, into));
    } else if (key.startsWith('$') || isRegex(operand)) continue;
    else if (!isOperatorDoc(operand)) put(into, key, operand);
    else if ('$eq' in operand) put(into, key, operand.$eq);
    else {
      const list = operand.$all ?? operand.$in;
      if (Array.isArray(list) && list.length === 1) put(into, key, list[0]);
    }
  }
  return into;
};
