import { count, money } from './format';

/** The server's bounds of what can be searched for. */
export const MAX_SEARCH = 200;
export const MAX_PRICE = 999_999.99;

/** Longer texts come from an edited URL only; the server would refuse them. */
export const searchText = (text: string | undefined): string | undefined => text?.slice(0, MAX_SEARCH);

export const searchError = (text = ''): string | undefined =>
  text.length > MAX_SEARCH ? `Only the first ${count(MAX_SEARCH)} characters are searched for.` : undefined;

/** Dollars of a price filter; `undefined` where there are none, or none that the server takes. */
export function priceOf(text = '', max = MAX_PRICE): number | undefined {
  const dollars = Number(text);
  return text !== '' && dollars >= 0 && dollars <= max ? dollars : undefined;
}

export const priceError = (text = ''): string | undefined =>
  text !== '' && priceOf(text) === undefined ? `Enter a price from $0 to ${money(MAX_PRICE)}.` : undefined;
