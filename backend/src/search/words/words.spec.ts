import { describe, expect, it } from 'vitest';
import { planOf } from './query-plan.js';
import { synonymGroups } from './synonyms.js';
import { swapped, typingErrors } from './typing-errors.js';
import { compactOf, indexedWords, singularsOf } from './words.js';

/** Whether a text has what was typed: what both engines do with the words. */
function finds(text: string, typed: string, synonyms: string[][] = []): boolean {
  const words = indexedWords(text);
  return planOf(typed, synonymGroups(synonyms)).words.every(({ anyOf }) =>
    anyOf.some((terms) =>
      terms.every(({ text: term, isPrefix }) =>
        words.some((word) => (isPrefix ? word.startsWith(term) : word === term)),
      ),
    ),
  );
}

describe('words', () => {
  it.each([
    // letters and digits
    ['Vantar 90 Graphics Card', 'vantar90'],
    ['GeForce RTX 4070 Ti', 'rtx4070ti'],
    ['GeForce RTX 4070 Ti', 'rtx4070 ti'],
    ['GeForce RTX4070Ti', 'rtx 4070 ti'],
    ['Ripjaws DDR5-6000', 'ddr5 6000'],
    ['Board DDR5', 'ddr 5'],
    // signs
    ['Drive M.2-2280', 'm.2'],
    ['Drive M.2', 'm2'],
    ['Noctua NH-D15', 'nhd15'],
    ['Noctua NH-D15', 'nh d15'],
    ['Micro-ATX', 'microatx'],
    ['Wi-Fi', 'wifi'],
    ['Vantar 60 White', 'vantar60-white'],
    ['Dynamo 850 Gold', 'dynamo850/gold'],
    ['SSD of 1 TB', 'ssd-1tb'],
    ['SSD of 1 TB', '1tb-ssd'],
    ['SSD of 1 TB', 'SSD,1TB'],
    ['SSD PCIe 4.0 x4', 'pcie4.0 ssd'],
    // units
    ['16 GB', '16gb'],
    ['16GB', '16 gb'],
    ['1 TB', '1000 GB'],
    ['1,000 GB', '1tb'],
    ['3.84 TB', '3840gb'],
    ['1,5 TB', '1.5tb'],
    ['120 mm', '12cm'],
    ['2.5"', '63.5 mm'],
    ['750W', '0.75 kW'],
    ['6000 MT/s', '6000 MHz'],
    ['6000MT/s', '6000 mt/s'],
    ['DDR5 5600 MT/s', '5600MT/s ddr5'],
    ['12400 MB/s', '12400mb/s'],
    ['10 Gbit/s', '10gbit/s'],
    ['3.5 inch', '3.5″'],
    ['2 m', '200cm'],
    ['0.5m', '50 cm'],
    // several of a number and a unit
    ['Kit 2x16GB', '16gb'],
    ['Kit 2x16GB', '2 x 16 gb'],
    ['Kit 2 × 16 GB', '2x16gb'],
    ['Kit (2x8GB)', '8 gb kit'],
    ['Kit 2x16GB', '2x16g'],
    ['Radiator 120x120mm', '120 mm'],
    // beginnings and plurals
    ['Motherboard', 'mothe'],
    ['Battery', 'batteries'],
    ['Box', 'boxes'],
    ['Fan', 'fans'],
    ['Fans', 'fan'],
    ['Supply 750W', 'supply 75'],
    // signs and accents
    ['Größe', 'gro'],
    ['Café', 'cafe'],
    ['Königstraße', 'konigstrasse'],
    ['Ørsted', 'orsted'],
  ])('of %s have %s', (text, typed) => expect(finds(text, typed)).toBe(true));

  it.each([
    ['Board AM4 with DDR5', 'am5'],
    ['Vantar 60', 'vantar90'],
    ['16 GB', '1 gb'],
    ['1600 GB', '16 gb'],
    ['750 W', '75 w'],
    ['4 M.2 slots', '4 m'],
    ['Kit 2x16GB', '2x8gb'],
    ['Kit 16GB (2x8GB)', '2x16gb'],
    ['Kit 16GB (2x8GB)', '2 x 16 GB kit'],
    ['Supply 7500', '750 supply'],
    ['DDR5 Memory Kit 3', '3.5″'],
    ['SSD of 2 TB', 'ssd-1tb'],
    ['SSD PCIe 5.0 x4', 'pcie4.0 ssd'],
    ['Fan', 'fantastic'],
  ])('of %s do not have %s', (text, typed) => expect(finds(text, typed)).toBe(false));

  it('have synonyms, also of several words, in singular and plural', () => {
    const synonyms = [
      ['gpu', 'graphics card'],
      ['psu', 'power supply'],
    ];
    expect(finds('Vantar Graphics Card', 'gpu', synonyms)).toBe(true);
    expect(finds('Vantar Graphics Card', 'gpus', synonyms)).toBe(true);
    expect(finds('Vantar GPU', 'graphics cards', synonyms)).toBe(true);
    expect(finds('Vantar Graphics Card', 'graphics cards', synonyms)).toBe(true);
    expect(finds('Power supply of 750 W', 'psu 750', synonyms)).toBe(true);
    expect(finds('Power of a card', 'psu', synonyms)).toBe(false);
  });

  it('have synonyms of letters and digits, and with other signs', () => {
    const synonyms = [
      ['superram', 'DDR5'],
      ['budgetboard', 'AM4 motherboard'],
      ['bigdrive', '4 TB drive'],
      ['wifi', 'wireless'],
    ];
    expect(finds('Kit DDR5-6000', 'superram', synonyms)).toBe(true);
    expect(finds('Superram Kit', 'ddr5', synonyms)).toBe(true);
    expect(finds('Kit DDR4-3600', 'superram', synonyms)).toBe(false);
    expect(finds('AM4 Motherboard', 'budgetboard', synonyms)).toBe(true);
    expect(finds('AM5 Motherboard', 'budgetboard', synonyms)).toBe(false);
    expect(finds('Drive of 4TB', 'bigdrive', synonyms)).toBe(true);
    expect(finds('Wireless board', 'wi-fi board', synonyms)).toBe(true);
  });

  it('are at most twelve of what was typed', () => {
    const typed = Array.from({ length: 40 }, (_, n) => `word${String.fromCharCode(97 + n)}`).join(' ');
    expect(planOf(typed, []).words).toHaveLength(12);
    expect(planOf('.* $ --', []).words).toEqual([]);
  });

  it('of a part number are one without its signs', () => {
    expect(['TX-1/5000', 'tx 1 5000', 'Tx1_5000'].map(compactOf)).toEqual(['tx15000', 'tx15000', 'tx15000']);
  });

  it('end in s without being several', () => {
    expect(['chassis', 'wireless', 'virus', 'bus', 'gas'].flatMap(singularsOf)).toEqual([]);
  });
});

describe('typing errors', () => {
  it.each([
    ['motherboard', 'motherbord', 1],
    ['motherboard', 'mohterboard', 1],
    ['graphics', 'grahpisc', 2],
    ['fan', 'fan', 0],
    ['fan', 'pan', 1],
    ['', 'fan', 3],
  ])('between %s and %s are %i', (one, other, errors) => {
    expect(typingErrors(one, other)).toBe(errors);
    expect(typingErrors(other, one)).toBe(errors);
  });

  it('are made by swapping letters', () => expect(swapped('fans')).toEqual(['afns', 'fnas', 'fasn']));
});
