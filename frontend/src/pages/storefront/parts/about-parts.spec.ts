import { describe, expect, it } from 'vitest';
import { aboutParts, PART_PAGE_SIZE } from './about-parts';

const base = { page: 1, pageSize: PART_PAGE_SIZE, sort: 'newest' };

describe('what a list of parts says about itself', () => {
  it.each([
    [{}, '/parts', 'All Products'],
    [{ sort: '-price' }, '/parts', 'All Products'],
    [{ page: 2 }, '/parts?page=2', 'All Products, page 2'],
    [{ kind: 'hard-disk' }, '/parts?kind=hard-disk', 'hard-disk!'],
    [{ kind: 'a b&c', page: 3 }, '/parts?kind=a+b%26c&page=3', 'a b&c!, page 3'],
  ])('%j is %s', (params, canonical, tab) =>
    expect(aboutParts({ ...base, ...params }, (kind) => `${kind}!`)).toMatchObject({ canonical, tab }),
  );

  it.each([{ q: 'fan' }, { minPrice: '5' }, { maxPrice: '5' }, { availability: 'low' }, { pageSize: 50 }])(
    'of %j search engines are to know nothing',
    (params) => expect(aboutParts({ ...base, kind: 'fan', ...params }, String).canonical).toBeUndefined(),
  );
});
