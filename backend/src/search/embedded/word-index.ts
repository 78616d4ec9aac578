import MiniSearch, { type Query } from 'minisearch';
import { LEAST_NUMBER, type SearchDocument, type SearchTexts } from '../search-document.js';
import type { PlannedWord, QueryPlan, Term } from '../words/query-plan.js';
import { compactOf } from '../words/words.js';
import { swapped } from '../words/typing-errors.js';
import { NumberIndex } from './number-index.js';

type Field = keyof SearchTexts;

const FIELDS: readonly Field[] = ['name', 'kind', 'numbers', 'maker', 'specs', 'description'];
/** What names a part: all words in these come before all words anywhere. */
const NAMING: ReadonlySet<Field> = new Set(['name', 'kind', 'numbers']);
const BOOST: Partial<Record<Field, number>> = { name: 4, numbers: 4, kind: 3, maker: 2, specs: 2 };

/** What the beginning of a number adds to a score: more than a word does. */
const NUMBER_SCORE = 50;

interface Numbered {
  numbers: readonly string[];
  external: readonly string[];
}

/** How well a product matches. */
export interface Match {
  /** Whether what names it has all words. */
  isNamed: boolean;
  /** Whether it has all words as they are, none only as the beginning of another. */
  isExact: boolean;
  score: number;
}

/** Products by their words and numbers. Each is known by a number of this index, which is not used again. */
export class WordIndex {
  private readonly numbers = new NumberIndex();
  /** What other systems call them, which only admins search. */
  private readonly external = new NumberIndex();

  private readonly words = new MiniSearch<SearchTexts & { id: number }>({
    fields: [...FIELDS],
    tokenize: (text) => text.split(' '),
    processTerm: (term) => term || null,
    searchOptions: { boost: BOOST, weights: { fuzzy: 0.4, prefix: 0.6 } },
  });

  add(id: number, { numbers, external, texts }: SearchDocument): void {
    this.numbers.add(id, numbers);
    this.external.add(id, external);
    const short = numbers.filter((number) => number.length < LEAST_NUMBER);
    this.words.add({ id, ...texts, numbers: short.join(' ') });
  }

  /** It is not found any more; what it takes is freed later, in small steps. */
  remove(id: number, { numbers, external }: Numbered): void {
    this.numbers.remove(id, numbers);
    this.external.remove(id, external);
    this.words.discard(id);
  }

  /** The only product with a number. */
  withNumber(number: string): number | undefined {
    const owners = this.numbers.ownersOf(number);
    return owners.length === 1 ? owners[0] : undefined;
  }

  /** The products that match all words, with how well they do where they are ranked by it. */
  find(plan: QueryPlan, { isAdmin, isRanked }: { isAdmin: boolean; isRanked: boolean }): Map<number, Match> {
    const found = this.search(plan, isRanked);
    const whole = plan.words.map(({ typed }) => compactOf(typed)).join('');
    if (plan.words.length > 1) this.addNumbered(found, { words: [] }, whole, isAdmin);
    for (const [at, { anyOf }] of plan.words.entries()) {
      const [[term] = []] = anyOf;
      if (term?.isPrefix) this.addNumbered(found, { words: plan.words.toSpliced(at, 1) }, term.text, isAdmin);
    }
    return found;
  }

  /** Adds the products with a number of this beginning that match the other words. */
  private addNumbered(found: Map<number, Match>, others: QueryPlan, number: string, isAdmin: boolean): void {
    const numbered = new Set(this.numbers.beginningWith(number));
    if (isAdmin) for (const id of this.external.beginningWith(number)) numbered.add(id);
    if (numbered.size === 0) return;
    const matches = others.words.length > 0 ? this.search(others, true, numbered) : undefined;
    const owners = new Set(this.numbers.ownersOf(number));
    for (const id of numbered) {
      const match = matches ? matches.get(id) : { isNamed: true, isExact: true, score: 0 };
      if (!match) continue;
      const isExact = match.isExact && owners.has(id);
      const score = match.score + NUMBER_SCORE;
      const before = found.get(id);
      found.set(id, {
        isNamed: match.isNamed || (before?.isNamed ?? false),
        isExact: isExact || (before?.isExact ?? false),
        score: Math.max(score, before?.score ?? 0),
      });
    }
  }

  /** @param among the only products that are of interest; all without it */
  private search(plan: QueryPlan, isRanked: boolean, among?: ReadonlySet<number>): Map<number, Match> {
    const found = this.words.search(queryOf(plan), among && { filter: ({ id }) => among.has(id as number) });
    return new Map(
      found.map(({ id, score, match }) => {
        const rank = isRanked ? rankOf(plan, Object.entries(match) as Matched) : UNRANKED;
        return [id as number, { ...rank, score }];
      }),
    );
  }

  knows({ text, isPrefix }: Term): boolean {
    return (
      this.words.search(text, { prefix: isPrefix }).length > 0 ||
      (isPrefix ? this.numbers.beginningWith(text) : this.numbers.ownersOf(text)).length > 0
    );
  }

  /** Words that may differ from one by so many typing errors, with the number of products that have them. */
  similar(word: string, errors: number): { word: string; products: number }[] {
    const products = new Map<string, number>();
    const look = (text: string, fuzzy: number): void => {
      const counted = new Map<string, number>();
      for (const { terms } of this.words.search(text, { fuzzy }))
        for (const term of terms) counted.set(term, (counted.get(term) ?? 0) + 1);
      for (const [term, count] of counted) products.set(term, count);
    };
    look(word, errors);
    // two swapped letters are two errors to it; with another error they are tried where nothing is nearer
    if (errors === 1 || products.size === 0) for (const spelling of swapped(word)) look(spelling, errors - 1);
    return [...products].map(([term, count]) => ({ word: term, products: count }));
  }
}

/** The words of a product that matched, with the fields that they are in. */
type Matched = [word: string, fields: Field[]][];

const UNRANKED = { isNamed: false, isExact: false };

function rankOf({ words }: QueryPlan, matched: Matched): Omit<Match, 'score'> {
  const has = (test: (term: Term, matched: Matched[number]) => boolean): boolean =>
    words.every(({ anyOf }) =>
      anyOf.some((terms) => terms.every((term) => matched.some((each) => test(term, each)))),
    );
  return {
    isNamed: has((term, [word, fields]) => isOf(term, word) && fields.some((field) => NAMING.has(field))),
    isExact: has(({ text }, [word]) => word === text),
  };
}

const isOf = ({ text, isPrefix }: Term, word: string): boolean =>
  isPrefix ? word.startsWith(text) : word === text;

const termQuery = ({ text, isPrefix }: Term): Query => ({ queries: [text], prefix: isPrefix });

const wordQuery = ({ anyOf }: PlannedWord): Query => ({
  combineWith: 'OR',
  queries: anyOf.map((terms) => ({ combineWith: 'AND', queries: terms.map(termQuery) })),
});

const queryOf = ({ words }: QueryPlan): Query => ({ combineWith: 'AND', queries: words.map(wordQuery) });
