import { calculateObjectSize } from 'bson';
import { MongoError, ensure, notImplemented } from '../errors.js';
import { compileFilter } from '../query/matcher.js';
import { walk } from '../query/paths.js';
import { compileProjection } from '../query/projection.js';
import { Sorter, parseSort, sortKey } from '../query/sort.js';
import type { TimeLimit } from '../query/time-limit.js';
import type { Doc } from '../values/bson.js';
import { keyOf } from '../values/keys.js';
import { Long, asDoc, field, put, toNumber } from '../values/types.js';
import { compileExpression, partsOf } from './expression.js';
import { FOLDS, same } from './folds.js';
import { withValue } from './operators.js';

export type Rows = AsyncIterable<Doc>;

/** What stages need of the command that runs them. */
export interface Run {
  time: TimeLimit;
  /** Rows of a collection of the same database that match a filter, by its indexes. */
  read: (collection: string, filter: Doc) => Rows;
}

type Maker<T> = (operand: unknown, vars: Doc, name: string) => T;
export type Stage = (input: Rows, run: Run) => Rows;

/** Most memory that one stage may keep. */
const STAGE_MEMORY = 100 * 1024 * 1024;

/** Counts what a stage keeps, about twice its BSON, and refuses to keep more than it may. */
const budget = (stage: string): ((value: unknown) => void) => {
  let used = 0;
  return (value) => {
    used += 2 * calculateObjectSize({ value });
    ensure(used <= STAGE_MEMORY, 292, `Exceeded memory limit for ${stage}: more than ${STAGE_MEMORY} bytes`);
  };
};

const collect = async (rows: Rows, stage: string): Promise<Doc[]> => {
  const keep = budget(stage);
  const list: Doc[] = [];
  for await (const doc of rows) {
    keep(doc);
    list.push(doc);
  }
  return list;
};

const compiler = (vars: Doc) => (value: unknown) => compileExpression(value, vars);

/** A stage that makes of each document any number of others. */
const each = (work: (doc: Doc) => Iterable<Doc>): Stage =>
  async function* (input) {
    for await (const doc of input) yield* work(doc);
  };

/** A stage document's only field: its name and operand. */
const stageOf = (stage: unknown): [string, unknown] => {
  const [entry, ...others] = Object.entries(asDoc(stage) ?? {});
  ensure(entry && others.length === 0, 40323, 'A pipeline stage specification object must have one field.');
  ensure(entry[0].startsWith('$'), 40324, `Unrecognized pipeline stage name: '${entry[0]}'`);
  return entry;
};

/** An operand that must be a document with no other fields than `known`. */
const specOf = (operand: unknown, name: string, known?: string[]): Doc => {
  const spec = asDoc(operand);
  ensure(spec, 9, `the ${name} specification must be an object`);
  const unknown = known && Object.keys(spec).find((key) => !known.includes(key));
  ensure(!unknown, 9, `unrecognized option to ${name} stage: ${unknown}`);
  return spec;
};

const project: Maker<(doc: Doc) => Doc> = (operand, vars, name) => {
  const paths = name === '$unset' ? [operand].flat() : undefined;
  const named = !paths || paths.every((path) => typeof path === 'string');
  ensure(named, 31002, `${name} specification must be a string or an array`);
  const spec = paths ? Object.fromEntries(paths.map((path) => [path, false])) : specOf(operand, name);
  const stage = paths || name === '$project' ? '$project' : '$set';
  const projection = compileProjection(spec, { stage, expression: compiler(vars) });
  ensure(projection, 51272, `Invalid ${name} :: it must have at least one field`);
  return (doc) => projection(doc, {});
};

const replaceRoot: Maker<(doc: Doc) => Doc> = (operand, vars, name) => {
  const given = name === '$replaceRoot' ? specOf(operand, name, ['newRoot']).newRoot : operand;
  const root = compileExpression(given, vars);
  return (doc) => {
    const made = asDoc(root(doc));
    ensure(made, 40228, "'newRoot' expression must evaluate to an object");
    return made;
  };
};

/** Stages that make one document of one. */
const MAP_STAGES: Record<string, Maker<(doc: Doc) => Doc>> = {
  $set: project,
  $addFields: project,
  $project: project,
  $unset: project,
  $replaceRoot: replaceRoot,
  $replaceWith: replaceRoot,
};

