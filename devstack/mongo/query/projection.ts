import { MongoError } from '../errors.js';
import type { Doc } from '../values/bson.js';
import { asDoc, has, isNumber, put, toNumber, truthy } from '../values/types.js';
import { type Match, type MatchOptions, compileFilter } from './matcher.js';

export type Projection = (doc: Doc, match: Match) => Doc;

/** What becomes of a field: `true` names it, a function computes it, a tree goes on into its fields. */
type Leaf = true | ((doc: Doc) => unknown);
type Tree = Map<string, Tree | Leaf>;

const insert = (root: Tree, path: string, leaf: Leaf): void => {
  const parts = path.split('.');
  if (parts.includes('')) throw new MongoError(15998, 'FieldPath field names may not be empty strings.');
  const last = parts.pop()!;
  let at = root;
  for (const [i, part] of parts.entries()) {
    const next = at.get(part) ?? new Map<string, Tree | Leaf>();
    if (!(next instanceof Map)) {
      const rest = [...parts, last].slice(i + 1).join('.');
      throw new MongoError(31249, `Path collision at ${path} remaining portion ${rest}`);
    }
    at.set(part, next);
    at = next;
  }
  if (at.has(last)) throw new MongoError(31250, `Path collision at ${path}`);
  at.set(last, leaf);
};

const reaches = (root: Tree, path: string): boolean => {
  let node: Tree | Leaf | undefined = root;
  for (const part of path.split('.')) if (node instanceof Map) node = node.get(part);
  return node !== undefined;
};

const computes = (node: Tree | Leaf): boolean =>
  node instanceof Map ? [...node.values()].some(computes) : node !== true;

const include = (value: unknown, tree: Tree, root: Doc): unknown => {
  if (Array.isArray(value)) {
    return value.map((item) => include(item, tree, root)).filter((item) => item !== undefined);
  }
  const doc = asDoc(value);
  if (!doc) return undefined;
  const result: Doc = {};
  for (const key of Object.keys(doc)) {
    const node = tree.get(key);
    const kept = node === true ? doc[key] : node instanceof Map ? include(doc[key], node, root) : undefined;
    if (kept !== undefined) put(result, key, kept);
  }
  // Fields made by expressions come after those of the document.
  for (const [key, node] of tree) {
    if (node === true || has(result, key) || !computes(node)) continue;
    const made = node instanceof Map ? include({}, node, root) : node(root);
    if (made !== undefined) put(result, key, made);
  }
  return result;
};

const exclude = (value: unknown, tree: Tree): unknown => {
  if (Array.isArray(value)) return value.map((item) => exclude(item, tree));
  const doc = asDoc(value);
  if (!doc) return value;
  const result: Doc = {};
  for (const key of Object.keys(doc)) {
    const node = tree.get(key);
    if (!node) put(result, key, doc[key]);
    else if (node instanceof Map) put(result, key, exclude(doc[key], node));
  }
  return result;
};

const slice = (value: unknown, spec: unknown): unknown => {
  if (!Array.isArray(value)) return value;
  if (!Array.isArray(spec))
    return toNumber(spec) >= 0 ? value.slice(0, toNumber(spec)) : value.slice(toNumber(spec));
  const [skip = 0, limit = 0] = spec.map(toNumber);
  const start = skip < 0 ? Math.max(0, value.length + skip) : skip;
  return value.slice(start, start + limit);
};

const isSlice = (value: unknown): boolean =>
  isNumber(value) || (Array.isArray(value) && value.length === 2 && value.every(isNumber));

/** Changes the value at a path of a fresh document; what is on the way is copied. */
const edit = (doc: Doc, path: string, change: (value: unknown) => unknown): void => {
  const [head = '', ...rest] = path.split('.');
  if (!has(doc, head)) return;
  const down = (item: unknown): unknown => {
    const copy = asDoc(item) && { ...asDoc(item) };
    if (copy) edit(copy, rest.join('.'), change);
    return copy ?? item;
  };
  const value = doc[head];
  const changed = rest.length === 0 ? change(value) : Array.isArray(value) ? value.map(down) : down(value);
  if (changed === undefined) delete doc[head];
  else put(doc, head, changed);
};

type Change = (doc: Doc, match: Match) => void;

