import { Pagination } from 'antd';
import { LAST_ROW, type PageOf } from './page-range';
import type { TableHandle } from './table-handle';

const SIZES = [10, 20, 50, 100];

export function TablePages<Row>({ data, table }: { data: PageOf<Row>; table: TableHandle }) {
  if (data.total <= SIZES[0]! && data.page === 1) return null;
  return (
    <nav className="data-table__pages" aria-label="Pages">
      <Pagination
        current={data.page}
        pageSize={data.pageSize}
        total={Math.min(data.total, LAST_ROW)}
        showLessItems
        showSizeChanger={{ 'aria-label': 'Rows on a page' }}
        pageSizeOptions={SIZES}
        onChange={(page, pageSize) =>
          pageSize === data.pageSize ? table.setPage(page) : table.set({ pageSize: String(pageSize) })
        }
      />
    </nav>
  );
}
