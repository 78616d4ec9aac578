import { describe, expect, it } from 'vitest';
import { filterTags } from './filter-tags';

const shown = (filters: object) =>
  filterTags({ page: 1, pageSize: 12, ...filters }, (kind) => `all ${kind}`).map(
    ({ label, value }) => `${label}: ${value}`,
  );

describe('the tags of the filters in effect', () => {
  it.each([
    [{}, []],
    [{ sort: 'price' }, []],
    [
      { q: 'dart', kind: 'hard-disk', availability: 'low' },
      ['Search: dart', 'Kind: all hard-disk', 'Availability: Low stock'],
    ],
    [{ minPrice: '10' }, ['Price: from $10.00']],
    [{ maxPrice: '0' }, ['Price: up to $0.00']],
    [{ minPrice: '10', maxPrice: '900.5' }, ['Price: $10.00 – $900.50']],
    [{ minPrice: 'cheap', availability: 'somewhere' }, []],
  ])('of %j are %j', (filters, tags) => {
    expect(shown(filters)).toEqual(tags);
  });
});
