import { MongoError } from '../errors.js';
import type { Doc } from '../values/bson.js';
import { asDoc, has, put, typeOf } from '../values/types.js';
import { compile } from './expression.js';
import { MAP_STAGES } from './map-stages.js';
import { Memory } from './memory.js';
import type { compilePipeline, Rows, Run, Stage } from './stages.js';

/** How a pipeline inside a stage is compiled; handed in by the stages, which these are some of. */
type Compile = typeof compilePipeline;

/** The values at a path, those inside arrays one by one, for an equality join. */
const valuesAt = (value: unknown, parts: readonly string[], at = 0): unknown[] => {
  if (Array.isArray(value))
    return value.flatMap((item) => (at === parts.length ? [item] : valuesAt(item, parts, at)));
  if (at === parts.length) return [value];
  const doc = asDoc(value);
  return doc ? valuesAt(has(doc, parts[at]!) ? doc[parts[at]!] : undefined, parts, at + 1) : [];
};

const joinFilter = (doc: Doc, local: string[], foreign: string): Doc => {
  const values = valuesAt(doc, local).map((value) => value ?? null);
  return {
    [foreign]: values.length === 1 ? { $eq: values[0] } : { $in: values.length === 0 ? [null] : values },
  };
};

const collect = async (rows: Rows, memory: Memory): Promise<Doc[]> => {
  const list: Doc[] = [];
  for await (const doc of rows) {
    memory.use(doc);
    list.push(doc);
  }
  return list;
};

const LOOKUP = ['from', 'as', 'localField', 'foreignField', 'let', 'pipeline'];

export const lookup = (operand: unknown, vars: Record<string, unknown>, compileInner: Compile): Stage => {
  const spec = asDoc(operand);
  if (!spec)
    throw new MongoError(9, `the $lookup specification must be an Object, but found ${typeOf(operand)}`);
  const unknown = Object.keys(spec).find((key) => !LOOKUP.includes(key));
  if (unknown) throw new MongoError(9, `unknown argument to $lookup: ${unknown}`);
  const { from, as, localField, foreignField } = spec;
  if (typeof as !== 'string') throw new MongoError(9, "must specify 'as' field for a $lookup");
  if (typeof from !== 'string') throw new MongoError(9, "must specify 'from' field for a $lookup");
  const byField = typeof localField === 'string' && typeof foreignField === 'string';
  if (!byField && spec.pipeline === undefined) {
    throw new MongoError(
      9,
      "$lookup requires either 'pipeline' or both 'localField' and 'foreignField' to be specified",
    );
  }
  const lets = asDoc(spec.let) ?? {};
  const expressions = Object.keys(lets).map((name) => [name, compile(lets[name])] as const);
  // Compiled once for its errors; with variables it is compiled for each document.
  if (spec.pipeline !== undefined) compileInner(spec.pipeline, { vars });
  const local = byField ? localField.split('.') : [];
  return async function* (input, run) {
    for await (const doc of input) {
      if (run.pace.due) await run.pace.rest();
      const filter = byField ? joinFilter(doc, local, foreignField) : {};
      let rows = run.read(from, filter);
      if (spec.pipeline !== undefined) {
        const inner: Record<string, unknown> = { ...vars };
        for (const [name, expression] of expressions) inner[name] = expression({ root: doc, vars });
        rows = compileInner(spec.pipeline, { vars: inner })(rows, run);
      }
      const found = await collect(rows, new Memory('$lookup'));
      yield MAP_STAGES.$set!({ [as]: { $literal: found } }, '$lookup')(doc, {});
    }
  };
};

export const unionWith = (operand: unknown, vars: Record<string, unknown>, compileInner: Compile): Stage => {
  const spec = typeof operand === 'string' ? { coll: operand } : asDoc(operand);
  const coll = spec?.coll;
  if (!spec || typeof coll !== 'string')
    throw new MongoError(9, 'the $unionWith stage specification must name a collection');
  const inner = compileInner('pipeline' in spec ? spec.pipeline : [], { vars });
  return async function* (input, run) {
    yield* input;
    yield* inner(run.read(coll, {}), run);
  };
};

export const facet = (operand: unknown, vars: Record<string, unknown>, compileInner: Compile): Stage => {
  const spec = asDoc(operand);
  if (!spec || Object.keys(spec).length === 0)
    throw new MongoError(40169, 'the $facet specification must be a non-empty object');
  const parts = Object.keys(spec).map((name) => [name, compileInner(spec[name], { vars })] as const);
  return async function* (input, run: Run) {
    const memory = new Memory('$facet');
    const all = await collect(input, memory);
    const result: Doc = {};
    for (const [name, stage] of parts) {
      const source = (async function* () {
        for (const doc of all) {
          if (run.pace.due) await run.pace.rest();
          yield doc;
        }
      })();
      put(result, name, await collect(stage(source, run), new Memory('$facet')));
    }
    yield result;
  };
};
