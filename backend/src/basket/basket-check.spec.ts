import { describe, expect, it } from 'vitest';
import { isInPacks, unitPriceAt } from '../products/pricing.js';
import { type Offer, problemsOf } from './basket-check.js';

const offerOf = (fields: Partial<Offer> = {}): Offer => ({
  priceCents: 5_250,
  minimumOQ: 1,
  availableQ: 100,
  ...fields,
});
const BREAKS = { breaks: [{ from: 10, priceCents: 4_500 }] };
const PACKS = { orderStep: 5, minimumOQ: 10 };

describe('a line of a basket', () => {
  it.each<[string, { quantity: number; seenCents?: number }, Partial<Offer>]>([
    ['without a price that was seen', { quantity: 1 }, {}],
    ['at the base price', { quantity: 1, seenCents: 5_250 }, {}],
    ['at the base price, where the lower one is charged', { quantity: 10, seenCents: 5_250 }, BREAKS],
    ['at the price of its quantity', { quantity: 10, seenCents: 4_500 }, BREAKS],
    ['of the minimum', { quantity: 10 }, PACKS],
    ['of whole packs', { quantity: 25 }, PACKS],
    ['of all that is left', { quantity: 4 }, { availableQ: 4 }],
    ['of all whole packs that are left', { quantity: 10 }, { ...PACKS, availableQ: 14 }],
  ])('%s can be ordered', (_, line, fields) => {
    expect(problemsOf(line, offerOf(fields))).toEqual([]);
  });

  it.each<[string, { quantity: number; seenCents?: number }, Partial<Offer>, object[]]>([
    [
      'at a price that rose',
      { quantity: 1, seenCents: 4_990 },
      {},
      [
        {
          code: 'price-changed',
          message: 'The price was $49.90 and is $52.50 now.',
          was: 49.9,
          is: 52.5,
          fix: 'accept-price',
        },
      ],
    ],
    [
      'at a price that fell',
      { quantity: 1, seenCents: 123_456 },
      {},
      [
        {
          code: 'price-changed',
          message: 'The price was $1,234.56 and is $52.50 now.',
          was: 1_234.56,
          is: 52.5,
          fix: 'accept-price',
        },
      ],
    ],
    [
      'at the price of more units',
      { quantity: 9, seenCents: 4_500 },
      BREAKS,
      [
        {
          code: 'price-changed',
          message: 'The price was $45.00 and is $52.50 now.',
          was: 45,
          is: 52.5,
          fix: 'accept-price',
        },
      ],
    ],
    [
      'at a price that is neither, where the quantity has its own',
      { quantity: 10, seenCents: 4_600 },
      BREAKS,
      [
        {
          code: 'price-changed',
          message: 'The price was $46.00 and is $45.00 now.',
          was: 46,
          is: 45,
          fix: 'accept-price',
        },
      ],
    ],
    [
      'below the minimum',
      { quantity: 2 },
      { minimumOQ: 5 },
      [{ code: 'below-minimum', message: 'The minimum order is 5.', fix: 'set-quantity', orderQuantity: 5 }],
    ],
    [
      'below the minimum and off the packs',
      { quantity: 3 },
      PACKS,
      [
        {
          code: 'below-minimum',
          message: 'The minimum order is 10.',
          fix: 'set-quantity',
          orderQuantity: 10,
        },
      ],
    ],
    [
      'off the packs',
      { quantity: 12 },
      PACKS,
      [{ code: 'off-pack-step', message: 'Sold in packs of 5.', fix: 'set-quantity', orderQuantity: 15 }],
    ],
    [
      'off the packs, where the next pack is not there',
      { quantity: 12 },
      { ...PACKS, availableQ: 14 },
      [{ code: 'off-pack-step', message: 'Sold in packs of 5.', fix: 'set-quantity', orderQuantity: 10 }],
    ],
    [
      'of more than there is',
      { quantity: 5 },
      { availableQ: 4 },
      [{ code: 'more-than-available', message: 'Only 4 are left.', fix: 'set-quantity', orderQuantity: 4 }],
    ],
    [
      'of more than the last unit',
      { quantity: 5 },
      { availableQ: 1 },
      [{ code: 'more-than-available', message: 'Only 1 is left.', fix: 'set-quantity', orderQuantity: 1 }],
    ],
    [
      'of more than there is, and off the packs',
      { quantity: 17 },
      { ...PACKS, availableQ: 14 },
      [
        {
          code: 'more-than-available',
          message: 'Only 10 can be ordered, in packs of 5.',
          fix: 'set-quantity',
          orderQuantity: 10,
        },
      ],
    ],
    [
      'of more than there is at a price that changed',
      { quantity: 5, seenCents: 4_990 },
      { availableQ: 4 },
      [
        { code: 'price-changed', fix: 'accept-price', was: 49.9, is: 52.5 },
        { code: 'more-than-available', fix: 'set-quantity', orderQuantity: 4 },
      ],
    ],
    [
      'of what is sold out, also at another price',
      { quantity: 1, seenCents: 4_990 },
      { availableQ: 0 },
      [{ code: 'sold-out', message: 'Sold out.', fix: 'remove' }],
    ],
    [
      'of what has less left than its minimum',
      { quantity: 5 },
      { minimumOQ: 5, availableQ: 4 },
      [{ code: 'sold-out', message: 'Only 4 are left, less than the minimum order of 5.', fix: 'remove' }],
    ],
    [
      'of what has no whole packs left for its minimum',
      { quantity: 8 },
      { minimumOQ: 5, orderStep: 4, availableQ: 7 },
      [{ code: 'sold-out', message: 'Only 7 are left, less than the minimum order of 8.', fix: 'remove' }],
    ],
  ])('%s has a fix', (_, line, fields, expected) => {
    const problems = problemsOf(line, offerOf(fields));
    expect(problems).toMatchObject(expected);
    expect(problems).toHaveLength(expected.length);
  });

  it('of a part that is not sold is to be removed', () => {
    const expected = [{ code: 'not-sold', message: 'This part is no longer sold.', fix: 'remove' }];
    expect(problemsOf({ quantity: 1, seenCents: 100 }, undefined)).toEqual(expected);
  });

  it('is right once its fixes were applied, whatever the rules of the part', () => {
    for (const orderStep of [undefined, 2, 5, 7])
      for (const minimumOQ of [1, 4, 10])
        for (const availableQ of [0, 1, 6, 13, 40])
          for (let quantity = 1; quantity <= 45; quantity += 1) {
            const offer = offerOf({ minimumOQ, availableQ, orderStep, ...BREAKS });
            const problems = problemsOf({ quantity, seenCents: 1 }, offer);
            const fixes = problems.map(({ fix }) => fix);
            if (fixes.includes('remove')) {
              expect(fixes).toEqual(['remove']);
              continue;
            }
            const fixed = problems.find(({ fix }) => fix === 'set-quantity')?.orderQuantity ?? quantity;
            expect(fixed).toBeGreaterThanOrEqual(minimumOQ);
            expect(fixed).toBeLessThanOrEqual(availableQ);
            expect(isInPacks(fixed, offer)).toBe(true);
            expect(problemsOf({ quantity: fixed, seenCents: unitPriceAt(offer, fixed) }, offer)).toEqual([]);
          }
  });
});