/** What a field's value joins with: those of an array one by one, and null when there is none. */
const joinFilter = (doc: Doc, local: string, foreign: string): Doc => {
  const values: unknown[] = [];
  walk(doc, local.split('.'), (value) => {
    values.push(...[value ?? null].flat());
    return false;
  });
  return { [foreign]: values.length > 1 ? { $in: values } : { $eq: values[0] ?? null } };
};

/** `$skip` and `$limit`: the rows from one place up to another. */
const window: Maker<Stage> = (operand, _, name) => {
  const [count, least] = [toNumber(operand), name === '$limit' ? 1 : 0];
  const code = least ? 15958 : 5107200;
  ensure(Number.isInteger(count) && count >= least, code, `${name} takes a whole number from ${least}`);
  const [from, to] = least ? [0, count] : [count, Infinity];
  return async function* (input) {
    let at = 0;
    for await (const doc of input) {
      if (at++ >= from) yield doc;
      if (at >= to) return;
    }
  };
};

/** The stages that see all rows. */
const STAGES: Record<string, Maker<Stage>> = {
  $skip: window,
  $limit: window,
  $match: (operand, vars, name) => {
    const matches = compileFilter(specOf(operand, name), { expression: compiler(vars) });
    return each((doc) => (matches(doc) ? [doc] : []));
  },
  $sort: (operand) => {
    const spec = parseSort(operand);
    ensure(spec, 15976, '$sort stage must have at least one sort key');
    return async function* (input) {
      const sorter = new Sorter<Doc>(sortKey(spec), 0);
      for await (const doc of input) sorter.add(doc, doc, calculateObjectSize(doc));
      yield* sorter.rows();
    };
  },
  $group: (operand, vars, name) => {
    const { _id, ...spec } = specOf(operand, name);
    ensure(_id !== undefined, 15955, 'a group specification must include an _id');
    const id = compileExpression(_id, vars);
    const fields = Object.entries(spec).map(([path, value]) => {
      const [[accumulator, operand] = [''], ...others] = Object.entries(asDoc(value) ?? {});
      const fits = partsOf(path).length === 1 && accumulator.startsWith('$') && others.length === 0;
      ensure(fits, 40234, `The field '${path}' must be an accumulator object`);
      const fold = FOLDS[accumulator];
      ensure(fold, 15952, `unknown group operator '${accumulator}'`);
      return { path, ...fold, expression: compileExpression(operand, vars) };
    });
    return async function* (input) {
      const keep = budget(name);
      const groups = new Map<string, { result: Doc; states: unknown[] }>();
      for await (const doc of input) {
        const _id = id(doc) ?? null;
        const key = keyOf(_id).toString('latin1');
        const found = groups.get(key) ?? { result: { _id }, states: fields.map(({ start }) => start()) };
        if (!groups.has(key)) keep(_id);
        groups.set(key, found);
        for (const [i, { step, expression }] of fields.entries())
          found.states[i] = step(found.states[i], expression(doc), keep);
      }
      for (const { result, states } of groups.values()) {
        for (const [i, { path, finish = same }] of fields.entries()) put(result, path, finish(states[i]));
        yield result;
      }
    };
  },
  $unwind: (operand, _, name) => {
    const known = ['path', 'includeArrayIndex', 'preserveNullAndEmptyArrays'];
    const spec = typeof operand === 'string' ? { path: operand } : specOf(operand, name, known);
    const { path = '', includeArrayIndex, preserveNullAndEmptyArrays } = spec as Record<string, string>;
    ensure(
      typeof path === 'string' && path[0] === '$',
      28818,
      `path option to ${name} stage should be prefixed with a '$'`,
    );
    const parts = partsOf(path.slice(1));
    const numbered = (doc: Doc, at: unknown): Doc =>
      includeArrayIndex ? withValue(doc, partsOf(includeArrayIndex), at) : doc;
    return each(function* (doc) {
      const value = parts.reduce<unknown>((inner, part) => field(asDoc(inner) ?? {}, part), doc) ?? null;
      const isList = Array.isArray(value);
      const items = isList || value === null ? ((value ?? []) as unknown[]) : [value];
      for (const [at, item] of items.entries())
        yield numbered(withValue(doc, parts, item), isList ? Long.fromNumber(at) : null);
      if (items.length === 0 && preserveNullAndEmptyArrays)
        yield numbered(isList ? withValue(doc, parts, undefined) : doc, null);
    });
  },
  $lookup: (operand, vars, name) => {
    const spec = specOf(operand, name, ['from', 'as', 'localField', 'foreignField', 'let', 'pipeline']);
    const { from, as, localField, foreignField, pipeline = [] } = spec as Record<string, string>;
    const byField = typeof localField === 'string' && typeof foreignField === 'string';
    const complete = typeof as === 'string' && typeof from === 'string' && (byField || spec.pipeline);
    ensure(complete, 9, `${name} takes 'from', 'as' and 'pipeline' or 'localField' and 'foreignField'`);
    const lets = Object.entries(asDoc(spec.let) ?? {});
    const own = lets.map(([key, value]) => [key, compileExpression(value, vars)] as const);
    // The inner pipeline runs for one document at a time, whose variables are set before.
    const scope = { ...vars, ...Object.fromEntries(own) };
    const inner = compilePipeline(pipeline, scope);
    return async function* (input, run) {
      for await (const doc of input) {
        for (const [key, value] of own) put(scope, key, value(doc));
        const rows = run.read(from, byField ? joinFilter(doc, localField, foreignField) : {});
        yield withValue(doc, as.split('.'), await collect(inner(rows, run), name));
      }
    };
  },
  $facet: (operand, vars, name) => {
    const facets = Object.entries(specOf(operand, name));
    const parts = facets.map(([key, pipeline]) => [key, compilePipeline(pipeline, vars)] as const);
    ensure(parts.length > 0, 40169, `the ${name} specification must be a non-empty object`);
    return async function* (input, run) {
      const all = await collect(input, name);
      const source = async function* (): Rows {
        for (const doc of all) {
          if (run.time.sliceOver) await run.time.yield();
          yield doc;
        }
      };
      const result: Doc = {};
      for (const [key, stage] of parts) put(result, key, await collect(stage(source(), run), name));
      yield result;
    };
  },
  $count: (operand, vars, name) => {
    ensure(typeof operand === 'string', 40156, `the ${name} field must be a string`);
    return compilePipeline([{ $group: { _id: null, [operand]: { $sum: 1 } } }, { $unset: '_id' }], vars);
  },
  $sortByCount: (operand, vars) =>
    compilePipeline([{ $group: { _id: operand, count: { $sum: 1 } } }, { $sort: { count: -1 } }], vars),
};

