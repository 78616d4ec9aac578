import { UUID } from 'bson';
import { MongoError, notImplemented } from '../errors.js';
import { stageOf } from '../aggregate/stages.js';
import { type Rows, type Run, compilePipeline } from '../aggregate/stages.js';
import { variablesOf } from '../aggregate/expression.js';
import { type Doc, encode } from '../values/bson.js';
import { asDoc, isNumber, toNumber, truthy } from '../values/types.js';
import type { RawReply } from '../wire/message.js';
import {
  type Context,
  checkCollation,
  checkName,
  collectionOf,
  newPace,
  readView,
  wholeNumber,
} from './context.js';
import { type Query, makeQuery, rowsOf } from './read.js';
import { explainQuery } from './explain.js';
import { leadingQuery } from './leading-query.js';
import type { Pace } from '../query/scan.js';
import type { View } from '../storage/view.js';

async function* documents(
  view: View,
  context: Context,
  ns: string,
  query: Query,
  pace: Pace,
): AsyncGenerator<Doc> {
  const collection = collectionOf(context, ns);
  if (!collection) return;
  for await (const row of rowsOf(view, collection, query, pace)) yield row.doc;
}

async function* encoded(rows: Rows): AsyncGenerator<Buffer> {
  for await (const doc of rows) yield encode(doc);
}

async function* each(list: Doc[]): AsyncGenerator<Doc> {
  yield* await Promise.resolve(list);
}

export const aggregate = async (context: Context): Promise<RawReply | Doc> => {
  const { body, db, server } = context;
  const target = body.aggregate;
  const pipeline = body.pipeline;
  if (!Array.isArray(pipeline)) throw new MongoError(14, "'pipeline' option must be specified as an array");
  checkCollation(body.collation);
  const bare = isNumber(target) && toNumber(target) === 1;
  if (!bare && typeof target !== 'string') throw new MongoError(9, 'collection name has invalid type');
  const ns = bare ? `${db}.$cmd.aggregate` : checkName(db, target as string);
  const vars = variablesOf(body.let);
  if (truthy(body.explain))
    return explainQuery(context, ns, leadingQuery(pipeline, body.hint).query, 'queryPlanner');
  if (!asDoc(body.cursor))
    throw new MongoError(
      9,
      "The 'cursor' option is required, except for aggregate with the explain argument",
    );
  const size = asDoc(body.cursor)!;
  const batchSize = size.batchSize === undefined ? undefined : wholeNumber(size, 'batchSize');
  const pace = newPace(context);
  const { view, release } = readView(context);
  const run: Run = {
    pace,
    read: (name, filter) =>
      documents(view, context, checkName(db, name), makeQuery(filter, undefined, 0, 0), pace),
  };
  try {
    let rows: Rows;
    if (bare) {
      const [name] = pipeline.length > 0 ? stageOf(pipeline[0]) : [''];
      if (name === '$documents') throw notImplemented('The stage $documents');
      if (name !== '$listLocalSessions')
        throw new MongoError(73, `{aggregate: 1} is not valid for '${name}'; a collection is required.`);
      const sessions = server.sessions
        .list()
        .map(({ key, used }): Doc => ({ _id: { id: new UUID(key) }, lastUse: new Date(used) }));
      rows = compilePipeline(pipeline.slice(1), vars)(each(sessions), run);
    } else {
      // For its errors: what the planner takes is checked like the rest.
      compilePipeline(pipeline, vars);
      const { query, rest } = leadingQuery(pipeline, body.hint);
      rows = compilePipeline(rest, vars)(documents(view, context, ns, query, pace), run);
    }
    return await server.cursors.start(context, ns, encoded(rows)[Symbol.asyncIterator](), release, {
      batchSize,
    });
  } catch (error) {
    release();
    throw error;
  }
};
