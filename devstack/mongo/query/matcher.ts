import { BSONRegExp } from 'bson';
import { MongoError, bad, failedToParse } from '../errors.js';
import type { Doc } from '../values/bson.js';
import { asDoc, isNumber, isRegex, put, toNumber, truthy, typeOf } from '../values/types.js';
import { walk } from './paths.js';
import { type Test, bitsTest, equals, inTest, modTest, ordered, regexTest, typeTest } from './tests.js';

/** Where in an array the filter matched; the positional `$` of an update or a projection stands for it. */
export interface Match {
  position?: number;
}

export type Matcher = (doc: Doc, match?: Match) => boolean;
export interface MatchOptions {
  /** Compiles `$expr`; it comes with the aggregation language. */
  expression: (value: unknown) => (doc: Doc) => unknown;
}

const ALWAYS: Matcher = () => true;
const NOT_HERE = new Set([
  '$where',
  '$text',
  '$near',
  '$nearSphere',
  '$geoWithin',
  '$geoIntersects',
  '$jsonSchema',
]);

/** Any candidate of the field passes: the value, or an element of an array. */
const anyValue =
  (path: string, test: Test): Matcher =>
  (doc, match) =>
    walk(doc, path.split('.'), (value, position) => {
      let at = position;
      let found = false;
      if (Array.isArray(value)) {
        const index = value.findIndex((element) => test(element));
        if (index >= 0) at ??= index;
        found = index >= 0 || test(value);
      } else found = test(value);
      if (found && match && at !== undefined) match.position = at;
      return found;
    });

/** The value itself passes; arrays are not taken apart. */
const wholeValue =
  (path: string, test: (value: unknown, match?: Match) => boolean): Matcher =>
  (doc, match) =>
    walk(doc, path.split('.'), (value, position) => {
      const inner: Match = {};
      if (!test(value, inner)) return false;
      const at = position ?? inner.position;
      if (match && at !== undefined) match.position = at;
      return true;
    });

const isOperatorDoc = (value: unknown): value is Doc => {
  const doc = asDoc(value);
  const first = doc && Object.keys(doc)[0];
  return (
    first !== undefined && first.startsWith('$') && first !== '$ref' && first !== '$id' && first !== '$db'
  );
};

