import { type Model, trusted } from 'mongoose';
import { isEmail, lowerEmail } from '../common/fields.js';

/**
 * Search by word prefixes without regular expressions, in index order. A document keeps `words`, its lower-case words,
 * and `tokens`, the beginnings of these words in a few lengths (edge n-grams). A typed word is looked up by equality
 * with the longest token that it begins with, so that an index on `{tokens, sort field}` finds the rows in order; a word
 * that is longer than this token is also compared with `words`, on the rows found.
 */

/** Different words of a free text that are searched. Of names, numbers and addresses all are. */
const MAX_FREE_WORDS = 80;
export const MAX_TYPED = 8;

/**
 * Each token is an entry in each index on `tokens`: four to five a word. Words of up to eight letters are found by the index alone,
 * of longer ones few rows are compared for nothing. 24: a whole `_id`.
 */
const TOKEN_LENGTHS = [1, 2, 3, 4, 5, 6, 7, 8, 12, 24];

/** What a searched document stores. Neither is read with the document: the database alone compares them. */
export interface SearchFields {
  words: string[];
  tokens: string[];
}

/** What some word of a document is to be: it begins with one of `begins`, or is one of `equals`. */
export interface WantedWord {
  begins: string[];
  equals: string[];
  /** A document that has such a word has one of these tokens. */
  tokens: string[];
}

/** Lower-case, without accents. */
const plainText = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Lower-case words of some texts, accents removed, each once. */
export const wordsOf = (...texts: (string | undefined)[]): string[] => [
  ...new Set(plainText(texts.join(' ')).match(/[\p{L}\p{N}]+/gu) ?? []),
];

/** A text as one word, whatever separates its parts: `po20260117` of `PO-2026/0117`. */
export const codeOf = (text: string): string => plainText(text).replace(/[^\p{L}\p{N}]+/gu, '');

const tokensOfWord = (word: string): string[] =>
  TOKEN_LENGTHS.filter((length) => length <= word.length).map((length) => word.slice(0, length));

/** The token of a word that is found as a whole only; also the one that a typed word is looked up by. */
export const wholeToken = (word: string): string => tokensOfWord(word).at(-1)!;

/** The tokens of a word of which no beginning of fewer than `least` characters is found. */
export const tokensFrom = (least: number, word: string): string[] => [
  ...new Set([...tokensOfWord(word).filter(({ length }) => length >= least), wholeToken(word)]),
];

export const tokensOf = (words: readonly string[]): string[] => [...new Set(words.flatMap(tokensOfWord))];

/** What is searched of a text that may be of any length, such as a description. */
export const freeText = (text: string): string => wordsOf(text).slice(0, MAX_FREE_WORDS).join(' ');

/**
 * The words of some texts and their tokens. A text that does not identify the document is given as `freeText`. A whole e-mail
 * address is a token of its own: its words are in many rows.
 */
export function searchFieldsOf(...texts: (string | undefined)[]): SearchFields {
  const words = wordsOf(...texts);
  const addresses = texts.flatMap((text = '') => (isEmail(lowerEmail(text)) ? lowerEmail(text) : []));
  return { words, tokens: [...new Set([...tokensOf(words), ...addresses])] };
}

/** As `searchFieldsOf`, with a free text of which whole words are found: a few entries of an index instead of five a word. */
export function searchFieldsWith(text: string, ...texts: (string | undefined)[]): SearchFields {
  const { words, tokens } = searchFieldsOf(...texts);
  const free = wordsOf(text).slice(0, MAX_FREE_WORDS);
  return {
    words: [...new Set([...words, ...free])],
    tokens: [...new Set([...tokens, ...free.map(wholeToken)])],
  };
}

/** That some word begins with `word`. */
export const beginsWith = (word: string, field = 'words'): Record<string, unknown> => ({
  [field]: trusted({ $elemMatch: { $gte: word, $lt: `${word}\uffff` } }),
});

/** The condition on a whole e-mail address that some row has; undefined where nothing else but words can be meant. */
export async function matchesEmail<T>(
  model: Model<T>,
  typed: string,
): Promise<Record<string, unknown> | undefined> {
  const email = lowerEmail(typed);
  return isEmail(email) && (await model.exists({ tokens: email })) ? { tokens: email } : undefined;
}

/**
 * Conditions that an index on `tokens` serves, for each word of what was typed; empty when nothing was.
 *
 * @param fields where the document keeps them, if under other names
 */
export function matchesTokens(
  typed: string | undefined,
  fields: Record<keyof SearchFields, string> = { words: 'words', tokens: 'tokens' },
): Record<string, unknown>[] {
  return wordsOf(typed)
    .slice(0, MAX_TYPED)
    .flatMap((word) => {
      const token = tokensOfWord(word).at(-1);
      return [{ [fields.tokens]: token }, ...(token === word ? [] : [beginsWith(word, fields.words)])];
    });
}
