/** Which of what was typed may be the beginning of a part number, SKU or GTIN: without signs, in lower case. */

/** Part numbers of fewer characters are ordinary words: catalogues have `16` and `OC` among them. */
export const LEAST_NUMBER = 4;
/** The fewest characters that a number is found by as a beginning. */
export const LEAST_BEGINNING = 3;

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

/** What all that was typed may be the beginning of, where no word says so already: `DY 850`, or `512GB`, which is a measure. */
export const numberOfAll = (words: readonly { number?: string }[], typed: string): string | undefined =>
  typed.length < LEAST_BEGINNING || (words.length === 1 && words[0]!.number === typed) ? undefined : typed;
