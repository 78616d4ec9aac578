import type { ColumnType } from 'antd/es/table';
import type { ReactNode } from 'react';

/** A sort key of the server and its label. */
export interface SortChoice {
  key: string;
  label: string;
  /** What it is offered under, where there are many. */
  group?: string;
}

export interface Column<Row> {
  key: string;
  /** The header, and the row's caption where the table is shown as cards. */
  label: string;
  /** `place` counts from 1 over all pages. */
  render: (row: Row, place: number) => ReactNode;
  align?: 'end';
  /** In pixels; a column without one shares what is left, from `minWidth` on. */
  width?: number;
  minWidth?: number;
  /** Its lines may be several, as of a sentence; others are cut off at the end of their one line. */
  wraps?: true;
  /**
   * Its grid area (`row / column`) where a row is a card of few lines. If any column of a list has one, those without are
   * not on the card; if none has, every cell is a line of it.
   */
  card?: string;
  /** Marks the cell that names the row. */
  namesRow?: boolean;
  sort?: { ascend: SortChoice; descend: SortChoice };
  /** Not shown until someone selects it. */
  hidden?: true;
}

/** Which way a column is sorted by a sort key of the server; `null` when it is not. */
export function orderOf<Row>(column: Column<Row>, sort: string | undefined): 'ascend' | 'descend' | null {
  if (!column.sort || sort === undefined) return null;
  if (column.sort.ascend.key === sort) return 'ascend';
  return column.sort.descend.key === sort ? 'descend' : null;
}

/** The server's sort key for a click on a header; `undefined` means the list's own order. */
export function sortKeyOf<Row>(
  columns: readonly Column<Row>[],
  columnKey: unknown,
  order: 'ascend' | 'descend' | null | undefined,
): string | undefined {
  const sort = columns.find(({ key }) => key === columnKey)?.sort;
  return order ? sort?.[order].key : undefined;
}

/** Every order that the columns offer, for a list without headers. */
export const sortChoices = <Row>(columns: readonly Column<Row>[]): SortChoice[] =>
  columns.flatMap(({ sort }) => (sort ? [sort.descend, sort.ascend] : []));

/** The columns with only the sorts that a list offers now, by their keys. */
export const withSorts = <Row>(
  columns: readonly Column<Row>[],
  keys: readonly string[],
): readonly Column<Row>[] =>
  columns.map((column) => {
    if (!column.sort || keys.includes(column.sort.ascend.key)) return column;
    const { sort: _notOffered, ...rest } = column;
    return rest;
  });

interface Shown {
  sort?: string;
  /** Rows before the first one of this page. */
  before: number;
}

/** For the style sheet, which shows the label, and places the image, where a row is a card. */
const marked = <Row>({ key, label, card, align, wraps }: Column<Row>): object => ({
  'data-label': label,
  'data-column': key,
  'data-card': card === undefined ? undefined : '',
  'data-align': align,
  'data-wraps': wraps && '',
  style: card === undefined ? undefined : { gridArea: card },
});

const CHECKBOX = 36;
const LEAST = 130;

/** The least width, in pixels, at which every column is readable. */
export const leastWidth = <Row>(columns: readonly Column<Row>[], hasCheckbox: boolean): number =>
  columns.reduce((sum, { width, minWidth = LEAST }) => sum + (width ?? minWidth), hasCheckbox ? CHECKBOX : 0);

export function toAntdColumns<Row>(
  columns: readonly Column<Row>[],
  { sort, before }: Shown,
): ColumnType<Row>[] {
  return columns.map((column) => ({
    key: column.key,
    title: column.label,
    align: column.align,
    width: column.width,
    rowScope: column.namesRow ? 'row' : undefined,
    onCell: () => marked(column),
    onHeaderCell: (): object => ({ 'data-align': column.align }),
    render: (_value: unknown, row: Row, index: number) => column.render(row, before + index + 1),
    ...(column.sort && {
      sorter: true,
      sortOrder: orderOf(column, sort),
      // Three entries: a third click reverses the order again rather than removing it.
      sortDirections: ['ascend', 'descend', 'ascend'],
    }),
  }));
}
