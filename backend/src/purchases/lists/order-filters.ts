import { type QueryFilter, trusted } from 'mongoose';
import { beginsWith, type WantedWord } from '../../lists/search-words.js';
import type { Order } from '../orders/order.schema.js';
import type { Typed } from './typed-text.js';

type Filter = QueryFilter<Order>;

/** The condition on the words of orders; for rows that another condition makes few. */
function hasWord({ begins, equals }: WantedWord): Filter {
  const conditions = [
    ...begins.map((word) => beginsWith(word)),
    ...(equals.length > 0 ? [{ words: trusted({ $in: equals }) }] : []),
  ];
  return conditions.length === 1 ? conditions[0]! : { $or: conditions };
}

/** Orders that may have one of the words. */
const hasToken = (...tokens: string[]): Filter => ({
  tokens: tokens.length === 1 ? tokens[0] : trusted({ $in: [...new Set(tokens)] }),
});

/** Conditions that the index on `tokens` serves, alone where it decides. */
export function lookUp(wanted: WantedWord): Filter[] {
  const { begins, equals, tokens } = wanted;
  const isDecided = equals.length === 0 && begins.every((word) => tokens.includes(word));
  return [hasToken(...tokens), ...(isDecided ? [] : [hasWord(wanted)])];
}

/** Conditions on the words alone: all of those typed, or all of it as one. */
export function compare({ words, whole }: Typed): Filter[] {
  const each = words.map(hasWord);
  return whole && each.length > 0 ? [{ $or: [hasWord(whole), { $and: each }] }] : each;
}

/** As `compare`, looked up by the whole and by the longest word, which few orders have. */
export function lookUpEither(typed: Typed & { whole: WantedWord }): Filter[] {
  const longest = typed.words.toSorted((a, b) => b.begins[0]!.length - a.begins[0]!.length)[0];
  return [hasToken(...typed.whole.tokens, ...(longest?.tokens ?? [])), ...compare(typed)];
}
