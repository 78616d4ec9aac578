import { MongoError, failedToParse } from '../errors.js';
import type { Plan } from '../query/planner.js';
import type { Stats } from '../query/scan.js';
import type { Doc } from '../values/bson.js';
import { asDoc, toNumber, truthy } from '../values/types.js';
import { leadingQuery } from './aggregate.js';
import { type Context, PRIMARY, checkName, collectionOf, reading } from './context.js';
import { type Query, makePlan, makeQuery, rowsOf } from './read.js';

const access = (plan: Plan): Doc => {
  if (plan.branches) return { stage: 'OR', inputStages: plan.branches.map(access) };
  const direction = plan.reverse ? 'backward' : 'forward';
  const { index, ranges } = plan;
  // The whole collection is one range that begins with its bare prefix.
  if (!index && ranges.length === 1 && ranges[0]!.start.length === 4) return { stage: 'COLLSCAN', direction };
  const { key, name } = index?.spec ?? PRIMARY;
  const isMultiKey = index?.multikey.some(Boolean) ?? false;
  return {
    stage: 'FETCH',
    inputStage: { stage: 'IXSCAN', keyPattern: key, indexName: name, isMultiKey, direction },
  };
};

/** How a query is read, and at other verbosities than `queryPlanner` what reading it took. */
export const explainQuery = (context: Context, ns: string, query: Query, verbosity: unknown): Promise<Doc> =>
  reading(context, async (source) => {
    const collection = collectionOf(context, ns);
    const plan = collection && makePlan(source.view, collection, query);
    const { sort, limit, filter } = query;
    let winningPlan: Doc = plan ? access(plan) : { stage: 'EOF' };
    if (plan && sort && !plan.sorted)
      winningPlan = { stage: 'SORT', sortPattern: sort, inputStage: winningPlan };
    if (limit > 0) winningPlan = { stage: 'LIMIT', limitAmount: limit, inputStage: winningPlan };
    const reply: Doc = {
      explainVersion: '1',
      queryPlanner: { namespace: ns, parsedQuery: filter, winningPlan, rejectedPlans: [] },
    };
    if (verbosity !== 'queryPlanner') {
      const stats: Stats = { keys: 0, docs: 0 };
      const started = performance.now();
      let nReturned = 0;
      for await (const row of rowsOf(source, collection, query, stats)) nReturned += row ? 1 : 0;
      reply.executionStats = {
        executionSuccess: true,
        nReturned,
        executionTimeMillis: Math.round(performance.now() - started),
        totalKeysExamined: plan?.index || plan?.branches ? stats.keys : 0,
        totalDocsExamined: stats.docs,
        executionStages: { ...winningPlan, nReturned },
      };
    }
    return { ...reply, ok: 1 };
  });

/** What the command, or its first statement, would read. */
const queryOf = (name: string, command: Doc): Query => {
  if (name === 'aggregate') return leadingQuery(command.pipeline as Doc[], command.hint).query;
  const [statement] = (command.updates ?? command.deletes ?? []) as Doc[];
  const { filter, query = filter, q = query, limit, ...others } = { ...command, ...statement } as Doc;
  const one = name === 'findAndModify' || (name === 'update' && !truthy(statement?.multi));
  return makeQuery({ ...others, filter: asDoc(q), limit: one ? 1 : Math.abs(toNumber(limit ?? 0)) });
};

export const explain = (context: Context): Promise<Doc> => {
  const command = context.body.explain as Doc;
  const { verbosity = 'allPlansExecution' } = context.body;
  if (!['queryPlanner', 'executionStats', 'allPlansExecution'].includes(verbosity as string))
    throw failedToParse("verbosity must be one of 'queryPlanner', 'executionStats', 'allPlansExecution'");
  const [name = '', target] = Object.entries(command)[0] ?? [];
  if (!/^(find|count|distinct|aggregate|update|delete|findAndModify)$/.test(name))
    throw new MongoError(59, `Explain failed due to unknown command: ${name}`);
  return explainQuery(context, checkName(context.db, target), queryOf(name, command), verbosity);
};
