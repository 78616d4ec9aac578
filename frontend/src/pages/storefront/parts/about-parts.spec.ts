import { describe, expect, it } from 'vitest';
import { aboutParts, PART_PAGE_SIZE } from './about-parts';

const base = { page: 1, pageSize: PART_PAGE_SIZE };
const tag = (label: string, value: string) => ({ key: label, label, value, changes: {} });
const about = (params: object, tags = [] as ReturnType<typeof tag>[]) =>
  aboutParts({ ...base, ...params }, (kind) => `${kind}!`, tags);

describe('what a list of parts says about itself', () => {
  it.each([
    [{}, '/parts', 'All Products'],
    [{ sort: '-price' }, '/parts', 'All Products'],
    [{ page: 2 }, '/parts?page=2', 'All Products, page 2'],
    [{ kind: 'hard-disk' }, '/parts?kind=hard-disk', 'hard-disk!'],
    [{ kind: 'a b&c', page: 3 }, '/parts?kind=a+b%26c&page=3', 'a b&c!, page 3'],
  ])('%j is %s', (params, canonical, tab) =>
    expect(about(params)).toMatchObject({ canonical, tab, isLeftOut: false }),
  );

  it.each([
    { q: 'fan' },
    { q: 'fan', asTyped: 'true' },
    { minPrice: '5' },
    { maxPrice: '5' },
    { minPrice: '5', maxPrice: '5' },
    { availability: 'low' },
    { pageSize: 50 },
  ])('of %j search engines are to know nothing', (params) => {
    expect(about({ kind: 'fan', ...params }).canonical).toBeUndefined();
  });

  it('of one specification it is a list of its own', () => {
    const params = { kind: 'fan', spec: 'size:120' };
    expect(about(params, [tag('Size', '120 mm')])).toMatchObject({
      canonical: '/parts?kind=fan&spec=size%3A120',
      tab: 'fan!, Size: 120 mm',
      isLeftOut: false,
    });
  });

  it.each([
    [{ spec: 'size:120;rgb:true' }, [tag('Size', '120 mm'), tag('RGB', 'Yes')]],
    [{ spec: 'size:120', q: 'fan' }, [tag('Size', '120 mm')]],
    [{ minPrice: '5', availability: 'low' }, []],
  ])('of several filters, as of %j, it is left out and names its kind', (params, tags) =>
    expect(about({ kind: 'fan', ...params }, tags)).toMatchObject({
      canonical: '/parts?kind=fan',
      isLeftOut: true,
    }),
  );
});
