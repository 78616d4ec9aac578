import { Types } from 'mongoose';
import { describe, expect, it } from 'vitest';
import { charge, type Chargeable, offersTo, taxAt, taxOf } from './charges.js';
import type { DeliveryMethod, TaxRate } from './delivery-settings.schema.js';

const included = (rate: number) => ({ rate, isIncluded: true });
const excluded = (rate: number) => ({ rate, isIncluded: false });

describe('taxOf', () => {
  it.each([
    [11_900, included(19), 1_900],
    [1_490, included(19), 238],
    [100, included(19), 16],
    [1, included(19), 0],
    [0, included(19), 0],
    [11_900, included(0), 0],
    [200, included(100), 100],
    [99_999_999, included(19), 15_966_386],
    [10_000, excluded(8.25), 825],
    [9_999, excluded(8.25), 825],
    [99_999_999, excluded(8.25), 8_250_000],
    [99_999_999, excluded(100), 99_999_999],
    // halves go up, also those that a float misses: 1.005 × 100 is 100.49999999999999
    [2, excluded(25), 1],
    [10_050, excluded(1), 101],
    [50, excluded(1), 1],
    [49, excluded(1), 0],
    [200, excluded(8.25), 17],
    [1_000, excluded(0.35), 4],
    [3, included(100), 2],
    // four decimals
    [99_999_999, excluded(0.0001), 100],
    [500_000, excluded(0.0001), 1],
    [499_999, excluded(0.0001), 0],
    [10_000, excluded(8.8749), 887],
    [10_000, excluded(8.875), 888],
    [99_999_999, excluded(8.8751), 8_875_100],
  ])('%i cents at %j: %i', (cents, tax, expected) => {
    expect(taxOf(cents, tax)).toBe(expected);
  });

  it('agrees with whole-number arithmetic', () => {
    for (const isIncluded of [true, false])
      for (const rate of [0.0001, 0.5, 2.9, 7, 8.25, 8.875, 10.2503, 19, 25.5, 33.3333, 99.9999, 100])
        for (let cents = 1; cents < 100_000_000; cents = cents * 3 + 7) {
          const parts = BigInt(Math.round(rate * 10_000));
          const of = 1_000_000n + (isIncluded ? parts : 0n);
          const exact = (2n * BigInt(cents) * parts + of) / (2n * of);
          expect([cents, rate, taxOf(cents, { rate, isIncluded })]).toEqual([cents, rate, Number(exact)]);
        }
  });
});

describe('taxAt', () => {
  const rate = (country: string, percent: number, region?: string): TaxRate => ({
    country,
    ...(region !== undefined && { region }),
    rate: percent,
    isIncluded: country === 'DE',
  });
  const taxRates = [rate('US', 5), rate('US', 8.25, 'IL'), rate('CA', 13, 'Ontario'), rate('DE', 19)];

  it.each([
    ['US', 'IL', 8.25, false],
    ['US', ' il ', 8.25, false],
    ['US', 'TX', 5, false],
    ['US', undefined, 5, false],
    ['US', '', 5, false],
    ['CA', 'ONTARIO', 13, false],
    ['CA', 'Quebec', 0, true],
    ['CA', undefined, 0, true],
    ['DE', 'Bayern', 19, true],
    ['DE', 'IL', 19, true],
    ['FR', undefined, 0, true],
  ])('%s, %s: %f, included: %s', (country, region, expected, isIncluded) => {
    expect(taxAt({ taxRates }, { country, region })).toEqual({ rate: expected, isIncluded });
  });
});

const method = (name: string, priceCents: number, changes: Partial<DeliveryMethod> = {}): DeliveryMethod => ({
  _id: new Types.ObjectId(),
  name,
  priceCents,
  workingDays: 5,
  countries: [],
  ...changes,
});

const standard = method('Standard', 490, { freeFromCents: 10_000 });
const express = method('Express', 1_490, { workingDays: 2 });
const toUs = method('Within the US', 700, { countries: ['US'], workingDays: 3 });

