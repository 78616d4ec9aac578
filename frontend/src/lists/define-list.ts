import type { ReactNode } from 'react';
import type { BulkAction, BulkLink } from './bulk';
import type { Column, SortChoice } from './columns';
import { sortChoices } from './columns';
import type { Filter, FilterValues } from './filters';

/** What every `search` call takes. */
export interface PageArg {
  page?: number;
  pageSize?: number;
  cursor?: string;
  q?: string;
  sort?: string;
}

type Names<Arg> = Exclude<keyof Arg & string, keyof PageArg | 'asTyped'>;
type SortKey<Arg> =
  | (Arg extends { sort?: infer S } ? NonNullable<S> & string : string)
  | (Arg extends { sortSpec?: string } ? `${'' | '-'}spec.${string}` : never);

/**
 * A list of the admin or of a dashboard, declared once. `<ListPage>` makes everything else of it: toolbar, tags of the
 * set filters, what is in the URL and whether it is valid, the call, column selection, saved views.
 *
 * `Arg` is the argument of the list's `search` call; its fields are the names of the filters, in the URL too.
 */
export interface ListDeclaration<Row, Arg extends object> {
  /** Names its saved views and its column selection on the server. */
  name: string;
  /** Says what the table holds; read out by screen readers. */
  caption: string;
  /** What the rows are, a plural in s: `orders`. */
  noun: string;
  columns: readonly Column<Row>[];
  /** The search over several fields, `q`. */
  search?: {
    label: string;
    placeholder?: string;
    /** What it finds, below the box while it is used. */
    help?: string;
    /** Whether the call corrects words, which `asTyped` turns off. */
    corrects?: true;
  };
  filters?: readonly Filter<Names<Arg>>[];
  /**
   * The sort keys in the order offered, the first being the list's own; a function where the server offers some only
   * beside some filters: it is given what is set, `q` included. Labels are those of the columns' `sort`, or of `sortLabels`.
   */
  sorts?: readonly SortKey<Arg>[] | ((values: FilterValues) => readonly SortKey<Arg>[]);
  /** A sort as the call takes it, where that is not its `sort`. */
  sortArg?: (sort: string) => object;
  /** The filter without which a sort means nothing: it goes when that changes. */
  sortNeeds?: (sort: string) => string | undefined;
  /** Of sorts that no column has. */
  sortLabels?: readonly SortChoice[];
  pageSize?: number;
  /** Operations on the selected rows; a function where they depend on the filters that are set. */
  bulk?: readonly BulkAction[] | ((values: FilterValues) => readonly BulkAction[]);
  /** A line below a row, such as why it was found; false where there is none. */
  rowNote?: (row: Row) => ReactNode;
  /** Pages about the selected rows. */
  bulkLinks?: readonly BulkLink[];
  /** What a row is called, for the checkbox that selects it. */
  rowLabel?: (row: Row) => string;
  /** Where all matching rows are exported: `/purchases/export`. */
  exportPath?: string;
  /** Other files of the matching rows, by parameters of the export: one of the lines of orders. */
  moreExports?: readonly { label: string; arg: Readonly<Record<string, string>> }[];
  /** Without column selection and saved views, which only admins have. */
  plain?: true;
}

/** Any list, where its rows do not matter. */
export type AnyList = Omit<
  ListDeclaration<never, never>,
  'columns' | 'filters' | 'sorts' | 'rowLabel' | 'rowNote'
> & {
  columns: readonly Pick<Column<never>, 'key' | 'label' | 'sort' | 'hidden' | 'namesRow'>[];
  filters?: readonly Filter[];
  sorts?: readonly string[] | ((values: FilterValues) => readonly string[]);
};

/** @throws Error when two filters share a parameter, or a parameter is one of the list's own */
export function defineList<Row, Arg extends object>(
  list: ListDeclaration<Row, Arg>,
): ListDeclaration<Row, Arg> {
  const names = (list.filters ?? []).flatMap((filter: Filter) =>
    'from' in filter ? [filter.from, filter.to] : [filter.name],
  );
  const taken = names.find((name, at) => OWN_PARAMS.has(name) || names.indexOf(name) !== at);
  if (taken) throw new Error(`The list ${list.name} has two parameters ${taken}`);
  return list;
}

/** The parameters of the URL that every list has. */
export const OWN_PARAMS: ReadonlySet<string> = new Set([
  'q',
  'asTyped',
  'sort',
  'page',
  'pageSize',
  'cursor',
  'after',
  'open',
  'view',
]);

/** The sort keys that a list offers beside these filters. */
export const sortsOf = (list: AnyList, values: FilterValues): readonly string[] =>
  typeof list.sorts === 'function' ? list.sorts(values) : (list.sorts ?? []);

/** Every sort key that a list knows, with its label. */
export const knownSorts = (list: AnyList): SortChoice[] => [
  ...sortChoices(list.columns as readonly Column<never>[]),
  ...(list.sortLabels ?? []),
];

/** Whether the header of a column that is shown unless it is deselected sorts by it. */
export const hasHeader = (list: AnyList, sort: string): boolean =>
  list.columns.some(
    ({ hidden, sort: own }) => !hidden && own && (own.ascend.key === sort || own.descend.key === sort),
  );
