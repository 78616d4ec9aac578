import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_OPTIONS, type Spec, type SpecType, type SpecValue } from './kind.js';
import { readSpec, specCell, specText } from './spec-value.js';

const spec = (type: SpecType, fields: Partial<Spec> = {}): Spec => ({
  key: 'key',
  label: 'Label',
  group: '',
  type,
  options: [],
  required: false,
  filter: 'none',
  onCard: false,
  compared: true,
  ...fields,
});
const LENGTH = spec('number', { unit: 'mm', min: 1, max: 2_000, decimals: 1, zero: 'unknown' });
const CAPACITY = spec('number', { unit: 'GB', min: 1, max: 100_000 });
const POWER = spec('number', { unit: 'W', min: 0, max: 3_000 });
const SPEED = spec('number', { unit: 'MT/s', min: 200, max: 20_000 });
const CLOCK = spec('number', { unit: 'MHz', min: 1, max: 9_999 });
const VOLTS = spec('number', { unit: 'V', min: 0.5, max: 20, decimals: 3 });
const WEIGHT = spec('number', { unit: 'g', min: 1, max: 50_000 });
const NOISE = spec('number', { unit: 'dB', min: 0, max: 90, decimals: 1 });
const FLOW = spec('number', { unit: 'CFM', min: 1, max: 500, decimals: 1 });
const FANS = spec('number', { min: 1, max: 12, zero: 'none' });
const DEGREES = spec('number', { min: -60, max: 150 });
const FREE = spec('number', { decimals: 2 });
const LINK = spec('number', { unit: 'Gbit/s', min: 0.1, max: 800, decimals: 1 });
const READING = spec('number', { unit: 'MB/s', min: 1, max: 100_000 });
const SOCKET = spec('choice', {
  options: [
    { value: 'AM4', label: 'AM4', aliases: [] },
    { value: 'AM5', label: 'AM5', aliases: [] },
    { value: 'sTR4', label: 'sTR4', aliases: ['TR4'] },
    { value: 'LGA1151', label: 'LGA 1151', aliases: [] },
    { value: 'LGA1155', label: 'LGA 1155', aliases: ['Socket H2'] },
    { value: 'LGA2011-3', label: 'LGA 2011-3', aliases: ['LGA 2011-3 Narrow'] },
  ],
});
const SOCKETS: Spec = { ...SOCKET, type: 'choices' };
const FLAG = spec('flag');
const TEXT = spec('text');

const NONE = undefined;
const fails = (text: string) => ({ fails: text });
const ONE_LENGTH = fails('Enter one number in mm, such as 32 or “32 mm”.');
const ONE_CAPACITY = fails('Enter one number in GB, such as 32 or “32 GB”.');
const TWO_WAYS = fails('can be read in two ways');

