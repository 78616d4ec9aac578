import { describe, expect, it } from 'vitest';
import type { OrderLine } from '../../../api/types';
import { atRows, chosenOf, restockText, shipmentText, toLineUnits } from './units';

const line = (productId: string, fields: Partial<OrderLine> = {}): OrderLine => ({
  productId,
  name: `Part ${productId}`,
  img: '',
  price: 10,
  quantity: 5,
  taxRate: 0,
  tax: 0,
  total: 50,
  shipped: 0,
  refunded: 0,
  outstanding: 5,
  ...fields,
});
const lines = [
  line('a'),
  line('b', { shipped: 5, outstanding: 0 }),
  line('c', { shipped: 3, outstanding: 2 }),
];

describe('units that were chosen', () => {
  it('are sent without the lines of which there are none', () => {
    expect(toLineUnits(chosenOf(lines, [0, null, 2]))).toEqual([{ productId: 'c', quantity: 2 }]);
    expect(toLineUnits(chosenOf(lines, [undefined, 1]))).toEqual([{ productId: 'b', quantity: 1 }]);
  });

  it.each([
    [[5, 0, 2], 'Ships 2 of 2 lines, 7 units'],
    [[0, 0, 1], 'Ships 1 of 2 lines, 1 unit'],
    [[], 'Choose at least one unit.'],
  ])('of %j are said', (units, text) => {
    expect(shipmentText(lines, units)).toBe(text);
  });

  it('of the only line that has any left are said', () => {
    expect(shipmentText([line('a'), line('b', { outstanding: 0 })], [1_200])).toBe(
      'Ships 1 of 1 line, 1,200 units',
    );
  });

  it.each([
    [[5, 0, 0], 'unshipped', '5 units go back to the stock and can be sold again.'],
    [[1], 'unshipped', '1 unit goes back to the stock and can be sold again.'],
    [[0, 2, 3], 'unshipped', '2 of 5 units go back to the stock and can be sold again.'],
    [[0, 2, 3], 'all', '5 units go back to the stock and can be sold again.'],
    [[0, 2, 3], 'none', 'No unit goes back to the stock.'],
    [[0, 2], 'unshipped', 'No unit goes back to the stock.'],
    [[], 'all', undefined],
  ] as const)('of %j go back to the stock: %s', (units, restock, text) => {
    expect(restockText(lines, units, restock)).toBe(text);
  });
});

it('shows messages about units that were sent at their rows', () => {
  const errors = { 'lines.0.quantity': 'Too many.', 'lines.1.productId': 'Unknown.', amount: 'Too much.' };
  expect(atRows(errors, lines, [{ productId: 'c' }, { productId: 'a' }])).toEqual({
    'units.2': 'Too many.',
    'units.0': 'Unknown.',
    amount: 'Too much.',
  });
  // of what is no line of the order any more
  expect(atRows({ 'lines.0.quantity': 'Too many.' }, lines, [{ productId: 'x' }])).toEqual({
    'lines.0.quantity': 'Too many.',
  });
});
