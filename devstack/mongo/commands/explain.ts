import { MongoError, failedToParse } from '../errors.js';
import type { Plan } from '../query/planner.js';
import type { Stats } from '../query/scan.js';
import type { Doc } from '../values/bson.js';
import { asDoc, toNumber, truthy } from '../values/types.js';
import {
  type Context,
  checkName,
  collectionOf,
  document,
  newPace,
  readView,
  wholeNumber,
  wrongType,
} from './context.js';
import { leadingQuery } from './leading-query.js';
import { type Query, makePlan, makeQuery, rowsOf } from './read.js';

const access = (plan: Plan): Doc => {
  if (plan.branches) return { stage: 'OR', inputStages: plan.branches.map(access) };
  const direction = plan.reverse ? 'backward' : 'forward';
  const { index, ranges } = plan;
  // The whole collection is one range that begins with its bare prefix.
  if (!index && ranges.length === 1 && ranges[0]!.start.length === 4) return { stage: 'COLLSCAN', direction };
  const inputStage = {
    stage: 'IXSCAN',
    keyPattern: index?.spec.key ?? { _id: 1 },
    indexName: index?.name ?? '_id_',
    isMultiKey: index?.multikey.some(Boolean) ?? false,
    direction,
    ranges: ranges.length,
  };
  return { stage: 'FETCH', inputStage };
};

const stages = (plan: Plan, query: Query): Doc => {
  let tree = access(plan);
  if (query.sort && !plan.sorted) tree = { stage: 'SORT', sortPattern: query.sort, inputStage: tree };
  if (query.skip > 0) tree = { stage: 'SKIP', skipAmount: query.skip, inputStage: tree };
  if (query.limit > 0) tree = { stage: 'LIMIT', limitAmount: query.limit, inputStage: tree };
  return tree;
};

/** How a query is read, and at other verbosities than `queryPlanner` what reading it took. */
export const explainQuery = async (
  context: Context,
  ns: string,
  query: Query,
  verbosity: string,
): Promise<Doc> => {
  const collection = collectionOf(context, ns);
  const { view, release } = readView(context);
  try {
    const plan = collection && makePlan(view, collection, query);
    const winningPlan = plan ? stages(plan, query) : { stage: 'EOF' };
    const reply: Doc = {
      explainVersion: '1',
      queryPlanner: { namespace: ns, parsedQuery: query.filter, winningPlan, rejectedPlans: [] },
      serverInfo: { host: '127.0.0.1', version: '7.0.14' },
      ok: 1,
    };
    if (verbosity === 'queryPlanner') return reply;
    const stats: Stats = { keys: 0, docs: 0 };
    const started = performance.now();
    let nReturned = 0;
    const rows = collection ? rowsOf(view, collection, query, newPace(context), plan, stats) : [];
    for await (const row of rows) nReturned += row ? 1 : 0;
    reply.executionStats = {
      executionSuccess: true,
      nReturned,
      executionTimeMillis: Math.round(performance.now() - started),
      totalKeysExamined: plan?.index || plan?.branches ? stats.keys : 0,
      totalDocsExamined: stats.docs,
      executionStages: { ...winningPlan, nReturned },
    };
    return reply;
  } finally {
    release();
  }
};

const queryOf = (command: Doc): Query => {
  const name = Object.keys(command)[0];
  const [skip, limit] = [wholeNumber(command, 'skip'), wholeNumber(command, 'limit')];
  switch (name) {
    case 'find':
      return makeQuery(document(command.filter, 'filter'), command.sort, skip, limit, command.hint);
    case 'count':
    case 'distinct':
      return makeQuery(document(command.query, 'query'), undefined, skip, limit, command.hint);
    case 'findAndModify':
      return makeQuery(document(command.query, 'query'), command.sort, 0, 1, command.hint);
    case 'aggregate':
      return leadingQuery((command.pipeline ?? []) as unknown[], command.hint).query;
    case 'update':
    case 'delete': {
      const list = command.updates ?? command.deletes;
      const entry = asDoc(Array.isArray(list) ? list[0] : undefined) ?? {};
      const one = name === 'update' ? !truthy(entry.multi) : toNumber(entry.limit) === 1;
      return makeQuery(document(entry.q, 'q'), undefined, 0, one ? 1 : 0, entry.hint);
    }
    default:
      throw new MongoError(59, `Explain failed due to unknown command: ${name}`);
  }
};

export const explain = (context: Context): Promise<Doc> => {
  const { explain: given, verbosity = 'allPlansExecution' } = context.body;
  const command = asDoc(given);
  if (!command) throw wrongType('explain', given, 'object');
  if (!['queryPlanner', 'executionStats', 'allPlansExecution'].includes(verbosity as string))
    throw failedToParse("verbosity must be one of 'queryPlanner', 'executionStats', 'allPlansExecution'");
  const name = Object.values(command)[0];
  const ns = checkName(context.db, typeof name === 'string' ? name : '');
  return explainQuery(context, ns, queryOf(command), verbosity as string);
};
