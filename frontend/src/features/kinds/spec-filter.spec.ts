import { describe, expect, it } from 'vitest';
import { withRange, withValue } from './spec-changes';
import { boundsOf, type FilterableSpec, rangeOf, readSpec, withoutKey } from './spec-filter';

const options = (...values: string[]) => values.map((value) => ({ value }));
const SPECS: FilterableSpec[] = [
  { key: 'socket', label: 'Socket', type: 'values', options: options('AM4', 'AM5', 'LGA1700') },
  {
    key: 'plugs',
    label: 'Plugs',
    type: 'values',
    options: [{ value: 'usb-c', label: 'USB Type-C', aliases: ['Type C'] }],
  },
  { key: 'tdpW', label: 'Power', type: 'range', options: [] },
  { key: 'ecc', label: 'ECC', type: 'values', options: options('true', 'false') },
  { key: 'cores', label: 'Cores', type: 'values' },
];

describe('the filters by specifications of an address', () => {
  it.each([
    ['', '', []],
    ['socket:AM5', 'socket:AM5', []],
    ['socket:AM5,AM4,AM5', 'socket:AM4,AM5', []],
    ['tdpW:65..125;socket:~,lga1700', 'socket:LGA1700,~;tdpW:65..125', []],
    ['plugs:USB Type-C', 'plugs:usb-c', []],
    ['plugs:type-c,USBC', 'plugs:usb-c', []],
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
    ['cores:16,4,4,~', 'cores:4,16,~', []],
    ['cores:four,8', 'cores:8', ['Cores: four']],
    ['socket:1..2', '', ['Socket: 1..2']],
    ['constructor:AM4', '', ['constructor: AM4']],
    [':AM5', '', []],
  ])('%j is read as %j, without %j', (text, spec, dropped) => {
    expect(readSpec(text, SPECS)).toMatchObject({ spec, dropped });
    expect(readSpec(spec, SPECS)).toMatchObject({ spec, dropped: [] });
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
    expect(withValue(text, SPECS, key, value, isChosen)).toBe(spec),
  );

  it.each([
    ['', '65..', 'tdpW:65..'],
    ['tdpW:65..,~', '..125', 'tdpW:..125,~'],
    ['tdpW:65..;socket:AM4', '', 'socket:AM4'],
    ['tdpW:65..,~', '', 'tdpW:~'],
  ])('%j with the range %j is %j', (text, range, spec) =>
    expect(withRange(text, SPECS, 'tdpW', range)).toBe(spec),
  );

  it('lose those of one specification', () => {
    const { choices } = readSpec('socket:AM5;tdpW:65..', SPECS);
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
