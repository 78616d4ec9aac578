import { describe, expect, it } from 'vitest';
import { orderOf, sortChoices, sortKeyOf, toAntdColumns, withSorts, type Column } from './columns';

interface Row {
  _id: string;
  total: number;
}

const date: Column<Row> = {
  key: 'date',
  label: 'Date',
  render: () => 'today',
  sort: {
    ascend: { key: 'oldest', label: 'Oldest first' },
    descend: { key: 'newest', label: 'Newest first' },
  },
};
const total: Column<Row> = { key: 'total', label: 'Total', render: (row, place) => `${place}: ${row.total}` };
const columns = [date, total];

describe('table columns', () => {
  it.each([
    [date, 'oldest', 'ascend'],
    [date, 'newest', 'descend'],
    [date, 'total', null],
    [date, undefined, null],
    [total, 'newest', null],
  ])('reads the order of a column from the sort key %#', (column, sort, order) => {
    expect(orderOf(column, sort)).toBe(order);
  });

  it.each([
    ['date', 'ascend', 'oldest'],
    ['date', 'descend', 'newest'],
    ['date', null, undefined],
    ['total', 'ascend', undefined],
    ['unknown', 'ascend', undefined],
  ] as const)('turns a header of %s, %s into %s', (key, order, sort) => {
    expect(sortKeyOf(columns, key, order)).toBe(sort);
  });

  it('offers every order that a column has', () => {
    expect(sortChoices(columns).map(({ key }) => key)).toEqual(['newest', 'oldest']);
  });

  it('offers only the orders that the list has now', () => {
    expect(withSorts(columns, ['newest', 'oldest'])).toEqual(columns);
    expect(withSorts(columns, ['total']).map(({ sort }) => sort)).toEqual([undefined, undefined]);
  });

  it('numbers rows over all pages and names each cell by its column', () => {
    const [, shown] = toAntdColumns(columns, { sort: 'newest', before: 40 });
    expect(shown?.render?.(undefined, { _id: 'a', total: 7 }, 1)).toBe('42: 7');
    expect(shown?.onCell?.({ _id: 'a', total: 7 })).toEqual({
      'data-label': 'Total',
      'data-column': 'total',
    });
    expect(shown?.sorter).toBeUndefined();
  });
});
