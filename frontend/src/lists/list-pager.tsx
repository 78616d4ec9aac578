import { Pagination } from 'antd';
import { count } from '../lib/format';
import { Button } from '../ui/button';
import { LAST_ROW, type PageOf } from '../lib/page-range';
import type { ListControl } from './use-list';

const SIZES = [10, 20, 50, 100];

interface ListPagerProps<Row> {
  data: PageOf<Row>;
  /** Whether `data` are the rows of the table's state. */
  isCurrent: boolean;
  table: ListControl;
}

/** Pages by number as far as they are counted; beyond, on by cursor. */
export function ListPager<Row>({ data, isCurrent, table }: ListPagerProps<Row>) {
  const { page, pageSize, cursor } = table.state;
  if (data.total <= SIZES[0]! && page === 1 && !cursor) return null;
  const lastPage = Math.floor(LAST_ROW / pageSize);
  const goesOn = data.nextCursor !== undefined && (cursor !== undefined || page === lastPage);
  return (
    <nav className="data-table__pages" aria-label="Pages">
      {cursor ? (
        <Button look="secondary" small onClick={() => table.setPage(lastPage)}>
          Back to page {count(lastPage)}
        </Button>
      ) : (
        <Pagination
          current={page}
          pageSize={pageSize}
          total={Math.min(data.total, LAST_ROW)}
          showLessItems
          showSizeChanger={{ 'aria-label': 'Rows on a page' }}
          pageSizeOptions={SIZES}
          onChange={(next, size) =>
            size === pageSize ? table.setPage(next) : table.set({ pageSize: String(size) })
          }
        />
      )}
      {goesOn && (
        <Button
          look="secondary"
          small
          disabled={!isCurrent}
          onClick={() => table.goOn(data.nextCursor ?? '', data.items.length)}
        >
          Next {count(pageSize)} rows
        </Button>
      )}
    </nav>
  );
}
