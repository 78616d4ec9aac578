import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { parseOrderNumber, randomOrderNumber } from './order-number.js';

const WRITTEN = /^RM-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/;

describe('an order number', () => {
  it('is eight characters of Crockford’s alphabet, each of which comes up', () => {
    const numbers = Array.from({ length: 2_000 }, randomOrderNumber);
    for (const number of numbers) expect(number).toMatch(WRITTEN);
    // the chance that one of 32 is missing from 16,000 characters is below 1e-200
    expect(new Set(numbers.join('').replaceAll(/^RM|RM|-/g, '')).size).toBe(32);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it.each([
    ['as it is written', 'RM-7F4K-29QX'],
    ['without dashes', 'RM7F4K29QX'],
    ['without the prefix', '7F4K-29QX'],
    ['without both', '7F4K29QX'],
    ['in lower case', 'rm-7f4k-29qx'],
    ['with spaces', ' RM 7F4K 29QX '],
    ['with other dashes', '7F-4K-29-QX'],
  ])('is read %s', (_, typed) => expect(parseOrderNumber(typed)).toBe('RM-7F4K-29QX'));

  it.each([
    ['O for 0', 'RM-O0oO-0000', 'RM-0000-0000'],
    ['I and L for 1', 'RM-IiLl-1111', 'RM-1111-1111'],
    ['its own R and M, not the prefix', 'RMRM-RMRM', 'RM-RMRM-RMRM'],
    ['eight characters that begin with RM', 'RM7F4K29', 'RM-RM7F-4K29'],
  ])('is read with %s', (_, typed, number) => expect(parseOrderNumber(typed)).toBe(number));

  it.each([
    ['nothing', ''],
    ['a U', 'RM-7F4K-29QU'],
    ['too short', 'RM-7F4K-29Q'],
    ['too long', 'RM-7F4K-29QXX'],
    ['another prefix', 'RX-7F4K-29QX'],
    ['another character', '7F4K_29QX'],
    ['an id', '665f1c2ab8d4e1a2b3c4d5e6'],
    ['an email', 'anna@example.com'],
    ['letters of no alphabet here', '７F4K29QX'],
  ])('is not read from %s', (_, typed) => expect(parseOrderNumber(typed)).toBeUndefined());

  it('is read as what it is, however it is typed, and anything else is read as a number or as none', () => {
    const typings = [
      (number: string) => number,
      (number: string) => number.toLowerCase(),
      (number: string) => number.replaceAll('-', ''),
      (number: string) => number.slice(3),
      (number: string) => number.slice(3).replaceAll('0', 'o').replaceAll('1', 'l').replace('-', ' '),
    ];
    fc.assert(
      fc.property(fc.constantFrom(...typings), (type) => {
        const number = randomOrderNumber();
        expect(parseOrderNumber(type(number))).toBe(number);
      }),
    );
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const number = parseOrderNumber(typed);
        if (number !== undefined)
          expect([number, parseOrderNumber(number)]).toEqual([expect.stringMatching(WRITTEN), number]);
      }),
    );
  });
});
