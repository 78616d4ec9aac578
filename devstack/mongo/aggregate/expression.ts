import { MongoError } from '../errors.js';
import type { Doc } from '../values/bson.js';
import { asDoc, field, has, put } from '../values/types.js';
import { DATE_OPERATORS } from './dates.js';
import { OPERATORS } from './operators.js';

/** What an expression sees: the document and the variables. `undefined` stands for a missing value. */
export interface Scope {
  root: Doc;
  vars: Doc;
}
export type Expression = (scope: Scope) => unknown;

/** Compiles an operator's operand; `compile` compiles the expressions inside it. */
export type Operator = (
  operand: unknown,
  compile: (value: unknown) => Expression,
  name: string,
) => Expression;

/** Follows a path through documents and, element by element, through arrays. */
const follow = (value: unknown, parts: readonly string[], at = 0): unknown => {
  if (at === parts.length) return value;
  if (Array.isArray(value))
    return value.map((item) => follow(item, parts, at)).filter((item) => item !== undefined);
  const doc = asDoc(value);
  return doc ? follow(field(doc, parts[at]!), parts, at + 1) : undefined;
};

/** A dotted path's parts; none may be empty or start with `$`. */
export const partsOf = (path: string): string[] => {
  const parts = path.split('.');
  if (parts.includes('')) throw new MongoError(15998, 'FieldPath field names may not be empty strings.');
  if (parts.some((part) => part.startsWith('$')))
    throw new MongoError(16410, `FieldPath field names may not start with '$': ${path}`);
  return parts;
};

const variable = (text: string): Expression => {
  const [name, ...parts] = partsOf(text);
  if (name === 'ROOT' || name === 'CURRENT') return ({ root }) => follow(root, parts);
  if (name === 'REMOVE') return () => undefined;
  return ({ vars }) => {
    if (!has(vars, name!)) throw new MongoError(17276, `Use of undefined variable: ${name}`);
    return follow(vars[name!], parts);
  };
};

const compileDocument = (doc: Doc): Expression => {
  const keys = Object.keys(doc);
  const first = keys[0];
  if (first?.startsWith('$')) {
    if (keys.length > 1)
      throw new MongoError(15983, `an expression must have exactly one field: ${keys.join(', ')}`);
    const known = [OPERATORS, DATE_OPERATORS].find((table) => Object.hasOwn(table, first));
    if (!known) throw new MongoError(168, `Unrecognized expression '${first}'`);
    return known[first]!(doc[first], compile, first);
  }
  const parts = keys.map((key) => {
    if (key.includes('.')) throw new MongoError(16412, `FieldPath field names may not contain '.': ${key}`);
    return [partsOf(key)[0]!, compile(doc[key])] as const;
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
    if (!value.startsWith('$')) return () => value;
    const parts = partsOf(value.slice(1));
    return ({ root }) => follow(root, parts);
  }
  if (Array.isArray(value)) {
    const parts = value.map(compile);
    return (scope) => parts.map((part) => part(scope) ?? null);
  }
  const doc = asDoc(value);
  return doc ? compileDocument(doc) : () => value;
};

/** The variables of a command's `let`. */
export const variablesOf = (value: unknown): Doc => {
  const spec = asDoc(value) ?? {};
  const vars: Doc = { NOW: new Date() };
  for (const name of Object.keys(spec)) put(vars, name, compile(spec[name])({ root: {}, vars: {} }));
  return vars;
};

/** An expression over a document alone, as `$expr` and projections use it. */
export const compileExpression = (value: unknown, vars: Doc = {}): ((doc: Doc) => unknown) => {
  const expression = compile(value);
  return (root) => expression({ root, vars });
};
