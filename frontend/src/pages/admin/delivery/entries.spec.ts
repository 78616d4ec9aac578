import { describe, expect, it } from 'vitest';
import {
  CARRIERS,
  conflictText,
  countriesText,
  daysText,
  indexOf,
  isTrackingUrl,
  METHODS,
  RATES,
  withEntry,
  withoutEntry,
} from './entries';

const standard = { _id: 'a', name: 'Standard', price: 0, workingDays: 5, countries: [] };
const express = {
  _id: 'b',
  name: 'Express',
  price: 14.9,
  freeFrom: 500,
  workingDays: 1,
  countries: ['US', 'CA'],
};
const vat = { country: 'DE', rate: 19, isIncluded: true };
const salesTax = { country: 'US', region: 'IL', rate: 8.25, isIncluded: false };
const courier = { name: 'City Couriers', trackingUrl: 'https://couriers.example/track/{number}' };
const settings = { methods: [standard, express], taxRates: [vat, salesTax], carriers: [courier] };

describe('the settings', () => {
  it('have one entry changed, the others kept', () => {
    const dearer = { ...standard, price: 5 };
    expect(withEntry(METHODS, settings, 'a', dearer)).toEqual({ ...settings, methods: [dearer, express] });
    const moved = { ...courier, trackingUrl: 'https://new.example/{number}' };
    expect(withEntry(CARRIERS, settings, 'city couriers', moved)).toEqual({ ...settings, carriers: [moved] });
    const lower = { ...salesTax, rate: 7 };
    expect(withEntry(RATES, settings, 'US il', lower)).toEqual({ ...settings, taxRates: [vat, lower] });
  });

  it('have a new entry, or one that was removed meanwhile, at the end', () => {
    const bicycle = { name: 'Bicycle', price: 30, workingDays: 0, countries: [] };
    for (const key of [undefined, 'gone']) {
      expect(indexOf(METHODS, settings, key)).toBe(2);
      expect(withEntry(METHODS, settings, key, bicycle).methods).toEqual([standard, express, bicycle]);
    }
  });

  it('have an entry less', () => {
    expect(withoutEntry(METHODS, settings, 'a')).toEqual({ ...settings, methods: [express] });
    expect(withoutEntry(RATES, settings, 'DE ')).toEqual({ ...settings, taxRates: [salesTax] });
    expect(withoutEntry(CARRIERS, settings, 'city couriers')).toEqual({ ...settings, carriers: [] });
    expect(withoutEntry(RATES, settings, 'FR ')).toEqual(settings);
  });
});

it('says an entry in a line', () => {
  expect(METHODS.text(standard)).toBe('Standard · Free · 5 working days · Everywhere');
  expect(METHODS.text(express)).toBe(
    'Express · $14.90 · free from $500.00 · 1 working day · Canada, United States',
  );
  expect(RATES.text(vat)).toBe('Germany · 19 % · prices include it');
  expect(RATES.text(salesTax)).toBe('IL, United States · 8.25 % · added to prices');
  expect(CARRIERS.text(courier)).toBe('City Couriers · https://couriers.example/track/{number}');
  expect(daysText(0)).toBe('The same day');
  expect(countriesText(['US', 'CA', 'MX', 'DE', 'FR'])).toBe('5 countries');
});

it.each([
  ['https://couriers.example/track/{number}', true],
  [' https://couriers.example/?a={number}&b={number} ', true],
  ['http://couriers.example/{number}', false],
  ['https://couriers.example/', false],
  ['https://{number}.example/', false],
  ['https://couriers.example/{number}/{code}', false],
  ['javascript:alert({number})', false],
])('knows whether %s is the address of a tracking page', (text, isOne) => {
  expect(isTrackingUrl(text)).toBe(isOne);
});

describe('after 412', () => {
  const text = (now: typeof settings, key?: string) => conflictText(METHODS, key, settings, now);
  it.each([
    ['another entry', { ...settings, taxRates: [] }, 'a', 'What they changed is kept'],
    [
      'the edited one',
      { ...settings, methods: [{ ...standard, price: 3 }, express] },
      'a',
      'it is now: Standard · $3.00',
    ],
    ['the edited one, removed', { ...settings, methods: [express] }, 'a', 'has removed it meanwhile'],
    ['anything, while one is added', { ...settings, methods: [] }, undefined, 'What they changed is kept'],
  ])('tells of a change of %s', (_what, now, key, expected) => {
    expect(text(now, key)).toContain(expected);
  });
});
