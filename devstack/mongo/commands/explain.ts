import { MongoError } from '../errors.js';
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
} from './context.js';
import { leadingQuery } from './leading-query.js';
import { type Query, makePlan, makeQuery, rowsOf } from './read.js';

const access = (plan: Plan): Doc => {
  if (plan.branches) return { stage: 'OR', inputStages: plan.branches.map(access) };
  const direction = plan.reverse ? 'backward' : 'forward';
  if (!plan.index) {
    const whole = plan.ranges.length === 1 && plan.ranges[0]!.start.length === 4;
    return whole
      ? { stage: 'COLLSCAN', direction }
      : {
          stage: 'FETCH',
          inputStage: { stage: 'IXSCAN', keyPattern: { _id: 1 }, indexName: '_id_', direction },
        };
  }
  const { index } = plan;
  return {
    stage: 'FETCH',
    inputStage: {
      stage: 'IXSCAN',
      keyPattern: index.spec.key,
      indexName: index.name,
      isMultiKey: index.multikey.some(Boolean),
      isUnique: index.unique,
      isSparse: index.sparse,
      isPartial: index.matches !== undefined,
      direction,
      ranges: plan.ranges.length,
    },
  };
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
    };
    if (verbosity !== 'queryPlanner') {
      const stats: Stats = { keys: 0, docs: 0 };
      const started = performance.now();
      let returned = 0;
      if (collection) {
        for await (const row of rowsOf(view, collection, query, newPace(context), plan, stats))
          returned += row ? 1 : 0;
      }
      reply.executionStats = {
        executionSuccess: true,
        nReturned: returned,
        executionTimeMillis: Math.round(performance.now() - started),
        totalKeysExamined: plan?.index || plan?.branches ? stats.keys : 0,
        totalDocsExamined: stats.docs,
        executionStages: { ...winningPlan, nReturned: returned },
      };
    }
    return { ...reply, serverInfo: { host: '127.0.0.1', version: '7.0.14' }, ok: 1 };
  } finally {
    release();
  }
};

const queryOf = (command: Doc): Query => {
  const name = Object.keys(command)[0];
  switch (name) {
    case 'find':
      return makeQuery(
        document(command.filter, 'filter'),
        command.sort,
        wholeNumber(command, 'skip'),
        wholeNumber(command, 'limit'),
        command.hint,
      );
    case 'count':
    case 'distinct':
      return makeQuery(
        document(command.query, 'query'),
        undefined,
        wholeNumber(command, 'skip'),
        wholeNumber(command, 'limit'),
        command.hint,
      );
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
  const command = asDoc(context.body.explain);
  if (!command) throw new MongoError(14, "BSON field 'explain' is the wrong type, expected type 'object'");
  const verbosity = (context.body.verbosity as string | undefined) ?? 'allPlansExecution';
  if (!['queryPlanner', 'executionStats', 'allPlansExecution'].includes(verbosity)) {
    throw new MongoError(
      9,
      `verbosity string must be one of {'queryPlanner', 'executionStats', 'allPlansExecution'}`,
    );
  }
  const name = Object.values(command)[0];
  return explainQuery(
    context,
    checkName(context.db, typeof name === 'string' ? name : ''),
    queryOf(command),
    verbosity,
  );
};
