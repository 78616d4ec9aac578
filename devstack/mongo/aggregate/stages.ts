import { calculateObjectSize } from 'bson';
import { MongoError, ensure } from '../errors.js';
import { compileFilter } from '../query/matcher.js';
import { pathParts } from '../query/paths.js';
import { Sorter, parseSort, sortKey } from '../query/sort.js';
import { add } from '../values/arithmetic.js';
import type { Doc } from '../values/bson.js';
import { keyOf } from '../values/keys.js';
import { Double, Int32, asDoc, isNumber, put, toNumber } from '../values/types.js';
import { compileExpression } from './expression.js';

export type Rows = AsyncIterable<Doc>;
type Stage = (input: Rows) => Rows;

/** Most memory that one stage may keep. */
const STAGE_MEMORY = 100 * 1024 * 1024;

/** Counts what a stage keeps, about twice its BSON, and refuses to keep more than it may. */
const memoryLimit = (stage: string): ((value: unknown) => void) => {
  let used = 0;
  return (value) => {
    used += 2 * calculateObjectSize({ value });
    ensure(used <= STAGE_MEMORY, 292, `Exceeded memory limit for ${stage}: more than ${STAGE_MEMORY} bytes`);
  };
};

/** An operand that must be a document. */
const documentOf = (operand: unknown, name: string): Doc => {
  const doc = asDoc(operand);
  ensure(doc, 9, `the ${name} specification must be an object`);
  return doc;
};

/** `$skip` and `$limit`: the rows from one position up to another. */
const window = (operand: unknown, name: string): Stage => {
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

/** A sum in the wider type; a double when 64 bits do not hold it. What is no number adds nothing. */
const sum = (total: unknown, value: unknown): unknown =>
  isNumber(value) ? (add(total, value) ?? new Double(toNumber(total) + toNumber(value))) : total;

/** A field of `$group`, which is a `$sum`. */
const accumulator = (path: string, value: unknown) => {
  const [[name, operand] = [''], ...others] = Object.entries(asDoc(value) ?? {});
  const isAccumulator = pathParts(path).length === 1 && name.startsWith('$') && others.length === 0;
  ensure(isAccumulator, 40234, `The field '${path}' must be an accumulator object`);
  ensure(name === '$sum', 15952, `unknown group operator '${name}': not implemented by this store`);
  return { path, expression: compileExpression(operand) };
};

const STAGES: Record<string, (operand: unknown, name: string) => Stage> = {
  $skip: window,
  $limit: window,
  $match: (operand, name) => {
    const matches = compileFilter(documentOf(operand, name));
    return async function* (input) {
      for await (const doc of input) if (matches(doc)) yield doc;
    };
  },
  $sort: (operand) => {
    const sort = parseSort(operand);
    ensure(sort, 15976, '$sort stage must have at least one sort key');
    return async function* (input) {
      const sorter = new Sorter<Doc>(sortKey(sort), 0);
      for await (const doc of input) sorter.add(doc, doc, calculateObjectSize(doc));
      yield* sorter.rows();
    };
  },
  $group: (operand, name) => {
    const { _id, ...spec } = documentOf(operand, name);
    ensure(_id !== undefined, 15955, 'a group specification must include an _id');
    const id = compileExpression(_id);
    const fields = Object.entries(spec).map(([path, value]) => accumulator(path, value));
    return async function* (input) {
      const keep = memoryLimit(name);
      const groups = new Map<string, Doc>();
      for await (const doc of input) {
        const _id = id(doc) ?? null;
        const key = keyOf(_id).toString('latin1');
        let group = groups.get(key);
        if (!group) {
          keep(_id);
          groups.set(key, (group = { _id }));
          for (const { path } of fields) put(group, path, new Int32(0));
        }
        for (const { path, expression } of fields) put(group, path, sum(group[path], expression(doc)));
      }
      yield* groups.values();
    };
  },
};

const compileStage = (value: unknown): Stage => {
  const [[name, operand] = [''], ...others] = Object.entries(asDoc(value) ?? {});
  ensure(
    name && others.length === 0,
    40323,
    'A pipeline stage specification object must have exactly one field.',
  );
  const stage = Object.hasOwn(STAGES, name) && STAGES[name];
  if (stage) return stage(operand, name);
  throw new MongoError(40324, `Unrecognized pipeline stage name: '${name}': not implemented by this store`);
};

/** Compiles a pipeline's stages into one. */
export const compilePipeline = (pipeline: unknown[]): Stage => {
  const stages = pipeline.map(compileStage);
  return (input) => stages.reduce((rows, stage) => stage(rows), input);
};
