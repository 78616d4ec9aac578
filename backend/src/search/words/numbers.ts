/** Which of what was typed may be the beginning of a part number, SKU or GTIN: without signs, in lower case. */

/** Part numbers of fewer characters are ordinary words: catalogues have `16` and `OC` among them. */
export const LEAST_NUMBER = 4;
/** The fewest characters that a number is found by as a beginning, next to other words. */
export const LEAST_BEGINNING = 3;
/** The fewest where nothing else was typed. */
const LEAST_ALONE = 2;

/**
 * What a typed word may be the beginning of: a phrase, or a word whose parts are apart, is no number.
 *
 * @param terms the first alternative of the word
 */
export const numberOfWord = (
  terms: readonly { text: string; isPrefix: boolean }[] = [],
): string | undefined => {
  const [term] = terms;
  return terms.length === 1 && term?.isPrefix && term.text.length >= LEAST_BEGINNING ? term.text : undefined;
};

/**
 * What all that was typed may be the beginning of, where no word says so already: `DY 850`, or `512GB`, which is a measure. Two
 * digits are the beginning of too many.
 */
export const numberOfAll = (words: readonly { number?: string }[], typed: string): string | undefined => {
  const least = /\p{L}/u.test(typed) ? LEAST_ALONE : LEAST_BEGINNING;
  return typed.length < least || (words.length === 1 && words[0]!.number === typed) ? undefined : typed;
};

/** Whether the beginning of a number names a part as a word of its name does. One of two characters comes after those. */
export const namesPart = (beginning: string): boolean => beginning.length >= LEAST_BEGINNING;
