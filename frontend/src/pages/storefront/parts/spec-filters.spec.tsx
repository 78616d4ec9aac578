import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { SpecFacetDto } from '../../../api/generated';
import { readSpec } from '../../../features/kinds/spec-filter';
import { SpecFilters } from './spec-filters';

const option = (value: string, total = 1) => ({ value, label: `The ${value}`, total });

const FACET: SpecFacetDto = {
  key: 'size',
  label: 'Size',
  group: '',
  type: 'values',
  isNumber: false,
  options: [option('a'), option('b', 0), option('c', 1_200)],
  notStated: 0,
};

function shown(specs: SpecFacetDto[], spec = '') {
  const html = renderToStaticMarkup(
    <SpecFilters specs={specs} choices={readSpec(spec, specs).choices} onChange={() => undefined} />,
  );
  const texts = (pattern: RegExp) =>
    [...html.matchAll(pattern)].map(([, text = '']) => text.replace(/<[^>]*>/g, ''));
  return {
    names: texts(/<summary[^>]*>(.*?)<\/summary>/g),
    options: texts(/<label class="specs__option">(.*?)<\/label>/g),
    chosen: texts(/<input type="checkbox" checked=""\/>(.*?)<\/label>/g),
    buttons: texts(/<button[^>]*>(.*?)<\/button>/g),
    placeholders: texts(/placeholder="(.*?)"/g),
    isOpen: texts(/<details class="specs__facet"(.*?)>/g).map((open) => open !== ''),
  };
}

describe('the filters by specifications', () => {
  it('offer the values that some part has, with counts, and those that are chosen', () => {
    expect(shown([FACET]).options).toEqual(['The a (1)', 'The c (1,200)']);
    const { options, chosen } = shown([FACET], 'size:b');
    expect(options).toEqual(['The a (1)', 'The b (0)', 'The c (1,200)']);
    expect(chosen).toEqual(['The b (0)']);
  });

  it('offer that a value is not stated, of ranges too', () => {
    const range = {
      ...FACET,
      type: 'range' as const,
      unit: 'mm',
      min: 2,
      max: 9.5,
      options: [],
      notStated: 12,
    };
    expect(shown([range])).toMatchObject({ options: ['Not stated (12)'], placeholders: ['2', '9.5'] });
    expect(shown([{ ...FACET, notStated: 3 }], 'size:~').chosen).toEqual(['Not stated (3)']);
  });

  it('show eight values of a long list, and those that are chosen', () => {
    const long = { ...FACET, options: 'abcdefghijkl'.split('').map((value) => option(value)) };
    const { options, buttons } = shown([long], 'size:k');
    expect([options.length, options.at(-1), buttons]).toEqual([9, 'The k (1)', ['Show all 12']]);
    // one more would take no less space than the button
    expect(shown([{ ...long, options: long.options.slice(0, 9) }])).toMatchObject({ buttons: [] });
  });

  it('are left out where there is nothing to choose, and folded after the first four', () => {
    const empty = { ...FACET, key: 'empty', label: 'Empty', options: [option('a', 0)] };
    const many = '123456'.split('').map((key) => ({ ...FACET, key, label: key }));
    const { names, isOpen } = shown([empty, ...many], '6:a');
    expect(names).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(isOpen).toEqual([true, true, true, true, false, true]);
  });
});
