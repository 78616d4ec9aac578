import { useMemo, useState } from 'react';
import { useSearchPurchasesQuery } from '../../api/api';
import type { OrderSort } from '../../api/types';
import { useTableParams } from '../../shared/hooks/use-table-params';
import { searchText } from '../../shared/limits';
import { OrderDetails } from '../../shared/orders/order-details';
import { STATUS_OPTIONS, STATUSES } from '../../shared/orders/status';
import { DataTable } from '../../shared/table/data-table';
import { FilterSelect } from '../../shared/table/filter-select';
import { parseEnum } from '../../shared/table/parse-enum';
import { PageHead } from '../../shared/table/page-head';
import { SearchBox } from '../../shared/table/search-box';
import { EmptyState } from '../../shared/ui/feedback';
import { orderColumns } from './columns';
import { OrderActions } from './order-actions';

const FILTERS = ['q', 'status'] as const;
const SORTS: readonly OrderSort[] = ['newest', 'oldest', 'total', '-total'];
/** Those that the server reads from an index, together with a search. */
const SEARCHED_SORTS: readonly OrderSort[] = ['newest', 'oldest'];

export default function ManageOrdersPage() {
  const table = useTableParams({ filters: FILTERS, pageSize: 20, sort: 'newest' });
  const { page, pageSize, q, status, sort } = table.params;
  const sorts = q ? SEARCHED_SORTS : SORTS;
  const query = useSearchPurchasesQuery(
    { page, pageSize, q: searchText(q), status: parseEnum(STATUSES, status), sort: parseEnum(sorts, sort) },
    { refetchOnMountOrArgChange: true },
  );
  const [openId, setOpenId] = useState<string>();
  const columns = useMemo(() => orderColumns(setOpenId), []);
  const open = query.data?.items.find(({ _id }) => _id === openId);

  return (
    <>
      <PageHead title="Manage All Orders">Open an order to see its history, or to refund it.</PageHead>
      <DataTable
        caption="All orders"
        noun="orders"
        columns={columns}
        sorts={sorts}
        table={table}
        query={query}
        toolbar={
          <>
            <SearchBox
              label="Search orders"
              placeholder="Customer, part or order number"
              value={q}
              problem={query.error}
              onSearch={(text) => table.set({ q: text })}
            />
            <FilterSelect
              label="Status"
              any="All"
              options={STATUS_OPTIONS}
              value={parseEnum(STATUSES, status)}
              onChange={(value) => table.set({ status: value })}
            />
          </>
        }
        empty={
          <EmptyState title="No orders yet">Orders appear here as soon as customers place them.</EmptyState>
        }
      />
      <OrderDetails
        order={open}
        onClose={() => setOpenId(undefined)}
        actions={open && <OrderActions order={open} all />}
      />
    </>
  );
}
