import { describe, expect, it } from 'vitest';
import type { Kind, Spec } from '../../../api/types';
import { filterableSpecs } from '../../../features/kinds/filterable-specs';
import { specsFilter } from './spec-filters';
import { filterOfSort, sortArgOf, specSort, specSortsOf } from './spec-sorts';

const spec = (key: string, label: string, more: Partial<Spec>): Spec => ({
  key,
  label,
  group: '',
  type: 'number',
  options: [],
  required: false,
  filter: 'range',
  onCard: false,
  compared: true,
  ...more,
});
const option = (value: string, label = value) => ({ value, label, aliases: [] });
const KIND = {
  slug: 'processor',
  label: 'Processor',
  plural: 'Processors',
  group: '',
  aliases: [],
  specs: [
    spec('socket', 'Socket', {
      type: 'choice',
      filter: 'values',
      options: [option('AM4'), option('AM5', 'Socket AM5')],
    }),
    spec('tdpW', 'TDP', { unit: 'W' }),
    spec('cores', 'Cores', { filter: 'values' }),
    spec('ecc', 'ECC', { type: 'flag', filter: 'values' }),
    spec('note', 'Note', { type: 'text', filter: 'none' }),
  ],
} satisfies Kind;

describe('the filters by specifications of the list of products', () => {
  it('are those of the kind that have one', () => {
    expect(filterableSpecs(KIND).map(({ key, type, options }) => [key, type, options?.length])).toEqual([
      ['socket', 'values', 2],
      ['tdpW', 'range', undefined],
      ['cores', 'values', undefined],
      ['ecc', 'values', 2],
    ]);
  });

  it.each([
    ['socket:AM4,AM5,~', ['Socket: AM4, Socket AM5, Not stated']],
    ['tdpW:65..125', ['TDP: 65\u00a0W – 125\u00a0W']],
    ['tdpW:65..', ['TDP: from 65\u00a0W']],
    ['tdpW:..125', ['TDP: up to 125\u00a0W']],
    ['tdpW:65..65', ['TDP: 65\u00a0W']],
    ['ecc:true;cores:8', ['Cores: 8', 'ECC: Yes']],
  ])('%s has the tags %j', (text, tags) => {
    const shown = specsFilter(KIND, true).tags(text);
    expect(shown.map(({ label, value }) => `${label}: ${value as string}`)).toEqual(tags);
  });

  it('are removed one at a time', () => {
    const [socket, tdp] = specsFilter(KIND, true).tags('socket:AM5;tdpW:65..');
    expect([socket?.rest, tdp?.rest]).toEqual(['tdpW:65..', 'socket:AM5']);
  });

  it('leave out what the kind does not have, once kinds are known', () => {
    const text = 'tdpW:65..;socket:AM9;colour:red';
    expect(specsFilter(KIND, true).read(text)).toEqual({
      value: 'tdpW:65..',
      dropped: 'Socket: AM9; colour: red',
    });
    expect(specsFilter(undefined, true).read('colour:red')).toEqual({ value: '', dropped: 'colour: red' });
    expect(specsFilter(undefined, false).read(text)).toEqual({ value: text, dropped: '' });
  });
});

describe('the sorts by specifications', () => {
  it('are sent as the key of the specification', () => {
    expect(specSortsOf(KIND).slice(0, 2)).toEqual(['spec.socket', '-spec.socket']);
    expect(specSortsOf(undefined)).toEqual([]);
    expect(sortArgOf('-spec.tdpW')).toEqual({ sortSpec: '-tdpW' });
    expect(sortArgOf('-price')).toEqual({ sort: '-price' });
    expect([filterOfSort('spec.tdpW'), filterOfSort('price')]).toEqual(['kind', undefined]);
    expect(specSort(KIND.specs[1]!)?.descend).toMatchObject({ key: '-spec.tdpW', label: 'TDP, high to low' });
  });
});
