import type { Kind } from '../../kinds/kind.js';
import { distinct, exactly, type Term } from './alternatives.js';
import { type Chunk, chunksOf } from './chunks.js';
import { singularsOf } from './words.js';

/** A word or several that mean the same as others. */
interface Phrase {
  /** Its words, with letters and digits apart. */
  parts: readonly string[];
  /** How it is found: with its words as they are, or apart. */
  anyOf: Term[][];
}

/** Groups of phrases that mean the same. */
export type SynonymGroups = readonly (readonly Phrase[])[];

function phraseOf(text: string): Phrase {
  const chunks = chunksOf(text);
  const parts = chunks.flatMap((chunk) => chunk.parts);
  const words = chunks.flatMap(({ measure, words: plain }) => (measure === undefined ? plain : [measure]));
  return { parts, anyOf: distinct([words.map(exactly), parts.map(exactly)]) };
}

export const synonymGroups = (groups: readonly (readonly string[])[]): SynonymGroups =>
  groups.map((phrases) => phrases.map(phraseOf).filter(({ parts }) => parts.length > 0));

/** What kinds are called. Where admins have given one of these texts another meaning, theirs is taken. */
export const kindSynonyms = (kinds: readonly Kind[]): SynonymGroups =>
  synonymGroups(kinds.map(({ label, plural, aliases }) => [label, plural, ...aliases]));

const isSame = (one: string, other: string): boolean =>
  one === other || singularsOf(one).includes(other) || singularsOf(other).includes(one);

/** How many chunks from one on are a phrase; 0 when they are not. */
function lengthOfPhrase(chunks: readonly Chunk[], from: number, { parts }: Phrase): number {
  // signs and digits join and divide words: `wi-fi` is `wifi`
  if (isSame(chunks[from]!.words.join(''), parts.join(''))) return 1;
  let matched = 0;
  for (let at = from; at < chunks.length; at += 1) {
    for (const part of chunks[at]!.parts) {
      const expected = parts[matched];
      if (expected === undefined || !isSame(part, expected)) return 0;
      matched += 1;
    }
    if (matched === parts.length) return at - from + 1;
  }
  return 0;
}

interface Synonyms {
  /** The chunks that are the phrase. */
  length: number;
  /** As it was entered: `graphics card`, where `graphics cards` was typed. */
  phrase: Phrase;
  others: readonly Phrase[];
}

/** The longest phrase with synonyms that begins at a chunk. */
export function synonymsAt(
  chunks: readonly Chunk[],
  from: number,
  groups: SynonymGroups,
): Synonyms | undefined {
  let found: Synonyms | undefined;
  for (const group of groups)
    for (const phrase of group) {
      const length = lengthOfPhrase(chunks, from, phrase);
      if (length > (found?.length ?? 0))
        found = { length, phrase, others: group.filter((other) => other !== phrase) };
    }
  return found;
}
