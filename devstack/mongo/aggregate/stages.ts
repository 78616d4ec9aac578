import { MongoError } from '../errors.js';
import { compileFilter } from '../query/matcher.js';
import { Sorter, parseSort, sortKey } from '../query/sort.js';
import type { Pace } from '../query/scan.js';
import { integer } from '../values/arithmetic.js';
import type { Doc } from '../values/bson.js';
import { keyOf } from '../values/keys.js';
import { Int32, Long, asDoc, has, isNumber, put, toNumber, typeOf } from '../values/types.js';
import { compileAccumulator } from './accumulators.js';
import { compile, compileExpression } from './expression.js';
import { MAP_STAGES, stageOf } from './map-stages.js';
import { Memory } from './memory.js';
import { facet, lookup, unionWith } from './joins.js';

export type Rows = AsyncIterable<Doc>;

/** What stages need of the command that runs them. */
export interface Run {
  pace: Pace;
  /** Rows of a collection of the same database that match a filter, by its indexes. */
  read: (collection: string, filter: Doc) => Rows;
}

export interface StageOptions {
  vars: Record<string, unknown>;
}

export type Stage = (input: Rows, run: Run) => Rows;

const matchStage = (operand: unknown, vars: Record<string, unknown>): Stage => {
  if (!asDoc(operand)) throw new MongoError(15959, 'the match filter must be an expression in an object');
  const matches = compileFilter(operand, { expression: (value) => compileExpression(value, vars) });
  return async function* (input) {
    for await (const doc of input) if (matches(doc)) yield doc;
  };
};

const whole = (operand: unknown, name: string, least: number): number => {
  const value = toNumber(operand);
  if (!isNumber(operand) || !Number.isInteger(value))
    throw new MongoError(
      2107201,
      `invalid argument to ${name} stage: Expected a number in: ${name}: ${String(operand)}`,
    );
  if (value < least) {
    if (name === '$limit') throw new MongoError(15958, 'the limit must be positive');
    throw new MongoError(
      5107200,
      `invalid argument to ${name} stage: Expected a non-negative number in: ${name}: ${value}`,
    );
  }
  return value;
};

const limitStage = (count: number): Stage =>
  async function* (input) {
    let n = 0;
    for await (const doc of input) {
      yield doc;
      if (++n >= count) return;
    }
  };

const skipStage = (count: number): Stage =>
  async function* (input) {
    let n = 0;
    for await (const doc of input) if (n++ >= count) yield doc;
  };

const sortStage = (operand: unknown, limit: number): Stage => {
  const sort = parseSort(operand);
  if (!sort) throw new MongoError(15976, '$sort stage must have at least one sort key');
  const key = sortKey(sort);
  return async function* (input) {
    const memory = new Memory('$sort');
    const sorter = new Sorter<Doc>(key, limit, Infinity);
    for await (const doc of input) {
      if (limit === 0) memory.use(doc);
      sorter.add(doc, doc, 0);
    }
    yield* sorter.rows();
  };
};

const groupStage = (operand: unknown, vars: Record<string, unknown>): Stage => {
  const spec = asDoc(operand);
  if (!spec) throw new MongoError(15947, "a group's fields must be specified in an object");
  if (!has(spec, '_id')) throw new MongoError(15955, 'a group specification must include an _id');
  const id = compile(spec._id);
  const fields = Object.keys(spec).filter((key) => key !== '_id');
  const factories = fields.map((key) => [key, compileAccumulator(key, spec[key])] as const);
  return async function* (input) {
    const memory = new Memory('$group');
    const use = (value: unknown) => memory.use(value);
    const groups = new Map<
      string,
      { id: unknown; fields: [string, ReturnType<(typeof factories)[0][1]>][] }
    >();
    for await (const root of input) {
      const scope = { root, vars };
      const value = id(scope);
      const key = keyOf(value).toString('latin1');
      let group = groups.get(key);
      if (!group) {
        use(value);
        group = { id: value ?? null, fields: factories.map(([name, make]) => [name, make(use)]) };
        groups.set(key, group);
      }
      for (const [, accumulator] of group.fields) accumulator.add(scope);
    }
    for (const group of groups.values()) {
      const doc: Doc = { _id: group.id };
      for (const [name, accumulator] of group.fields) put(doc, name, accumulator.result());
      yield doc;
    }
  };
};

