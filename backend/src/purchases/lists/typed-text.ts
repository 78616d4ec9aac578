import { codeOf, MAX_TYPED, type WantedWord, wholeToken, wordsOf } from '../../lists/search-words.js';
import { parseNumberPart } from '../orders/order-number.js';
import { parsePhone } from '../orders/phone-number.js';

/** A text that somebody searches orders by. */
export interface Typed {
  /** Its words, each of which is to be found. */
  words: WantedWord[];
  /** All of it as one number or code, where it is more than one word. */
  whole?: WantedWord;
}

/** @param word as it is stored, but for the letters of a number that are read as digits */
function wanted(word: string, typed: string): WantedWord {
  const begins = [...new Set([word, parseNumberPart(word) ?? word])];
  const phone = parsePhone(typed);
  return {
    begins: [...begins, ...(phone?.begins ?? [])],
    equals: phone?.equals ?? [],
    tokens: [...begins.map(wholeToken), ...(phone?.tokens ?? [])],
  };
}

/** Whether several words may be one code: it has a figure, or the prefix of order numbers. */
export const mayBeCode = (typed: string): boolean => /\d|^\s*RM/i.test(typed);

/** Reads what was typed into the search of orders. */
export function readTyped(typed: string): Typed {
  const words = wordsOf(typed).slice(0, MAX_TYPED);
  const code = codeOf(typed);
  return {
    words: words.map((word) => wanted(word, word)),
    ...(code && code !== words[0] && { whole: wanted(code, typed) }),
  };
}
