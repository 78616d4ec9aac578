import SearchableMap from 'minisearch/SearchableMap';
import type { SearchDocument, SearchTexts } from '../search-document.js';
import { LEAST_BEGINNING, LEAST_NUMBER, namesPart } from '../words/numbers.js';
import type { Term } from '../words/alternatives.js';
import type { PlannedWord, QueryPlan } from '../words/query-plan.js';
import { swapped } from '../words/typing-errors.js';
import { EXACT, FOUND, Matches, NAMED } from './matches.js';
import { NumberIndex } from './number-index.js';

/** How much a word counts in each text. */
const WEIGHTS: Record<keyof SearchTexts, number> = {
  name: 4,
  kind: 3,
  numbers: 4,
  maker: 2,
  specs: 2,
  description: 1,
};
const FIELDS = Object.keys(WEIGHTS) as (keyof SearchTexts)[];
const bitOf = (field: keyof SearchTexts): number => 1 << FIELDS.indexOf(field);
/** What names a part: all words in these come before all words anywhere. */
const NAMING = bitOf('name') | bitOf('kind') | bitOf('numbers');

/** How much further texts with a word count, next to the one where it counts most. */
const TIE_BREAKER = 0.3;
/** How much a word counts that only begins with what was typed. */
const PREFIX_WEIGHT = 0.5;
/** The beginning of a number counts for more than a word does. */
const NUMBER_SCORE = 50;

/** The score of a word, by the bits of the fields that have it. */
const SCORES = Array.from({ length: 1 << FIELDS.length }, (_, fields) => {
  const weights = FIELDS.filter((field) => fields & bitOf(field)).map((field) => WEIGHTS[field]);
  const most = Math.max(0, ...weights);
  return most + TIE_BREAKER * (weights.reduce((sum, weight) => sum + weight, 0) - most);
});

/** A word, and the products that have it. */
interface Posting {
  word: string;
  /** For each product its number, and in the lowest bits the fields that have the word. */
  entries: number[];
}

const entryOf = (id: number, fields: number): number => (id << FIELDS.length) | fields;
const idOf = (entry: number): number => entry >> FIELDS.length;
const fieldsOf = (entry: number): number => entry & (SCORES.length - 1);

interface Indexed {
  numbers: readonly string[];
  external: readonly string[];
  postings: readonly Posting[];
}

/** Products by their words and numbers. */
export class WordIndex {
  private readonly numbers = new NumberIndex();
  /** What other systems call them, which only admins search. */
  private readonly external = new NumberIndex();
  private readonly words = new SearchableMap<Posting>();
  /** By the numbers that this index knows them by. */
  private readonly products: (Indexed | undefined)[] = [];
  private readonly free: number[] = [];

  /** @returns the number that it is known by, until it is removed */
  add({ numbers, external, texts }: SearchDocument): number {
    const id = this.free.pop() ?? this.products.length;
    this.numbers.add(id, numbers);
    this.external.add(id, external);
    const short = numbers.filter((number) => number.length < LEAST_NUMBER).join(' ');
    const fieldsByWord = new Map<string, number>();
    for (const field of FIELDS)
      for (const word of (field === 'numbers' ? short : texts[field]).split(' '))
        if (word !== '') fieldsByWord.set(word, (fieldsByWord.get(word) ?? 0) | bitOf(field));
    const postings = Array.from(fieldsByWord, ([word, fields]) => {
      const posting = this.words.fetch(word, () => ({ word, entries: [] }));
      posting.entries.push(entryOf(id, fields));
      return posting;
    });
    this.products[id] = { numbers, external, postings };
    return id;
  }

  remove(id: number): void {
    const { numbers, external, postings } = this.products[id]!;
    this.numbers.remove(id, numbers);
    this.external.remove(id, external);
    for (const { word, entries } of postings) {
      entries.splice(
        entries.findIndex((entry) => idOf(entry) === id),
        1,
      );
      if (entries.length === 0) this.words.delete(word);
    }
    this.products[id] = undefined;
    this.free.push(id);
  }

  /** The products with a number. */
  withNumber(number: string): number[] {
    return this.numbers.ownersOf(number);
  }

  /** The products that match all words; none without words. */
  find({ words, number }: QueryPlan, isAdmin: boolean): Matches {
    const [first, ...others] = words.map((word) => this.withWord(word, isAdmin));
    if (!first) return new Matches(this.products.length);
    const found = others.reduce((all, word) => all.and(word), first);
    return number === undefined ? found : found.or(this.withNumbers(number, isAdmin));
  }

  private withWord({ anyOf, number }: PlannedWord, isAdmin: boolean): Matches {
    const found = anyOf
      .map((terms) => terms.map((term) => this.withTerm(term)).reduce((all, term) => all.and(term)))
      .reduce((any, alternative) => any.or(alternative));
    return number === undefined ? found : found.or(this.withNumbers(number, isAdmin));
  }

  private withTerm({ text, isPrefix }: Term): Matches {
    const found = new Matches(this.products.length);
    const exact = this.words.get(text);
    const add = ({ entries }: Posting, exactly: number, weight: number): void => {
      for (const entry of entries) {
        const fields = fieldsOf(entry);
        const named = fields & NAMING ? NAMED : 0;
        found.add(idOf(entry), FOUND | named | exactly, SCORES[fields]! * weight);
      }
    };
    if (exact) add(exact, EXACT, 1);
    if (isPrefix)
      for (const posting of this.words.atPrefix(text).values())
        if (posting !== exact) add(posting, 0, PREFIX_WEIGHT);
    return found;
  }

  /** The products with a number of this beginning. */
  private withNumbers(beginning: string, isAdmin: boolean): Matches {
    const found = new Matches(this.products.length);
    const [flags, score] = namesPart(beginning) ? [FOUND | NAMED, NUMBER_SCORE] : [FOUND, 0];
    for (const numbers of isAdmin ? [this.numbers, this.external] : [this.numbers])
      for (const id of numbers.beginningWith(beginning)) found.add(id, flags, score);
    for (const id of this.numbers.ownersOf(beginning)) found.add(id, EXACT, NUMBER_SCORE);
    return found;
  }

  knows({ text, isPrefix }: Term): boolean {
    if (!isPrefix) return this.words.has(text) || this.numbers.ownersOf(text).length > 0;
    if (!this.words.atPrefix(text).keys().next().done) return true;
    return text.length >= LEAST_BEGINNING && this.numbers.beginningWith(text).length > 0;
  }

  /** Words that may differ from one by so many typing errors, with the number of products that have them. */
  similar(word: string, errors: number): { word: string; products: number }[] {
    const products = new Map<string, number>();
    const look = (text: string, most: number): void => {
      for (const [similar, [{ entries }]] of this.words.fuzzyGet(text, most))
        products.set(similar, entries.length);
    };
    look(word, errors);
    // two swapped letters are two errors to it; with another error they are tried where nothing is nearer
    if (errors === 1 || products.size === 0) for (const spelling of swapped(word)) look(spelling, errors - 1);
    return [...products].map(([similar, count]) => ({ word: similar, products: count }));
  }
}
