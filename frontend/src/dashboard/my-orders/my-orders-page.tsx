import { useMemo, useState } from 'react';
import { useSearchPurchasesQuery } from '../../api/api';
import type { OrderSort } from '../../api/types';
import { useTableParams } from '../../shared/hooks/use-table-params';
import { searchText } from '../../shared/limits';
import { OrderDetails } from '../../shared/orders/order-details';
import { STATUS_OPTIONS, STATUSES } from '../../shared/orders/status';
import { useSessionState } from '../../shared/session/use-session';
import { DataTable } from '../../shared/table/data-table';
import { FilterSelect } from '../../shared/table/filter-select';
import { parseEnum } from '../../shared/table/parse-enum';
import { PageHead } from '../../shared/table/page-head';
import { SearchBox } from '../../shared/table/search-box';
import { ButtonLink } from '../../shared/ui/button';
import { EmptyState } from '../../shared/ui/feedback';
import { myOrderColumns } from './columns';
import { PayLink } from './payment-cell';

const FILTERS = ['q', 'status'] as const;
const SORTS: readonly OrderSort[] = ['newest', 'oldest', 'total', '-total'];

export default function MyOrdersPage() {
  const { user } = useSessionState();
  const table = useTableParams({ filters: FILTERS, pageSize: 10, sort: 'newest' });
  const { page, pageSize, q, status, sort } = table.params;
  const query = useSearchPurchasesQuery(
    {
      email: user?.email,
      page,
      pageSize,
      q: searchText(q),
      status: parseEnum(STATUSES, status),
      sort: parseEnum(SORTS, sort),
    },
    // What a payment, the shop or the clock did meanwhile has to show.
    { skip: !user, refetchOnMountOrArgChange: true },
  );
  const [openId, setOpenId] = useState<string>();
  const columns = useMemo(() => myOrderColumns(setOpenId), []);
  const open = query.data?.items.find(({ _id }) => _id === openId);

  return (
    <>
      <PageHead title="My Orders" />
      <DataTable
        caption="My orders"
        noun="orders"
        columns={columns}
        sorts={SORTS}
        table={table}
        query={query}
        toolbar={
          <>
            <SearchBox
              label="Search my orders"
              placeholder="Part or order number"
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
          <EmptyState
            title="You have no orders yet"
            action={<ButtonLink to="/parts">See all parts</ButtonLink>}
          >
            What you order appears here, with its payment and its way to you.
          </EmptyState>
        }
      />
      <OrderDetails
        order={open}
        onClose={() => setOpenId(undefined)}
        actions={open && <PayLink order={open} />}
      />
    </>
  );
}
