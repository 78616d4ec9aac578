import { tuplesOf } from '../storage/entries.js';
import { withVariables } from '../storage/store.js';
import type { View } from '../storage/view.js';
import type { Collection } from '../storage/catalog.js';
import { variablesOf } from '../aggregate/expression.js';
import { EMPTY_ARRAY, keyOf } from '../values/keys.js';
import type { Doc } from '../values/bson.js';
import { toNumber, truthy, typeOf } from '../values/types.js';
import type { RawReply } from '../wire/message.js';
import {
  type Context,
  collectionOf,
  document,
  namespace,
  newPace,
  readView,
  wholeNumber,
  wrongType,
} from './context.js';
import { type Query, makePlan, makeQuery, project, rowsOf } from './read.js';

export const find = async (context: Context): Promise<RawReply> => {
  const { body, server } = context;
  const ns = namespace(context);
  const options = withVariables(variablesOf(body.let));
  const [skip, limit] = [wholeNumber(body, 'skip'), wholeNumber(body, 'limit')];
  const query = makeQuery(document(body.filter, 'filter'), body.sort, skip, limit, body.hint, options);
  const batchSize = body.batchSize === undefined ? undefined : wholeNumber(body, 'batchSize');
  const collection = collectionOf(context, ns);
  const { view, release } = readView(context);
  try {
    const rows = collection
      ? rowsOf(view, collection, query, newPace(context), makePlan(view, collection, query))
      : [];
    const output = project(rows, body.projection, query.matches, options);
    const single = truthy(body.singleBatch);
    return await server.cursors.start(context, ns, output, release, { batchSize, single });
  } catch (error) {
    release();
    throw error;
  }
};

export const getMore = async (context: Context): Promise<RawReply> => {
  const { getMore: id, collection } = context.body;
  if (!['long', 'int'].includes(typeOf(id))) throw wrongType('getMore.getMore', id, 'long');
  if (typeof collection !== 'string') throw wrongType('getMore.collection', collection, 'string');
  return context.server.cursors.more(context, BigInt(String(id)), `${context.db}.${collection}`);
};

export const killCursors = ({ body, server }: Context): Doc => {
  const ids = body.cursors;
  if (!Array.isArray(ids) || ids.some((id) => typeOf(id) !== 'long'))
    throw wrongType('killCursors.cursors', ids, 'array');
  const { killed, missing } = server.cursors.kill(ids.map((id) => BigInt(String(id))));
  return { cursorsKilled: killed, cursorsNotFound: missing, cursorsAlive: [], cursorsUnknown: [], ok: 1 };
};

/** Runs a command that answers from the matching documents with one value. */
const reading = async <T>(
  context: Context,
  none: T,
  read: (view: View, collection: Collection, query: Query) => Promise<T>,
): Promise<T> => {
  const { body } = context;
  const [skip, limit] = [wholeNumber(body, 'skip'), Math.abs(toNumber(body.limit ?? 0))];
  const query = makeQuery(document(body.query, 'query'), undefined, skip, limit, body.hint);
  const collection = collectionOf(context, namespace(context));
  if (!collection) return none;
  const { view, release } = readView(context);
  try {
    return await read(view, collection, query);
  } finally {
    release();
  }
};

export const count = async (context: Context): Promise<Doc> => {
  const n = await reading(context, 0, async (view, collection, query) => {
    const { filter, limit, skip, hint } = query;
    if (Object.keys(filter).length === 0 && !view.changes(collection) && hint === undefined) {
      const range = makePlan(view, collection, query).ranges[0]!;
      return Math.max(0, view.count('data', range, limit > 0 ? limit + skip : 2 ** 31) - skip);
    }
    let found = 0;
    for await (const row of rowsOf(view, collection, query, newPace(context))) found += row ? 1 : 0;
    return found;
  });
  return { n, ok: 1 };
};

export const distinct = async (context: Context): Promise<Doc> => {
  const { key } = context.body;
  if (typeof key !== 'string') throw wrongType('distinct.key', key, 'string');
  const found = new Map<string, unknown>();
  await reading(context, undefined, async (view, collection, query) => {
    for await (const row of rowsOf(view, collection, query, newPace(context))) {
      for (const [value] of tuplesOf(row.doc, [key])) {
        if (value !== undefined && value !== EMPTY_ARRAY) found.set(keyOf(value).toString('latin1'), value);
      }
    }
  });
  const values = [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
  return { values, ok: 1 };
};
