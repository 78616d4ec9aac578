import { type Rows, compilePipeline } from '../aggregate/stages.js';
import { MongoError, ensure } from '../errors.js';
import { type Plan, type Stream, planQuery } from '../query/planner.js';
import { type Projection, compileProjection } from '../query/projection.js';
import type { Row, Stats } from '../query/scan.js';
import { tuplesOf } from '../storage/entries.js';
import { type Doc, encode } from '../values/bson.js';
import { EMPTY_ARRAY, equal, keyOf } from '../values/keys.js';
import { asDoc, toNumber, truthy, typeOf } from '../values/types.js';
import type { RawReply } from '../wire/message.js';
import { type Context, PRIMARY, type Source, checkName } from './context.js';
import { type Query, countKeys, makeQuery, rowsOf } from './read.js';
import { schema, validate, wrongType } from './schema.js';

/** Rows as the client gets them: projected, or the stored bytes untouched. */
async function* encodeRows(
  rows: AsyncIterable<Row>,
  projection: Projection | undefined,
): AsyncGenerator<Buffer> {
  for await (const row of rows) yield projection ? projection.ofBytes(row.raw) : row.raw;
}

export const find = async (context: Context): Promise<RawReply> => {
  const { body, server } = context;
  const { batchSize, singleBatch } = body;
  const projection = compileProjection(body.projection);
  const query = makeQuery(body);
  const source = context.open();
  const rows = encodeRows(rowsOf(source, context.collection(), query), projection);
  return server.cursors.start(context, context.ns, rows, source.release, batchSize, truthy(singleBatch));
};

export const getMore = async ({ body, server, db }: Context): Promise<RawReply> => {
  ensure(/^(long|int)$/.test(typeOf(body.getMore)), 14, 'getMore takes the id of a cursor');
  const { collection, batchSize, maxTimeMS } = body as Record<'collection', string> & Record<string, number>;
  return server.cursors.more(
    BigInt(String(body.getMore)),
    `${db}.${collection}`,
    batchSize,
    maxTimeMS || Infinity,
  );
};

export const killCursors = ({ body, server }: Context): Doc => {
  const ids = body.cursors as unknown[];
  if (ids.some((id) => typeOf(id) !== 'long')) throw wrongType('killCursors.cursors', ids, 'array');
  const [killed, missing] = server.cursors.kill(ids.map((id) => BigInt(String(id))));
  return { cursorsKilled: killed, cursorsNotFound: missing, cursorsAlive: [], cursorsUnknown: [], ok: 1 };
};

export const count = async (context: Context): Promise<Doc> => {
  const { query: filter, limit, ...others } = context.body as { query?: Doc; limit?: unknown };
  const query = makeQuery({ ...others, filter, limit: Math.abs(toNumber(limit ?? 0)) });
  const n = await context.reading(async (source) => {
    const collection = context.collection();
    const counted = collection && countKeys(source.view, collection, query);
    if (counted) return counted.n;
    let found = 0;
    for await (const row of rowsOf(source, collection, query)) found += row ? 1 : 0;
    return found;
  });
  return { n, ok: 1 };
};

export const distinct = async (context: Context): Promise<Doc> => {
  const { key, query: filter, hint } = context.body as { key: string; query?: Doc; hint?: unknown };
  const query = makeQuery({ filter, hint });
  const found = new Map<string, unknown>();
  await context.reading(async (source) => {
    for await (const row of rowsOf(source, context.collection(), query)) {
      for (const [value] of tuplesOf(row.doc, [key]))
        if (value !== undefined && value !== EMPTY_ARRAY) found.set(keyOf(value).toString('latin1'), value);
    }
  });
  return { values: [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value), ok: 1 };
};

const CURSOR = schema('batchSize:number');

/** The leading stages that the planner takes, `$match`, `$sort`, `$skip`, `$limit` in this order, and the others. */
const leadingQuery = (pipeline: Doc[], hint: unknown): { query: Query; rest: Doc[] } => {
  const filters: Doc[] = [];
  const leading: { sort?: Doc; skip?: number; limit?: number } = {};
  let at = 0;
  const next = (name: string): unknown => pipeline[at]?.[name];
  for (; next('$match'); at++) filters.push(next('$match') as Doc);
  if (next('$sort')) leading.sort = pipeline[at++]!.$sort as Doc;
  if (next('$skip')) leading.skip = toNumber(pipeline[at++]!.$skip);
  if (next('$limit')) leading.limit = toNumber(pipeline[at++]!.$limit);
  const filter = filters.length > 1 ? { $and: filters } : filters[0];
  return { query: makeQuery({ filter, ...leading, hint }), rest: pipeline.slice(at) };
};

async function* documents(rows: AsyncIterable<Row>): Rows {
  for await (const row of rows) yield row.doc;
}

/** Whether a pipeline ends as that of `countDocuments` does: all documents counted. */
const isCount = (rest: Doc[]): boolean =>
  rest.length === 1 && equal(rest[0], { $group: { _id: 1, n: { $sum: 1 } } });

async function* aggregated(
  context: Context,
  source: Source,
  query: Query,
  rest: Doc[],
): AsyncGenerator<Buffer> {
  const collection = context.collection();
  const counted = collection && isCount(rest) && countKeys(source.view, collection, query);
  if (counted) {
    if (counted.n > 0) yield encode({ _id: 1, n: counted.n });
    return;
  }
  const rows = documents(rowsOf(source, collection, query));
  for await (const doc of compilePipeline(rest)(rows)) yield encode(doc);
}

