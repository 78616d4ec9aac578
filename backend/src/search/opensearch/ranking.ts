import { AVAILABILITIES } from '../../products/availability.js';
import type { SearchTexts } from '../search-document.js';
import { type EngineQuery, orderRank } from '../search-engine.js';
import { calledKinds } from '../words/called-kinds.js';
import type { Term } from '../words/alternatives.js';
import type { QueryPlan } from '../words/query-plan.js';
import type { Query } from './bool-query.js';
import { ALL_WORDS, NAMING_WORDS, textField, wellFormed } from './index-definition.js';
import { planQuery, queriesOfNumbers } from './words-query.js';

/** How much a word counts in each text. */
const WEIGHTS: readonly [keyof SearchTexts, number][] = [
  ['name', 4],
  ['numbers', 4],
  ['kind', 3],
  ['maker', 2],
  ['specs', 2],
  ['description', 1],
];
/** A word of the name that only begins with what was typed counts for less. */
const PREFIX_WEIGHT = 2;
/** The beginning of a number counts for more than a word does. */
const NUMBER_WEIGHT = 50;
/** Terms that are weighed; each takes as many clauses of the query as there are weights. */
const MAX_WEIGHED = 30;
/** Brings the sum of the weights below the least rank. */
const SCALE = 0.1;

/**
 * What a match is ranked by, each above the sum of those after it: the exact number, all words in what names it, that it can be
 * ordered, all words as they are, a kind that is called so. Powers of two, so that a float keeps a hundredth of the weights next
 * to them.
 */
const RANKS = { exact: 8_192, named: 4_096, orderable: 2_048, asTyped: 1_024, ofKind: 512 };

const ORDERABLE = AVAILABILITIES.filter((availability) => orderRank(availability) === 0);

const ranked = (filter: Query, boost: number): Query => ({ constant_score: { filter, boost } });

/** How often others have a word does not count: that changes with each merge of segments, and pages would overlap. */
const weightOf = ({ text, isPrefix }: Term): Query => {
  const value = wellFormed(text);
  return {
    dis_max: {
      tie_breaker: 0.3,
      queries: [
        ...WEIGHTS.map(([field, boost]) => ranked({ term: { [textField(field)]: { value } } }, boost)),
        ...(isPrefix ? [ranked({ prefix: { [textField('name')]: { value } } }, PREFIX_WEIGHT)] : []),
      ],
    },
  };
};

function weights(plan: QueryPlan, isAdmin: boolean): Query {
  const terms = new Map(
    plan.words.flatMap(({ anyOf: alternatives }) =>
      alternatives.flat().map((term) => [`${term.text} ${term.isPrefix}`, term] as const),
    ),
  );
  const numbers = queriesOfNumbers(plan, isAdmin).map((query) => ranked(query, NUMBER_WEIGHT));
  const words = [...terms.values()].slice(0, MAX_WEIGHED).map(weightOf);
  return { bool: { should: [...words, ...numbers], boost: SCALE } };
}

/** Scores what the filters leave. @param number that of one product, which comes first */
export function rankedBy(filter: Query[], query: EngineQuery, number: string | undefined): Query {
  const { plan, isAdmin, book } = query;
  const orderable = ranked({ terms: { availability: [...ORDERABLE] } }, RANKS.orderable);
  if (!plan) return { bool: { filter, should: [orderable] } };
  return {
    bool: {
      filter,
      should: [
        orderable,
        ranked(planQuery(NAMING_WORDS, plan, { isAdmin }), RANKS.named),
        ranked(planQuery(ALL_WORDS, plan, { isAdmin, isWhole: true }), RANKS.asTyped),
        ranked({ terms: { kind: calledKinds(plan, book.all) } }, RANKS.ofKind),
        ...(number === undefined ? [] : [ranked({ term: { numbers: { value: number } } }, RANKS.exact)]),
        weights(plan, isAdmin),
      ],
    },
  };
}
