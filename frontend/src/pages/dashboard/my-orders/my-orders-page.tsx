import { useSearchPurchasesQuery } from '../../../api/account-api';
import type { Order, SearchPurchasesApiArg } from '../../../api/types';
import { OrderDetails } from '../../../features/orders/order-details';
import { STATUS_OPTIONS } from '../../../features/orders/status';
import { useSessionState } from '../../../features/session/use-session';
import { defineList } from '../../../lists/define-list';
import { ListPage } from '../../../lists/list-page';
import { LIVE, useList } from '../../../lists/use-list';
import { ButtonLink } from '../../../ui/button';
import { EmptyState } from '../../../ui/feedback';
import { myOrderColumns } from './columns';
import { PayLink } from './payment-cell';

const myOrderList = defineList<Order, SearchPurchasesApiArg>({
  name: 'my-orders',
  caption: 'My orders',
  noun: 'orders',
  columns: myOrderColumns,
  search: { label: 'Search my orders', placeholder: 'Part or order number' },
  filters: [{ kind: 'select', name: 'status', label: 'Status', options: STATUS_OPTIONS }],
  sorts: ['newest', 'oldest', 'total', '-total'],
  pageSize: 10,
  plain: true,
});

export default function MyOrdersPage() {
  const { user } = useSessionState();
  const table = useList(myOrderList, { email: user?.email });
  const query = useSearchPurchasesQuery(table.arg, { ...LIVE, skip: !user });
  return (
    <ListPage
      list={myOrderList}
      table={table}
      query={query}
      title="My Orders"
      empty={
        <EmptyState
          title="You have no orders yet"
          action={<ButtonLink to="/parts">See all parts</ButtonLink>}
        >
          What you order appears here, with its payment and its way to you.
        </EmptyState>
      }
      renderDrawer={({ row, close }) => (
        <OrderDetails order={row} onClose={close} actions={row && <PayLink order={row} />} />
      )}
    />
  );
}
