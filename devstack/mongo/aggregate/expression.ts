import { MongoError, ensure } from '../errors.js';
import { pathParts } from '../query/paths.js';
import type { Doc } from '../values/bson.js';
import { asDoc, field } from '../values/types.js';

/** What is computed from a document; `undefined` stands for a missing value. */
export type Expression = (root: Doc) => unknown;

/** Follows a path through documents and, element by element, through arrays. */
const follow = (value: unknown, parts: readonly string[], at = 0): unknown => {
  if (at === parts.length) return value;
  if (Array.isArray(value))
    return value.map((item) => follow(item, parts, at)).filter((item) => item !== undefined);
  const doc = asDoc(value);
  return doc && follow(field(doc, parts[at]!), parts, at + 1);
};

const compilePath = (text: string): Expression => {
  const isVariable = text.startsWith('$$');
  const [name, ...rest] = pathParts(text.slice(isVariable ? 2 : 1));
  ensure(!isVariable || name === 'ROOT', 17276, `Use of undefined variable: ${name}`);
  const parts = isVariable ? rest : [name!, ...rest];
  return (root) => follow(root, parts);
};

const compileDocument = (doc: Doc): Expression => {
  const operator = Object.keys(doc).find((key) => key.startsWith('$'));
  if (operator)
    throw new MongoError(168, `Unrecognized expression '${operator}': not implemented by this store`);
  const fields = Object.entries(doc).map(([key, value]) => {
    ensure(pathParts(key).length === 1, 16412, `FieldPath field names may not contain '.': ${key}`);
    return [key, compileExpression(value)] as const;
  });
  return (root) => {
    const values = fields.map(([key, expression]) => [key, expression(root)] as const);
    return Object.fromEntries(values.filter(([, value]) => value !== undefined));
  };
};

/** Compiles an expression of fields (`$a.b`), `$$ROOT`, constants and documents of them; there are no operators. */
export const compileExpression = (value: unknown): Expression => {
  if (typeof value === 'string' && value.startsWith('$')) return compilePath(value);
  const doc = asDoc(value);
  return doc ? compileDocument(doc) : () => value;
};
