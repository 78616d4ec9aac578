import { MongoError } from '../errors.js';
import type { Doc } from '../values/bson.js';
import { asDoc, has, isNumber, put, toNumber, truthy } from '../values/types.js';
import { type Match, type MatchOptions, type Matcher, compileFilter } from './matcher.js';

export type Projection = (doc: Doc, match: Match) => Doc;

interface Node {
  children: Map<string, Node>;
  /** Set on a leaf. */
  leaf?: unknown;
  compute?: (doc: Doc) => unknown;
}

const isFlag = (value: unknown): boolean => typeof value === 'boolean' || isNumber(value);

const insert = (root: Node, path: string, node: Partial<Node>): void => {
  let at = root;
  const parts = path.split('.');
  if (parts.includes('')) throw new MongoError(15998, 'FieldPath field names may not be empty strings.');
  for (const [i, part] of parts.entries()) {
    if (at.leaf !== undefined || at.compute) {
      throw new MongoError(31249, `Path collision at ${path} remaining portion ${parts.slice(i).join('.')}`);
    }
    let child = at.children.get(part);
    if (!child) at.children.set(part, (child = { children: new Map() }));
    at = child;
  }
  if (at.children.size > 0 || at.leaf !== undefined) throw new MongoError(31250, `Path collision at ${path}`);
  Object.assign(at, node);
};

const include = (value: unknown, node: Node, root: Doc, top: boolean): unknown => {
  if (Array.isArray(value)) {
    return value.map((item) => include(item, node, root, false)).filter((item) => item !== undefined);
  }
  const doc = asDoc(value);
  if (!doc) return undefined;
  const result: Doc = {};
  for (const key of Object.keys(doc)) {
    const child = node.children.get(key);
    if (!child) continue;
    if (child.compute) continue;
    const kept = child.leaf !== undefined ? doc[key] : include(doc[key], child, root, false);
    if (kept !== undefined) put(result, key, kept);
  }
  computed(result, node, root, top);
  return result;
};

/** Fields made by expressions come after those of the document. */
const computed = (result: Doc, node: Node, root: Doc, top: boolean): void => {
  for (const [key, child] of node.children) {
    if (child.compute) {
      const value = child.compute(root);
      if (value !== undefined) put(result, key, value);
    } else if (!has(result, key) && hasCompute(child)) {
      const inner = include({}, child, root, false);
      if (top || inner !== undefined) put(result, key, inner);
    }
  }
};

const hasCompute = (node: Node): boolean =>
  node.compute !== undefined || [...node.children.values()].some(hasCompute);

const exclude = (value: unknown, node: Node): unknown => {
  if (Array.isArray(value))
    return value.map((item) => (Array.isArray(item) || asDoc(item) ? exclude(item, node) : item));
  const doc = asDoc(value);
  if (!doc) return value;
  const result: Doc = {};
  for (const key of Object.keys(doc)) {
    const child = node.children.get(key);
    if (!child) put(result, key, doc[key]);
    else if (child.leaf === undefined) put(result, key, exclude(doc[key], child));
  }
  return result;
};

const slice = (value: unknown, spec: unknown): unknown => {
  if (!Array.isArray(value)) return value;
  if (!Array.isArray(spec)) {
    const count = toNumber(spec);
    return count >= 0 ? value.slice(0, count) : value.slice(count);
  }
  const [skip = 0, limit = 0] = spec.map(toNumber);
  const start = skip < 0 ? Math.max(0, value.length + skip) : skip;
  return value.slice(start, start + limit);
};

type Change = (doc: Doc, match: Match) => void;

const edit = (doc: Doc, path: string, change: (value: unknown) => unknown): void => {
  const [head, ...rest] = path.split('.');
  const value = doc[head!];
  if (value === undefined) return;
  if (rest.length === 0) {
    const changed = change(value);
    if (changed === undefined) delete doc[head!];
    else put(doc, head!, changed);
    return;
  }
  const down = (item: unknown): unknown => {
    const inner = asDoc(item);
    if (!inner) return item;
    const copy = { ...inner };
    edit(copy, rest.join('.'), change);
    return copy;
  };
  put(doc, head!, Array.isArray(value) ? value.map(down) : down(value));
};

/**
 * Compiles a projection of `find` or `$project`. `stage` refuses what only `find` knows: `$`, `$slice`, `$elemMatch`.
 */
