import { describe, expect, it } from 'vitest';
import { priceError, priceOf, searchError, searchText } from './limits';

const PRICE_RULE = 'Enter a price from $0 to $999,999.99.';

describe('the bounds of a search', () => {
  it.each([
    [undefined, undefined, undefined],
    ['ssd', 'ssd', undefined],
    ['x'.repeat(200), 'x'.repeat(200), undefined],
    ['x'.repeat(201), 'x'.repeat(200), 'Only the first 200 characters are searched for.'],
  ])('text %#', (text, sent, message) => {
    expect(searchText(text)).toBe(sent);
    expect(searchError(text)).toBe(message);
  });

  it.each([
    [undefined, undefined, undefined],
    ['', undefined, undefined],
    ['0', 0, undefined],
    ['999999.99', 999_999.99, undefined],
    ['1000000', undefined, PRICE_RULE],
    ['-1', undefined, PRICE_RULE],
    ['abc', undefined, PRICE_RULE],
    ['Infinity', undefined, PRICE_RULE],
  ])('price %j', (text, sent, message) => {
    expect(priceOf(text)).toBe(sent);
    expect(priceError(text)).toBe(message);
  });
});
