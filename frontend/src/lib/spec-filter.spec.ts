import { describe, expect, it } from 'vitest';
import {
  filterOfSpec,
  formatSpecFilters,
  readSpecFilters,
  withSpecFilter,
  type FilterableSpec,
} from './spec-filter';

const options = (...values: string[]) => values.map((value) => ({ value }));
const SPECS: FilterableSpec[] = [
  { key: 'socket', type: 'values', options: options('AM4', 'AM5', 'LGA-1700') },
  { key: 'tdpW', type: 'range', options: [] },
  { key: 'ecc', type: 'values', options: options('true', 'false') },
  { key: 'cores', type: 'values' },
];

const normalised = (text: string) => formatSpecFilters(readSpecFilters(text, SPECS).filters, SPECS);

describe('filters by specifications in an address', () => {
  it.each([
    ['', ''],
    ['socket:AM5', 'socket:AM5'],
    ['tdpW:65..125;socket:AM5,AM4', 'socket:AM4,AM5;tdpW:65..125'],
    ['tdpW:65..', 'tdpW:65..'],
    ['tdpW:..125.5,~', 'tdpW:..125.5,~'],
    ['tdpW:~,65..125', 'tdpW:65..125,~'],
    ['tdpW:65', 'tdpW:65..65'],
    ['tdpW:-5..0', 'tdpW:-5..0'],
    ['socket:~', 'socket:~'],
    ['ecc:false,true', 'ecc:true,false'],
    ['cores:16,4,4', 'cores:4,16'],
    [' socket : AM5 , AM5 ; ', 'socket:AM5'],
  ])('%s is %s', (text, expected) => {
    expect(normalised(text)).toBe(expected);
    expect(readSpecFilters(text, SPECS).dropped).toEqual([]);
  });

  it.each([
    ['colour:red;socket:AM5', 'socket:AM5', ['colour:red']],
    ['socket:AM9,AM4', 'socket:AM4', ['socket:AM9']],
    ['socket:AM9', '', ['socket:AM9']],
    ['AM5', '', ['AM5']],
    [':AM5', '', [':AM5']],
    ['socket', '', ['socket']],
    ['tdpW:125..65', '', ['tdpW:125..65']],
    ['tdpW:..', '', ['tdpW:..']],
    ['tdpW:65..125,200..', 'tdpW:65..125', ['tdpW:200..']],
    ['tdpW:many', '', ['tdpW:many']],
    ['cores:four', '', ['cores:four']],
    ['socket:1..2', '', ['socket:1..2']],
    ['socket:AM4;socket:AM5', 'socket:AM4', ['socket:AM5']],
    ['constructor:AM4', '', ['constructor:AM4']],
  ])('of %s it takes %j', (text, taken, dropped) => {
    expect(normalised(text)).toBe(taken);
    expect(readSpecFilters(text, SPECS).dropped).toEqual(dropped);
  });

  it('changes one specification and leaves the others', () => {
    const { filters } = readSpecFilters('socket:AM5;tdpW:65..', SPECS);
    const socket = filterOfSpec(filters, 'socket');
    expect(socket).toEqual({ key: 'socket', values: ['AM5'], orUnstated: false });
    const more = withSpecFilter(filters, { ...socket, values: ['AM5', 'AM4'], orUnstated: true });
    expect(formatSpecFilters(more, SPECS)).toBe('socket:AM4,AM5,~;tdpW:65..');
    const none = withSpecFilter(filters, { ...socket, values: [] });
    expect(formatSpecFilters(none, SPECS)).toBe('tdpW:65..');
    expect(filterOfSpec([], 'ecc')).toEqual({ key: 'ecc', values: [], orUnstated: false });
  });
});
