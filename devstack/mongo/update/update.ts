import { MongoError, bad, failedToParse } from '../errors.js';
import { type MatchOptions, compileFilter, equalitiesOf } from '../query/matcher.js';
import type { Doc } from '../values/bson.js';
import { equal } from '../values/keys.js';
import { ObjectId, Timestamp, asDoc, clone, has, put } from '../values/types.js';
import { type FieldUpdate, fieldUpdate } from './operators.js';
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

const compileArrayFilters = (value: unknown, options: MatchOptions): ArrayFilters => {
  const filters: ArrayFilters = new Map();
  if (value === undefined) return filters;
  if (!Array.isArray(value))
    throw new MongoError(14, 'BSON field arrayFilters is the wrong type, expected type array');
  for (const each of value) {
    const filter = asDoc(each) ?? {};
    const names = new Set(identifiers(filter));
    const [name] = names;
    if (name === undefined)
      throw failedToParse('Cannot use an expression without a top-level field name in arrayFilters');
    if (names.size > 1) {
      throw failedToParse(
        `Error parsing array filter :: caused by :: Expected a single top-level field name, found '${[...names].join("' and '")}'`,
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

const identifiers = (filter: Doc): string[] =>
  Object.keys(filter).flatMap((key) =>
    key.startsWith('$') && Array.isArray(filter[key])
      ? filter[key].flatMap((part) => identifiers(asDoc(part) ?? {}))
      : [key.split('.')[0]!],
  );

/** A field update for each path; refuses two that touch the same place. */
const checkConflicts = (paths: string[]): void => {
  const sorted = [...paths].sort();
  for (let i = 0; i < sorted.length; i++) {
    for (let j = i + 1; j < sorted.length; j++) {
      if (sorted[j] === sorted[i] || sorted[j]!.startsWith(`${sorted[i]}.`)) {
        throw new MongoError(
          40,
          `Updating the path '${sorted[j]}' would create a conflict at '${sorted[i]}'`,
        );
      }
    }
  }
};

const checkPath = (path: string): void => {
  if (path === '') throw new MongoError(56, 'An empty update path is not valid.');
  const parts = path.split('.');
  if (parts.includes('')) {
    throw new MongoError(56, `The update path '${path}' contains an empty field name, which is not allowed.`);
  }
  if (parts[0] === '$' || parts[0]!.startsWith('$[')) {
    throw bad(`Cannot have positional (i.e. '$') element in the first position in path '${path}'`);
  }
};

interface Step {
  operator: string;
  path: string;
  update: FieldUpdate;
}

const compileOperators = (spec: Doc, options: UpdateOptions): Update => {
  const steps: Step[] = [];
  const renames: { from: string; to: string }[] = [];
  const paths: string[] = [];
  for (const operator of Object.keys(spec)) {
    if (!operator.startsWith('$')) {
      throw failedToParse(
        `Unknown modifier: ${operator}. Expected a valid update modifier or pipeline-style update specified as an array`,
      );
    }
    const fields = asDoc(spec[operator]);
    if (operator !== '$rename' && operator !== '$unset') fieldUpdateName(operator, options);
    if (!fields) {
      throw failedToParse(
        `Modifiers operate on fields but we found type ${typeof spec[operator]} instead. For example: {$mod: {<field>: ...}} not {${operator}: ${String(spec[operator])}}`,
      );
    }
    for (const path of Object.keys(fields)) {
      checkPath(path);
      paths.push(path);
      const value = fields[path];
      if (operator === '$rename') {
        if (typeof value !== 'string')
          throw bad(`The 'to' field for $rename must be a string: ${path}: ${String(value)}`);
        checkPath(value);
        if (value === path)
          throw bad(`The source and target field for $rename must differ: ${path}: "${value}"`);
        paths.push(value);
        renames.push({ from: path, to: value });
      } else if (operator === '$unset') steps.push({ operator, path, update: () => undefined });
      else steps.push({ operator, path, update: fieldUpdate(operator, path, value, options) });
    }
  }
  checkConflicts(paths);
  const arrayFilters = compileArrayFilters(options.arrayFilters, options);
  for (const name of arrayFilters.keys()) {
    if (!paths.some((path) => path.includes(`$[${name}]`))) {
      throw failedToParse(
        `The array filter for identifier '${name}' was not used in the update ${JSON.stringify(spec)}`,
      );
    }
  }
  return (doc, { position, inserting }) => {
    const result = clone(doc);
    const context = { position, arrayFilters, used: new Set<string>() };
    // MongoDB applies the fields in the order of their names.
    for (const { operator, path, update } of steps) {
      if (operator === '$setOnInsert' && !inserting) continue;
      const targets = resolve(result, path, context);
      if (path.includes('$')) checkConflicts(targets.map((parts) => parts.join('.')));
      for (const parts of targets) {
        if (operator === '$unset') {
          unsetAt(result, parts);
          continue;
        }
        const value = update(getAt(result, parts), doc._id);
        if (value !== undefined) setAt(result, parts, clone(value));
      }
    }
    for (const { from, to } of renames) {
      const value = getAt(result, from.split('.'));
      if (value === undefined) continue;
      unsetAt(result, from.split('.'));
      setAt(result, to.split('.'), value);
    }
    return result;
  };
};

const fieldUpdateName = (operator: string, options: UpdateOptions): void => {
  const samples: Record<string, unknown> = {
    $inc: 1,
    $mul: 1,
    $currentDate: true,
    $bit: { and: 1 },
    $pull: 1,
  };
  fieldUpdate(operator, 'x', samples[operator], options);
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
  if (Object.keys(doc)[0]?.startsWith('$'))
    return { update: compileOperators(doc, options), replaces: false };
  for (const key of Object.keys(doc)) {
    if (key.startsWith('$')) {
      throw new MongoError(
        52,
        `The dollar ($) prefixed field '${key}' in '${key}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
      );
    }
  }
  return {
    update: (old) => {
      const result: Doc = {};
      if (has(old, '_id')) put(result, '_id', old._id);
      for (const key of Object.keys(doc)) {
        if (key !== '_id') put(result, key, freshTimestamp(clone(doc[key])));
        else if (has(old, '_id') && !equal(old._id, doc._id)) throw immutable(old._id);
        else put(result, '_id', doc._id);
      }
      return result;
    },
    replaces: true,
  };
};

/** An empty top-level timestamp stands for now. */
export const freshTimestamp = (value: unknown): unknown =>
  value instanceof Timestamp && value.isZero()
    ? new Timestamp({ t: Math.floor(Date.now() / 1000), i: 1 })
    : value;

const immutable = (id: unknown): MongoError =>
  new MongoError(
    66,
    `After applying the update, the (immutable) field '_id' was found to have been altered to _id: ${String(id)}`,
  );

/** Runs an update on a stored document; the `_id` cannot change and stays first. */
export const applyUpdate = (update: Update, doc: Doc, position?: number): Doc => {
  const result = update(doc, { position, inserting: false });
  if (!has(result, '_id') || !equal(result._id, doc._id)) {
    throw new MongoError(66, `Performing an update on the path '_id' would modify the immutable field '_id'`);
  }
  return result;
};

/** The document an upsert inserts: what the filter demands, then the update. */
export const upsertDocument = (filter: Doc, update: Update, replaces: boolean): Doc => {
  const seed: Doc = {};
  const equalities = equalitiesOf(filter);
  if (replaces) {
    if (has(equalities, '_id')) put(seed, '_id', equalities._id);
  } else {
    for (const path of Object.keys(equalities)) {
      if (
        getAt(seed, path.split('.')) !== undefined &&
        !equal(getAt(seed, path.split('.')), equalities[path])
      ) {
        throw new MongoError(54, `cannot infer query fields to set, path '${path}' is matched twice`);
      }
      setAt(seed, path.split('.'), clone(equalities[path]));
    }
  }
  const seeded = seed._id;
  const result = update(seed, { inserting: true });
  if (seeded !== undefined && !equal(result._id, seeded)) {
    throw new MongoError(66, `Performing an update on the path '_id' would modify the immutable field '_id'`);
  }
  if (!has(result, '_id')) return { _id: new ObjectId(), ...result };
  const { _id, ...rest } = result;
  return { _id, ...rest };
};
