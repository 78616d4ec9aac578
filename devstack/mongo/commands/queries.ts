import { MongoError } from '../errors.js';
import { tuplesOf } from '../storage/entries.js';
import { EMPTY_ARRAY, keyOf } from '../values/keys.js';
import type { Doc } from '../values/bson.js';
import { type Long, truthy, typeOf } from '../values/types.js';
import type { RawReply } from '../wire/message.js';
import {
  type Context,
  checkCollation,
  collectionOf,
  document,
  namespace,
  newPace,
  readView,
  wholeNumber,
} from './context.js';
import { makePlan, makeQuery, project, rowsOf } from './read.js';
import { variablesOf } from '../aggregate/expression.js';
import { withVariables } from '../storage/store.js';
import type { Row } from '../query/scan.js';

/** Options of `find` that would change its answer and are not here. */
const NOT_HERE = ['tailable', 'awaitData', 'returnKey', 'showRecordId', 'min', 'max', 'readOnce'];

const NONE: AsyncIterable<Row> = {
  // eslint-disable-next-line @typescript-eslint/require-await
  async *[Symbol.asyncIterator]() {},
};

export const find = async (context: Context): Promise<RawReply> => {
  const { body, server } = context;
  const ns = namespace(context);
  for (const option of NOT_HERE) {
    const value = body[option];
    if (value !== undefined && (truthy(value) || typeof value === 'object') && value !== false) {
      throw new MongoError(238, `find option '${option}' is not implemented by this store`);
    }
  }
  checkCollation(body.collation);
  const limit = wholeNumber(body, 'limit');
  if (limit < 0)
    throw new MongoError(51024, `BSON field 'limit' value must be >= 0, actual value '${limit}'`);
  const options = withVariables(variablesOf(body.let));
  const filter = document(body.filter, 'filter');
  const query = makeQuery(filter, body.sort, wholeNumber(body, 'skip'), limit, body.hint, options);
  const batchSize = body.batchSize === undefined ? undefined : wholeNumber(body, 'batchSize');
  if (batchSize !== undefined && batchSize < 0) {
    throw new MongoError(51024, `BSON field 'batchSize' value must be >= 0, actual value '${batchSize}'`);
  }
  const collection = collectionOf(context, ns);
  const { view, release } = readView(context);
  const pace = newPace(context);
  let rows: AsyncIterable<Row>;
  let output: AsyncGenerator<Buffer>;
  try {
    rows = collection ? rowsOf(view, collection, query, pace, makePlan(view, collection, query)) : NONE;
    output = project(rows, body.projection, query.matches, options);
  } catch (error) {
    release();
    throw error;
  }
  return server.cursors.start(context, ns, output, release, { batchSize, single: truthy(body.singleBatch) });
};

export const getMore = async (context: Context): Promise<RawReply> => {
  const id = context.body.getMore;
  if (!['long', 'int'].includes(typeOf(id))) {
    throw new MongoError(
      14,
      `BSON field 'getMore.getMore' is the wrong type '${typeOf(id)}', expected type 'long'`,
    );
  }
  const { collection } = context.body;
  if (typeof collection !== 'string') {
    throw new MongoError(
      14,
      `BSON field 'getMore.collection' is the wrong type '${typeOf(collection)}', expected type 'string'`,
    );
  }
  return context.server.cursors.more(context, BigInt(String(id)), `${context.db}.${collection}`);
};

export const killCursors = (context: Context): Doc => {
  const ids = context.body.cursors;
  if (!Array.isArray(ids)) throw new MongoError(14, "BSON field 'killCursors.cursors' has to be an array");
  const { killed, missing } = context.server.cursors.kill(ids.map((id) => BigInt(String(id as Long))));
  return { cursorsKilled: killed, cursorsNotFound: missing, cursorsAlive: [], cursorsUnknown: [], ok: 1 };
};

export const count = async (context: Context): Promise<Doc> => {
  const { body } = context;
  const ns = namespace(context);
  checkCollation(body.collation);
  const filter = document(body.query, 'query');
  const query = makeQuery(
    filter,
    undefined,
    wholeNumber(body, 'skip'),
    wholeNumber(body, 'limit'),
    body.hint,
  );
  const collection = collectionOf(context, ns);
  if (!collection) return { n: 0, ok: 1 };
  const { view, release } = readView(context);
  try {
    if (Object.keys(filter).length === 0 && !view.changes(collection) && query.hint === undefined) {
      const range = makePlan(view, collection, query).ranges[0]!;
      const most = query.limit > 0 ? query.limit + query.skip : 2 ** 31;
      return { n: Math.max(0, view.count('data', range, most) - query.skip), ok: 1 };
    }
    let n = 0;
    for await (const row of rowsOf(view, collection, query, newPace(context))) n += row ? 1 : 0;
    return { n, ok: 1 };
  } finally {
    release();
  }
};

export const distinct = async (context: Context): Promise<Doc> => {
  const { body } = context;
  const ns = namespace(context);
  checkCollation(body.collation);
  const { key } = body;
  if (typeof key !== 'string')
    throw new MongoError(14, "BSON field 'distinct.key' is the wrong type, expected type 'string'");
  const query = makeQuery(document(body.query, 'query'), undefined, 0, 0, body.hint);
  const collection = collectionOf(context, ns);
  if (!collection) return { values: [], ok: 1 };
  const { view, release } = readView(context);
  try {
    const found = new Map<string, unknown>();
    for await (const row of rowsOf(view, collection, query, newPace(context))) {
      for (const [value] of tuplesOf(row.doc, [key])) {
        if (value === undefined || value === EMPTY_ARRAY) continue;
        const name = keyOf(value).toString('latin1');
        if (!found.has(name)) found.set(name, value);
      }
    }
    const values = [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
    return { values, ok: 1 };
  } finally {
    release();
  }
};
