import type { SynonymGroupDto } from '../../../api/generated-admin';
import type { Problem } from '../../../forms/use-submit';

/** The words of a group of synonyms, as they are entered. */
export type Words = readonly string[];

/** A field of words, separated by commas, semicolons or lines. */
export const wordsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,;\n]/)
      .map((word) => word.trim().replaceAll(/\s+/g, ' '))
      .filter(Boolean),
  ),
];

export const wordsText = (words: Words): string => words.join(', ');

const isGroup =
  (words: Words) =>
  (group: SynonymGroupDto): boolean =>
    wordsText(group.words) === wordsText(words);

export const hasGroup = (groups: readonly SynonymGroupDto[], words: Words): boolean =>
  groups.some(isGroup(words));

/**
 * The groups with one changed, or with a new one before them.
 *
 * @param former of the one that is changed; undefined, or of none that is there, for a new one
 */
export function withGroup(
  groups: readonly SynonymGroupDto[],
  former: Words | undefined,
  words: Words,
): SynonymGroupDto[] {
  const changed = { words: [...words] };
  return former && hasGroup(groups, former)
    ? groups.map((group) => (isGroup(former)(group) ? changed : group))
    : [changed, ...groups];
}

export const withoutGroup = (groups: readonly SynonymGroupDto[], words: Words): SynonymGroupDto[] =>
  groups.filter((group) => !isGroup(words)(group));

/** As searches compare words: in lower case, without signs. */
const folded = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The group that has these words. */
export const groupOf = (groups: readonly SynonymGroupDto[], words: string): Words | undefined =>
  groups.find((group) => group.words.some((word) => folded(word) === folded(words)))?.words;

/** What another admin did meanwhile to the synonyms, and to the group that is edited, if any. */
export interface Meanwhile {
  text: string;
  /** What the group that is edited has become, if it is still there. */
  former: Words | undefined;
}

export function meanwhile(
  before: readonly SynonymGroupDto[],
  now: readonly SynonymGroupDto[],
  former: Words | undefined,
): Meanwhile {
  if (former === undefined || hasGroup(now, former))
    return {
      text: 'Somebody else has changed synonyms meanwhile. What they changed is kept; save again to save yours, too.',
      former,
    };
  const changed = now.find(
    ({ words }) => !hasGroup(before, words) && words.some((word) => former.includes(word)),
  );
  return changed
    ? {
        text: `Somebody else has changed this group meanwhile; it is now: ${wordsText(changed.words)}. Save again to replace that with yours.`,
        former: changed.words,
      }
    : {
        text: 'Somebody else has removed this group meanwhile. Save again to add it as you have it here.',
        former: undefined,
      };
}

const WORDS = /^groups\.\d+\.words/;

/** The server's messages about groups, at the one field that a group has; those about all of them as a sentence. */
export function problemOf(errors: Problem['errors'], detail: string): Problem {
  const all = Object.entries(errors);
  const own = all.filter(([field]) => WORDS.test(field)).map(([, message]) => message);
  if (own.length > 0) return { errors: { words: [...new Set(own)].join(' ') }, detail };
  return { errors: {}, detail: all.map(([, message]) => message).join(' ') || detail };
}
