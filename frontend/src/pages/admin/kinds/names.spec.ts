import { describe, expect, it } from 'vitest';
import { followed, keyOf, optionLines, optionValue, slugOf } from './names';

describe('a suggested name', () => {
  it.each([
    ['Output channels', 'outputChannels', 'output-channels', 'Output-channels'],
    ['TDP', 'tdp', 'tdp', 'TDP'],
    ['5 V rail', 'vRail', '5-v-rail', '5-V-rail'],
    ['Grösse (mm)', 'grosseMm', 'grosse-mm', 'Grosse-mm'],
    [' Wi-Fi 6E ', 'wiFi6e', 'wi-fi-6e', 'Wi-Fi-6E'],
    ['Étage', 'etage', 'etage', 'Etage'],
    ['', '', '', ''],
  ])('of %j', (label, key, slug, value) => {
    expect([keyOf(label), slugOf(label), optionValue(label)]).toEqual([key, slug, value]);
  });

  it('follows the label until another one is typed', () => {
    expect(followed(keyOf, '', '', 'Len')).toBe('len');
    expect(followed(keyOf, 'len', 'Len', 'Length')).toBe('length');
    expect(followed(keyOf, 'lengthMm', 'Length', 'Longest')).toBe('lengthMm');
  });
});

it('reads options from lines of a text or of a spreadsheet', () => {
  expect(optionLines('AM4\n\nLGA 1700\r\nsTR4 | Threadripper | TR4; SP3r2\nam5\tSocket AM5')).toEqual([
    { value: 'AM4', label: 'AM4', aliases: '' },
    { value: 'LGA-1700', label: 'LGA 1700', aliases: '' },
    { value: 'sTR4', label: 'Threadripper', aliases: 'TR4; SP3r2' },
    { value: 'am5', label: 'Socket AM5', aliases: '' },
  ]);
});
