import { MongoError } from '../errors.js';
import { compileProjection } from '../query/projection.js';
import type { Doc } from '../values/bson.js';
import { asDoc, has, put, shown, typeOf } from '../values/types.js';
import { type Expression, type Scope, compile } from './expression.js';

/** A stage that makes one document of one. */
export type MapStage = (doc: Doc, vars: Record<string, unknown>) => Doc;

interface Node {
  children: Map<string, Node>;
  compute?: Expression;
}

const addSpec = (root: Node, spec: Doc, stage: string): void => {
  for (const path of Object.keys(spec)) {
    const operand = spec[path];
    if (path === '')
      throw new MongoError(
        40352,
        `Invalid ${stage} :: caused by :: FieldPath cannot be constructed with empty string`,
      );
    let node = root;
    for (const part of path.split('.')) {
      if (part.startsWith('$'))
        throw new MongoError(
          16410,
          `Invalid ${stage} :: caused by :: FieldPath field names may not start with '$'. Consider using $getField or $setField.`,
        );
      if (part === '')
        throw new MongoError(
          15998,
          `Invalid ${stage} :: caused by :: FieldPath field names may not be empty strings.`,
        );
      let child = node.children.get(part);
      if (!child) node.children.set(part, (child = { children: new Map() }));
      node = child;
    }
    if (node.compute || node.children.size > 0) {
      throw new MongoError(
        40176,
        `Invalid ${stage} :: caused by :: specification contains two conflicting paths. Cannot specify both '${path}' and its kin`,
      );
    }
    const inner = asDoc(operand);
    const keys = inner && Object.keys(inner);
    if (keys && keys.length > 0 && !keys[0]!.startsWith('$')) addSpec(node, inner, stage);
    else node.compute = compile(operand);
  }
};

const setFields = (value: unknown, node: Node, scope: Scope): unknown => {
  if (Array.isArray(value)) return value.map((item) => setFields(item, node, scope));
  const result: Doc = { ...asDoc(value) };
  for (const [key, child] of node.children) {
    const made = child.compute
      ? child.compute(scope)
      : setFields(has(result, key) ? result[key] : {}, child, scope);
    if (made === undefined) delete result[key];
    else put(result, key, made);
  }
  return result;
};

const set = (operand: unknown, name: string): MapStage => {
  const spec = asDoc(operand);
  if (!spec)
    throw new MongoError(40272, `${name} specification stage must be an object, got ${typeOf(operand)}`);
  const root: Node = { children: new Map() };
  addSpec(root, spec, name);
  return (doc, vars) => setFields(doc, root, { root: doc, vars }) as Doc;
};

const unset = (operand: unknown): MapStage => {
  const paths = Array.isArray(operand) ? operand : [operand];
  if (paths.length === 0 || paths.some((path) => typeof path !== 'string')) {
    throw new MongoError(31002, '$unset specification must be a string or an array');
  }
  return project(Object.fromEntries(paths.map((path: string) => [path, 0])), '$unset');
};

const project = (operand: unknown, name = '$project'): MapStage => {
  const spec = asDoc(operand);
  if (!spec) throw new MongoError(15969, `${name} specification must be an object`);
  if (Object.keys(spec).length === 0)
    throw new MongoError(
      51272,
      `Invalid ${name} :: caused by :: projection specification must have at least one field`,
    );
  let vars: Record<string, unknown> = {};
  const projection = compileProjection(spec, {
    stage: true,
    expression: (value) => {
      const expression = compile(value);
      return (doc: Doc) => expression({ root: doc, vars });
    },
  })!;
  return (doc, given) => {
    vars = given;
    return projection(doc, {});
  };
};

const replaceRoot =
  (expression: Expression, name: string): MapStage =>
  (doc, vars) => {
    const value = expression({ root: doc, vars });
    const made = asDoc(value);
    if (!made) {
      throw new MongoError(
        40228,
        `'newRoot' expression must evaluate to an object, but resulting value was: ${shown(value)}. Type of resulting value: '${value === undefined ? 'missing' : typeOf(value)}'. (${name})`,
      );
    }
    return made;
  };

export const MAP_STAGES: Record<string, (operand: unknown, name: string) => MapStage> = {
  $set: set,
  $addFields: set,
  $unset: unset,
  $project: (operand) => project(operand),
  $replaceRoot: (operand, name) => {
    const spec = asDoc(operand);
    if (!spec || !has(spec, 'newRoot'))
      throw new MongoError(40231, 'no newRoot specified for the $replaceRoot stage');
    return replaceRoot(compile(spec.newRoot), name);
  },
  $replaceWith: (operand, name) => replaceRoot(compile(operand), name),
};

/** A stage document's only field: its name and operand. */
export const stageOf = (stage: unknown): [string, unknown] => {
  const doc = asDoc(stage);
  if (!doc) throw new MongoError(14, "Each element of the 'pipeline' array must be an object");
  const keys = Object.keys(doc);
  if (keys.length !== 1)
    throw new MongoError(40323, 'A pipeline stage specification object must contain exactly one field.');
  return [keys[0]!, doc[keys[0]!]];
};
