import type { Kind } from '../../kinds/kind.js';
import type { QueryPlan } from './query-plan.js';
import { partsOf, wordsOf } from './words.js';

const partsOfText = (text: string): string => wordsOf(text).flatMap(partsOf).join(' ');

/** The slugs of the kinds that a word or phrase of a search is a name of: `cpu` of processors, and not of CPU coolers. */
export function calledKinds({ words }: QueryPlan, kinds: readonly Kind[]): string[] {
  const typed = new Set(
    words.flatMap(({ anyOf }) => anyOf.map((terms) => terms.map(({ text }) => text).join(' '))),
  );
  return kinds
    .filter(({ label, plural, aliases }) =>
      [label, plural, ...aliases].some((name) => typed.has(partsOfText(name))),
    )
    .map(({ slug }) => slug);
}
