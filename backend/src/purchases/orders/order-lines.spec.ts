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
  withoutShipped,
  withRefunded,
  withShipped,
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

const PRODUCT = new Types.ObjectId();
const units = (quantity: number) => [{ productId: PRODUCT, quantity }];

const outstandingAndRestocked = (one: OrderLine) => [outstandingUnits(one), one.restocked];

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

  it.each<
    [what: string, before: Partial<OrderLine>, quantity: number, restock: boolean | undefined, after: object]
  >([
    ['not shipped', {}, 3, undefined, { restocked: 3 }],
    ['some shipped', { shipped: 4 }, 3, undefined, { restocked: 3 }],
    ['more than wait', { shipped: 4 }, 8, undefined, { restocked: 6 }],
    ['all shipped', { shipped: 10 }, 10, undefined, { restocked: 0 }],
    ['in the stock already', { restocked: 10 }, 10, undefined, { restocked: 10 }],
    ['all come back', { shipped: 4 }, 8, true, { restocked: 8, returned: 2 }],
    ['none go back', { shipped: 4 }, 8, false, { restocked: 0, discarded: 6 }],
    ['nothing to discard', { restocked: 10 }, 10, false, { restocked: 10 }],
  ])('that are refunded, %s', (_, before, quantity, restock, after) => {
    const [refunded] = withRefunded([line({ productId: PRODUCT, ...before })], units(quantity), restock);
    expect(refunded).toMatchObject({ refunded: quantity, ...after });
  });

  it('that were refunded while the customer had them go to the stock when their shipment is undone', () => {
    const shipped = withShipped([line({ productId: PRODUCT })], units(10));
    const undone = (restock?: boolean) =>
      withoutShipped(withRefunded(shipped, units(4), restock), units(10)).map(outstandingAndRestocked);
    expect([undone(), undone(true), undone(false)]).toEqual([[[6, 4]], [[6, 4]], [[6, 0]]]);
  });

  it('that are not to be sold again are discarded first when a shipment is undone', () => {
    const shipped = withShipped(withShipped([line({ productId: PRODUCT })], units(6)), units(4));
    const refunded = withRefunded(withRefunded(shipped, units(3), false), units(2));
    expect(refunded).toMatchObject([{ refunded: 5, restocked: 0, toDiscard: 3 }]);
    const [first] = withoutShipped(refunded, units(2));
    expect(first).toMatchObject({ discarded: 2, toDiscard: 1, restocked: 0 });
    const [all] = withoutShipped([first!], units(8));
    expect(all).toMatchObject({ discarded: 3, restocked: 2 });
    expect(all).not.toHaveProperty('toDiscard');
    expect(outstandingUnits(all!)).toBe(5);
  });

  it('that came back are shipped no more, and are not lost when another shipment is undone', () => {
    const shipped = withShipped(withShipped([line({ productId: PRODUCT })], units(6)), units(4));
    const returned = withRefunded(shipped, units(3), true);
    expect(returned.map(outstandingAndRestocked)).toEqual([[0, 3]]);
    expect(withoutShipped(returned, units(6)).map(outstandingAndRestocked)).toEqual([[6, 3]]);
  });

  it('are each in one place, whatever is shipped, undone and refunded', () => {
    const step = fc.record({
      what: fc.constantFrom('ship', 'undo', 'refund'),
      most: fc.nat(6),
      restock: fc.constantFrom(true, false, undefined),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let lines = [line({ productId: PRODUCT })];
        for (const { what, most, restock } of steps) {
          const [now] = lines as [OrderLine];
          const least = (left: number) => units(Math.min(most, left));
          if (what === 'ship') lines = withShipped(lines, least(outstandingUnits(now)));
          else if (what === 'undo') lines = withoutShipped(lines, least(now.shipped));
          else lines = withRefunded(lines, least(refundableUnits(now)), restock);
        }
        const [after] = lines as [OrderLine];
        const { quantity, shipped, refunded, restocked, returned = 0, discarded = 0, toDiscard = 0 } = after;
        expect(shipped - returned + restocked + discarded + outstandingUnits(after)).toBe(quantity);
        expect(restocked + discarded + toDiscard).toBeLessThanOrEqual(refunded);
        expect(toDiscard).toBeLessThanOrEqual(shipped - returned);
        expect(returned).toBeLessThanOrEqual(shipped);
      }),
    );
  });

  it('are added to the count of their own line', () => {
    const [a, b] = [line({ productId: PRODUCT, shipped: 1 }), line()];
    expect(withShipped([a, b], units(2)).map(({ shipped }) => shipped)).toEqual([3, 0]);
    expect(withShipped([a, b], [...units(2), ...units(2)]).map(({ shipped }) => shipped)).toEqual([5, 0]);
    expect(withRefunded([a, b], units(2)).map(({ refunded }) => refunded)).toEqual([2, 0]);
    expect(withoutShipped(withShipped([a, b], units(2)), units(2))).toEqual([a, b]);
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
