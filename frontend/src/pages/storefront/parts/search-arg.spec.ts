import { describe, expect, it } from 'vitest';
import type { SpecFacetDto } from '../../../api/generated';
import { facetArg, kindChanges, searchArg, sortsOf } from './search-arg';

const base = { page: 1, pageSize: 12 };

const LENGTH: SpecFacetDto = {
  key: 'lengthMm',
  label: 'Length',
  group: '',
  type: 'range',
  isNumber: true,
  unit: 'mm',
  options: [],
  notStated: 0,
};
const SOCKET: SpecFacetDto = { ...LENGTH, key: 'socket', label: 'Socket', type: 'values', isNumber: false };

describe('the catalogue call made from a URL', () => {
  it('takes what the server accepts', () => {
    const params = {
      ...base,
      q: 'fan',
      kind: 'fan',
      spec: 'lengthMm:120..',
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
    ['sort', 'cheapest'],
    ['sort', 'relevance'],
    ['sort', 'spec.lengthMm'],
    ['spec', 'socket:AM5'],
    ['asTyped', 'true'],
  ])('leaves out %s=%s, which the server would refuse or which has no effect', (name, value) => {
    expect(searchArg({ ...base, [name]: value })[name as 'sort']).toBeUndefined();
  });

  it('searches words as they were typed where the address says so', () => {
    expect(facetArg({ ...base, q: 'motherbord', asTyped: 'true' })).toMatchObject({ asTyped: true });
  });

  it('takes the filters by specifications that are known', () => {
    expect(searchArg({ ...base, kind: 'fan', spec: 'a:b' }, [], '')).toMatchObject({ spec: undefined });
  });

  it('sends no longer text than the server takes', () => {
    expect(searchArg({ ...base, q: 'x'.repeat(201), kind: 'k'.repeat(41) })).toMatchObject({
      q: 'x'.repeat(200),
      kind: 'k'.repeat(40),
    });
  });
});

describe('the sorts of the list', () => {
  const OWN = ['newest', 'price', '-price', 'name', '-availableQ'];
  const LENGTHS = ['spec.lengthMm', '-spec.lengthMm'];
  it.each([
    [{}, OWN],
    [{ minPrice: '5' }, OWN],
    [{ q: 'fan' }, ['relevance', ...OWN]],
    [{ kind: 'fan' }, [...OWN, ...LENGTHS]],
    [{ q: 'fan', kind: 'fan', maxPrice: '9' }, ['relevance', ...OWN, ...LENGTHS]],
  ])('under %j are those of every list, of words, and of the kind', (filters, sorts) => {
    const params = { ...base, ...filters };
    const offered = sortsOf(params, [LENGTH, SOCKET]).map(({ value }) => value);
    expect(offered).toEqual(sorts);
    for (const sort of [...sorts, 'spec.socket', 'cheapest']) {
      const arg = searchArg({ ...params, sort }, [LENGTH, SOCKET]);
      const isOwn = !sorts.includes(sort) || sort === sorts[0];
      expect(arg.sort ?? arg.sortSpec?.replace(/^-?/, '$&spec.')).toBe(isOwn ? undefined : sort);
    }
  });

  it('by a specification is asked for before it is known what the kind has', () => {
    expect(searchArg({ ...base, kind: 'fan', sort: '-spec.lengthMm' })).toMatchObject({
      sortSpec: '-lengthMm',
    });
    expect(searchArg({ ...base, kind: 'fan', sort: '-spec.lengthMm' }, [SOCKET]).sortSpec).toBeUndefined();
  });

  it('by a specification ends with the kind', () => {
    const changes = (search: string) => kindChanges('ssd', new URLSearchParams(search));
    expect(changes('sort=-spec.lengthMm')).toEqual({ kind: 'ssd', spec: undefined, sort: undefined });
    expect(changes('sort=price')).not.toHaveProperty('sort');
  });
});