export const compileFilter = (filter: unknown, options: MatchOptions): Matcher => {
  const all = (list: Matcher[]): Matcher => {
    if (list.length === 0) return ALWAYS;
    return list.length === 1 ? list[0]! : (doc, match) => list.every((part) => part(doc, match));
  };

  const branches = (operand: unknown, operator: string): Matcher[] => {
    if (!Array.isArray(operand)) throw bad(`${operator} must be an array`);
    if (operand.length === 0) throw bad('$and/$or/$nor must be a nonempty array');
    return operand.map((branch) => {
      if (!asDoc(branch)) throw bad('$or/$and/$nor entries need to be full objects');
      return document(branch);
    });
  };

  const elemMatch = (operand: unknown): ((value: unknown, match?: Match) => boolean) => {
    const spec = asDoc(operand);
    if (!spec) throw bad('$elemMatch needs an Object');
    const first = Object.keys(spec)[0] ?? '';
    const byValue =
      first.startsWith('$') &&
      !['$and', '$or', '$nor', '$expr', '$where', '$ref', '$id', '$db'].includes(first);
    const inner = byValue ? fieldTests('v', spec) : document(spec);
    return (value, match) => {
      if (!Array.isArray(value)) return false;
      const index = value.findIndex((element) => {
        // An array inside the array is one value here, so it is not taken apart: hence the wrapping.
        if (byValue) return inner({ v: Array.isArray(element) ? [element] : element });
        const doc = Array.isArray(element) ? Object.assign({}, element) : asDoc(element);
        return doc !== undefined && inner(doc as Doc);
      });
      if (index >= 0 && match) match.position = index;
      return index >= 0;
    };
  };

  const allOf = (path: string, operand: unknown): Matcher => {
    if (!Array.isArray(operand)) throw bad('$all needs an array');
    if (operand.length === 0) return () => false;
    return all(
      operand.map((item) => {
        if (isOperatorDoc(item) && '$elemMatch' in item) return wholeValue(path, elemMatch(item.$elemMatch));
        if (isOperatorDoc(item)) throw bad('no $ expressions in $all');
        return anyValue(path, isRegex(item) ? regexTest(item) : equals(item));
      }),
    );
  };

  const operator = (path: string, name: string, operand: unknown, siblings: Doc): Matcher => {
    const negate =
      (inner: Matcher): Matcher =>
      (doc) =>
        !inner(doc);
    switch (name) {
      case '$eq':
        return anyValue(path, equals(operand));
      case '$ne':
        if (isRegex(operand)) throw bad("Can't have regex as arg to $ne.");
        return negate(anyValue(path, equals(operand)));
      case '$gt':
        return anyValue(
          path,
          ordered(operand, (order) => order > 0),
        );
      case '$gte':
        return anyValue(
          path,
          ordered(operand, (order) => order >= 0),
        );
      case '$lt':
        return anyValue(
          path,
          ordered(operand, (order) => order < 0),
        );
      case '$lte':
        return anyValue(
          path,
          ordered(operand, (order) => order <= 0),
        );
      case '$in':
        return anyValue(path, inTest(operand, '$in'));
      case '$nin':
        return negate(anyValue(path, inTest(operand, '$nin')));
      case '$exists':
        return truthy(operand)
          ? wholeValue(path, (value) => value !== undefined)
          : negate(wholeValue(path, (value) => value !== undefined));
      case '$type':
        return anyValue(path, typeTest(operand));
      case '$mod':
        return anyValue(path, modTest(operand));
      case '$size': {
        const size = toNumber(operand);
        if (!isNumber(operand)) {
          throw failedToParse(`Failed to parse $size. Expected a number in: $size: ${typeOf(operand)}`);
        }
        if (!Number.isInteger(size))
          throw failedToParse(`Failed to parse $size. Expected an integer: $size: ${size}`);
        if (size < 0) {
          throw failedToParse(`Failed to parse $size. Expected a non-negative number in: $size: ${size}`);
        }
        return wholeValue(path, (value) => Array.isArray(value) && value.length === size);
      }
      case '$all':
        return allOf(path, operand);
      case '$elemMatch':
        return wholeValue(path, elemMatch(operand));
      case '$not':
        if (isRegex(operand)) return negate(anyValue(path, regexTest(operand)));
        if (!isOperatorDoc(operand)) throw bad('$not needs a regex or a document');
        return negate(fieldTests(path, operand));
      case '$regex': {
        const flags = siblings.$options;
        if (flags !== undefined && typeof flags !== 'string') throw bad('$options has to be a string');
        if (isRegex(operand)) {
          return anyValue(
            path,
            regexTest(flags === undefined ? operand : new BSONRegExp(operand.pattern, flags)),
          );
        }
        if (typeof operand !== 'string') throw bad('$regex has to be a string');
        return anyValue(path, regexTest(new BSONRegExp(operand, (flags ?? '').split('').sort().join(''))));
      }
      case '$options':
        if (!('$regex' in siblings)) throw bad('$options needs a $regex');
        return ALWAYS;
      case '$bitsAllSet':
        return anyValue(
          path,
          bitsTest(operand, name, (bits, mask) => (bits & mask) === mask),
        );
      case '$bitsAnySet':
        return anyValue(
          path,
          bitsTest(operand, name, (bits, mask) => (bits & mask) !== 0n),
        );
      case '$bitsAllClear':
        return anyValue(
          path,
          bitsTest(operand, name, (bits, mask) => (bits & mask) === 0n),
        );
      case '$bitsAnyClear':
        return anyValue(
          path,
          bitsTest(operand, name, (bits, mask) => (bits & mask) !== mask),
        );
      case '$comment':
        return ALWAYS;
      default:
        if (NOT_HERE.has(name)) throw new MongoError(238, `${name} is not implemented by this store`);
        throw bad(`unknown operator: ${name}`);
    }
  };

  const fieldTests = (path: string, operand: Doc): Matcher =>
    all(
      Object.keys(operand).map((name) => {
        if (!name.startsWith('$')) throw bad(`unknown operator: ${name}`);
        return operator(path, name, operand[name], operand);
      }),
    );

  const document = (value: unknown): Matcher => {
    const doc = asDoc(value);
    if (!doc) throw new MongoError(14, `the match filter must be an expression in an object`);
    const parts: Matcher[] = [];
    for (const key of Object.keys(doc)) {
      const operand = doc[key];
      if (key === '$and') parts.push(all(branches(operand, key)));
      else if (key === '$or') {
        const list = branches(operand, key);
        parts.push((target, match) => list.some((branch) => branch(target, match)));
      } else if (key === '$nor') {
        const list = branches(operand, key);
        parts.push((target) => !list.some((branch) => branch(target)));
      } else if (key === '$expr') {
        const evaluate = options.expression(operand);
        parts.push((target) => truthy(evaluate(target)));
      } else if (key === '$comment') continue;
      else if (key === '$alwaysTrue' || key === '$alwaysFalse') parts.push(() => key === '$alwaysTrue');
      else if (NOT_HERE.has(key)) throw new MongoError(238, `${key} is not implemented by this store`);
      else if (key.startsWith('$') && !['$ref', '$id', '$db'].includes(key)) {
        throw bad(
          `unknown top level operator: ${key}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
        );
      } else if (isOperatorDoc(operand)) parts.push(fieldTests(key, operand));
      else if (isRegex(operand)) parts.push(anyValue(key, regexTest(operand)));
      else parts.push(anyValue(key, equals(operand)));
    }
    return all(parts);
  };

  return document(filter);
};

/** The equalities a filter demands of every match; an upsert starts from them. */
export const equalitiesOf = (filter: Doc, into: Doc = {}): Doc => {
  for (const key of Object.keys(filter)) {
    const operand = filter[key];
    if (key === '$and' && Array.isArray(operand))
      operand.forEach((part) => equalitiesOf(asDoc(part) ?? {}, into));
    else if (key === '$or' && Array.isArray(operand) && operand.length === 1) {
      equalitiesOf(asDoc(operand[0]) ?? {}, into);
    } else if (key.startsWith('$')) continue;
    else if (!isOperatorDoc(operand)) {
      if (!isRegex(operand)) put(into, key, operand);
    } else if ('$eq' in operand) put(into, key, operand.$eq);
    else if (Array.isArray(operand.$all) && operand.$all.length === 1) put(into, key, operand.$all[0]);
    else if (Array.isArray(operand.$in) && operand.$in.length === 1) put(into, key, operand.$in[0]);
  }
  return into;
};
