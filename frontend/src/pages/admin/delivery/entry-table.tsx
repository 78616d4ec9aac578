import type { ReactNode } from 'react';
import type { ReadDelivery } from '../../../api/delivery-admin';
import type { Column } from '../../../lists/columns';
import { PlainTable } from '../../../lists/plain-table';
import { TableSection } from '../../../lists/table-section';
import type { EntryList } from './entries';

/** An entry as a row: with the settings that it stands in, for its buttons. */
export interface EntryRow<Entry> {
  entry: Entry;
  read: ReadDelivery;
}

interface EntryTableProps<Entry> {
  title: string;
  /** One or two sentences below the title. */
  lead: string;
  list: EntryList<Entry>;
  read: ReadDelivery;
  columns: readonly Column<EntryRow<Entry>>[];
  /** The button beside the title. */
  add: ReactNode;
  empty: ReactNode;
}

/** A section of the page: its title, what it is for, and its entries; on a narrow screen each is a card. */
export function EntryTable<Entry>(props: EntryTableProps<Entry>) {
  const { title, lead, list, read, columns, add, empty } = props;
  const rows = list.of(read.settings).map((entry) => ({ entry, read }));
  return (
    <TableSection title={title} lead={lead} action={add}>
      {rows.length === 0 ? (
        empty
      ) : (
        <PlainTable
          title={title}
          rowKey={({ entry }) => list.keyOf(entry)}
          columns={columns}
          rows={rows}
          pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
        />
      )}
    </TableSection>
  );
}
