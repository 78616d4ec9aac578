import { describe, expect, it } from '@jest/globals';
import { searchArg } from './search-arg';

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
    ['sort', 'cheapest'],
    ['availability', 'somewhere'],
    ['minPrice', 'abc'],
    ['maxPrice', '-1'],
    ['minPrice', '2000000'],
  ])('leaves out %s=%s, which the server would refuse', (name, value) => {
    expect(searchArg({ ...base, [name]: value })).toHaveProperty(name, undefined);
  });

  it('sends no longer text than the server takes', () => {
    expect(searchArg({ ...base, q: 'x'.repeat(201), kind: 'k'.repeat(41) })).toMatchObject({
      q: 'x'.repeat(200),
      kind: 'k'.repeat(40),
    });
  });
});