describe('readSpec', () => {
  it.each<[Spec, unknown, SpecValue | undefined | { fails: string }]>([
    // lengths
    [LENGTH, 310, 310],
    [LENGTH, '310', 310],
    [LENGTH, '310 mm', 310],
    [LENGTH, '310MM', 310],
    [LENGTH, ' 310\u00a0mm ', 310],
    [LENGTH, '31cm', 310],
    [LENGTH, '31 cm', 310],
    [LENGTH, '0.31 m', 310],
    [LENGTH, '3.5 in', 88.9],
    [LENGTH, '3,5"', 88.9],
    [LENGTH, '3.5″', 88.9],
    [LENGTH, "3.5''", 88.9],
    [LENGTH, '2.5-inch', ONE_LENGTH],
    [LENGTH, '12.2 inches', 309.9],
    [LENGTH, '88,9', 88.9],
    [LENGTH, '88.95', fails('Enter at most 1 decimal.')],
    [LENGTH, '88.90', 88.9],
    [LENGTH, '8.895 cm', TWO_WAYS],
    [LENGTH, '8.8951 cm', 89],
    [LENGTH, '300 W', fails('“W” is no unit of this; enter a number in mm, cm, m or in.')],
    [LENGTH, '300 foo', fails('“foo” is no unit of this')],
    [LENGTH, 0, NONE],
    [LENGTH, '0', NONE],
    [LENGTH, '0 mm', NONE],
    [LENGTH, '-310 mm', fails('Enter at least 1 mm.')],
    [LENGTH, '3 m', fails('Enter at most 2000 mm.')],
    [LENGTH, '', NONE],
    [LENGTH, '   ', NONE],
    [LENGTH, null, NONE],
    [LENGTH, undefined, NONE],
    [LENGTH, [], NONE],
    [LENGTH, NaN, ONE_LENGTH],
    [LENGTH, 'NaN', ONE_LENGTH],
    [LENGTH, Infinity, ONE_LENGTH],
    [LENGTH, 'Infinity', ONE_LENGTH],
    [LENGTH, true, ONE_LENGTH],
    [LENGTH, {}, ONE_LENGTH],
    [LENGTH, { $gt: 0 }, ONE_LENGTH],
    [LENGTH, [310], ONE_LENGTH],
    [LENGTH, 'long', ONE_LENGTH],
    [LENGTH, 'n/a', ONE_LENGTH],
    [LENGTH, '-', ONE_LENGTH],
    [LENGTH, '310-320 mm', ONE_LENGTH],
    [LENGTH, '310 – 320 mm', ONE_LENGTH],
    [LENGTH, '310 x 120 mm', ONE_LENGTH],
    [LENGTH, '1/2 in', ONE_LENGTH],
    [LENGTH, '~310', ONE_LENGTH],
    [LENGTH, '310.', ONE_LENGTH],
    [LENGTH, '.5', ONE_LENGTH],
    [LENGTH, '1'.repeat(900), fails('Enter at most 15 digits.')],
    [LENGTH, '1'.repeat(10_000), fails('Enter at most 15 digits.')],
    [LENGTH, '1'.repeat(100_000), fails('Enter at most 20000 characters.')],
    [FREE, '999999999999999', 999_999_999_999_999],
    [{ ...LENGTH, max: undefined }, '999999999999999 m', fails('Enter at most 15 digits.')],
    [LENGTH, '(((((((((((', ONE_LENGTH],
    // capacities, and separators
    [CAPACITY, '1 TB', 1_000],
    [CAPACITY, '1tb', 1_000],
    [CAPACITY, '1,5 TB', 1_500],
    [CAPACITY, '3.84 TB', 3_840],
    [CAPACITY, '480GB', 480],
    [CAPACITY, '500000 MB', 500],
    [CAPACITY, '1.000 GB', TWO_WAYS],
    [CAPACITY, '1,000 GB', TWO_WAYS],
    [CAPACITY, '1.000', fails('1.000 can be read in two ways: write 1000 or 1.')],
    [CAPACITY, '1,250', fails('1,250 can be read in two ways: write 1250 or 1.25.')],
    [CAPACITY, '1 000', 1_000],
    [CAPACITY, '1 000 GB', 1_000],
    [CAPACITY, '1\u202f000 GB', 1_000],
    [CAPACITY, "1'000 GB", 1_000],
    [CAPACITY, '1000.0', 1_000],
    [CAPACITY, '1,000.0', 1_000],
    [CAPACITY, '1.000,0', 1_000],
    [CAPACITY, '10,000.5 GB', fails('Enter a whole number.')],
    [CAPACITY, '1,000,000', fails('Enter at most 100000 GB.')],
    [CAPACITY, '10,00,000', ONE_CAPACITY],
    [CAPACITY, '16x2GB', ONE_CAPACITY],
    [CAPACITY, '2 x 16 GB', ONE_CAPACITY],
    [CAPACITY, '2×16 GB', ONE_CAPACITY],
    [CAPACITY, '1e3', ONE_CAPACITY],
    [CAPACITY, '1E3 GB', ONE_CAPACITY],
    [CAPACITY, 1e21, ONE_CAPACITY],
    [CAPACITY, '0x10', ONE_CAPACITY],
    [{ ...CAPACITY, zero: 'unknown' }, '1 MB', fails('Enter at least 1 GB.')],
    [CAPACITY, '16 gb', 16],
    [CAPACITY, '16 Gb', fails('Gb counts bits')],
    [CAPACITY, '16 GiB', fails('GiB is counted in steps of 1,024')],
    [CAPACITY, '0.5', fails('Enter a whole number.')],
    [CAPACITY, 0, fails('Enter at least 1 GB.')],
    // others
    [POWER, '-5 W', fails('Enter at least 0 W.')],
    [POWER, '−5 W', fails('Enter at least 0 W.')],
    [POWER, '+65', 65],
    [POWER, '1.2 kW', 1_200],
    [POWER, 0, 0],
    [POWER, -0, 0],
    [SPEED, '6000 MT/s', 6_000],
    [SPEED, '6000MHz', fails('is half of the transfers')],
    [CLOCK, '3.4 GHz', 3_400],
    [CLOCK, '3,4GHz', 3_400],
    [VOLTS, '1.35 V', 1.35],
    [VOLTS, '1.125', 1.125],
    [VOLTS, '1,125', TWO_WAYS],
    [VOLTS, '1350 mV', 1.35],
    [WEIGHT, '1.2 kg', 1_200],
    [WEIGHT, '2 lb', 907],
    [NOISE, '24,5 dB(A)', 24.5],
    [NOISE, '24.5 dBA', 24.5],
    [FLOW, '100 m³/h', 58.9],
    [FLOW, '100 m3/h', 58.9],
    [FANS, 0, 0],
    [FANS, '3', 3],
    [FANS, '3 fans', fails('Enter a number without a unit.')],
    [FANS, '1.5', fails('Enter a whole number.')],
    [DEGREES, '-20', -20],
    [FREE, '-1', fails('Enter at least 0.')],
    [FREE, '0.125', fails('Enter at most 2 decimals.')],
    [FREE, 0.1 + 0.2, fails('Enter at most 2 decimals.')],
    [LINK, '2.5 Gb/s', 2.5],
    [LINK, '100 Mbit/s', 0.1],
    [LINK, '10 Gbps', 10],
    [LINK, '10 GB/s', fails('GB/s counts bytes')],
    [LINK, '10 gb/s', fails('gb/s can mean bits or bytes')],
    [READING, '3500 MB/s', 3_500],
    [READING, '3.5 GB/s', 3_500],
    [READING, '500 Mb/s', fails('Mb/s counts bits')],
    [READING, '500 mbit/s', fails('mbit/s counts bits')],
    [READING, '500 mb/s', fails('mb/s can mean bits or bytes')],
    [VOLTS, '5 MV', fails('MV counts millions')],
    [VOLTS, '1350 mv', 1.35],
    // choices
    [SOCKET, 'AM4', 'AM4'],
    [SOCKET, 'am-4', 'AM4'],
    [SOCKET, 'TR4', 'sTR4'],
    [SOCKET, ' lga1151 ', 'LGA1151'],
    [SOCKET, 'Socket_H2', 'LGA1155'],
    [SOCKET, 'LGA 2011-3 narrow', 'LGA2011-3'],
    [SOCKET, ['AM5'], 'AM5'],
    [SOCKET, ['AM4', 'AM5'], fails('Enter one option only.')],
    [SOCKET, 'LGA 115', fails('“LGA 115” is not one of the options. Did you mean LGA 1151 or LGA 1155?')],
    [SOCKET, 'Slot A', fails('“Slot A” is not one of the options. Choose AM4, AM5')],
    [SOCKET, {}, fails('Enter one of the options.')],
    [SOCKET, '__proto__', fails('is not one of the options')],
    [SOCKET, '', NONE],
    [SOCKETS, 'AM5;AM4', ['AM4', 'AM5']],
    [SOCKETS, 'AM5, TR4 | am5', ['AM5', 'sTR4']],
    [SOCKETS, ['LGA 1151', 'AM4'], ['AM4', 'LGA1151']],
    [SOCKETS, [], NONE],
    [SOCKETS, ' ; ', NONE],
    [SOCKETS, ['AM4', 'AM40'], fails('“AM40” is not one of the options. Did you mean AM4')],
    [SOCKETS, [['AM4']], fails('Enter one of the options.')],
    [SOCKETS, Array.from({ length: 1_000 }, () => 'AM4'), fails('more values than there are options')],
    // flags and texts
    [FLAG, true, true],
    [FLAG, 'yes', true],
    [FLAG, 'Y', true],
    [FLAG, 1, true],
    [FLAG, 'No', false],
    [FLAG, '0', false],
    [FLAG, 'off', false],
    [FLAG, 'maybe', fails('Enter yes or no.')],
    [FLAG, 2, fails('Enter yes or no.')],
    [FLAG, 'constructor', fails('Enter yes or no.')],
    [FLAG, '', NONE],
    [TEXT, '  GB  202 ', 'GB 202'],
    [TEXT, 42, '42'],
    [TEXT, 'a\nb', fails('Enter one line')],
    [TEXT, 'a\u202eb', fails('Enter one line')],
    [TEXT, 'x'.repeat(201), fails('Enter at most 200 characters.')],
    [TEXT, ['a'], fails('Enter a text.')],
  ])('of %#: %o', (of, input, expected) => {
    const read = readSpec(of, input);
    if (typeof expected === 'object' && 'fails' in expected)
      expect(read).toEqual({ error: expect.stringContaining(expected.fails) });
    else expect(read).toEqual({ value: expected });
  });

  it('reads from a cell what was written into it', () => {
    const decimal = (of: Spec) =>
      fc
        .integer({
          min: (of.min ?? 0) * 10 ** (of.decimals ?? 0),
          max: (of.max ?? 1_000) * 10 ** (of.decimals ?? 0),
        })
        .map((n): [Spec, SpecValue] => [of, Number(`${n}e-${of.decimals ?? 0}`)]);
    const values = SOCKET.options.map(({ value }) => value);
    const any = fc.oneof(
      ...[LENGTH, CAPACITY, { ...VOLTS, min: 1 }, NOISE, DEGREES].map(decimal),
      fc.constantFrom(...values).map((value): [Spec, SpecValue] => [SOCKET, value]),
      fc.subarray(values, { minLength: 1 }).map((value): [Spec, SpecValue] => [SOCKETS, value]),
      fc.boolean().map((value): [Spec, SpecValue] => [FLAG, value]),
    );
    fc.assert(
      fc.property(any, ([of, value]) => {
        expect(readSpec(of, specCell(value))).toEqual({ value });
        // what is stored is read as it is
        expect(readSpec(of, value)).toEqual({ value });
      }),
    );
  });

  it('ends at once whatever is given', () => {
    fc.assert(
      fc.property(fc.anything(), fc.constantFrom(LENGTH, SOCKET, SOCKETS, FLAG, TEXT), (input, of) => {
        expect(Object.keys(readSpec(of, input))).toHaveLength(1);
      }),
    );
  });
});

