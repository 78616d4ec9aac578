import { useSearchPurchasesQuery } from '../../api/api';
import { OrderDetails } from '../../shared/orders/order-details';
import { ListPage } from '../../shared/table/list-page';
import { LIVE, useList } from '../../shared/table/use-list';
import { EmptyState } from '../../shared/ui/feedback';
import { OrderActions } from './order-actions';
import { orderList } from './order-list';

export default function ManageOrdersPage() {
  const table = useList(orderList);
  const query = useSearchPurchasesQuery(table.arg, LIVE);
  return (
    <ListPage
      list={orderList}
      table={table}
      query={query}
      title="Manage All Orders"
      intro="Open an order to see its history, or to refund it."
      empty={
        <EmptyState title="No orders yet">Orders appear here as soon as customers place them.</EmptyState>
      }
      renderDrawer={({ row, close }) => (
        <OrderDetails order={row} onClose={close} actions={row && <OrderActions order={row} all />} />
      )}
    />
  );
}