class Compiler {
  readonly tree: Tree = new Map();
  readonly changes: Change[] = [];
  readonly sliced: string[] = [];
  mode: 'include' | 'exclude' | undefined;
  keepsId: boolean | undefined;

  constructor(private readonly options: MatchOptions & { stage?: boolean }) {}

  entry(path: string, operand: unknown): void {
    if (path.startsWith('$')) {
      throw new MongoError(
        16410,
        `FieldPath field names may not start with '$'. Consider using $getField or $setField.`,
      );
    }
    if (typeof operand === 'boolean' || isNumber(operand)) return this.flag(path, truthy(operand));
    const inner = asDoc(operand);
    const operator = inner && Object.keys(inner)[0];
    if (inner && operator === undefined) {
      throw new MongoError(51270, `An empty sub-projection is not a valid value. Found empty object at path`);
    }
    if (inner && !operator!.startsWith('$')) {
      return Object.keys(inner).forEach((key) => this.entry(`${path}.${key}`, inner[key]));
    }
    if (operator === '$meta') throw new MongoError(238, '$meta is not implemented by this store');
    if (operator === '$slice' && !this.options.stage && isSlice(inner!.$slice)) {
      this.sliced.push(path);
      this.changes.push((doc) => edit(doc, path, (list) => slice(list, inner!.$slice)));
    } else if (operator === '$elemMatch' && !this.options.stage) {
      this.setMode('include', path);
      insert(this.tree, path, true);
      const test = compileFilter({ v: inner }, this.options);
      this.changes.push((doc) =>
        edit(doc, path, (list) => {
          const at = Array.isArray(list) ? list.findIndex((item) => test({ v: [item] })) : -1;
          return at < 0 ? undefined : [(list as unknown[])[at]];
        }),
      );
    } else {
      if (this.mode === 'exclude') {
        throw new MongoError(31252, `Cannot use an expression ${path} in an exclusion projection`);
      }
      this.mode = 'include';
      insert(this.tree, path, this.options.expression(operand));
    }
  }

  private flag(path: string, keep: boolean): void {
    if (path === '_id') {
      this.keepsId = keep;
      return;
    }
    this.setMode(keep ? 'include' : 'exclude', path);
    const positional = path.endsWith('.$') && !this.options.stage;
    const field = positional ? path.slice(0, -2) : path;
    insert(this.tree, field, true);
    if (!positional) return;
    this.changes.push((doc, { position }) =>
      edit(doc, field, (list) => (Array.isArray(list) && position !== undefined ? [list[position]] : list)),
    );
  }

  private setMode(wanted: 'include' | 'exclude', path: string): void {
    if (this.mode && this.mode !== wanted) {
      throw wanted === 'exclude'
        ? new MongoError(31254, `Cannot do exclusion on field ${path} in inclusion projection`)
        : new MongoError(31253, `Cannot do inclusion on field ${path} in exclusion projection`);
    }
    this.mode = wanted;
  }
}

/**
 * Compiles a projection of `find` or `$project`. `stage` refuses what only `find` knows: `$`, `$slice`, `$elemMatch`.
 */
export const compileProjection = (
  value: unknown,
  options: MatchOptions & { stage?: boolean },
): Projection | undefined => {
  if (value === undefined || value === null) return undefined;
  const spec = asDoc(value);
  if (!spec) throw new MongoError(14, 'projection must be an object');
  if (Object.keys(spec).length === 0) return undefined;
  const compiler = new Compiler(options);
  for (const path of Object.keys(spec)) compiler.entry(path, spec[path]);
  const { tree, changes, sliced, keepsId } = compiler;
  const including = (compiler.mode ?? (keepsId && sliced.length === 0 ? 'include' : 'exclude')) === 'include';
  if (including) for (const path of sliced) if (!reaches(tree, path)) insert(tree, path, true);
  if ((keepsId ?? true) === including && !tree.has('_id')) insert(tree, '_id', true);
  return (doc, match) => {
    let result = (including ? include(doc, tree, doc) : exclude(doc, tree)) as Doc;
    if (including && has(result, '_id') && tree.get('_id') === true) result = { _id: result._id, ...result };
    for (const change of changes) change(result, match);
    return result;
  };
};