describe('choices', () => {
  it('are read back from a cell, however many an option list has', () => {
    const options = Array.from({ length: MAX_OPTIONS }, (_each, index) => {
      const value = `${'option'.repeat(6)}-${index}`;
      return { value, label: value, aliases: [] };
    });
    const value = options.map((option) => option.value);
    const all = spec('choices', { options });
    expect(readSpec(all, specCell(value))).toEqual({ value });
  });
});

describe('specText', () => {
  it.each<[Spec, SpecValue | undefined, string]>([
    [LENGTH, 310, '310\u00a0mm'],
    [LENGTH, 88.9, '88.9\u00a0mm'],
    [CAPACITY, 480, '480\u00a0GB'],
    [CAPACITY, 2_000, '2\u00a0TB'],
    [CAPACITY, 3_840, '3.84\u00a0TB'],
    [CAPACITY, 1_024, '1,024\u00a0GB'],
    [FANS, 0, 'None'],
    [POWER, 0, '0\u00a0W'],
    [SOCKETS, ['AM4', 'sTR4'], 'AM4, sTR4'],
    [SOCKET, 'LGA1151', 'LGA 1151'],
    [FLAG, false, 'No'],
    [FLAG, true, 'Yes'],
    [TEXT, 'GB 202', 'GB 202'],
    [FLAG, undefined, 'Not stated'],
    [LENGTH, undefined, 'Not stated'],
  ])('of %#: %j is %s', (of, value, text) => expect(specText(of, value)).toBe(text));
});
