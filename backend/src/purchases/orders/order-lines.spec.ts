import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { Types } from 'mongoose';
import { sumCents } from '../../common/money.js';
import type { OrderLine } from './order-line.schema.js';
import {
  amountsOf,
  fulfilmentOf,
  lineTotal,
  outstandingUnits,
  refundableUnits,
  titleOf,
  unitsTaken,
  valueOfUnits,
  withRefundedRestocked,
  withUnits,
} from './order-lines.js';

const line = (fields: Partial<OrderLine> = {}): OrderLine => ({
  productId: new Types.ObjectId(),
  name: 'Part',
  img: '/part.webp',
  unitCents: 1_999,
  quantity: 10,
  taxRate: 0,
  taxCents: 0,
  refunded: 0,
  shipped: 0,
  restocked: 0,
  ...fields,
});

/** Any state that the units of a line can be in. */
const anyLine = fc
  .record({ quantity: fc.integer({ min: 1, max: 50 }), shipped: fc.nat(50), refunded: fc.nat(50) })
  .map(({ quantity, shipped, refunded }) =>
    line({ quantity, shipped: Math.min(shipped, quantity), refunded: Math.min(refunded, quantity) }),
  );

describe('the units of a line', () => {
  it.each([
    ['new', 10, 0, 0, 10, 10],
    ['some shipped', 10, 4, 0, 6, 10],
    ['some refunded before they shipped', 10, 0, 3, 7, 7],
    ['some shipped, some refunded', 10, 4, 3, 3, 7],
    ['all shipped', 10, 10, 0, 0, 10],
    ['more refunded than were left to ship', 10, 8, 5, 0, 5],
    ['all shipped, all refunded', 10, 10, 10, 0, 0],
  ])('%s: of %i, %i shipped and %i refunded', (_, quantity, shipped, refunded, outstanding, refundable) => {
    expect(outstandingUnits({ quantity, shipped, refunded })).toBe(outstanding);
    expect(refundableUnits({ quantity, refunded })).toBe(refundable);
  });

  it('are out of the stock until they went back', () =>
    expect(unitsTaken({ quantity: 10, restocked: 4 })).toBe(6));

  it.each([
    ['nothing shipped', 'none', [[10, 0, 0]]],
    ['nothing shipped, all refunded', 'none', [[10, 10, 0]]],
    ['some of one line', 'partial', [[10, 0, 4]]],
    [
      'one of two lines',
      'partial',
      [
        [10, 0, 10],
        [1, 0, 0],
      ],
    ],
    [
      'all',
      'full',
      [
        [10, 0, 10],
        [1, 0, 1],
      ],
    ],
    [
      'all that was not refunded',
      'full',
      [
        [10, 4, 6],
        [1, 1, 0],
      ],
    ],
  ])('have shipped, %s: %s', (_, fulfilment, lines) => {
    const units = lines.map(([quantity = 0, refunded = 0, shipped = 0]) => ({ quantity, refunded, shipped }));
    expect(fulfilmentOf(units)).toBe(fulfilment);
  });

  it('go back to the stock when they were refunded and are not with the customer, and stay there', () => {
    const restocked = (fields: Partial<OrderLine>) => withRefundedRestocked([line(fields)])[0]!.restocked;
    expect(restocked({ refunded: 3 })).toBe(3);
    expect(restocked({ refunded: 3, shipped: 4 })).toBe(3);
    expect(restocked({ refunded: 8, shipped: 4 })).toBe(6);
    expect(restocked({ refunded: 10, shipped: 10 })).toBe(0);
    expect(restocked({ restocked: 10 })).toBe(10);
  });

  it('are never more than the line has, shipped, back in the stock and to be shipped together', () => {
    fc.assert(
      fc.property(anyLine, (given) => {
        const [after] = withRefundedRestocked([given]) as [OrderLine];
        expect(after.shipped + after.restocked + outstandingUnits(after)).toBe(after.quantity);
        expect(withRefundedRestocked([after])).toEqual([after]);
      }),
    );
  });

  it('are added to the count of their own line', () => {
    const [a, b] = [line({ shipped: 1 }), line()];
    const units = [{ productId: a.productId, quantity: 2 }];
    expect(withUnits([a, b], 'shipped', units).map(({ shipped }) => shipped)).toEqual([3, 0]);
    expect(withUnits([a, b], 'shipped', [...units, ...units]).map(({ shipped }) => shipped)).toEqual([5, 0]);
    expect(withUnits([a, b], 'refunded', units).map(({ refunded }) => refunded)).toEqual([2, 0]);
    const back = withUnits(withUnits([a, b], 'shipped', units), 'shipped', units, -1);
    expect(back).toEqual([a, b]);
    expect(withUnits([b], 'shipped', units)).toEqual([b]);
    expect(a.shipped).toBe(1);
  });
});

