import { MongoError } from '../errors.js';
import { type Doc } from '../values/bson.js';
import { asDoc, field, has, put } from '../values/types.js';
import { ARRAY_OPERATORS } from './operators-array.js';
import { DATE_OPERATORS } from './operators-date.js';
import { ARITHMETIC_OPERATORS } from './operators-arithmetic.js';
import { LOGIC_OPERATORS } from './operators-logic.js';
import { STRING_OPERATORS } from './operators-string.js';
import { CONVERT_OPERATORS } from './operators-convert.js';

/** What an expression sees: the document and the variables. `undefined` stands for a missing value. */
export interface Scope {
  root: Doc;
  vars: Record<string, unknown>;
}
export type Expression = (scope: Scope) => unknown;

/** An operator that needs its operand's text, not its value: it compiles itself. */
export type Special = (operand: unknown, compile: (value: unknown) => Expression, name: string) => Expression;

const REMOVE = undefined;

/** Follows a path through documents and, element by element, through arrays. */
const follow = (value: unknown, parts: readonly string[], at = 0): unknown => {
  if (at === parts.length) return value;
  if (Array.isArray(value)) {
    return value.map((item) => follow(item, parts, at)).filter((item) => item !== undefined);
  }
  const doc = asDoc(value);
  return doc ? follow(field(doc, parts[at]!), parts, at + 1) : undefined;
};

const checkParts = (parts: string[]): void => {
  for (const part of parts) {
    if (part === '') throw new MongoError(15998, 'FieldPath field names may not be empty strings.');
    if (part.startsWith('$')) {
      throw new MongoError(
        16410,
        `FieldPath field names may not start with '$'. Consider using $getField or $setField.`,
      );
    }
  }
};

const fieldPath = (path: string): Expression => {
  if (path === '') throw new MongoError(16872, "'$' by itself is not a valid FieldPath");
  const parts = path.split('.');
  checkParts(parts);
  if (parts.length === 1) return ({ root }) => field(root, path);
  return ({ root }) => follow(root, parts);
};

const variable = (text: string): Expression => {
  const [name = '', ...parts] = text.split('.');
  checkParts(parts);
  if (name === 'ROOT') return ({ root, vars }) => follow(has(vars, 'ROOT') ? vars.ROOT : root, parts);
  if (name === 'CURRENT') return ({ root }) => follow(root, parts);
  if (name === 'REMOVE') return () => REMOVE;
  if (name === 'NOW') return ({ vars }) => follow((vars.NOW ??= new Date()), parts);
  if (!/^[a-z][A-Za-z0-9_]*$|^[A-Za-z\u0080-\uffff][A-Za-z0-9_\u0080-\uffff]*$/.test(name)) {
    throw new MongoError(9, `'${name}' starts with an invalid character for a user variable name`);
  }
  return ({ vars }) => {
    if (!has(vars, name)) throw new MongoError(17276, `Use of undefined variable: ${name}`);
    return follow(vars[name], parts);
  };
};

const OPERATORS: Record<string, Special> = {
  $literal: (operand) => () => operand,
  $expr: (operand, compile) => compile(operand),
  ...LOGIC_OPERATORS,
  ...ARITHMETIC_OPERATORS,
  ...STRING_OPERATORS,
  ...DATE_OPERATORS,
  ...ARRAY_OPERATORS,
  ...CONVERT_OPERATORS,
};

/** Expressions of MongoDB that this store does not have: known by name, and said so. */
const NOT_HERE = new Set([
  '$function',
  '$accumulator',
  '$meta',
  '$sampleRate',
  '$toHashedIndexKey',
  '$createUUID',
]);

const compileDocument = (doc: Doc): Expression => {
  const keys = Object.keys(doc);
  const first = keys[0];
  if (first?.startsWith('$')) {
    if (keys.length > 1) {
      throw new MongoError(
        15983,
        `an object representing an expression must have exactly one field: { ${keys.join(', ')} }`,
      );
    }
    if (NOT_HERE.has(first)) throw new MongoError(238, `${first} is not implemented by this store`);
    const operator = Object.hasOwn(OPERATORS, first) ? OPERATORS[first] : undefined;
    if (!operator) throw new MongoError(168, `Unrecognized expression '${first}'`);
    return operator(doc[first], compile, first);
  }
  const parts = keys.map((key) => {
    if (key.includes('.'))
      throw new MongoError(
        16412,
        `FieldPath field names may not contain '.'. Consider using $getField or $setField.`,
      );
    if (key.startsWith('$'))
      throw new MongoError(
        16410,
        `FieldPath field names may not start with '$'. Consider using $getField or $setField.`,
      );
    return [key, compile(doc[key])] as const;
  });
  return (scope) => {
    const result: Doc = {};
    for (const [key, part] of parts) {
      const value = part(scope);
      if (value !== undefined) put(result, key, value);
    }
    return result;
  };
};

export const compile = (value: unknown): Expression => {
  if (typeof value === 'string') {
    if (value.startsWith('$$')) return variable(value.slice(2));
    if (value.startsWith('$')) return fieldPath(value.slice(1));
    return () => value;
  }
  if (Array.isArray(value)) {
    const parts = value.map(compile);
    return (scope) => parts.map((part) => part(scope) ?? null);
  }
  const doc = asDoc(value);
  return doc ? compileDocument(doc) : () => value;
};

/** The variables of a command's `let`. */
export const variablesOf = (value: unknown): Record<string, unknown> => {
  const spec = asDoc(value) ?? {};
  const vars: Record<string, unknown> = { NOW: new Date() };
  for (const name of Object.keys(spec)) vars[name] = compile(spec[name])({ root: {}, vars: {} });
  return vars;
};

/** An expression over a document alone, as `$expr` and projections use it. */
export const compileExpression = (
  value: unknown,
  vars: Record<string, unknown> = {},
): ((doc: Doc) => unknown) => {
  const expression = compile(value);
  return (root) => expression({ root, vars: { ...vars } });
};
