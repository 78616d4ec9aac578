import { MongoError, bad, failedToParse } from '../errors.js';
import { type MatchOptions, compileFilter, equalitiesOf } from '../query/matcher.js';
import type { Doc } from '../values/bson.js';
import { equal } from '../values/keys.js';
import { ObjectId, Timestamp, asDoc, clone, has, put, typeOf } from '../values/types.js';
import { type FieldUpdate, fieldUpdate, now } from './operators.js';
import { type ArrayFilters, getAt, resolve, setAt, unsetAt } from './places.js';

export interface UpdateContext {
  /** What the positional `$` stands for. */
  position?: number | undefined;
  /** The document is being made by an upsert. */
  inserting: boolean;
}

/** Makes the new document from the old one, which is left alone. */
export type Update = (doc: Doc, context: UpdateContext) => Doc;

export interface UpdateOptions extends MatchOptions {
  arrayFilters?: unknown;
  /** Compiles an update pipeline. */
  pipeline: (stages: unknown[]) => (doc: Doc) => Doc;
}

const OPERATORS =
  /^\$(set|setOnInsert|unset|inc|mul|min|max|rename|currentDate|push|addToSet|pop|pull|pullAll|bit)$/;

/** The field names that a filter speaks of, without what follows the first dot. */
const roots = (filter: Doc): string[] =>
  Object.entries(filter).flatMap(([key, value]) =>
    key.startsWith('$') && Array.isArray(value)
      ? value.flatMap((part) => roots(asDoc(part) ?? {}))
      : [key.split('.')[0]!],
  );

const compileArrayFilters = (value: unknown, options: MatchOptions): ArrayFilters => {
  const filters: ArrayFilters = new Map();
  if (value === undefined) return filters;
  if (!Array.isArray(value)) {
    throw new MongoError(14, 'BSON field arrayFilters is the wrong type, expected type array');
  }
  for (const each of value) {
    const filter = asDoc(each) ?? {};
    const [name, other] = new Set(roots(filter));
    if (name === undefined) {
      throw failedToParse('Cannot use an expression without a top-level field name in arrayFilters');
    }
    if (other !== undefined) {
      throw failedToParse(
        `Error parsing array filter :: caused by :: Expected a single top-level field name, found '${name}' and '${other}'`,
      );
    }
    if (!/^[a-z][a-zA-Z0-9]*$/.test(name)) {
      throw bad(
        `Error parsing array filter :: caused by :: The top-level field name must be an alphanumeric string beginning with a lowercase letter, found '${name}'`,
      );
    }
    if (filters.has(name)) {
      throw failedToParse(`Found multiple array filters with the same top-level field name ${name}`);
    }
    const matches = compileFilter(filter, options);
    filters.set(name, (element) => matches({ [name]: element }));
  }
  return filters;
};

/** Refuses two updates of one place. */
const checkConflicts = (paths: string[]): void => {
  const known = new Set<string>();
  for (const path of [...paths].sort((a, b) => a.length - b.length)) {
    const parts = path.split('.');
    const clash = parts.map((_, i) => parts.slice(0, i + 1).join('.')).find((prefix) => known.has(prefix));
    if (clash) {
      throw new MongoError(40, `Updating the path '${path}' would create a conflict at '${clash}'`);
    }
    known.add(path);
  }
};

