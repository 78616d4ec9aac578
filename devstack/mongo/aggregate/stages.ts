import { MongoError } from '../errors.js';
import { compileFilter } from '../query/matcher.js';
import type { Pace } from '../query/scan.js';
import { Sorter, parseSort, sortKey } from '../query/sort.js';
import type { Doc } from '../values/bson.js';
import { keyOf } from '../values/keys.js';
import { Int32, Long, asDoc, has, isNumber, put, toNumber } from '../values/types.js';
import { compile, compileExpression, partsOf } from './expression.js';
import { FOLDS } from './folds.js';
import { MAP_STAGES, specOf, stageOf } from './map-stages.js';
import { Memory } from './memory.js';

export type Rows = AsyncIterable<Doc>;

/** What stages need of the command that runs them. */
export interface Run {
  pace: Pace;
  /** Rows of a collection of the same database that match a filter, by its indexes. */
  read: (collection: string, filter: Doc) => Rows;
}

export type Stage = (input: Rows, run: Run) => Rows;

const match = (operand: unknown, vars: Doc): Stage => {
  const expression = (value: unknown) => compileExpression(value, vars);
  const matches = compileFilter(specOf(operand, '$match'), { expression });
  return async function* (input) {
    for await (const doc of input) if (matches(doc)) yield doc;
  };
};

const sort = (operand: unknown): Stage => {
  const spec = parseSort(operand);
  if (!spec) throw new MongoError(15976, '$sort stage must have at least one sort key');
  return async function* (input) {
    const memory = new Memory('$sort');
    const sorter = new Sorter<Doc>(sortKey(spec), 0, Infinity);
    for await (const doc of input) {
      memory.use(doc);
      sorter.add(doc, doc, 0);
    }
    yield* sorter.rows();
  };
};

/** `$skip` and `$limit`: the rows from one place up to another. */
const window = (operand: unknown, _vars: Doc, name: string): Stage => {
  const count = toNumber(operand);
  const least = name === '$limit' ? 1 : 0;
  if (!isNumber(operand) || !Number.isInteger(count) || count < least)
    throw new MongoError(least ? 15958 : 5107200, `${name} takes a whole number of at least ${least}`);
  const [from, to] = name === '$limit' ? [0, count] : [count, Infinity];
  return async function* (input) {
    let at = 0;
    for await (const doc of input) {
      if (at++ >= from) yield doc;
      if (at >= to) return;
    }
  };
};

/** A field of `$group`: its fold and what is folded. */
const accumulator = (field: string, value: unknown) => {
  partsOf(field);
  const [name, ...others] = Object.keys(asDoc(value) ?? {});
  if (field.includes('.') || !name?.startsWith('$') || others.length > 0)
    throw new MongoError(40234, `The field '${field}' must be an accumulator object`);
  if (!Object.hasOwn(FOLDS, name)) throw new MongoError(15952, `unknown group operator '${name}'`);
  return { field, fold: FOLDS[name]!, expression: compile((value as Doc)[name]) };
};

const group = (operand: unknown, vars: Doc): Stage => {
  const { _id, ...spec } = specOf(operand, '$group');
  if (_id === undefined) throw new MongoError(15955, 'a group specification must include an _id');
  const id = compile(_id);
  const fields = Object.keys(spec).map((field) => accumulator(field, spec[field]));
  return async function* (input) {
    const memory = new Memory('$group');
    const groups = new Map<string, { id: unknown; states: unknown[] }>();
    for await (const root of input) {
      const scope = { root, vars };
      const value = id(scope) ?? null;
      const key = keyOf(value).toString('latin1');
      let found = groups.get(key);
      if (!found) {
        memory.use(value);
        groups.set(key, (found = { id: value, states: fields.map(({ fold }) => fold.start()) }));
      }
      for (const [i, { fold, expression }] of fields.entries()) {
        const each = expression(scope);
        if (fold.keeps && !fold.keeps(found.states[i], each)) continue;
        if (fold.keeps) memory.use(each);
        found.states[i] = fold.step(found.states[i], each);
      }
    }
    for (const { id: value, states } of groups.values()) {
      const doc: Doc = { _id: value };
      for (const [i, { field, fold }] of fields.entries()) put(doc, field, fold.finish(states[i]));
      yield doc;
    }
  };
};

/** Sets a path of a document to a value as it is. */
const setPath = (doc: Doc, path: string, value: unknown): Doc =>
  MAP_STAGES.$set!({ [path]: value === undefined ? '$$REMOVE' : { $literal: value } }, {}, '$set')(doc);

const unwind = (operand: unknown): Stage => {
  const known = ['path', 'includeArrayIndex', 'preserveNullAndEmptyArrays'];
  const spec = typeof operand === 'string' ? { path: operand } : specOf(operand, '$unwind', known);
  const { path, includeArrayIndex: index, preserveNullAndEmptyArrays: keep } = spec as Record<string, string>;
  if (typeof path !== 'string' || !path.startsWith('$'))
    throw new MongoError(28818, "path option to $unwind stage should be prefixed with a '$'");
  const value = compile(path);
  const name = path.slice(1);
  return async function* (input) {
    for await (const doc of input) {
      const list = value({ root: doc, vars: {} });
      const many = Array.isArray(list) ? (list as unknown[]) : [list];
      const empty = many.length === 0 || list === null || list === undefined;
      for (const [at, item] of empty ? (keep ? [[0, list] as const] : []) : many.entries()) {
        const one = Array.isArray(item) && empty ? setPath(doc, name, undefined) : setPath(doc, name, item);
        yield index ? setPath(one, index, empty || !Array.isArray(list) ? null : Long.fromNumber(at)) : one;
      }
    }
  };
};

