import { describe, expect, it } from 'vitest';
import { offeredSorts, searchArg } from './search-arg';

const base = { page: 1, pageSize: 12 };

describe('the catalogue call made from a URL', () => {
  it('takes what the server accepts', () => {
    const params = {
      ...base,
      q: 'fan',
      kind: 'fan',
      minPrice: '5',
      maxPrice: '20.5',
      availability: 'low',
      sort: '-price',
    };
    expect(searchArg(params)).toEqual({ ...params, minPrice: 5, maxPrice: 20.5 });
  });

  it.each([
    ['availability', 'somewhere'],
    ['minPrice', 'abc'],
    ['maxPrice', '-1'],
    ['minPrice', '2000000'],
  ])('leaves out %s=%s, which the server would refuse', (name, value) => {
    expect(searchArg({ ...base, [name]: value })).toHaveProperty(name, undefined);
  });

  it.each([
    [{}, ['newest', 'price', '-price', 'name', '-availableQ']],
    [{ kind: 'fan', availability: 'low' }, ['newest', 'price', '-price', 'name', '-availableQ']],
    [{ q: 'fan' }, ['newest', 'price', '-price']],
    [{ q: 'fan', minPrice: '5' }, ['price', '-price']],
    [{ maxPrice: '0' }, ['price', '-price']],
    [{ maxPrice: '-1' }, ['newest', 'price', '-price', 'name', '-availableQ']],
  ])('offers the sorts of an index under %j, and falls back to the first', (filters, sorts) => {
    const params = { ...base, ...filters };
    expect(offeredSorts(params).map(({ value }) => value)).toEqual(sorts);
    for (const sort of ['newest', 'price', '-price', 'name', '-availableQ', 'cheapest', undefined])
      expect(searchArg({ ...params, sort }).sort).toBe(sort && sorts.includes(sort) ? sort : sorts[0]);
  });

  it('sends no longer text than the server takes', () => {
    expect(searchArg({ ...base, q: 'x'.repeat(201), kind: 'k'.repeat(41) })).toMatchObject({
      q: 'x'.repeat(200),
      kind: 'k'.repeat(40),
    });
  });
});