/** Stages of MongoDB that this store does not have. */
const NOT_HERE =
  '$bucket $bucketAuto $changeStream $collStats $currentOp $densify $documents $fill $geoNear $graphLookup $indexStats $listSessions $merge $out $redact $sample $search $setWindowFields $unionWith';

const compileStage = ([name, operand]: [string, unknown], vars: Doc): Stage => {
  const [stage, map] = [STAGES[name], MAP_STAGES[name]?.(operand, vars, name)];
  if (stage) return stage(operand, vars, name);
  if (map) return each((doc) => [map(doc)]);
  if (NOT_HERE.split(' ').includes(name)) throw notImplemented(`The stage ${name}`);
  throw new MongoError(40324, `Unrecognized pipeline stage name: '${name}'`);
};

/** Compiles a pipeline's stages into one. */
export const compilePipeline = (pipeline: unknown, vars: Doc): Stage => {
  ensure(Array.isArray(pipeline), 14, "'pipeline' option must be specified as an array");
  const stages = pipeline.map((stage) => compileStage(stageOf(stage), vars));
  return (input, run) => stages.reduce((rows, stage) => stage(rows, run), input);
};

/** A pipeline given in the place of an update: only stages that make one document of one. */
export const compilePipelineUpdate = (pipeline: unknown[], vars: Doc = {}): ((doc: Doc) => Doc) => {
  const stages = pipeline.map((each) => {
    const [name, operand] = stageOf(each);
    const stage = MAP_STAGES[name];
    ensure(stage, 72, `${name} is not allowed to be used within an update`);
    return stage(operand, vars, name);
  });
  return (doc) => {
    const result = stages.reduce((current, stage) => stage(current), doc);
    // A new root without an `_id` keeps the old one.
    return '_id' in result || !('_id' in doc) ? result : { _id: doc._id, ...result };
  };
};
