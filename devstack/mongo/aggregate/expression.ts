import { ensure } from '../errors.js';
import type { Doc } from '../values/bson.js';
import { asDoc, field, has, put } from '../values/types.js';
import { DATE_OPERATORS } from './dates.js';
import { OPERATORS } from './operators.js';

/** What is computed from a document; `undefined` stands for a missing value. */
export type Expression = (root: Doc) => unknown;

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
  return doc && follow(field(doc, parts[at]!), parts, at + 1);
};

/** A dotted path's parts; none may be empty or start with `$`, but for those of a reference. */
export const partsOf = (path: string): string[] => {
  const parts = path.split('.');
  ensure(!parts.includes(''), 15998, 'FieldPath field names may not be empty strings.');
  const dollar = parts.some((part) => /^\$(?!(ref|id|db)$)/.test(part));
  ensure(!dollar, 16410, `FieldPath field names may not start with '$': ${path}. Consider using $getField.`);
  return parts;
};

const compilePath = (text: string, vars: Doc): Expression => {
  const [name = '', ...parts] = partsOf(text.startsWith('$$') ? text.slice(2) : `ROOT.${text.slice(1)}`);
  if (name === 'ROOT' || name === 'CURRENT') return (root) => follow(root, parts);
  ensure(name === 'REMOVE' || has(vars, name), 17276, `Use of undefined variable: ${name}`);
  return () => follow(vars[name], parts);
};

const compileDocument = (doc: Doc, vars: Doc): Expression => {
  const [first, ...others] = Object.keys(doc);
  if (first?.startsWith('$')) {
    ensure(others.length === 0, 15983, `an expression must have exactly one field, not ${first} and others`);
    const operator = OPERATORS[first] ?? DATE_OPERATORS[first];
    ensure(operator, 168, `Unrecognized expression '${first}'`);
    return operator(doc[first], (value) => compileExpression(value, vars), first);
  }
  const fields = Object.entries(doc).map(([key, value]) => {
    ensure(partsOf(key).length === 1, 16412, `FieldPath field names may not contain '.': ${key}`);
    return [key, compileExpression(value, vars)] as const;
  });
  return (root) => {
    const values = fields.map(([key, expression]) => [key, expression(root)] as const);
    return Object.fromEntries(values.filter(([, value]) => value !== undefined));
  };
};

/** Compiles an expression; the variables are read when it runs, and must be there now. */
export const compileExpression = (value: unknown, vars: Doc = {}): Expression => {
  if (typeof value === 'string' && value.startsWith('$')) return compilePath(value, vars);
  if (Array.isArray(value)) {
    const items = value.map((item) => compileExpression(item, vars));
    return (root) => items.map((item) => item(root) ?? null);
  }
  const doc = asDoc(value);
  return doc ? compileDocument(doc, vars) : () => value;
};

/** The variables of a command's `let`. */
export const variablesOf = (value: unknown): Doc => {
  const vars: Doc = { NOW: new Date() };
  for (const [name, given] of Object.entries(asDoc(value) ?? {}))
    put(vars, name, compileExpression(given)({}));
  return vars;
};