const unwindStage = (operand: unknown): Stage => {
  const spec = typeof operand === 'string' ? { path: operand } : asDoc(operand);
  if (!spec)
    throw new MongoError(
      15981,
      `expected either a string or an object as specification for $unwind stage, got ${typeOf(operand)}`,
    );
  const unknown = Object.keys(spec).find(
    (key) => !['path', 'includeArrayIndex', 'preserveNullAndEmptyArrays'].includes(key),
  );
  if (unknown) throw new MongoError(28811, `unrecognized option to $unwind stage: ${unknown}`);
  const { path } = spec;
  if (typeof path !== 'string')
    throw new MongoError(28808, `expected a string as the path for $unwind stage, got ${typeOf(path)}`);
  if (!path.startsWith('$'))
    throw new MongoError(28818, `path option to $unwind stage should be prefixed with a '$': ${path}`);
  const parts = path.slice(1).split('.');
  const keep = spec.preserveNullAndEmptyArrays === true;
  const index = spec.includeArrayIndex as string | undefined;
  const replace = (doc: Doc, value: unknown, at: number | null): Doc => {
    const result = { ...doc };
    let holder = result;
    for (const part of parts.slice(0, -1)) {
      const inner = { ...asDoc(holder[part]) };
      put(holder, part, inner);
      holder = inner;
    }
    if (value === undefined) delete holder[parts.at(-1)!];
    else put(holder, parts.at(-1)!, value);
    if (index !== undefined) {
      const set = MAP_STAGES.$set!(
        { [index]: { $literal: at === null ? null : Long.fromNumber(at) } },
        '$unwind',
      );
      return set(result, {});
    }
    return result;
  };
  return async function* (input) {
    for await (const doc of input) {
      let value: unknown = doc;
      for (const part of parts) value = asDoc(value)?.[part];
      if (!Array.isArray(value)) {
        if (value !== null && value !== undefined) yield replace(doc, value, null);
        else if (keep) yield index === undefined ? doc : replace(doc, value, null);
      } else if (value.length === 0) {
        if (keep) yield replace(doc, undefined, null);
      } else for (const [i, item] of value.entries()) yield replace(doc, item, i);
    }
  };
};

const countStage = (operand: unknown): Stage => {
  if (typeof operand !== 'string' || operand === '' || operand.startsWith('$') || operand.includes('.')) {
    throw new MongoError(
      40156,
      'the count field must be a non-empty string, without a $ prefix and without a dot',
    );
  }
  return async function* (input) {
    let n = 0;
    for await (const doc of input) n += doc ? 1 : 0;
    if (n > 0) yield { [operand]: integer(BigInt(n)) };
  };
};

const sampleStage = (operand: unknown): Stage => {
  const size = asDoc(operand)?.size;
  if (!isNumber(size))
    throw new MongoError(28745, 'the $sample stage specification must be an object with a size');
  const count = toNumber(size);
  return async function* (input) {
    const memory = new Memory('$sample');
    const kept: Doc[] = [];
    let seen = 0;
    for await (const doc of input) {
      seen++;
      if (kept.length < count) {
        memory.use(doc);
        kept.push(doc);
      } else {
        const at = Math.floor(Math.random() * seen);
        if (at < count) kept[at] = doc;
      }
    }
    yield* kept.sort(() => Math.random() - 0.5);
  };
};

const chain =
  (stages: Stage[]): Stage =>
  (input, run) =>
    stages.reduce((rows, stage) => stage(rows, run), input);

/** Stages of MongoDB that this store does not have. */
const NOT_HERE = new Set(
  '$bucket $bucketAuto $changeStream $collStats $currentOp $densify $fill $geoNear $graphLookup $indexStats $listLocalSessions $listSessions $merge $out $planCacheStats $redact $search $searchMeta $setWindowFields $vectorSearch'.split(
    ' ',
  ),
);

/** Compiles a pipeline's stages into one. */
export const compilePipeline = (pipeline: unknown, options: StageOptions): Stage => {
  if (!Array.isArray(pipeline)) throw new MongoError(14, "'pipeline' option must be specified as an array");
  const { vars } = options;
  const stages: Stage[] = [];
  const list = pipeline.map(stageOf);
  for (const [i, [name, operand]] of list.entries()) {
    if (Object.hasOwn(MAP_STAGES, name)) {
      const map = MAP_STAGES[name]!(operand, name);
      stages.push(async function* (input) {
        for await (const doc of input) yield map(doc, vars);
      });
      continue;
    }
    switch (name) {
      case '$match':
        stages.push(matchStage(operand, vars));
        break;
      case '$sort': {
        const [next, count] = list[i + 1] ?? [];
        stages.push(
          sortStage(operand, next === '$limit' && isNumber(count) ? Math.max(0, toNumber(count)) : 0),
        );
        break;
      }
      case '$limit':
        stages.push(limitStage(whole(operand, name, 1)));
        break;
      case '$skip':
        stages.push(skipStage(whole(operand, name, 0)));
        break;
      case '$group':
        stages.push(groupStage(operand, vars));
        break;
      case '$sortByCount':
        stages.push(
          groupStage({ _id: operand, count: { $sum: new Int32(1) } }, vars),
          sortStage({ count: new Int32(-1) }, 0),
        );
        break;
      case '$count':
        stages.push(countStage(operand));
        break;
      case '$unwind':
        stages.push(unwindStage(operand));
        break;
      case '$sample':
        stages.push(sampleStage(operand));
        break;
      case '$lookup':
        stages.push(lookup(operand, vars, compilePipeline));
        break;
      case '$unionWith':
        stages.push(unionWith(operand, vars, compilePipeline));
        break;
      case '$facet':
        stages.push(facet(operand, vars, compilePipeline));
        break;
      default:
        if (NOT_HERE.has(name))
          throw new MongoError(238, `The stage ${name} is not implemented by this store`);
        throw new MongoError(40324, `Unrecognized pipeline stage name: '${name}'`);
    }
  }
  return chain(stages);
};
