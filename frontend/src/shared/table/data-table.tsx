import { Table } from 'antd';
import type { SorterResult } from 'antd/es/table/interface';
import { useMemo, type ReactNode } from 'react';
import { Button } from '../ui/button';
import { Alert, EmptyState, ErrorState } from '../ui/feedback';
import { asApiError } from '../../api/problem';
import { sortChoices, sortKeyOf, toAntdColumns, withSorts, type Column } from './columns';
import { FilterSelect } from './filter-select';
import { rangeText } from './page-range';
import { parseEnum } from './parse-enum';
import type { PageQuery, TableHandle } from './table-handle';
import { TablePages } from './table-pages';
import { TableSkeleton } from './table-skeleton';
import './table.css';
import './cards.css';
import './parts.css';

interface DataTableProps<Row> {
  /** Says what the table holds; read out by screen readers. */
  caption: string;
  /** What the rows are, in the plural: `orders`. */
  noun: string;
  columns: readonly Column<Row>[];
  /** The sort keys that the list offers now; the first is in effect when the URL names none of them. */
  sorts?: readonly string[];
  table: TableHandle;
  query: PageQuery<Row>;
  /** Shown when there is nothing at all, as opposed to nothing that matches. */
  empty: ReactNode;
  /** Search box and filters. */
  toolbar?: ReactNode;
}

const NO_SORTS: readonly string[] = [];

/** A list of the server: its page, order and filters live in the URL; on a narrow screen each row is a card. */
export function DataTable<Row extends { _id: string }>(props: DataTableProps<Row>) {
  const { caption, noun, sorts = NO_SORTS, table, query, toolbar } = props;
  const { page, pageSize } = table.params;
  const sort = parseEnum(sorts, table.params.sort) ?? sorts[0];
  const columns = useMemo(() => withSorts(props.columns, sorts), [props.columns, sorts]);
  const shown = useMemo(
    () => toAntdColumns(columns, { sort, before: (page - 1) * pageSize }),
    [columns, sort, page, pageSize],
  );
  const choices = sortChoices(columns);
  const broken = query.error !== undefined && !query.currentData;
  const data = broken ? undefined : query.data;

  const body = () => {
    if (broken) return <Broken query={query} table={table} />;
    if (!data) return <TableSkeleton label={`Loading ${noun}`} />;
    if (data.items.length === 0) return <Nothing {...props} total={data.total} />;
    return (
      <>
        {/* Takes the focus when the row that had it is gone. */}
        <div className="data-table__scroll" role="region" aria-label={caption} tabIndex={-1}>
          <Table<Row>
            caption={<span className="visually-hidden">{caption}</span>}
            rowKey="_id"
            size="small"
            columns={shown}
            dataSource={data.items}
            loading={{ spinning: query.isFetching, delay: 250 }}
            pagination={false}
            showSorterTooltip={false}
            onChange={(_pages, _filters, sorter) => {
              const { columnKey, order } = sorter as SorterResult<Row>;
              table.set({ sort: sortKeyOf(columns, columnKey, order) });
            }}
          />
        </div>
        <TablePages data={data} table={table} />
      </>
    );
  };

  return (
    <div className="data-table" aria-busy={query.isFetching}>
      <div className="table-bar">
        {toolbar}
        {choices.length > 0 && (
          <FilterSelect
            className="table-bar__sort"
            label="Sort by"
            value={sort}
            options={choices.map(({ key, label }) => [key, label])}
            onChange={(key) => table.set({ sort: key })}
          />
        )}
        {table.filtered && (
          <Button look="quiet" small onClick={table.reset}>
            Clear filters
          </Button>
        )}
        <p className="table-bar__count num" role="status">
          {data ? rangeText(data, noun) : ''}
        </p>
      </div>
      {query.error !== undefined && !broken && (
        <Alert tone="bad">
          <p>These rows may be out of date: {asApiError(query.error).detail}</p>
          <Button look="secondary" small onClick={() => void query.refetch()}>
            Try again
          </Button>
        </Alert>
      )}
      {body()}
    </div>
  );
}

function Broken<Row>({ query, table }: { query: PageQuery<Row>; table: TableHandle }) {
  return (
    <div className="data-table__broken">
      <ErrorState error={query.error} retry={query.refetch} />
      {(table.params.page > 1 || table.filtered) && (
        <Button look="quiet" small onClick={table.reset}>
          Start from the first page
        </Button>
      )}
    </div>
  );
}

function Nothing<Row>({ table, noun, empty, total }: DataTableProps<Row> & { total: number }) {
  if (total > 0)
    return (
      <EmptyState
        title={`There are no ${noun} on this page`}
        action={
          <Button look="secondary" onClick={() => table.setPage(1)}>
            Go to the first page
          </Button>
        }
      />
    );
  if (table.filtered)
    return (
      <EmptyState
        title={`No ${noun} match`}
        action={
          <Button look="secondary" onClick={table.reset}>
            Clear filters
          </Button>
        }
      >
        Try other words or fewer filters.
      </EmptyState>
    );
  return empty;
}
