import { describe, expect, it } from 'vitest';
import { parseBasket } from './browser-basket';

const DAY = 24 * 60 * 60 * 1000;
const id = (n: number) => n.toString(16).padStart(24, '0');
const stored = (lines: unknown, more: object = {}) =>
  JSON.stringify({ version: 1, savedAt: 0, lines, ...more });

describe("a visitor's basket as the browser keeps it", () => {
  it('is read as it was written', () => {
    const lines = [
      { productId: id(1), orderQuantity: 5, price: 49.9 },
      { productId: id(2), orderQuantity: 1 },
    ];
    expect(parseBasket(stored(lines), 1)).toEqual(lines);
  });

  it('is kept 90 days', () => {
    const text = stored([{ productId: id(1), orderQuantity: 5 }]);
    expect([parseBasket(text, 90 * DAY).length, parseBasket(text, 90 * DAY + 1).length]).toEqual([1, 0]);
  });

  it.each([
    ['nothing', undefined],
    ['no JSON', '{'],
    ['null', 'null'],
    ['another version', stored([{ productId: id(1), orderQuantity: 5 }], { version: 2 })],
    ['no time', stored([{ productId: id(1), orderQuantity: 5 }], { savedAt: undefined })],
    ['no list', stored({})],
    ['an id that is none', stored([{ productId: 'x', orderQuantity: 5 }])],
    [
      'a quantity that is none',
      stored([0, -1, 1.5, '5', null].map((q) => ({ productId: id(1), orderQuantity: q }))),
    ],
    ['a price that is none', stored([{ productId: id(1), orderQuantity: 5, price: 'free' }])],
    ['a line that is none', stored([null, 7, 'x'])],
  ])('is empty where %s is stored', (_name, text) => {
    expect(parseBasket(text, 1)).toEqual([]);
  });

  it('has at most 200 lines, one a part', () => {
    const lines = Array.from({ length: 300 }, (_, n) => ({ productId: id(n % 250), orderQuantity: 1 }));
    expect(parseBasket(stored(lines), 1)).toHaveLength(200);
  });
});