export const compileProjection = (
  value: unknown,
  options: MatchOptions & { stage?: boolean },
): Projection | undefined => {
  const spec = asDoc(value);
  if (!spec) {
    if (value === undefined || value === null) return undefined;
    throw new MongoError(14, 'projection must be an object');
  }
  if (Object.keys(spec).length === 0) return undefined;
  const root: Node = { children: new Map() };
  const changes: Change[] = [];
  let mode: 'include' | 'exclude' | undefined;
  let idFlag: boolean | undefined;
  const setMode = (wanted: 'include' | 'exclude', path: string): void => {
    if (mode && mode !== wanted) {
      throw wanted === 'exclude'
        ? new MongoError(31254, `Cannot do exclusion on field ${path} in inclusion projection`)
        : new MongoError(31253, `Cannot do inclusion on field ${path} in exclusion projection`);
    }
    mode = wanted;
  };

  const entry = (path: string, operand: unknown): void => {
    const inner = asDoc(operand);
    const operator = inner && Object.keys(inner)[0];
    if (isFlag(operand)) {
      if (path === '_id') {
        idFlag = truthy(operand);
        return;
      }
      if (path.endsWith('.$') && !options.stage) {
        setMode('include', path);
        const array = path.slice(0, -2);
        insert(root, array, { leaf: true });
        changes.push((doc, match) =>
          edit(doc, array, (list) =>
            Array.isArray(list) && match.position !== undefined ? [list[match.position]] : list,
          ),
        );
        return;
      }
      setMode(truthy(operand) ? 'include' : 'exclude', path);
      insert(root, path, { leaf: true });
    } else if (operator === '$slice' && !options.stage && !isExpressionSlice(inner!.$slice)) {
      changes.push((doc) => edit(doc, path, (list) => slice(list, inner!.$slice)));
      if (mode === 'include') insert(root, path, { leaf: true });
      sliced.push(path);
    } else if (operator === '$elemMatch' && !options.stage) {
      setMode('include', path);
      insert(root, path, { leaf: true });
      const test = compileFilter({ [path]: inner }, options);
      changes.push(elemMatchChange(path, test));
    } else if (operator === '$meta') {
      throw new MongoError(238, '$meta is not implemented by this store');
    } else if (inner && operator !== undefined && !operator.startsWith('$')) {
      for (const key of Object.keys(inner)) entry(`${path}.${key}`, inner[key]);
    } else {
      if (inner && operator === undefined)
        throw new MongoError(
          51270,
          `An empty sub-projection is not a valid value. Found empty object at path`,
        );
      if (mode === 'exclude')
        throw new MongoError(31252, `Cannot use an expression ${path} in an exclusion projection`);
      mode = 'include';
      insert(root, path, { compute: options.expression(operand) });
    }
  };
  const sliced: string[] = [];
  for (const path of Object.keys(spec)) {
    if (path.startsWith('$'))
      throw new MongoError(
        16410,
        `FieldPath field names may not start with '$'. Consider using $getField or $setField.`,
      );
    entry(path, spec[path]);
  }
  if (sliced.length > 0 && mode === 'include') {
    for (const path of sliced) if (!reaches(root, path)) insert(root, path, { leaf: true });
  }
  if (mode === undefined && sliced.length === 0) mode = idFlag ? 'include' : 'exclude';
  mode ??= 'exclude';
  if (mode === 'include') {
    if (idFlag !== false && !root.children.has('_id')) insert(root, '_id', { leaf: true });
  } else if (idFlag === false) insert(root, '_id', { leaf: true });
  const including = mode === 'include';
  return (doc, match) => {
    const result = (including ? include(doc, root, doc, true) : exclude(doc, root)) as Doc;
    const ordered =
      including &&
      has(result, '_id') &&
      Object.keys(result)[0] !== '_id' &&
      !root.children.get('_id')?.compute
        ? { _id: result._id, ...result }
        : result;
    for (const change of changes) change(ordered, match);
    return ordered;
  };
};

const reaches = (root: Node, path: string): boolean => {
  let node: Node | undefined = root;
  for (const part of path.split('.')) {
    if (node?.leaf !== undefined) return true;
    node = node?.children.get(part);
  }
  return node !== undefined;
};

const isExpressionSlice = (value: unknown): boolean =>
  Array.isArray(value) && !(value.length === 2 && value.every(isNumber));

const elemMatchChange =
  (path: string, test: Matcher): Change =>
  (doc) =>
    edit(doc, path, (list) => {
      if (!Array.isArray(list)) return undefined;
      const found = list.find((item) => test({ [path]: [item] }));
      return found === undefined ? undefined : [found];
    });
