import { MongoError, ensure, failedToParse, notImplemented } from '../errors.js';
import { equalitiesOf } from '../query/matcher.js';
import { isIndex } from '../query/paths.js';
import type { Doc } from '../values/bson.js';
import { equal } from '../values/keys.js';
import { ObjectId, Timestamp, asDoc, clone, has, put, typeOf } from '../values/types.js';
import { OPERATORS, now } from './operators.js';
import { changeAt, compileArrayFilters } from './paths.js';

/**
 * Makes the new document from the old one, which is left alone. `position` is what the positional `$` stands for,
 * `inserting` says that the document is being made by an upsert.
 */
export type Update = (doc: Doc, position?: number, inserting?: boolean) => Doc;

const checkPaths = (paths: string[]): void => {
  for (const path of paths) {
    ensure(!path.split('.').includes(''), 56, `The update path '${path}' contains an empty field name`);
    const misplaced = /^\$(\.|\[|$)|\.\$\..*\.\$(\.|$)/.test(path);
    ensure(!misplaced, 2, `Cannot have positional (i.e. '$') element first or twice in path '${path}'`);
  }
  // Sorted like this, a path that contains others stands right before them.
  const sorted = paths.map((path) => `${path}.`).sort();
  const clash = sorted.findIndex((path, i) => sorted[i + 1]?.startsWith(path));
  const [whole, part] = sorted.slice(clash).map((path) => path.slice(0, -1));
  ensure(clash < 0, 40, `Updating the path '${part}' would create a conflict at '${whole}'`);
};

const compileSteps = (operator: string, operand: unknown) => {
  const compile = Object.hasOwn(OPERATORS, operator) && OPERATORS[operator];
  if (!compile) throw failedToParse(`Unknown modifier: ${operator}: not implemented by this store`);
  const fields = asDoc(operand);
  if (!fields) throw failedToParse(`Modifiers operate on fields but we found type ${typeOf(operand)}`);
  return Object.entries(fields).map(([path, value]) => {
    const update = compile(value, path);
    return { operator, update, paths: operator === '$rename' ? [path, String(value)] : [path] };
  });
};

/** MongoDB's order of fields in an update: by names, those that are numbers by value. */
const compareParts = (a: string[], b: string[]): number => {
  const at = a.findIndex((part, i) => part !== b[i]);
  const [one, other] = [a[at] ?? '', b[at] ?? ''];
  if (isIndex(one) && isIndex(other)) return Number(one) - Number(other);
  return one < other ? -1 : 1;
};

const compileOperators = (spec: Doc, arrayFilters: unknown): Update => {
  const steps = Object.entries(spec).flatMap(([name, operand]) => compileSteps(name, operand));
  const paths = steps.flatMap((step) => step.paths);
  checkPaths(paths);
  const filters = compileArrayFilters(arrayFilters, paths);
  const ordered = steps
    .map((step) => ({ ...step, parts: step.paths.at(-1)!.split('.') }))
    .sort((a, b) => compareParts(a.parts, b.parts));
  return (doc, position, inserting) => {
    const result = clone(doc);
    for (const { operator, parts, update } of ordered) {
      if (operator === '$setOnInsert' && !inserting) continue;
      const path = parts.map((part) => (part === '$' ? String(position ?? part) : part));
      changeAt(result, path, (current) => clone(update(current, result)), filters);
    }
    return result;
  };
};

/** An empty top-level timestamp stands for now. */
export const freshTimestamp = (value: unknown): unknown =>
  value instanceof Timestamp && value.isZero() ? now() : value;

const compileReplacement = (spec: Doc): Update => {
  const dollar = Object.keys(spec).find((key) => key.startsWith('$'));
  ensure(!dollar, 52, `The dollar ($) prefixed field '${dollar}' is not allowed in a replacement`);
  return (old) => {
    const result: Doc = has(old, '_id') ? { _id: old._id } : {};
    for (const key of Object.keys(spec))
      put(result, key, key === '_id' ? spec._id : freshTimestamp(clone(spec[key])));
    return result;
  };
};

/** An update as given by a client: operators, or a whole document. */
export const compileUpdate = (spec: unknown, arrayFilters?: unknown) => {
  if (Array.isArray(spec)) throw notImplemented('An update by a pipeline');
  const doc = asDoc(spec);
  if (!doc) throw failedToParse('Update argument must be either an object or an array');
  const replaces = !Object.keys(doc)[0]?.startsWith('$');
  return { update: replaces ? compileReplacement(doc) : compileOperators(doc, arrayFilters), replaces };
};

const checkSameId = (doc: Doc, result: Doc): Doc => {
  if (has(result, '_id') && equal(result._id, doc._id)) return result;
  throw new MongoError(66, `Performing an update on the path '_id' would modify the immutable field '_id'`);
};

/** Runs an update on a stored document; the `_id` cannot change and stays first. */
export const applyUpdate = (update: Update, doc: Doc, position?: number): Doc =>
  checkSameId(doc, update(doc, position));

/** The document an upsert inserts: what the filter demands, then the update. */
export const upsertDocument = (filter: Doc, update: Update, replaces: boolean): Doc => {
  const seed: Doc = {};
  const equalities = equalitiesOf(filter).filter(([path]) => !replaces || path === '_id');
  for (const [path, value] of equalities) {
    const twice = equalities.find(
      ([other, known]) =>
        `${path}.`.startsWith(`${other}.`) && (other.length < path.length || !equal(known, value)),
    );
    ensure(!twice, 54, `cannot infer query fields to set, path '${twice?.[0]}' is matched twice`);
    changeAt(seed, path.split('.'), () => clone(value));
  }
  const result = update(seed, undefined, true);
  if (has(seed, '_id')) checkSameId(seed, result);
  return { _id: new ObjectId(), ...result };
};
