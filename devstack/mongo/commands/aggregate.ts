import { UUID } from 'bson';
import { variablesOf } from '../aggregate/expression.js';
import { type Rows, compilePipeline } from '../aggregate/stages.js';
import { MongoError } from '../errors.js';
import { type Doc, encode } from '../values/bson.js';
import { asDoc, toNumber, truthy } from '../values/types.js';
import type { RawReply } from '../wire/message.js';
import { type Context, type Source, checkName, collectionOf, openSource } from './context.js';
import { explainQuery } from './explain.js';
import { type Query, makeQuery, rowsOf } from './read.js';
import { checkShape, shape } from './shape.js';

const CURSOR = shape('batchSize:number');

/** The leading stages that the planner takes, `$match`, `$sort`, `$skip`, `$limit` in this order, and the others. */
export const leadingQuery = (pipeline: Doc[], hint: unknown): { query: Query; rest: Doc[] } => {
  const filters: Doc[] = [];
  const asked: { sort?: Doc; skip?: number; limit?: number } = {};
  let at = 0;
  const next = (name: string): unknown => pipeline[at]?.[name];
  for (; next('$match') && !JSON.stringify(next('$match')).includes('"$$'); at++)
    filters.push(next('$match') as Doc);
  if (next('$sort')) asked.sort = pipeline[at++]!.$sort as Doc;
  if (next('$skip')) asked.skip = toNumber(pipeline[at++]!.$skip);
  if (next('$limit')) asked.limit = toNumber(pipeline[at++]!.$limit);
  const filter = filters.length > 1 ? { $and: filters } : filters[0];
  return { query: makeQuery({ filter, ...asked, hint }), rest: pipeline.slice(at) };
};

async function* documents(context: Context, source: Source, ns: string, query: Query): Rows {
  for await (const row of rowsOf(source, collectionOf(context, ns), query)) yield row.doc;
}

async function* sessions({ server }: Context): Rows {
  for (const { key, used } of server.sessions.list())
    yield { _id: { id: new UUID(key) }, lastUse: new Date(used) };
}

async function* encoded(rows: Rows): AsyncGenerator<Buffer> {
  for await (const doc of rows) yield encode(doc);
}

export const aggregate = async (context: Context): Promise<RawReply | Doc> => {
  const { body, db, server } = context;
  const pipeline = body.pipeline as Doc[];
  const vars = variablesOf(body.let);
  const source = openSource(context);
  const read = (name: string, filter: Doc) =>
    documents(context, source, checkName(db, name), makeQuery({ filter }));
  const start = (ns: string, rows: Rows, stages: Doc[]) => {
    const output = encoded(compilePipeline(stages, vars)(rows, { pace: source.pace, read }));
    checkShape(body.cursor as Doc, 'aggregate.cursor', CURSOR);
    return server.cursors.start(context, ns, output, source.release, asDoc(body.cursor)!.batchSize);
  };
  if (typeof body.aggregate !== 'string') {
    const [first, ...stages] = pipeline;
    if (toNumber(body.aggregate) === 1 && first && '$listLocalSessions' in first)
      return start(`${db}.$cmd.aggregate`, sessions(context), stages);
    throw new MongoError(73, 'an aggregation without a collection is for $listLocalSessions alone');
  }
  const ns = checkName(db, body.aggregate);
  // For its errors: what the planner takes is checked like the rest.
  compilePipeline(pipeline, vars);
  const { query, rest } = leadingQuery(pipeline, body.hint);
  if (truthy(body.explain)) return explainQuery(context, ns, query, 'queryPlanner');
  if (!body.cursor)
    throw new MongoError(9, "The 'cursor' option is required, except for aggregate with explain");
  return start(ns, documents(context, source, ns, query), rest);
};
