import { describe, expect, it } from 'vitest';
import type { BasketLineDto } from '../../api/generated-account';
import type { OrderLine, Product } from '../../api/types';
import { reorderedText, reorderOf } from './reorder';

const ordered = (fields: Partial<OrderLine> = {}): OrderLine => ({
  productId: '1',
  name: 'Keel SSD',
  img: '',
  price: 49.9,
  quantity: 10,
  taxRate: 0,
  tax: 0,
  total: 499,
  shipped: 0,
  refunded: 0,
  outstanding: 10,
  ...fields,
});
const now = (fields: Partial<BasketLineDto> = {}, product: Partial<Product> = {}): BasketLineDto => ({
  productId: '1',
  orderQuantity: 10,
  name: 'Keel SSD',
  img: '',
  price: 49.9,
  total: 499,
  problems: [],
  product: { _id: '1', name: 'Keel SSD', price: 49.9, minimumOQ: 5, availableQ: 100, ...product } as Product,
  ...fields,
});
const again = (line: OrderLine, checked: BasketLineDto | undefined, currency = 'USD') =>
  reorderOf({ lines: [line], currency }, checked ? [checked] : []);
const ALL = [{ productId: '1', orderQuantity: 10 }];

describe('ordering the same again', () => {
  it('adds the same units, and says nothing where nothing has changed', () => {
    expect(again(ordered(), now())).toEqual({ lines: ALL, changes: [] });
    // it was ordered at a price by quantity
    const breaks = [{ from: 10, price: 45 }];
    expect(again(ordered({ price: 45 }), now({ price: 45 }, { breaks }))).toEqual({
      lines: ALL,
      changes: [],
    });
  });

  it('says what a unit costs now', () => {
    expect(again(ordered(), now({}, { price: 52.5 }))).toEqual({
      lines: ALL,
      changes: ['Keel SSD costs $52.50 instead of $49.90 a unit.'],
    });
    expect(again(ordered(), now({}, { price: 52.5 }), 'EUR').changes).toEqual([
      'Keel SSD costs $52.50 instead of €49.90 a unit.',
    ]);
  });

  it('adds what can be ordered, at its price', () => {
    const problem = {
      code: 'more-than-available',
      message: 'Only 6 are left.',
      fix: 'set-quantity',
      orderQuantity: 6,
    } as const;
    const breaks = [{ from: 10, price: 45 }];
    expect(again(ordered({ price: 45 }), now({ problems: [problem] }, { breaks, availableQ: 6 }))).toEqual({
      lines: [{ productId: '1', orderQuantity: 6 }],
      changes: [
        'Keel SSD: 6 instead of 10. Only 6 are left.',
        'Keel SSD costs $49.90 instead of $45.00 a unit.',
      ],
    });
  });

  it('leaves out what is sold out or no longer sold', () => {
    const soldOut = { code: 'sold-out', message: 'It is sold out.', fix: 'remove' } as const;
    expect(again(ordered(), now({ problems: [soldOut] }))).toEqual({
      lines: [],
      changes: ['Keel SSD: It is sold out.'],
    });
    for (const gone of [undefined, now({ product: undefined })])
      expect(again(ordered(), gone)).toEqual({ lines: [], changes: ['Keel SSD is no longer sold.'] });
  });

  it('goes by the part, not by the place in the list', () => {
    const lines = [ordered(), ordered({ productId: '2', name: 'Vane', quantity: 3 })];
    const checked = [now({ productId: '2', orderQuantity: 3 }), now()];
    expect(reorderOf({ lines, currency: 'USD' }, checked)).toEqual({
      lines: [...ALL, { productId: '2', orderQuantity: 3 }],
      changes: [],
    });
  });

  it.each([
    [1, 1, '1 part added to your basket.'],
    [3, 3, '3 parts added to your basket.'],
    [2, 3, '2 of 3 parts added to your basket.'],
    [0, 3, 'Nothing of this order can be ordered again.'],
  ])('says that %i of %i were added', (added, all, text) => {
    expect(reorderedText(added, all)).toBe(text);
  });
});
