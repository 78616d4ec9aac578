import type { EngineQuery } from '../search-engine.js';
import type { PlannedWord, QueryPlan } from '../words/query-plan.js';

/** Terms of a plan that are searched: a query has at most 1,024 clauses, of which each takes three and more. */
const MAX_TERMS = 140;

/** A plan without the last alternatives of its words, where all together have too many terms. */
function bounded(plan: QueryPlan): QueryPlan {
  const { words } = plan;
  const kept = words.map((word): PlannedWord => ({ ...word, anyOf: [] }));
  let terms = 0;
  const most = Math.max(0, ...words.map(({ anyOf: alternatives }) => alternatives.length));
  for (let rank = 0; rank < most; rank += 1)
    for (const [at, word] of words.entries()) {
      const alternative = word.anyOf[rank];
      if (!alternative || (rank > 0 && terms + alternative.length > MAX_TERMS)) continue;
      terms += alternative.length;
      kept[at]!.anyOf.push(alternative);
    }
  return { ...plan, words: kept };
}

export const boundedQuery = (query: EngineQuery): EngineQuery =>
  query.plan ? { ...query, plan: bounded(query.plan) } : query;
