import { BSONRegExp } from 'bson';
import { MongoError, bad } from '../errors.js';
import type { Doc } from '../values/bson.js';
import { asDoc, isRegex, put, truthy } from '../values/types.js';
import { walk } from './paths.js';
import { TESTS, type Test, equals, inTest, regexTest, sizeTest } from './tests.js';

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

const unknownOperator = (name: string, otherwise: string): MongoError =>
  NOT_HERE.test(name) ? new MongoError(238, `${name} is not implemented by this store`) : bad(otherwise);

/** Any candidate of the field passes: the value, or an element of an array. */
const anyValue = (path: string, test: Test): Matcher => {
  const parts = path.split('.');
  return (doc, match) =>
    walk(doc, parts, (value, position) => {
      const index = Array.isArray(value) ? value.findIndex((element) => test(element)) : -1;
      if (index < 0 && !test(value)) return false;
      const at = position ?? (index >= 0 ? index : undefined);
      if (match && at !== undefined) match.position = at;
      return true;
    });
};

/** The value itself passes; arrays are not taken apart. */
const wholeValue = (path: string, test: (value: unknown, match: Match) => boolean): Matcher => {
  const parts = path.split('.');
  return (doc, match) =>
    walk(doc, parts, (value, position) => {
      const inner: Match = {};
      if (!test(value, inner)) return false;
      const at = position ?? inner.position;
      if (match && at !== undefined) match.position = at;
      return true;
    });
};

const isReference = (name: string): boolean => ['$ref', '$id', '$db'].includes(name);

/** A document of operators, such as `{$gt: 1}`, and not a value to be equal to. */
export const isOperatorDoc = (value: unknown): value is Doc => {
  const first = Object.keys(asDoc(value) ?? {})[0] ?? '';
  return first.startsWith('$') && !isReference(first);
};

/** Conditions on the value of an array's element itself, and not a filter on its fields. */
export const isValueCondition = (spec: Doc): boolean =>
  isOperatorDoc(spec) && !/^\$(and|or|nor|expr|where)$/.test(Object.keys(spec)[0]!);

const negate =
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
    return (element) => matches({ v: Array.isArray(element) ? [element] : element });
  }
  const matches = compileFilter(spec, options);
  return (element) => {
    const doc = Array.isArray(element) ? Object.fromEntries(element.entries()) : asDoc(element);
    return doc !== undefined && matches(doc);
  };
};

const elemMatch = (path: string, operand: unknown, options: MatchOptions): Matcher => {
  const spec = asDoc(operand);
  if (!spec) throw bad('$elemMatch needs an Object');
  const test = elementTest(spec, options);
  return wholeValue(path, (value, match) => {
    const index = Array.isArray(value) ? value.findIndex(test) : -1;
    if (index >= 0) match.position = index;
    return index >= 0;
  });
};

const allOf = (path: string, operand: unknown, options: MatchOptions): Matcher => {
  if (!Array.isArray(operand)) throw bad('$all needs an array');
  const parts = operand.map((item) => {
    if (!isOperatorDoc(item)) return anyValue(path, isRegex(item) ? regexTest(item) : equals(item));
    if (!('$elemMatch' in item)) throw bad('no $ expressions in $all');
    return elemMatch(path, item.$elemMatch, options);
  });
  return parts.length === 0 ? () => false : all(parts);
};

const regexOperator = (operand: unknown, flags: unknown): Test => {
  if (flags !== undefined && typeof flags !== 'string') throw bad('$options has to be a string');
  if (isRegex(operand))
    return regexTest(flags === undefined ? operand : new BSONRegExp(operand.pattern, flags));
  if (typeof operand !== 'string') throw bad('$regex has to be a string');
  return regexTest(new BSONRegExp(operand, (flags ?? '').split('').sort().join('')));
};

