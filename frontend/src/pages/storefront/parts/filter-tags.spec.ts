import { describe, expect, it } from 'vitest';
import type { SpecFacetDto } from '../../../api/generated';
import { filterTags } from './filter-tags';
import { readSpec } from '../../../features/kinds/spec-filter';

const FACET: SpecFacetDto = {
  key: 'socket',
  label: 'Socket',
  group: '',
  type: 'values',
  isNumber: false,
  options: [
    { value: 'AM5', label: 'AM5 socket', total: 3 },
    { value: 'AM4', label: 'AM4 socket', total: 0 },
  ],
  notStated: 0,
};
const SPECS: SpecFacetDto[] = [
  FACET,
  { ...FACET, key: 'tdpW', label: 'Power', type: 'range', unit: 'W', options: [] },
  { ...FACET, key: 'load', label: 'Load', type: 'range', unit: '%', options: [] },
];

const tagsOf = (
  { spec, ...filters }: { spec?: string; [name: string]: string | undefined },
  specs?: SpecFacetDto[],
) =>
  filterTags(
    { page: 1, pageSize: 12, ...filters },
    { labelOf: (kind) => `all ${kind}`, specs, choices: readSpec(spec, specs).choices },
  );
const shown = (...of: Parameters<typeof tagsOf>) =>
  tagsOf(...of).map(({ label, value }) => `${label}: ${value}`);

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
    expect(shown(filters, SPECS)).toEqual(tags);
  });

  it.each([
    ['socket:AM4,AM5,~', ['Socket: AM5 socket, AM4 socket, not stated']],
    ['tdpW:65..65', ['Power: 65\u00a0W']],
    ['tdpW:65..1250', ['Power: 65\u00a0W – 1,250\u00a0W']],
    ['tdpW:0.1234..', ['Power: from 0.1234\u00a0W']],
    ['tdpW:65..,~', ['Power: from 65\u00a0W, not stated']],
    ['load:..80;socket:~', ['Socket: not stated', 'Load: up to 80%']],
  ])('of the specifications %j are %j', (spec, tags) => {
    expect(shown({ spec }, SPECS)).toEqual(tags);
  });

  it('name specifications by their keys until their names are known', () => {
    expect(shown({ spec: 'socket:AM5,~' })).toEqual(['socket: AM5, ~']);
  });

  it('remove one filter, and the specifications with the kind', () => {
    const spec = 'socket:AM5;tdpW:65..';
    const tags = tagsOf({ q: 'dart', kind: 'cpu', spec }, SPECS);
    expect(tags.map(({ changes }) => changes)).toEqual([
      { q: undefined, asTyped: undefined },
      { kind: undefined, spec: undefined },
      { spec: 'tdpW:65..' },
      { spec: 'socket:AM5' },
    ]);
  });
});