describe('offersTo', () => {
  it.each<[country: string, subtotal: number, offers: [string, number][]]>([
    [
      'US',
      9_999,
      [
        ['Standard', 490],
        ['Within the US', 700],
        ['Express', 1_490],
      ],
    ],
    [
      'US',
      10_000,
      [
        ['Standard', 0],
        ['Within the US', 700],
        ['Express', 1_490],
      ],
    ],
    [
      'DE',
      0,
      [
        ['Standard', 490],
        ['Express', 1_490],
      ],
    ],
  ])('%s at %i', (country, subtotal, expected) => {
    const offers = offersTo({ methods: [express, toUs, standard] }, { country }, subtotal);
    expect(offers.map(({ method: { name }, priceCents }) => [name, priceCents])).toEqual(expected);
  });

  it('shows the faster of two that cost the same first', () => {
    const [slow, fast] = [method('Slow', 0), method('Fast', 300, { freeFromCents: 0, workingDays: 1 })];
    const offers = offersTo({ methods: [slow, fast] }, { country: 'US' }, 100);
    expect(offers.map(({ method: { name } }) => name)).toEqual(['Fast', 'Slow']);
  });
});

describe('charge', () => {
  const order = (changes: Partial<Chargeable> = {}): Chargeable => ({
    lines: [
      { unitCents: 333, quantity: 5 },
      { unitCents: 1_999, quantity: 1 },
    ],
    settings: { methods: [express, standard], taxRates: [] },
    to: { country: 'US' },
    at: new Date('2026-11-23T08:00:00Z'),
    time: { cutOffHour: 14, timeZone: 'UTC', holidays: [] },
    ...changes,
  });
  const taxed = (rate: number, isIncluded: boolean) => ({
    settings: { methods: [express], taxRates: [{ country: 'US', rate, isIncluded }] },
  });

  it('is unit price × quantity where nothing is configured', () => {
    expect(charge(order({ settings: { methods: [], taxRates: [] } }))).toEqual({
      lines: [
        { taxRate: 0, taxCents: 0 },
        { taxRate: 0, taxCents: 0 },
      ],
      offers: [],
      isDelivered: true,
      tax: { rate: 0, isIncluded: true },
      subtotalCents: 3_664,
      taxCents: 0,
      totalCents: 3_664,
    });
  });

  it('adds the cheapest delivery, or the one that was asked for', () => {
    const cheapest = charge(order());
    expect(cheapest).toMatchObject({ delivery: { name: 'Standard', priceCents: 490 }, totalCents: 4_154 });
    expect(cheapest.delivery).toMatchObject({ methodId: String(standard._id), expected: '2026-11-30' });
    expect(cheapest.offers.map(({ expected }) => expected)).toEqual(['2026-11-30', '2026-11-25']);
    const methodId = String(express._id).toUpperCase();
    const asked = charge(order({ methodId }));
    expect(asked).toMatchObject({
      delivery: { methodId: String(express._id), name: 'Express', taxCents: 0, expected: '2026-11-25' },
      totalCents: 5_154,
    });
  });

  it('gives a delivery away from a subtotal on', () => {
    const charged = charge(order({ lines: [{ unitCents: 5_000, quantity: 2 }] }));
    expect(charged).toMatchObject({ delivery: { name: 'Standard', priceCents: 0 }, totalCents: 10_000 });
  });

  it('leaves the total alone where the prices include the tax', () => {
    expect(charge(order(taxed(19, true)))).toMatchObject({
      lines: [
        { taxRate: 19, taxCents: 266 },
        { taxRate: 19, taxCents: 319 },
      ],
      delivery: { priceCents: 1_490, taxCents: 238 },
      tax: { rate: 19, isIncluded: true },
      taxCents: 823,
      totalCents: 5_154,
    });
  });

  it('adds the tax where they do not, rounded for each line', () => {
    expect(charge(order(taxed(8.25, false)))).toMatchObject({
      lines: [
        { taxRate: 8.25, taxCents: 137 },
        { taxRate: 8.25, taxCents: 165 },
      ],
      delivery: { priceCents: 1_490, taxCents: 123 },
      taxCents: 425,
      totalCents: 5_579,
    });
  });

  it('says whether it is delivered there, and chooses nothing else than what was asked for', () => {
    const settings = { methods: [toUs], taxRates: [] };
    const abroad = charge(order({ settings, to: { country: 'DE' } }));
    expect(abroad).toMatchObject({ isDelivered: false, offers: [], totalCents: 3_664 });
    expect(abroad).not.toHaveProperty('delivery');
    const foreign = charge(order({ methodId: String(toUs._id) }));
    expect(foreign).toMatchObject({ isDelivered: true, totalCents: 3_664 });
    expect(foreign).not.toHaveProperty('delivery');
  });
});
