import { Table } from 'antd';
import type { SorterResult } from 'antd/es/table/interface';
import {
  useCallback,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { Button } from '../ui/button';
import { EmptyState, ErrorState } from '../ui/feedback';
import { leastWidth, sortKeyOf, toAntdColumns, withSorts } from './columns';
import type { ListDeclaration } from './define-list';
import { KeyHelp } from './key-help';
import { ListPager } from './list-pager';
import { rowsBefore, type PageOf } from '../lib/page-range';
import type { PageQuery } from './page-query';
import { TableSkeleton } from './table-skeleton';
import type { ColumnChoice } from './use-columns';
import type { ListControl } from './use-list';
import { useRowKeys } from './use-row-keys';
import type { RowSelection } from './use-selection';

interface ListTableProps<Row, Arg extends object> {
  list: ListDeclaration<Row, Arg>;
  table: ListControl;
  query: PageQuery<Row>;
  data: PageOf<Row> | undefined;
  /** Rows before `data`, if a cursor led there. */
  after: number;
  columns: ColumnChoice;
  /** Where rows can be selected. */
  selection?: RowSelection;
  empty: ReactNode;
  renderError?: (error: unknown) => ReactNode;
}

/** The row that Tab reaches: the one used last, or the first. */
const isStop = (rows: readonly { _id: string }[], active: string | undefined, index = 0): boolean =>
  rows.some(({ _id }) => _id === active) ? rows[index]?._id === active : index === 0;

const CONTROLS = 'a, button, input, label, select, [role="menu"]';

/** A row is its link: a click opens it, one with the middle button or a modifier in another tab. */
function openRow(event: MouseEvent<HTMLElement>): void {
  const { currentTarget: row, target, button } = event;
  const isOwn = target instanceof Element && row.contains(target) && !target.closest(CONTROLS);
  const link = row.querySelector<HTMLAnchorElement>('.row-link--open');
  if (!isOwn || !link || button > 1 || getSelection()?.toString()) return;
  if (button === 1 || event.ctrlKey || event.metaKey) open(link.href, '_blank', 'noopener');
  else link.click();
}

/** The rows of a list and its pager; on a narrow screen each row is a card. */
export function ListTable<Row extends { _id: string }, Arg extends object>(props: ListTableProps<Row, Arg>) {
  const { list, table, query, data, after, columns: choice, selection, renderError } = props;
  const { sort, sorts, pageSize } = table.state;
  const shownKeys = choice.shown.join();
  const columns = useMemo(() => {
    const keys = shownKeys.split(',');
    return withSorts(
      list.columns.filter(({ key }) => keys.includes(key)),
      sorts,
    );
  }, [list.columns, sorts, shownKeys]);
  const before = data ? rowsBefore(data, after) : 0;
  const shown = useMemo(() => toAntdColumns(columns, { sort, before }), [columns, sort, before]);

  const root = useRef<HTMLElement>(null);
  const [help, setHelp] = useState(false);
  const onHelp = useCallback(() => setHelp(true), []);
  const keys = useRowKeys({ root, onToggle: selection?.toggle, onHelp });
  const least = leastWidth(columns, selection !== undefined);
  // A table that fits scrolls with the page, under its header; one that does not, within its frame.
  const [fits, setFits] = useState(true);
  const measure = useCallback(
    (frame: HTMLDivElement) => {
      root.current = frame;
      const observer = new ResizeObserver(([entry]) => setFits((entry?.contentRect.width ?? 0) >= least));
      observer.observe(frame);
      return () => observer.disconnect();
    },
    [least],
  );
  const isCard = columns.some(({ card }) => card);

  if (query.error !== undefined && !data)
    return renderError?.(query.error) ?? <Broken query={query} table={table} />;
  if (!data || choice.isLoading) return <TableSkeleton label={`Loading ${list.noun}`} rows={pageSize} />;
  if (data.items.length === 0) return <Nothing {...props} total={data.total} />;
  return (
    <>
      {/* Takes the focus when the row that had it is gone. */}
      <div
        ref={measure}
        className={`data-table__scroll data-table__scroll--${choice.density} ${fits ? 'data-table__scroll--fits' : ''}`}
        role="region"
        aria-label={list.caption}
        tabIndex={-1}
      >
        <Table<Row>
          caption={<span className="visually-hidden">{list.caption}</span>}
          rowKey="_id"
          size="small"
          tableLayout="fixed"
          styles={{ content: { '--least': `${least}px` } as CSSProperties }}
          classNames={{
            root: 'rows',
            content: 'rows__content',
            header: { cell: 'rows__head' },
            body: { row: isCard ? 'rows__row rows__row--card' : 'rows__row', cell: 'rows__cell' },
          }}
          columns={shown}
          dataSource={data.items}
          expandable={
            list.rowNote && {
              expandedRowKeys: data.items.filter((row) => list.rowNote!(row)).map(({ _id }) => _id),
              expandedRowRender: list.rowNote,
              expandedRowClassName: 'rows__note',
              showExpandColumn: false,
            }
          }
          loading={{ spinning: query.isFetching, delay: 250 }}
          pagination={false}
          showSorterTooltip={false}
          onRow={(row, index) => ({
            ...keys.rowProps(row._id, isStop(data.items, keys.active, index)),
            onClick: openRow,
            onAuxClick: openRow,
          })}
          rowSelection={
            selection && {
              columnWidth: 36,
              onCell: () => ({ 'data-column': 'select' }) as object,
              selectedRowKeys: selection.all ? data.items.map(({ _id }) => _id) : [...selection.ids],
              preserveSelectedRowKeys: true,
              onChange: (ids) => selection.set(ids.map(String)),
              getCheckboxProps: (row) => ({ 'aria-label': `Select ${list.rowLabel?.(row) ?? row._id}` }),
            }
          }
          onChange={(_pages, _filters, sorter, { action }) => {
            if (action !== 'sort') return;
            const { columnKey, order } = sorter as SorterResult<Row>;
            table.set({ sort: sortKeyOf(columns, columnKey, order) });
          }}
        />
      </div>
      <div className="data-table__end">
        <Button look="quiet" small className="data-table__keys" aria-haspopup="dialog" onClick={onHelp}>
          Keys
        </Button>
        <ListPager data={data} isCurrent={query.currentData !== undefined} table={table} />
      </div>
      <KeyHelp open={help} onClose={() => setHelp(false)} />
    </>
  );
}

function Broken<Row>({ query, table }: { query: PageQuery<Row>; table: ListControl }) {
  const { page, cursor, filtered } = table.state;
  return (
    <div className="data-table__broken">
      <ErrorState error={query.error} retry={query.refetch} />
      {(page > 1 || cursor || filtered) && (
        <Button look="quiet" small onClick={table.clear}>
          Start from the first page
        </Button>
      )}
    </div>
  );
}

interface NothingProps {
  list: { noun: string };
  table: ListControl;
  empty: ReactNode;
  total: number;
}

function Nothing({ list, table, empty, total }: NothingProps) {
  if (total > 0)
    return (
      <EmptyState
        title={`There are no ${list.noun} on this page`}
        action={
          <Button look="secondary" onClick={() => table.setPage(1)}>
            Go to the first page
          </Button>
        }
      />
    );
  if (table.state.filtered)
    return (
      <EmptyState
        title={`No ${list.noun} match`}
        action={
          <Button look="secondary" onClick={table.clear}>
            Clear filters
          </Button>
        }
      >
        Try other words or fewer filters.
      </EmptyState>
    );
  return empty;
}
