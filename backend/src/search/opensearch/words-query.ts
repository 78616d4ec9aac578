import type { PlannedWord, QueryPlan, Term } from '../words/query-plan.js';
import { LEAST_BEGINNING } from '../search-document.js';
import { compactOf } from '../words/words.js';
import { allOf, anyOf, type Query } from './bool-query.js';
import { ALL_WORDS, wellFormed } from './index-definition.js';

/** Which products have the words and numbers that were typed. */

const termQuery = (field: string, { text, isPrefix }: Term): Query => {
  const value = wellFormed(text);
  return isPrefix ? { prefix: { [field]: { value } } } : { term: { [field]: { value } } };
};

/** What has a number that is a term, or begins with it; for admins also what another system calls so. */
export const numberQueries = (term: Term, isAdmin: boolean): Query[] =>
  term.text.length < LEAST_BEGINNING
    ? []
    : (isAdmin ? ['numbers', 'external'] : ['numbers']).map((field) => termQuery(field, term));

/** Of a word, what may be the beginning of a number. */
function numberTerm({ anyOf: alternatives }: PlannedWord): Term[] {
  const term = alternatives[0]?.[0];
  return term?.isPrefix ? [term] : [];
}

/** All that was typed, which may be the beginning of one number. */
const wholeTerm = ({ words }: QueryPlan): Term[] =>
  words.length > 1 ? [{ text: words.map(({ typed }) => compactOf(typed)).join(''), isPrefix: true }] : [];

/** What may be the beginning of a number. */
export const numberTerms = (plan: QueryPlan): Term[] => [
  ...plan.words.flatMap(numberTerm),
  ...wholeTerm(plan),
];

/**
 * What matches every word of a plan, by a field of words or by a number.
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
    terms.flatMap((term) => numberQueries(asWanted(term), isAdmin));
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
  return anyOf([allOf(plan.words.map(wordQuery)), ...byNumber(wholeTerm(plan))]);
}

/** What has a term, as a word or in a number. */
export const termFilter = (term: Term): Query =>
  anyOf([termQuery(ALL_WORDS, term), ...numberQueries(term, false)]);
