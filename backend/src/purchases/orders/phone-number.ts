import type { SearchFields, WantedWord } from '../../lists/search-words.js';

/**
 * Telephone numbers are found by their end, however they are written and whatever is dialled before them. A stored number is a
 * word of its digits from the last to the first, so that its end is the beginning of the word.
 */

/** Begins the words that are numbers, and no word that is typed. */
const PHONE = '#';
/** The fewest digits that are looked up. */
const LEAST = 5;
/** From so many digits on, a number is taken for a whole one, and what is dialled before it is left out. */
const LEAST_WHOLE = 8;
/** The digits that a stored number is looked up by, from its end: almost all that have the last seven are the same. */
const LOOKED_UP = [7, LEAST];
/** A typed number may have so many digits more before it than the stored one: a country code, and what is dialled abroad. */
const MOST_BEFORE = 4;

/** The 0 in `+49 (0)30 …` as spaces. */
const withoutTrunk = (text: string): string =>
  text.replace(/\(\s*0\s*\)/g, (zero) => ' '.repeat(zero.length));

/** Digits without the zeros that are dialled before a whole number. */
function digitsOf(text: string): string {
  const digits = withoutTrunk(text.normalize('NFKC')).replace(/\D/g, '');
  return digits.length >= LEAST_WHOLE ? digits.replace(/^0+/, '') : digits;
}

const wordOf = (digits: string): string => PHONE + Array.from(digits).toReversed().join('');
const tokenOf = (word: string, digits: number): string => word.slice(0, PHONE.length + digits);

/** What an order is searched by of its telephone number; nothing of one of fewer than five digits. */
export function phoneFields(phone: string): SearchFields {
  const digits = digitsOf(phone);
  if (digits.length < LEAST) return { words: [], tokens: [] };
  const word = wordOf(digits);
  return {
    words: [word],
    tokens: LOOKED_UP.filter((length) => length <= digits.length).map((length) => tokenOf(word, length)),
  };
}

/** What people write before a number, as in `Tel. 030 …` and `tel:+49 …`. */
const LABEL = /^\s*(?:tel|telephone|telefon|phone|mobile|mobil|cell|fon|fax)\s*[.:]*\s*(?=[\d+(])/i;
/** An extension, which is dialled after the number, as in `555 010 7788 ext 4`. */
const EXTENSION = /(?<=\d)[\s,;]*(?:ext|extension|x)[\s.:]*\d{1,6}\s*$/i;

/** The number that somebody typed, or its end; undefined when it is too short or something else. */
export function parsePhone(typed: string): WantedWord | undefined {
  const number = typed.replace(LABEL, '').replace(EXTENSION, '');
  const digits = digitsOf(number);
  if (/\p{L}/u.test(number) || digits.length < LEAST) return undefined;
  const word = wordOf(digits);
  const lookedUp = LOOKED_UP.find((length) => length <= digits.length)!;
  const shorter =
    digits.length < LEAST_WHOLE
      ? []
      : Array.from({ length: MOST_BEFORE }, (_, cut) => digits.length - 1 - cut);
  return {
    tokens: [tokenOf(word, lookedUp)],
    begins: [word],
    equals: shorter.filter((length) => length >= lookedUp).map((length) => tokenOf(word, length)),
  };
}

/** Where a stored number has the digits that were typed; empty when it is another one. */
export function matchedPhone(
  phone: string,
  { begins, equals }: Pick<WantedWord, 'begins' | 'equals'>,
): { from: number; to: number }[] {
  const [word] = phoneFields(phone).words;
  const found =
    word && [...begins, ...equals.filter((each) => each === word)].find((each) => word.startsWith(each));
  if (!found) return [];
  const at = Array.from(withoutTrunk(phone).matchAll(/\d/g), ({ index }) => index).slice(
    PHONE.length - found.length,
  );
  return [{ from: at[0]!, to: at.at(-1)! + 1 }];
}