const count = (operand: unknown): Stage => {
  if (typeof operand !== 'string' || operand === '' || operand.startsWith('$') || operand.includes('.'))
    throw new MongoError(40156, 'the count field must be a non-empty string without $ prefix and dots');
  return async function* (input, run) {
    for await (const doc of group({ _id: null, n: { $count: {} } }, {})(input, run))
      yield { [operand]: doc.n };
  };
};

const collect = async (rows: Rows, stage: string): Promise<Doc[]> => {
  const memory = new Memory(stage);
  const list: Doc[] = [];
  for await (const doc of rows) {
    memory.use(doc);
    list.push(doc);
  }
  return list;
};

/** The values at a path, those inside arrays one by one, for an equality join. */
const valuesAt = (value: unknown, [head, ...rest]: string[]): unknown[] => {
  if (head === undefined) return Array.isArray(value) ? (value as unknown[]) : [value ?? null];
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, [head, ...rest]));
  const doc = asDoc(value);
  return doc ? valuesAt(has(doc, head) ? doc[head] : undefined, rest) : [];
};

const joinFilter = (doc: Doc, local: string, foreign: string): Doc => {
  const [first = null, ...others] = valuesAt(doc, local.split('.'));
  return { [foreign]: others.length === 0 ? { $eq: first } : { $in: [first, ...others] } };
};

const lookup = (operand: unknown, vars: Doc): Stage => {
  const spec = specOf(operand, '$lookup', ['from', 'as', 'localField', 'foreignField', 'let', 'pipeline']);
  const { from, as, localField, foreignField, pipeline = [] } = spec as Record<string, string>;
  const byField = typeof localField === 'string' && typeof foreignField === 'string';
  if (typeof as !== 'string' || typeof from !== 'string' || (!byField && spec.pipeline === undefined))
    throw new MongoError(
      9,
      "$lookup takes 'from', 'as' and either 'pipeline' or 'localField' and 'foreignField'",
    );
  const lets = asDoc(spec.let) ?? {};
  const bound = Object.keys(lets).map((name) => [name, compile(lets[name])] as const);
  compilePipeline(pipeline, vars);
  return async function* (input, run) {
    for await (const root of input) {
      if (run.pace.due) await run.pace.rest();
      const filter = byField ? joinFilter(root, localField, foreignField) : {};
      const values = bound.map(([name, expression]) => [name, expression({ root, vars })] as const);
      const inner = compilePipeline(pipeline, { ...vars, ...Object.fromEntries(values) });
      yield setPath(root, as, await collect(inner(run.read(from, filter), run), '$lookup'));
    }
  };
};

const facet = (operand: unknown, vars: Doc): Stage => {
  const spec = specOf(operand, '$facet');
  const parts = Object.keys(spec).map((name) => [name, compilePipeline(spec[name], vars)] as const);
  if (parts.length === 0) throw new MongoError(40169, 'the $facet specification must be a non-empty object');
  return async function* (input, run) {
    const all = await collect(input, '$facet');
    const source = async function* (): Rows {
      for (const doc of all) {
        if (run.pace.due) await run.pace.rest();
        yield doc;
      }
    };
    const result: Doc = {};
    for (const [name, stage] of parts) put(result, name, await collect(stage(source(), run), '$facet'));
    yield result;
  };
};

const sortByCount = (operand: unknown, vars: Doc): Stage => {
  const [first, second] = [
    group({ _id: operand, count: { $count: {} } }, vars),
    sort({ count: new Int32(-1) }),
  ];
  return (input, run) => second(first(input, run), run);
};

const STAGES: Record<string, (operand: unknown, vars: Doc, name: string) => Stage> = {
  $match: match,
  $sort: sort,
  $skip: window,
  $limit: window,
  $group: group,
  $unwind: unwind,
  $count: count,
  $sortByCount: sortByCount,
  $lookup: lookup,
  $facet: facet,
};

/** Stages of MongoDB that this store does not have. */
const NOT_HERE = new Set(
  '$bucket $bucketAuto $changeStream $collStats $currentOp $densify $documents $fill $geoNear $graphLookup $indexStats $listSessions $merge $out $redact $sample $search $setWindowFields $unionWith'.split(
    ' ',
  ),
);

const compileStage = ([name, operand]: [string, unknown], vars: Doc): Stage => {
  if (Object.hasOwn(STAGES, name)) return STAGES[name]!(operand, vars, name);
  if (NOT_HERE.has(name)) throw new MongoError(238, `The stage ${name} is not implemented by this store`);
  if (!Object.hasOwn(MAP_STAGES, name))
    throw new MongoError(40324, `Unrecognized pipeline stage name: '${name}'`);
  const map = MAP_STAGES[name]!(operand, vars, name);
  return async function* (input) {
    for await (const doc of input) yield map(doc);
  };
};

/** Compiles a pipeline's stages into one. */
export const compilePipeline = (pipeline: unknown, vars: Doc): Stage => {
  if (!Array.isArray(pipeline)) throw new MongoError(14, "'pipeline' option must be specified as an array");
  const stages = pipeline.map((each) => compileStage(stageOf(each), vars));
  return (input, run) => stages.reduce((rows, stage) => stage(rows, run), input);
};