const checkPath = (path: string): void => {
  const parts = path.split('.');
  if (parts.includes('')) {
    throw new MongoError(56, `The update path '${path}' contains an empty field name, which is not allowed.`);
  }
  if (/^\$($|\[)/.test(parts[0]!)) {
    throw bad(`Cannot have positional (i.e. '$') element in the first position in path '${path}'`);
  }
};

interface Step {
  path: string;
  onInsert: boolean;
  /** Absent: the field is removed. */
  update?: FieldUpdate;
  /** `$rename`: where the value goes. */
  to?: string;
}

const compileStep = (operator: string, path: string, operand: unknown, options: UpdateOptions): Step => {
  checkPath(path);
  const step: Step = { path, onInsert: operator === '$setOnInsert' };
  if (operator === '$unset') return step;
  if (operator !== '$rename') return { ...step, update: fieldUpdate(operator, path, operand, options) };
  if (typeof operand !== 'string') {
    throw bad(`The 'to' field for $rename must be a string: ${path}: ${String(operand)}`);
  }
  checkPath(operand);
  if (operand === path) {
    throw bad(`The source and target field for $rename must differ: ${path}: "${operand}"`);
  }
  if (`${path}.${operand}`.includes('$')) throw bad(`The fields for $rename may not be dynamic: ${path}`);
  return { ...step, to: operand };
};

const compileSteps = (spec: Doc, options: UpdateOptions): Step[] =>
  Object.entries(spec).flatMap(([operator, operand]) => {
    if (!OPERATORS.test(operator)) {
      throw failedToParse(
        `Unknown modifier: ${operator}. Expected a valid update modifier or pipeline-style update specified as an array`,
      );
    }
    const fields = asDoc(operand);
    if (!fields) {
      throw failedToParse(
        `Modifiers operate on fields but we found type ${typeOf(operand)} instead. For example: {$mod: {<field>: ...}} not {${operator}: ${String(operand)}}`,
      );
    }
    return Object.keys(fields).map((path) => compileStep(operator, path, fields[path], options));
  });

const compileOperators = (spec: Doc, options: UpdateOptions): Update => {
  const steps = compileSteps(spec, options);
  const paths = steps.flatMap(({ path, to }) => (to === undefined ? [path] : [path, to]));
  checkConflicts(paths);
  const arrayFilters = compileArrayFilters(options.arrayFilters, options);
  for (const name of arrayFilters.keys()) {
    if (!paths.some((path) => path.includes(`$[${name}]`))) {
      throw failedToParse(
        `The array filter for identifier '${name}' was not used in the update ${JSON.stringify(spec)}`,
      );
    }
  }
  const fixed = steps.filter(({ to }) => to === undefined);
  const renames = steps.filter(({ to }) => to !== undefined);
  return (doc, { position, inserting }) => {
    const result = clone(doc);
    for (const { path, update, onInsert } of fixed) {
      if (onInsert && !inserting) continue;
      for (const parts of resolve(result, path, position, arrayFilters)) {
        if (!update) unsetAt(result, parts);
        const value = update?.(getAt(result, parts), doc._id);
        if (value !== undefined) setAt(result, parts, clone(value));
      }
    }
    for (const { path, to } of renames) {
      const value = getAt(result, path.split('.'));
      if (value === undefined) continue;
      unsetAt(result, path.split('.'));
      setAt(result, to!.split('.'), value);
    }
    return result;
  };
};

const immutable = (): MongoError =>
  new MongoError(66, `Performing an update on the path '_id' would modify the immutable field '_id'`);

const compileReplacement = (doc: Doc): Update => {
  const dollar = Object.keys(doc).find((key) => key.startsWith('$'));
  if (dollar) {
    throw new MongoError(
      52,
      `The dollar ($) prefixed field '${dollar}' in '${dollar}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
    );
  }
  return (old) => {
    if (has(old, '_id') && has(doc, '_id') && !equal(old._id, doc._id)) {
      throw new MongoError(
        66,
        `After applying the update, the (immutable) field '_id' was found to have been altered to _id: ${String(doc._id)}`,
      );
    }
    const result: Doc = has(old, '_id') ? { _id: old._id } : {};
    for (const key of Object.keys(doc)) {
      if (!has(result, key)) put(result, key, key === '_id' ? doc._id : freshTimestamp(clone(doc[key])));
    }
    return result;
  };
};

/** An update as given by a client: operators, a pipeline, or a whole document. */
export const compileUpdate = (
  spec: unknown,
  options: UpdateOptions,
): { update: Update; replaces: boolean } => {
  if (Array.isArray(spec)) {
    if (options.arrayFilters !== undefined) {
      throw failedToParse('arrayFilters may not be specified for pipeline-syle updates');
    }
    const run = options.pipeline(spec);
    return { update: (doc) => run(clone(doc)), replaces: false };
  }
  const doc = asDoc(spec);
  if (!doc) throw failedToParse(`Update argument must be either an object or an array`);
  const replaces = !Object.keys(doc)[0]?.startsWith('$');
  return { update: replaces ? compileReplacement(doc) : compileOperators(doc, options), replaces };
};

/** An empty top-level timestamp stands for now. */
export const freshTimestamp = (value: unknown): unknown =>
  value instanceof Timestamp && value.isZero() ? now() : value;

/** Runs an update on a stored document; the `_id` cannot change and stays first. */
export const applyUpdate = (update: Update, doc: Doc, position?: number): Doc => {
  const result = update(doc, { position, inserting: false });
  if (!has(result, '_id') || !equal(result._id, doc._id)) throw immutable();
  return result;
};

/** The document an upsert inserts: what the filter demands, then the update. */
export const upsertDocument = (filter: Doc, update: Update, replaces: boolean): Doc => {
  const seed: Doc = {};
  for (const [path, value] of Object.entries(equalitiesOf(filter))) {
    if (replaces && path !== '_id') continue;
    const known = getAt(seed, path.split('.'));
    if (known !== undefined && !equal(known, value)) {
      throw new MongoError(54, `cannot infer query fields to set, path '${path}' is matched twice`);
    }
    setAt(seed, path.split('.'), clone(value));
  }
  const seeded = seed._id;
  const result = update(seed, { inserting: true });
  if (seeded !== undefined && !equal(result._id, seeded)) throw immutable();
  return { _id: has(result, '_id') ? result._id : new ObjectId(), ...result };
};
