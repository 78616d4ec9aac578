import { describe, expect, it } from 'vitest';
import type { SpecFacetDto } from '../../../api/generated';
import { withRange, withValue } from './spec-changes';
import { boundsOf, rangeOf, readSpec, withoutKey } from './spec-filter';

const facet = (key: string, label: string, values: string[]): SpecFacetDto => ({
  key,
  label,
  group: '',
  type: values.length > 0 ? 'values' : 'range',
  options: values.map((value) => ({ value, label: value, total: 1 })),
  notStated: 2,
});
const FACETS = [
  facet('socket', 'Socket', ['AM4', 'AM5', 'LGA1700']),
  facet('tdpW', 'Power', []),
  facet('ecc', 'ECC', ['true', 'false']),
];

describe('the filters by specifications of an address', () => {
  it.each([
    ['', '', []],
    ['socket:AM5', 'socket:AM5', []],
    ['socket:AM5,AM4,AM5', 'socket:AM4,AM5', []],
    ['tdpW:65..125;socket:~,lga1700', 'socket:LGA1700,~;tdpW:65..125', []],
    ['tdpW:65..,~', 'tdpW:65..,~', []],
    ['tdpW:..-0.5', 'tdpW:..-0.5', []],
    ['tdpW:65', 'tdpW:65..65', []],
    ['ecc:true; socket : AM4 ', 'socket:AM4;ecc:true', []],
    ['socket:AM5;socket:AM4', 'socket:AM4,AM5', []],
    ['socket:AM6', '', ['Socket: AM6']],
    ['socket:AM5,AM6', 'socket:AM5', ['Socket: AM6']],
    ['tdpW:125..65', '', ['Power: 125..65']],
    ['tdpW:..', '', ['Power: ..']],
    ['tdpW:much,~', 'tdpW:~', ['Power: much']],
    ['tdpW:65..,70..', 'tdpW:65..', ['Power: 70..']],
    ['colour:red,green;ecc:true', 'ecc:true', ['colour: red, green']],
    ['nonsense', '', ['nonsense: ']],
  ])('%j is read as %j, without %j', (text, spec, dropped) => {
    expect(readSpec(text, FACETS)).toMatchObject({ spec, dropped });
    expect(readSpec(spec, FACETS)).toMatchObject({ spec, dropped: [] });
  });

  it('are all taken for known while the specifications of the kind are not', () => {
    expect(readSpec('b:1;a:x,y')).toMatchObject({ spec: 'b:1;a:x,y', dropped: [] });
  });

  it.each([
    ['', 'socket', 'AM5', true, 'socket:AM5'],
    ['socket:AM5', 'socket', 'AM4', true, 'socket:AM4,AM5'],
    ['socket:AM5', 'socket', 'AM5', true, 'socket:AM5'],
    ['socket:AM4,AM5', 'socket', 'AM4', false, 'socket:AM5'],
    ['socket:AM5;ecc:true', 'socket', 'AM5', false, 'ecc:true'],
    ['tdpW:65..125', 'tdpW', '~', true, 'tdpW:65..125,~'],
    ['colour:red', 'ecc', 'true', true, 'ecc:true'],
  ])('%j with %s %s chosen: %j is %j', (text, key, value, isChosen, spec) =>
    expect(withValue(text, FACETS, key, value, isChosen)).toBe(spec),
  );

  it.each([
    ['', '65..', 'tdpW:65..'],
    ['tdpW:65..,~', '..125', 'tdpW:..125,~'],
    ['tdpW:65..;socket:AM4', '', 'socket:AM4'],
    ['tdpW:65..,~', '', 'tdpW:~'],
  ])('%j with the range %j is %j', (text, range, spec) =>
    expect(withRange(text, FACETS, 'tdpW', range)).toBe(spec),
  );

  it('lose those of one specification', () => {
    const { choices } = readSpec('socket:AM5;tdpW:65..', FACETS);
    expect([withoutKey(choices, 'socket'), withoutKey(choices, 'ecc')]).toEqual([
      'tdpW:65..',
      'socket:AM5;tdpW:65..',
    ]);
  });

  it.each([
    ['65', '125', '65..125'],
    ['', '0.5', '..0.5'],
    ['-5', '', '-5..'],
    ['', '', ''],
    ['125', '65', undefined],
    ['1e3', '', undefined],
    ['1.1234567', '', undefined],
  ])('from %j to %j are the range %j', (from, to, range) => {
    expect(rangeOf(from, to)).toBe(range);
    if (range) expect(boundsOf(['~', range])).toEqual([from, to]);
  });
});
