import { describe, expect, it } from '@jest/globals';
import { searchArg } from './search-arg';

const base = { page: 1, pageSize: 12 };

describe('the catalogue call made from a URL', () => {
  it('takes what the server knows', () => {
    const asked = {
      ...base,
      q: 'fan',
      kind: 'fan',
      minPrice: '5',
      maxPrice: '20.5',
      availability: 'low',
      sort: '-price',
    };
    expect(searchArg(asked)).toEqual({ ...asked, minPrice: 5, maxPrice: 20.5 });
  });

  it.each([
    ['sort', 'cheapest'],
    ['availability', 'somewhere'],
    ['minPrice', 'abc'],
    ['maxPrice', '-1'],
  ])('leaves out %s=%s, which the server would refuse', (name, value) => {
    expect(searchArg({ ...base, [name]: value })).toHaveProperty(name, undefined);
  });
});
