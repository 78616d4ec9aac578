import { describe, expect, it } from 'vitest';
import { carriersOf, KNOWN_CARRIERS, trackingPage } from './carriers.js';

const OWN = [
  { name: 'Springfield Couriers', trackingUrl: 'https://couriers.example/{number}?again={number}' },
  { name: 'ups', trackingUrl: 'https://ups.example/{number}' },
];

describe('carriers', () => {
  it('are those of the shop, and the known ones that it has not replaced, by name', () => {
    const names = carriersOf(OWN).map(({ name }) => name);
    expect(names).toHaveLength(KNOWN_CARRIERS.length + 1);
    expect(names.filter((name) => name.toLowerCase() === 'ups')).toEqual(['ups']);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
  });

  it.each(KNOWN_CARRIERS)('have a page for a number: $name', ({ name, trackingUrl }) => {
    expect(trackingUrl).toContain('{number}');
    expect(new URL(trackingPage([], { carrier: name, trackingNumber: '1Z 9/9' })!).href).toContain(
      '1Z%209%2F9',
    );
  });

  it.each<[what: string, carrier: string | undefined, number: string | undefined, page: string | undefined]>([
    ['an own one', 'springfield couriers ', 'A1', 'https://couriers.example/A1?again=A1'],
    ['one that replaces a known one', 'UPS', 'A1', 'https://ups.example/A1'],
    ['one that is not known', 'Bob with a van', 'A1', undefined],
    ['no number', 'UPS', undefined, undefined],
    ['no carrier', undefined, 'A1', undefined],
  ])('of %s', (_, carrier, trackingNumber, page) =>
    expect(trackingPage(OWN, { carrier, trackingNumber })).toBe(page),
  );
});
