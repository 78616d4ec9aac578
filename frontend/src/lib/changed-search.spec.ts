import { describe, expect, it } from 'vitest';
import { changedSearch } from './changed-search';

describe('a change of the filters in a URL', () => {
  it.each([
    ['', { q: 'fan' }, 'q=fan'],
    ['?kind=fan&page=3', { q: 'glow', page: undefined }, 'kind=fan&q=glow'],
    ['?q=fan', { q: '' }, ''],
    ['?q=a', { q: 'b & c' }, 'q=b+%26+c'],
  ])('%j with %j is %j', (search, changes, expected) => {
    expect(changedSearch(search, changes).toString()).toBe(expected);
  });
});