export const aggregate = async (context: Context): Promise<RawReply | Doc> => {
  const { body, ns, server } = context;
  const pipeline = body.pipeline as Doc[];
  // For its errors: what the planner takes is checked like the rest.
  compilePipeline(pipeline);
  const { query, rest } = leadingQuery(pipeline, body.hint);
  if (truthy(body.explain)) return explainQuery(context, ns, queryOf('aggregate', body), 'queryPlanner');
  ensure(body.cursor, 9, "The 'cursor' option is required, except for aggregate with explain");
  validate(body.cursor as Doc, 'aggregate.cursor', CURSOR);
  const source = context.open();
  const output = aggregated(context, source, query, rest);
  return server.cursors.start(context, ns, output, source.release, asDoc(body.cursor)!.batchSize);
};

const scanStage = ({ index, reverse }: Stream, stage: string): Doc => {
  const { key, name } = index?.spec ?? PRIMARY;
  const isMultiKey = index?.multikey.some(Boolean) ?? false;
  const direction = reverse ? 'backward' : 'forward';
  return { stage, keyPattern: key, indexName: name, isMultiKey, direction };
};

/** The stages of a plan, as MongoDB names them. */
const stagesOf = ({ streams, isWhole, sorted }: Plan, { sort, skip, limit }: Query): Doc => {
  const [first, ...others] = streams;
  if (!first) return { stage: 'EOF' };
  const scans = streams.map((stream) => scanStage(stream, 'IXSCAN'));
  let stage: Doc = scans[0]!;
  const wrap = (outer: Doc): Doc => (stage = { ...outer, inputStage: stage });
  if (others.length > 0)
    stage = {
      ...(sort && sorted ? { stage: 'SORT_MERGE', sortPattern: sort } : { stage: 'OR' }),
      inputStages: scans,
    };
  if (first.index || !isWhole) wrap({ stage: 'FETCH' });
  else stage = { stage: 'COLLSCAN', direction: stage.direction };
  if (sort && !sorted) wrap({ stage: 'SORT', sortPattern: sort });
  if (skip > 0) wrap({ stage: 'SKIP', skipAmount: skip });
  return limit > 0 ? wrap({ stage: 'LIMIT', limitAmount: limit }) : stage;
};

/** How a query is read or counted, and at other verbosities than `queryPlanner` what that took. */
const explainQuery = (
  context: Context,
  ns: string,
  { query, counts }: Explained,
  verbosity: unknown,
): Promise<Doc> =>
  context.reading(async (source) => {
    const collection = context.collection(ns);
    const started = performance.now();
    const counted = counts && collection ? countKeys(source.view, collection, query) : undefined;
    const plan = collection && planQuery(source.view, collection, query);
    let winningPlan: Doc = plan ? stagesOf(plan, query) : { stage: 'EOF' };
    const stream = counted?.plan.streams[0];
    if (stream) winningPlan = { stage: 'COUNT', inputStage: scanStage(stream, 'COUNT_SCAN') };
    const reply: Doc = {
      explainVersion: '1',
      queryPlanner: { namespace: ns, parsedQuery: query.filter, winningPlan, rejectedPlans: [] },
    };
    if (verbosity !== 'queryPlanner') {
      const stats: Stats = { keys: counted?.keys ?? 0, docs: 0 };
      let nReturned = counted?.n ?? 0;
      if (!counted)
        for await (const row of rowsOf(source, collection, query, stats)) nReturned += row ? 1 : 0;
      reply.executionStats = {
        nReturned,
        executionTimeMillis: Math.round(performance.now() - started),
        totalKeysExamined: plan?.isWhole && !counted && !plan.streams[0]?.index ? 0 : stats.keys,
        totalDocsExamined: stats.docs,
      };
    }
    return { ...reply, ok: 1 };
  });

type Explained = { query: Query; counts: boolean };

/** What the command, or its first statement, would read. */
const queryOf = (name: string, command: Doc): Explained => {
  if (name === 'aggregate') {
    const { query, rest } = leadingQuery(command.pipeline as Doc[], command.hint);
    return { query, counts: isCount(rest) };
  }
  const [statement] = (command.updates ?? command.deletes ?? []) as Doc[];
  const { filter, query = filter, q = query, limit, ...others } = { ...command, ...statement };
  const one = name === 'findAndModify' || (name === 'update' && !truthy(statement?.multi));
  const most = one ? 1 : Math.abs(toNumber(limit ?? 0));
  return { query: makeQuery({ ...others, filter: asDoc(q), limit: most }), counts: name === 'count' };
};

export const explain = (context: Context): Promise<Doc> => {
  const command = context.body.explain as Doc;
  const { verbosity = 'allPlansExecution' } = context.body;
  const known = ['queryPlanner', 'executionStats', 'allPlansExecution'].includes(verbosity as string);
  ensure(known, 9, "verbosity must be one of 'queryPlanner', 'executionStats', 'allPlansExecution'");
  const [name = '', target] = Object.entries(command)[0] ?? [];
  if (!/^(find|count|distinct|aggregate|update|delete|findAndModify)$/.test(name))
    throw new MongoError(59, `Explain failed due to unknown command: ${name}`);
  return explainQuery(context, checkName(context.db, target), queryOf(name, command), verbosity);
};
