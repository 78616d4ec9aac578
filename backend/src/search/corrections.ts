import type { EngineQuery, SearchEngine } from './search-engine.js';
import { type PlannedWord, planOf, type QueryPlan } from './words/query-plan.js';
import type { SynonymGroups } from './words/synonyms.js';
import { errorsAllowed, typingErrors } from './words/typing-errors.js';
import { partsOf } from './words/words.js';

/** What words probably mean that find nothing as they were typed. */
export interface Correction {
  plan: QueryPlan;
  /** As people read it. */
  text: string;
}

/** Words of which others are tried, where each of them is known and all together find nothing. */
const MOST_TRIED = 4;
const MOST_CANDIDATES = 2;
/** What may have been meant: no number, and no two letters. */
const MEANT = /^\p{L}{3,}$/u;

const letterParts = ({ typed }: PlannedWord): string[] =>
  typed
    .split(' ')
    .flatMap(partsOf)
    .filter((part) => errorsAllowed(part) > 0);

/** Words that may have been meant, the nearest and most frequent first. */
async function candidatesFor(engine: SearchEngine, part: string, synonyms: SynonymGroups): Promise<string[]> {
  const allowed = errorsAllowed(part);
  const similar = await engine.similar(part, allowed);
  const known = synonyms.flat().flatMap(({ parts }) => parts.map((word) => ({ word, products: 1 })));
  return [...similar, ...known]
    .filter(({ word }) => word !== part && MEANT.test(word))
    .map((each) => ({ ...each, errors: typingErrors(part, each.word) }))
    .filter(({ errors }) => errors <= allowed)
    .toSorted((a, b) => a.errors - b.errors || b.products - a.products || (a.word < b.word ? -1 : 1))
    .map(({ word }) => word);
}

async function isKnown(engine: SearchEngine, { anyOf }: PlannedWord): Promise<boolean> {
  for (const terms of anyOf) {
    const known = await Promise.all(terms.map((term) => engine.knows(term)));
    if (known.every(Boolean)) return true;
  }
  return false;
}

/** A typed word with its unknown parts as they were probably meant; undefined where one is like nothing. */
async function correctedWord(
  engine: SearchEngine,
  word: PlannedWord,
  synonyms: SynonymGroups,
): Promise<string | undefined> {
  let { typed } = word;
  for (const part of letterParts(word)) {
    if (await engine.knows({ text: part, isPrefix: true })) continue;
    const [best] = await candidatesFor(engine, part, synonyms);
    if (best === undefined) return undefined;
    typed = typed.replace(part, best);
  }
  return typed === word.typed ? undefined : typed;
}

/** Finds what was probably meant; undefined where the words find something, or nothing like them does. */
export async function correct(
  engine: SearchEngine,
  { plan, isAdmin, book, filters }: EngineQuery & { plan: QueryPlan },
  synonyms: SynonymGroups,
): Promise<Correction | undefined> {
  const finds = async (tried: QueryPlan): Promise<boolean> => {
    const all = { plan: tried, isAdmin, book, filters: { state: filters.state, specs: [] } };
    return (await engine.find(all, { by: 'newest' }, { skip: 0, size: 1 })).total > 0;
  };
  if (await finds(plan)) return undefined;
  const texts = plan.words.map(({ typed }) => typed);
  let isChanged = false;
  for (const [at, word] of plan.words.entries()) {
    if (await isKnown(engine, word)) continue;
    const corrected = await correctedWord(engine, word, synonyms);
    if (corrected === undefined) return undefined;
    texts[at] = corrected;
    isChanged = true;
  }
  const correctionOf = async (words: readonly string[]): Promise<Correction | undefined> => {
    const text = words.join(' ');
    const tried = planOf(text, synonyms);
    return (await finds(tried)) ? { plan: tried, text } : undefined;
  };
  if (isChanged) return correctionOf(texts);
  // each is a word of some product, and no product has all: one may be another word with an error
  for (const [at, word] of plan.words.slice(0, MOST_TRIED).entries())
    for (const part of letterParts(word))
      for (const candidate of (await candidatesFor(engine, part, synonyms)).slice(0, MOST_CANDIDATES)) {
        const found = await correctionOf(texts.with(at, word.typed.replace(part, candidate)));
        if (found) return found;
      }
  return undefined;
}
