import { describe, expect, it } from 'vitest';
import type { FoundOrder, OrderMatch } from '../../api/types';
import { foundElsewhere, marksIn, piecesOf } from './found-parts';

const shown = (text: string, marks: OrderMatch['marks']): string =>
  piecesOf(text, marks)
    .map((piece) => (piece.isMarked ? `[${piece.text}]` : piece.text))
    .join('|');

describe('a marked text', () => {
  it.each([
    ['nothing', [], 'Ada Berg'],
    ['its beginning', [{ from: 0, to: 3 }], '[Ada]| Berg'],
    ['its end', [{ from: 4, to: 8 }], 'Ada |[Berg]'],
    ['all of it', [{ from: 0, to: 8 }], '[Ada Berg]'],
    [
      'several parts',
      [
        { from: 0, to: 2 },
        { from: 4, to: 6 },
      ],
      '[Ad]|a |[Be]|rg',
    ],
  ])('has %s marked', (_, marks, expected) => expect(shown('Ada Berg', marks)).toBe(expected));

  it('of no characters has no pieces', () => expect(piecesOf('', [])).toEqual([]));
});

const match = (field: OrderMatch['field'], text: string): OrderMatch => ({
  field,
  text,
  marks: [{ from: 0, to: 1 }],
});
const order = (...matches: OrderMatch[]) =>
  ({
    number: 'RM-7F4K-29QX',
    userName: 'Ada Berg',
    userEmail: 'ada@example.com',
    productName: 'Keel SSD and 1 more',
    lines: [{ name: 'Keel SSD' }, { name: 'Vane' }],
    matches,
  }) as FoundOrder;

describe('what a list says of an order that was found', () => {
  it.each([
    ['number', 'RM-7F4K-29QX', false],
    ['customer', 'Ada Berg', false],
    ['product', 'Keel SSD', false],
    ['product', 'Vane', true],
    ['email', 'ada@example.com', true],
    ['phone', '5550100', true],
    ['trackingNumber', '1Z999', true],
  ] as const)('names %s %s besides its cells: %s', (field, text, isNamed) =>
    expect(foundElsewhere(order(match(field, text)))).toHaveLength(isNamed ? 1 : 0),
  );

  it('marks the title of several products, and no other cell', () => {
    const found = order(match('product', 'Keel SSD'));
    expect(marksIn(found, 'product', found.productName)).toEqual([{ from: 0, to: 1 }]);
    expect(marksIn(found, 'customer', found.userName)).toEqual([]);
    expect(marksIn({ ...found, matches: undefined }, 'product', found.productName)).toEqual([]);
  });
});
