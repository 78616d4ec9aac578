import { partsOf } from '../aggregate/expression.js';
import { ensure } from '../errors.js';
import type { Doc } from '../values/bson.js';
import { asDoc, field, isNumber, put, toNumber, truthy } from '../values/types.js';
import { type Match, type MatchOptions, elementTest } from './matcher.js';

export type Projection = (doc: Doc, match: Match) => Doc;
type Make = (value: unknown, root: Doc, match: Match) => unknown;

/** What becomes of a field: it is made of its old value, or its own fields are seen to. */
interface Node {
  make: Make | undefined;
  /** It, or one of its fields, is computed, and so comes to be where there was none. */
  computes: boolean;
  fields: Map<string, Node>;
}

const nodeOf = (make?: Make, computes = false): Node => ({ make, computes, fields: new Map() });
const kept: Make = (value) => value;
const dropped: Make = () => undefined;

const plant = (node: Node, [head = '', ...rest]: string[], leaf: Node, path: string): void => {
  const [next, last] = [node.fields.get(head), rest.length === 0];
  ensure(!next || (!last && !next.make), last ? 31250 : 31249, `Path collision at ${path}`);
  node.computes ||= leaf.computes;
  node.fields.set(head, next ?? (last ? leaf : nodeOf()));
  if (!last) plant(node.fields.get(head)!, rest, leaf, path);
};

/** Gives a value its new form; `keep` says what becomes of fields that are not named. */
const shape = (value: unknown, node: Node, keep: boolean, root: Doc, match: Match): unknown => {
  if (node.make) return node.make(value, root, match);
  if (Array.isArray(value)) {
    const list = value.map((item) => shape(item, node, keep, root, match));
    return keep ? list : list.filter((item) => item !== undefined);
  }
  const doc = asDoc(value) ?? (node.computes ? {} : undefined);
  if (!doc) return keep ? value : undefined;
  // What is computed takes the place of a kept field, or comes last.
  const unnamed = nodeOf(keep ? kept : dropped);
  const named = (key: string) => node.fields.get(key) ?? unnamed;
  const old = Object.keys(doc).filter((key) => keep || !named(key).make || !named(key).computes);
  const added = node.computes ? [...node.fields.keys()].filter((key) => named(key).computes) : [];
  const result: Doc = {};
  for (const key of new Set([...old, ...added])) {
    const current = field(doc, key);
    const made = shape(current === undefined ? {} : current, named(key), keep, root, match);
    if (made !== undefined) put(result, key, made);
  }
  return result;
};

/** `$slice` of `find`: a number of elements from either end, or a place to start from and a number. */
const slicing = ([first = 0, second]: number[]): Make => {
  const [from, count] = second === undefined ? [Math.min(first, 0), Math.abs(first)] : [first, second];
  return (list) => {
    if (!Array.isArray(list)) return list;
    const start = from < 0 ? Math.max(0, list.length + from) : from;
    return list.slice(start, start + count);
  };
};

/** The element of an array that the filter matched. */
const matched: Make = (list, _, { position }) => {
  if (!Array.isArray(list)) return list;
  ensure(position !== undefined, 51246, "positional operator '.$' couldn't find a matching element");
  return [list[position]];
};

/**
 * Compiles a projection of `find`, or the `stage` `$project` or `$set`: stages do not know `$`, `$slice` and
 * `$elemMatch`, and `$set` keeps every field and computes all that is named. Undefined when it is empty.
 */
export const compileProjection = (
  value: unknown,
  options: MatchOptions & { stage?: '$project' | '$set' },
): Projection | undefined => {
  const spec = asDoc(value ?? {});
  ensure(spec, 14, 'projection must be an object');
  if (Object.keys(spec).length === 0) return undefined;
  const { stage, expression } = options;
  const tree = nodeOf();
  let keep: boolean | undefined = stage === '$set' || undefined;
  let keepsId = true;
  const add = (path: string, make: Make, computes = false): void =>
    plant(tree, partsOf(path), nodeOf(make, computes), path);
  const settle = (wanted: boolean, path: string, code = wanted ? 31254 : 31253): void => {
    keep ??= wanted;
    const [does, kind] = wanted ? ['exclusion', 'inclusion'] : ['inclusion', 'exclusion'];
    ensure(keep === wanted, code, `Cannot do ${does} on field ${path} in ${kind} projection`);
  };
  const enter = (path: string, operand: unknown): void => {
    const inner = asDoc(operand) ?? {};
    const [first] = Object.keys(inner);
    const flag = typeof operand === 'boolean' || isNumber(operand) ? truthy(operand) : undefined;
    const numbers = [inner.$slice].flat().map(toNumber);
    if (first && !first.startsWith('$')) {
      for (const key of Object.keys(inner)) enter(`${path}.${key}`, inner[key]);
    } else if (stage !== '$set' && flag !== undefined) {
      if (path === '_id') return void (keepsId = flag);
      settle(!flag, path);
      if (!stage && path.endsWith('.$')) add(path.slice(0, -2), matched);
      else add(path, flag ? kept : dropped);
    } else if (!stage && first === '$slice' && numbers.length < 3 && !numbers.includes(NaN)) {
      add(path, slicing(numbers));
    } else if (!stage && first === '$elemMatch') {
      settle(false, path);
      const test = elementTest(asDoc(inner.$elemMatch) ?? {}, options);
      add(path, (list) => (Array.isArray(list) && list.some(test) ? [list.find(test)] : undefined));
    } else {
      const fits = stage === '$set' || first !== undefined || !asDoc(operand);
      ensure(fits, 51270, `An empty sub-projection is not a valid value. Found at ${path}`);
      if (stage !== '$set') settle(false, path, 31252);
      const compute = expression(operand);
      add(path, (_, root) => compute(root), true);
    }
  };
  for (const path of Object.keys(spec)) enter(path, spec[path]);
  // The `_id` stays unless it is named to go; alone it says what kind of projection this is.
  const keeps = keep ?? !('_id' in spec && keepsId && tree.fields.size === 0);
  if (keepsId !== keeps && !tree.fields.has('_id')) add('_id', keeps ? dropped : kept);
  return (doc, match) => shape(doc, tree, keeps, doc, match) as Doc;
};
