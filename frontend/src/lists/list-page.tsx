import { useEffect, useRef, useState, type ReactNode } from 'react';
import { asApiError } from '../api/problem';
import { Button } from '../ui/button';
import { Alert } from '../ui/feedback';
import type { BulkAction, Selection } from './bulk';
import { BulkBar } from './bulk-bar';
import { BulkDialog } from './bulk-dialog';
import { ColumnPanel } from './column-panel';
import type { AnyList, ListDeclaration } from './define-list';
import { ExportButton } from './export-button';
import type { TabsFilter } from './filters';
import { ListTable } from './list-table';
import { ListTabs, type TabCounts } from './list-tabs';
import { ListToolbar } from './list-toolbar';
import { filterOf, sortArg } from './list-url';
import { Corrected } from './corrected';
import { PageHead } from '../ui/page-head';
import type { Neighbours } from '../ui-admin/side-drawer';
import type { PageQuery } from './page-query';
import { rangeText } from '../lib/page-range';
import { useColumns } from './use-columns';
import type { ListControl } from './use-list';
import { useSelection } from './use-selection';
import { ViewPanel } from './view-panel';
import './rows';
import './list.css';
import './list-parts.css';
import '../ui-admin/parts.css';

/** The row whose drawer is open, if any. */
export interface OpenedRow<Row> {
  id: string | undefined;
  /** Only if it is on the page shown: a link may lead to any row, so a drawer reads its row by itself. */
  row: Row | undefined;
  close: () => void;
  /** To the rows before and after it on the page. */
  steps: Neighbours;
}

export interface ListPageProps<Row, Arg extends object> {
  list: ListDeclaration<Row, Arg>;
  /** `useList(list)` */
  table: ListControl<Arg>;
  /** The list's `search` call with `table.arg`. */
  query: PageQuery<Row>;
  title: string;
  intro?: ReactNode;
  /** Buttons beside the title. */
  actions?: ReactNode;
  tabCounts?: TabCounts;
  /** Behind the filters. */
  toolbar?: ReactNode;
  /** Between toolbar and rows. */
  children?: ReactNode;
  /** In place of the rows, for errors of the list's own. */
  renderError?: (error: unknown) => ReactNode;
  /** Shown when there is nothing at all, as opposed to nothing that matches. */
  empty: ReactNode;
  /** Always rendered, so that it can close with its animation. */
  renderDrawer?: (opened: OpenedRow<Row>) => ReactNode;
}

function stepsFrom(
  rows: readonly { _id: string }[],
  id: string | undefined,
  open: (id: string, how: { step: true }) => void,
): Neighbours {
  const at = rows.findIndex(({ _id }) => _id === id);
  const to = (row: { _id: string } | undefined) => row && (() => open(row._id, { step: true }));
  return at < 0 ? {} : { previous: to(rows[at - 1]), next: to(rows[at + 1]) };
}

/** A page of a declared list; see `README.md` beside this file. */
export function ListPage<Row extends { _id: string }, Arg extends object>(props: ListPageProps<Row, Arg>) {
  const { list, table, query, title, intro, actions, tabCounts, toolbar, children, empty } = props;
  const { renderError, renderDrawer } = props;
  const any = list as unknown as AnyList;
  const { state } = table;
  const columns = useColumns(any, state.view);
  const filter = filterOf(table.arg);
  const selection = useSelection(filter);
  const isBroken = query.error !== undefined && !query.currentData;
  const data = isBroken ? undefined : query.data;
  // until other rows come, those shown keep their numbers
  const [after, setAfter] = useState(state.after);
  if (query.currentData && after !== state.after) setAfter(state.after);
  const tabs = any.filters?.find((filter): filter is TabsFilter => filter.kind === 'tabs');
  const { open } = table;
  const bulk = typeof any.bulk === 'function' ? any.bulk(state.values) : any.bulk;
  const [begun, setBegun] = useState<{ action: BulkAction; selection: Selection }>();

  const root = useRef<HTMLDivElement>(null);
  /** The text of a search whose first row gets the focus as soon as it is there. */
  const sought = useRef<string>(undefined);
  const toRows = () => {
    if (sought.current !== (state.q ?? '') || !query.currentData || query.isFetching) return;
    sought.current = undefined;
    (root.current?.querySelector<HTMLElement>('tr[data-row-key]') ?? root.current)?.focus();
  };
  useEffect(toRows);

  return (
    <>
      <PageHead title={title} lead={intro}>
        {(actions || list.exportPath) && (
          <>
            {list.exportPath &&
              [{ label: 'Export CSV', arg: {} }, ...(list.moreExports ?? [])].map(({ label, arg }) => (
                <ExportButton
                  key={label}
                  label={label}
                  path={list.exportPath!}
                  arg={{ ...filter, ...sortArg(any, state), ...arg }}
                  noun={list.noun}
                />
              ))}
            {actions}
          </>
        )}
      </PageHead>
      <div className="data-table" ref={root} tabIndex={-1} aria-busy={query.isFetching}>
        {tabs && <ListTabs filter={tabs} table={table} counts={tabCounts} />}
        <ListToolbar
          list={any}
          table={table}
          problem={query.error}
          onRows={(text) => {
            sought.current = text;
            toRows();
          }}
          onLeave={() => root.current?.focus({ preventScroll: true })}
        >
          {toolbar}
          {!list.plain && (
            <>
              <ViewPanel list={list.name} table={table} columns={columns} />
              <ColumnPanel columns={any.columns} choice={columns} />
            </>
          )}
          <p className="table-bar__count num" role="status">
            {data ? rangeText(data, list.noun, after) : ''}
          </p>
        </ListToolbar>
        <Corrected
          table={table}
          words={query.currentData?.corrected}
          onUndone={() => root.current?.focus({ preventScroll: true })}
        />
        {query.error !== undefined && !isBroken && (
          <Alert tone="bad">
            <p>These rows may be out of date: {asApiError(query.error).detail}</p>
            <Button look="secondary" small onClick={() => void query.refetch()}>
              Try again
            </Button>
          </Alert>
        )}
        {children}
        {bulk && data && data.items.length > 0 && (
          <BulkBar
            actions={bulk}
            links={list.bulkLinks}
            noun={list.noun}
            selection={selection}
            total={data.total}
            totalIsExact={data.totalIsExact}
            pageIds={data.items.map(({ _id }) => _id)}
            onAction={(action, chosen) => setBegun({ action, selection: chosen })}
          />
        )}
        <ListTable
          list={list}
          table={table}
          query={query}
          data={data}
          after={after}
          columns={columns}
          selection={bulk && selection}
          empty={empty}
          renderError={renderError}
        />
      </div>
      {begun && (
        <BulkDialog
          {...begun}
          onClose={(ran) => {
            setBegun(undefined);
            if (ran) selection.clear();
          }}
        />
      )}
      {renderDrawer?.({
        id: state.open,
        row: data?.items.find(({ _id }) => _id === state.open),
        close: () => open(undefined),
        steps: stepsFrom(data?.items ?? [], state.open, open),
      })}
    </>
  );
}