const fieldOperator = (path: string, name: string, spec: Doc, options: MatchOptions): Matcher => {
  const operand = spec[name];
  switch (name) {
    case '$ne':
      if (isRegex(operand)) throw bad("Can't have regex as arg to $ne.");
      return negate(anyValue(path, equals(operand)));
    case '$nin':
      return negate(anyValue(path, inTest(operand, '$nin')));
    case '$exists': {
      const exists = wholeValue(path, (value) => value !== undefined);
      return truthy(operand) ? exists : negate(exists);
    }
    case '$size':
      return wholeValue(path, sizeTest(operand));
    case '$all':
      return allOf(path, operand, options);
    case '$elemMatch':
      return elemMatch(path, operand, options);
    case '$not':
      if (isRegex(operand)) return negate(anyValue(path, regexTest(operand)));
      if (!isOperatorDoc(operand)) throw bad('$not needs a regex or a document');
      return negate(fieldOperators(path, operand, options));
    case '$regex':
      return anyValue(path, regexOperator(operand, spec.$options));
    case '$options':
      if (!('$regex' in spec)) throw bad('$options needs a $regex');
      return () => true;
    case '$comment':
      return () => true;
    default: {
      const test = TESTS.get(name);
      if (!test) throw unknownOperator(name, `unknown operator: ${name}`);
      return anyValue(path, test(operand));
    }
  }
};

const fieldOperators = (path: string, spec: Doc, options: MatchOptions): Matcher =>
  all(Object.keys(spec).map((name) => fieldOperator(path, name, spec, options)));

const branches = (operand: unknown, operator: string, options: MatchOptions): Matcher[] => {
  if (!Array.isArray(operand)) throw bad(`${operator} must be an array`);
  if (operand.length === 0) throw bad('$and/$or/$nor must be a nonempty array');
  return operand.map((branch) => {
    if (!asDoc(branch)) throw bad('$or/$and/$nor entries need to be full objects');
    return compileFilter(branch, options);
  });
};

const condition = (key: string, operand: unknown, options: MatchOptions): Matcher => {
  if (!key.startsWith('$') || isReference(key)) {
    if (isOperatorDoc(operand)) return fieldOperators(key, operand, options);
    return anyValue(key, isRegex(operand) ? regexTest(operand) : equals(operand));
  }
  switch (key) {
    case '$and':
      return all(branches(operand, key, options));
    case '$or':
    case '$nor': {
      const list = branches(operand, key, options);
      const some: Matcher = (doc, match) => list.some((branch) => branch(doc, match));
      return key === '$or' ? some : negate(some);
    }
    case '$expr': {
      const evaluate = options.expression(operand);
      return (doc) => truthy(evaluate(doc));
    }
    case '$comment':
      return () => true;
    case '$alwaysTrue':
    case '$alwaysFalse':
      return () => key === '$alwaysTrue';
    default:
      throw unknownOperator(
        key,
        `unknown top level operator: ${key}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
      );
  }
};

export const compileFilter = (filter: unknown, options: MatchOptions): Matcher => {
  const doc = asDoc(filter);
  if (!doc) throw new MongoError(14, `the match filter must be an expression in an object`);
  return all(Object.keys(doc).map((key) => condition(key, doc[key], options)));
};

/** The equalities a filter demands of every match; an upsert starts from them. */
export const equalitiesOf = (filter: Doc, into: Doc = {}): Doc => {
  for (const [key, operand] of Object.entries(filter)) {
    if (Array.isArray(operand) && (key === '$and' || (key === '$or' && operand.length === 1))) {
      operand.forEach((part) => equalitiesOf(asDoc(part) ?? {}, into));
    } else if (key.startsWith('$')) continue;
    else if (!isOperatorDoc(operand)) {
      if (!isRegex(operand)) put(into, key, operand);
    } else if ('$eq' in operand) put(into, key, operand.$eq);
    else {
      const list = operand.$all ?? operand.$in;
      if (Array.isArray(list) && list.length === 1) put(into, key, list[0]);
    }
  }
  return into;
};
