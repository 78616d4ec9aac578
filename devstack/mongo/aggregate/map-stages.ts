import { MongoError } from '../errors.js';
import { compileProjection } from '../query/projection.js';
import type { Doc } from '../values/bson.js';
import { asDoc, has, put, shown } from '../values/types.js';
import { type Expression, type Scope, compile, compileExpression, partsOf } from './expression.js';

/** Makes one document of one. */
export type MapStage = (doc: Doc) => Doc;

/** A stage document's only field: its name and operand. */
export const stageOf = (stage: unknown): [string, unknown] => {
  const doc = asDoc(stage);
  if (!doc) throw new MongoError(14, "Each element of the 'pipeline' array must be an object");
  const [name, ...others] = Object.keys(doc);
  if (name === undefined || others.length > 0)
    throw new MongoError(40323, 'A pipeline stage specification object must contain exactly one field.');
  return [name, doc[name]];
};

/** An operand that must be a document with no other fields than `known`. */
export const specOf = (operand: unknown, name: string, known?: string[]): Doc => {
  const spec = asDoc(operand);
  if (!spec) throw new MongoError(9, `the ${name} specification must be an object`);
  const unknown = known && Object.keys(spec).find((key) => !known.includes(key));
  if (unknown) throw new MongoError(9, `unrecognized option to ${name} stage: ${unknown}`);
  return spec;
};

interface Node {
  children: Map<string, Node>;
  compute?: Expression;
}

const plant = (root: Node, spec: Doc, name: string): Node => {
  for (const path of Object.keys(spec)) {
    let node = root;
    for (const part of partsOf(path)) {
      const child = node.children.get(part) ?? { children: new Map<string, Node>() };
      if (node.compute) break;
      node.children.set(part, child);
      node = child;
    }
    if (node.compute || node.children.size > 0)
      throw new MongoError(40176, `Invalid ${name} :: specification contains two conflicting paths: ${path}`);
    const inner = asDoc(spec[path]);
    const first = inner && Object.keys(inner)[0];
    if (first !== undefined && !first.startsWith('$')) plant(node, inner!, name);
    else node.compute = compile(spec[path]);
  }
  return root;
};

const setFields = (value: unknown, node: Node, scope: Scope): unknown => {
  if (Array.isArray(value)) return value.map((item) => setFields(item, node, scope));
  const result: Doc = { ...asDoc(value) };
  for (const [key, child] of node.children) {
    const old = has(result, key) ? result[key] : {};
    const made = child.compute ? child.compute(scope) : setFields(old, child, scope);
    if (made === undefined) delete result[key];
    else put(result, key, made);
  }
  return result;
};

const set = (operand: unknown, vars: Doc, name: string): MapStage => {
  const tree = plant({ children: new Map() }, specOf(operand, name), name);
  return (root) => setFields(root, tree, { root, vars }) as Doc;
};

const project = (operand: unknown, vars: Doc, name: string): MapStage => {
  const expression = (value: unknown) => compileExpression(value, vars);
  const projection = compileProjection(specOf(operand, name), { stage: true, expression });
  if (!projection) throw new MongoError(51272, `Invalid ${name} :: it must have at least one field`);
  return (doc) => projection(doc, {});
};

const unset = (operand: unknown, vars: Doc, name: string): MapStage => {
  const paths: unknown[] = Array.isArray(operand) ? operand : [operand];
  if (paths.some((path) => typeof path !== 'string'))
    throw new MongoError(31002, '$unset specification must be a string or an array');
  return project(Object.fromEntries(paths.map((path) => [path, 0])), vars, name);
};

const replaceRoot = (operand: unknown, vars: Doc, name: string): MapStage => {
  const given = name === '$replaceRoot' ? specOf(operand, name, ['newRoot']).newRoot : operand;
  const expression = compile(given);
  return (root) => {
    const value = expression({ root, vars });
    const made = asDoc(value);
    if (made) return made;
    throw new MongoError(40228, `'newRoot' expression must evaluate to an object, not ${shown(value)}`);
  };
};

export const MAP_STAGES: Record<string, (operand: unknown, vars: Doc, name: string) => MapStage> = {
  $set: set,
  $addFields: set,
  $unset: unset,
  $project: project,
  $replaceRoot: replaceRoot,
  $replaceWith: replaceRoot,
};
