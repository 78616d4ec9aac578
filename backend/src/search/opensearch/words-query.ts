import type { Term } from '../words/alternatives.js';
import type { PlannedWord, QueryPlan } from '../words/query-plan.js';
import { LEAST_BEGINNING, namesPart } from '../words/numbers.js';
import { allOf, anyOf, type Query } from './bool-query.js';
import { ALL_WORDS, NAMING_WORDS, wellFormed } from './index-definition.js';

/** Which products have the words and numbers that were typed. */

const termQuery = (field: string, { text, isPrefix }: Term): Query => {
  const value = wellFormed(text);
  return isPrefix ? { prefix: { [field]: { value } } } : { term: { [field]: { value } } };
};

/** What has a number that is a term, or begins with it; for admins also what another system calls so. */
const numberQueries = (term: Term, isAdmin: boolean): Query[] =>
  (isAdmin ? ['numbers', 'external'] : ['numbers']).map((field) => termQuery(field, term));

const numberTerm = ({ number }: PlannedWord | QueryPlan): Term[] =>
  number === undefined ? [] : [{ text: number, isPrefix: true }];

const isName = ({ text }: Term): boolean => namesPart(text);

/** For each beginning of a number that names a part, what has such a number. */
export const queriesOfNumbers = (plan: QueryPlan, isAdmin: boolean): Query[] =>
  [...plan.words, plan]
    .flatMap(numberTerm)
    .filter(isName)
    .map((term) => anyOf(numberQueries(term, isAdmin)));

/**
 * What matches every word of a plan, by a field of words or by a number; nothing without words.
 *
 * @param isWhole whether no word is only the beginning of another
 */
export function planQuery(
  field: string,
  plan: QueryPlan,
  { isAdmin, isWhole = false }: { isAdmin: boolean; isWhole?: boolean },
): Query {
  const asWanted = (term: Term): Term => (isWhole ? { ...term, isPrefix: false } : term);
  const byNumber = (terms: Term[]): Query[] =>
    terms
      .filter((term) => field !== NAMING_WORDS || isName(term))
      .flatMap((term) => numberQueries(asWanted(term), isAdmin));
  const wordQuery = (word: PlannedWord): Query => {
    const alternatives = word.anyOf.map((terms) => terms.map(asWanted));
    // one clause for all that are a single whole word: a query has at most 1,024
    const whole = alternatives.flatMap(([term, ...others]) =>
      term && others.length === 0 && !term.isPrefix ? [wellFormed(term.text)] : [],
    );
    const others = alternatives.filter((terms) => terms.length > 1 || terms[0]?.isPrefix);
    return anyOf([
      ...(whole.length > 0 ? [{ terms: { [field]: whole } }] : []),
      ...others.map((terms) => allOf(terms.map((term) => termQuery(field, term)))),
      ...byNumber(numberTerm(word)),
    ]);
  };
  if (plan.words.length === 0) return { match_none: {} };
  return anyOf([allOf(plan.words.map(wordQuery)), ...byNumber(numberTerm(plan))]);
}

/** What has a term, as a word or in a number. */
export const termFilter = (term: Term): Query =>
  anyOf([
    termQuery(ALL_WORDS, term),
    ...(term.text.length < LEAST_BEGINNING ? [] : numberQueries(term, false)),
  ]);
