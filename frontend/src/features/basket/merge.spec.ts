import { describe, expect, it } from 'vitest';
import { addLines, type BasketLine, MAX_LINES, MAX_UNITS, mergeBaskets, mergeText } from './merge';

const line = (productId: string, orderQuantity: number, price?: number): BasketLine => ({
  productId,
  orderQuantity,
  ...(price !== undefined && { price }),
});
const full = Array.from({ length: MAX_LINES }, (_, n) => line(`p${n}`, 1));

describe('adding to a basket', () => {
  it('adds units to a line that is there, with the price seen last, and others at the end', () => {
    expect(addLines([line('a', 5, 2), line('b', 1)], [line('b', 2, 3), line('a', 1), line('c', 4)])).toEqual({
      lines: [line('a', 6, 2), line('b', 3, 3), line('c', 4)],
      leftOut: 0,
    });
  });

  it('has one line a part, even where one is added twice at once', () => {
    expect(addLines([], [line('a', 5), line('a', 5)]).lines).toEqual([line('a', 10)]);
  });

  it('says what a full basket has no space for, and still adds to its lines', () => {
    const { lines, leftOut } = addLines(full, [line('new', 1), line('p7', 4), line('other', 1)]);
    expect([lines.length, leftOut, lines[7]]).toEqual([MAX_LINES, 2, line('p7', 5)]);
  });

  it('stays within what can be kept of a line', () => {
    expect(addLines([line('a', MAX_UNITS)], [line('a', 5)]).lines).toEqual([line('a', MAX_UNITS)]);
  });
});

describe("merging a visitor's basket into the customer's", () => {
  const merged: [string, BasketLine[], BasketLine[], BasketLine[], object][] = [
    ['nothing into nothing', [], [], [], { added: 0, raised: 0, leftOut: 0 }],
    ['into an empty one', [], [line('a', 5, 2)], [line('a', 5, 2)], { added: 1, raised: 0 }],
    ['nothing', [line('a', 5)], [], [line('a', 5)], { added: 0, raised: 0 }],
    ['a larger quantity', [line('a', 5)], [line('a', 8, 2)], [line('a', 8, 2)], { added: 0, raised: 1 }],
    ['a smaller quantity', [line('a', 8, 2)], [line('a', 5, 3)], [line('a', 8, 2)], { raised: 0 }],
    ['an equal quantity', [line('a', 8)], [line('a', 8)], [line('a', 8)], { added: 0, raised: 0 }],
    [
      'some of both',
      [line('a', 8), line('b', 1)],
      [line('c', 3), line('b', 2)],
      [line('a', 8), line('b', 2), line('c', 3)],
      { added: 1, raised: 1, leftOut: 0 },
    ],
  ];
  it.each(merged)('%s', (_name, customers, visitors, lines, numbers) => {
    expect(mergeBaskets(customers, visitors)).toMatchObject({ lines, ...numbers });
  });

  it('changes nothing when it is repeated', () => {
    const { lines } = mergeBaskets([line('a', 2)], [line('a', 5), line('b', 1)]);
    expect(mergeBaskets(lines, [line('a', 5), line('b', 1)])).toMatchObject({ lines, added: 0, raised: 0 });
  });

  it('keeps the 200 lines that are there first', () => {
    const { lines, leftOut, raised } = mergeBaskets(full, [line('new', 1), line('p3', 9)]);
    expect([lines.length, leftOut, raised]).toEqual([MAX_LINES, 1, 1]);
  });
});

describe('what the shopper is told', () => {
  it.each([
    [{ added: 0, raised: 0, leftOut: 0 }, undefined],
    [{ added: 1, raised: 0, leftOut: 0 }, '1 part added to the basket of your account.'],
    [
      { added: 3, raised: 2, leftOut: 0 },
      '3 parts added to the basket of your account, the larger quantity kept of 2 parts in both baskets.',
    ],
    [{ added: 0, raised: 1, leftOut: 0 }, 'The larger quantity kept of 1 part in both baskets.'],
    [{ added: 0, raised: 0, leftOut: 2 }, 'A basket has at most 200 lines: 2 parts left out.'],
  ])('%o', (numbers, text) => {
    expect(mergeText(numbers)).toBe(text);
  });
});
