import { Table, type TableProps } from 'antd';
import type { CSSProperties } from 'react';
import { type Column, leastWidth, toAntdColumns } from './columns';
import './rows';

interface PlainTableProps<Row extends object> {
  /** Its name, which its page shows already. */
  title: string;
  caption?: string;
  rowKey: (row: Row) => string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  pagination: TableProps<Row>['pagination'];
}

/** A table of all there is, without search or choice of columns; on a narrow screen each row is a card. */
export const PlainTable = <Row extends object>(props: PlainTableProps<Row>) => {
  const { title, caption = title, rowKey, columns, rows, pagination } = props;
  return (
    <div className="data-table__scroll" role="region" aria-label={title} tabIndex={-1}>
      <Table<Row>
        caption={<span className="visually-hidden">{caption}</span>}
        rowKey={rowKey}
        size="small"
        tableLayout="fixed"
        styles={{ content: { '--least': `${leastWidth(columns, false)}px` } as CSSProperties }}
        classNames={{
          root: 'rows',
          content: 'rows__content',
          header: { cell: 'rows__head' },
          body: { row: 'rows__row', cell: 'rows__cell' },
        }}
        columns={toAntdColumns(columns, { before: 0 })}
        dataSource={rows}
        pagination={pagination}
      />
    </div>
  );
};
