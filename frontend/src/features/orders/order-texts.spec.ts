import { describe, expect, it } from 'vitest';
import type { Order, OrderLine } from '../../api/types';
import {
  allSumsOf,
  contentText,
  dueWithout,
  expectedText,
  priceText,
  progressText,
  quantityText,
  recipientText,
  remainingText,
  stateText,
  sumsOf,
  unitsToShip,
} from './order-texts';

const line = (fields: Partial<OrderLine> = {}): OrderLine => ({
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
const priced = { subtotal: 499, tax: 0, pricesIncludeTax: true, currency: 'USD', total: 499, price: 49.9 };
const one = { ...priced, lines: [line()], orderQuantity: 10, productName: 'Keel SSD' };
const three = {
  ...priced,
  lines: [line(), line({ productId: '2' }), line({ productId: '3' })],
  orderQuantity: 10,
  productName: 'Keel SSD and 2 more',
  subtotal: 1_497,
  total: 1_497,
};

describe('an order in one line', () => {
  it('of one product is its units at their price', () => {
    expect([quantityText(one), priceText(one), contentText(one)]).toEqual(['10', '$49.90', '10 × Keel SSD']);
    expect(quantityText({ ...one, orderQuantity: 12_000 })).toBe('12,000');
  });

  it('of several is its items and its total', () => {
    expect([quantityText(three), priceText(three), contentText(three)]).toEqual([
      '3 items',
      '$1,497.00',
      'Keel SSD and 2 more',
    ]);
    expect(priceText({ ...three, currency: 'EUR' })).toBe('€1,497.00');
  });
});

describe('what became of a line', () => {
  it.each([
    [{}, ''],
    [{ shipped: 3 }, '3 of 10 shipped'],
    [{ shipped: 10 }, 'Shipped'],
    [{ refunded: 2 }, '2 refunded'],
    [{ shipped: 8, refunded: 2 }, '8 of 10 shipped, 2 refunded'],
  ])('%j: %s', (fields, text) => {
    expect(progressText(line(fields))).toBe(text);
  });
});

describe('what of an order is to be shipped', () => {
  it('is what the server says, of lines of which any is left', () => {
    const lines = [
      line({ shipped: 3, refunded: 2, outstanding: 5 }),
      line({ productId: '2', shipped: 10, outstanding: 0 }),
    ];
    expect(unitsToShip({ lines })).toEqual([{ productId: '1', name: 'Keel SSD', quantity: 5 }]);
  });
});

describe('the sums of an order', () => {
  it('are left out where the total says all', () => {
    expect(sumsOf(one)).toEqual([]);
  });

  it('are those that there are, in its currency', () => {
    const delivery = { name: 'Express', price: 12, tax: 2 };
    expect(sumsOf(three)).toEqual([['Subtotal', '$1,497.00']]);
    expect(sumsOf({ ...one, delivery, tax: 100, currency: 'eur' })).toEqual([
      ['Subtotal', '€499.00'],
      ['Delivery, Express', '€12.00'],
      ['Tax, included', '€100.00'],
    ]);
    expect(sumsOf({ ...one, tax: 100, pricesIncludeTax: false })).toEqual([
      ['Subtotal', '$499.00'],
      ['Tax', '$100.00'],
    ]);
  });
});

describe('the sums of an order of one line', () => {
  it('are there where all are asked for', () => {
    expect(allSumsOf(one)).toEqual([['Subtotal', '$499.00']]);
  });

  it.each([
    [[19], true, 'Tax, 19% included'],
    [[8.25], false, 'Tax, 8.25%'],
    [[19, 7], true, 'Tax, included'],
    [[19, 0], false, 'Tax'],
    [[0], true, 'Tax, included'],
  ])('name the rate of the tax, of %j, where it is one', (rates, pricesIncludeTax, name) => {
    const lines = rates.map((taxRate, at) => line({ productId: String(at), taxRate }));
    expect(allSumsOf({ ...one, lines, tax: 5, pricesIncludeTax }).at(-1)).toEqual([name, '$5.00']);
  });
});

describe('what an order says to its customer', () => {
  it('is a day without a time zone', () => {
    expect(expectedText({ delivery: { name: 'Express', price: 0, tax: 0, expected: '2026-11-30' } })).toBe(
      'Nov 30, 2026',
    );
    expect(expectedText({ delivery: { name: 'Express', price: 0, tax: 0 } })).toBeUndefined();
    expect(expectedText({})).toBeUndefined();
  });

  it('is what is left of the payment, in whole cents', () => {
    expect(remainingText({ total: 10.1, refunded: 10, currency: 'USD' })).toBe('$0.10');
  });

  it('is sent to the customer, whose name many addresses begin with', () => {
    const userName = 'Casey Customer';
    expect(recipientText({ userName, address: '12 Foundry Lane' })).toBe('Casey Customer\n12 Foundry Lane');
    const address = 'Casey Customer\n12 Foundry Lane';
    expect(recipientText({ userName, address })).toBe(address);
  });

  it('is what is due without a line, in whole cents', () => {
    expect(dueWithout({ total: 110.3 }, { total: 100.1 })).toBe(10.2);
  });

  it.each([
    [{ status: 'unpaid' }, 'It is not paid yet. Its units are held for you.'],
    [{ status: 'paid' }, 'It is paid and will be shipped.'],
    [{ status: 'paid', fulfilment: 'partial' }, 'It is paid, and a part of it has shipped.'],
    [{ status: 'paid', refundStatus: 'pending' }, 'It is paid, and a refund is on its way.'],
    [{ status: 'shipped' }, 'It has shipped.'],
    [{ status: 'cancelled' }, 'It was cancelled. Nothing was charged.'],
    [{ status: 'cancelled', paid: true }, 'It was cancelled; what you paid is given back.'],
    [{ status: 'refunded', paid: true }, 'Your payment was given back.'],
  ] as [Partial<Order>, string][])('of %j is: %s', (fields, text) => {
    expect(stateText({ paid: false, fulfilment: 'none', ...fields } as Order)).toBe(text);
  });
});