describe('what a line costs', () => {
  it.each([
    ['the tax is in the price', true, 19_990],
    ['the tax is added', false, 21_789],
  ])('%s', (_, pricesIncludeTax, total) =>
    expect(lineTotal(line({ taxRate: 9, taxCents: 1_799 }), pricesIncludeTax)).toBe(total),
  );

  it.each([
    ['half, without tax', line(), 5, true, 9_995],
    ['with its part of the tax', line({ taxCents: 1_799 }), 5, false, 10_895],
    ['the tax is in the price', line({ taxCents: 1_799 }), 5, true, 9_995],
    ['the rest after some were refunded', line({ taxCents: 1_799, refunded: 5 }), 5, false, 10_894],
    ['none', line(), 0, true, 0],
  ])('%s', (_, given, quantity, included, cents) =>
    expect(valueOfUnits(given, quantity, included)).toBe(cents),
  );

  it('is what its units are worth, however they are divided, and none is worth less than nothing', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 12 });
    const cents = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(
        parts,
        cents,
        fc.nat(100_000),
        fc.boolean(),
        (quantities, unitCents, taxCents, included) => {
          const all = line({ unitCents, taxCents, quantity: sumCents(quantities) });
          let refunded = 0;
          const values = quantities.map((quantity) => {
            const value = valueOfUnits({ ...all, refunded }, quantity, included);
            refunded += quantity;
            return value;
          });
          expect(sumCents(values)).toBe(lineTotal(all, included));
          for (const [n, value] of values.entries()) {
            expect(value).toBeGreaterThanOrEqual(unitCents * quantities[n]!);
            expect(Number.isSafeInteger(value)).toBe(true);
          }
        },
      ),
    );
  });
});

describe('what an order costs', () => {
  const lines = [line({ taxCents: 1_799 }), line({ unitCents: 55, quantity: 3, taxCents: 15 })];
  const delivery = { priceCents: 990, taxCents: 89 };
  it.each([
    ['tax included', { lines, pricesIncludeTax: true }, 20_155, 1_814, 20_155],
    ['tax added', { lines, pricesIncludeTax: false }, 20_155, 1_814, 21_969],
    ['tax included, with delivery', { lines, delivery, pricesIncludeTax: true }, 20_155, 1_903, 21_145],
    ['tax added, with delivery', { lines, delivery, pricesIncludeTax: false }, 20_155, 1_903, 23_048],
    ['no tax', { lines: [line()], pricesIncludeTax: true }, 19_990, 0, 19_990],
  ])('%s', (_, order, subtotalCents, taxCents, totalCents) =>
    expect(amountsOf(order)).toEqual({ subtotalCents, taxCents, totalCents }),
  );
});

describe('how an order is called', () => {
  it.each([
    [['SSD'], 'SSD'],
    [['SSD', 'Fan'], 'SSD and 1 more'],
    [['SSD', 'Fan', 'Case'], 'SSD and 2 more'],
    [[], ''],
  ])('%j', (names, title) => expect(titleOf(names.map((name) => ({ name })))).toBe(title));
});
