import { compileExpression, variablesOf } from '../aggregate/expression.js';
import type { MatchOptions, Matcher } from '../query/matcher.js';
import { compileProjection } from '../query/projection.js';
import type { Row } from '../query/scan.js';
import { tuplesOf } from '../storage/entries.js';
import { withVariables } from '../storage/store.js';
import { type Doc, encode } from '../values/bson.js';
import { EMPTY_ARRAY, keyOf } from '../values/keys.js';
import { asDoc, toNumber, truthy, typeOf } from '../values/types.js';
import type { RawReply } from '../wire/message.js';
import { type Context, collectionOf, namespace, openSource, reading } from './context.js';
import { type Query, makePlan, makeQuery, rowsOf } from './read.js';
import { wrongType } from './shape.js';

/** Rows as the client gets them: projected, or the stored bytes untouched. */
const project = (
  rows: AsyncIterable<Row>,
  projection: unknown,
  matches: Matcher,
  options: MatchOptions,
): AsyncGenerator<Buffer> => {
  const compiled = compileProjection(projection, options);
  const positional = Object.keys(asDoc(projection) ?? {}).some((path) => path.endsWith('.$'));
  return (async function* () {
    for await (const row of rows) {
      const match = {};
      if (positional) matches(row.doc, match);
      yield compiled ? encode(compiled(row.doc, match)) : row.raw;
    }
  })();
};

export const find = async (context: Context): Promise<RawReply> => {
  const { body, server } = context;
  const { batchSize, singleBatch, projection } = body;
  const ns = namespace(context);
  const options = withVariables(variablesOf(body.let));
  const query = makeQuery(body, options);
  const source = openSource(context);
  const rows = project(rowsOf(source, collectionOf(context, ns), query), projection, query.matches, options);
  return server.cursors.start(context, ns, rows, source.release, batchSize, truthy(singleBatch));
};

export const getMore = async ({ body, server, db }: Context): Promise<RawReply> => {
  if (!['long', 'int'].includes(typeOf(body.getMore)))
    throw wrongType('getMore.getMore', body.getMore, 'long');
  const { collection, batchSize } = body as { collection: string; batchSize?: number };
  return server.cursors.more(BigInt(String(body.getMore)), `${db}.${collection}`, batchSize);
};

export const killCursors = ({ body, server }: Context): Doc => {
  const ids = body.cursors as unknown[];
  if (ids.some((id) => typeOf(id) !== 'long')) throw wrongType('killCursors.cursors', ids, 'array');
  const [killed, missing] = server.cursors.kill(ids.map((id) => BigInt(String(id))));
  return { cursorsKilled: killed, cursorsNotFound: missing, cursorsAlive: [], cursorsUnknown: [], ok: 1 };
};

export const count = async (context: Context): Promise<Doc> => {
  const {
    query: filter,
    skip,
    limit,
    hint,
  } = context.body as { query?: Doc; skip?: number; [key: string]: unknown };
  const query = makeQuery({ filter, skip, limit: Math.abs(toNumber(limit ?? 0)), hint });
  const collection = collectionOf(context, namespace(context));
  const n = await reading(context, async (source) => {
    const { view } = source;
    if (collection && Object.keys(query.filter).length === 0 && !view.changes(collection) && !hint) {
      const most = query.limit > 0 ? query.limit + query.skip : 2 ** 31;
      return Math.max(0, view.count('data', makePlan(view, collection, query).ranges[0]!, most) - query.skip);
    }
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
  await reading(context, async (source) => {
    for await (const row of rowsOf(source, collectionOf(context, namespace(context)), query)) {
      for (const [value] of tuplesOf(row.doc, [key]))
        if (value !== undefined && value !== EMPTY_ARRAY) found.set(keyOf(value).toString('latin1'), value);
    }
  });
  return { values: [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value), ok: 1 };
};
