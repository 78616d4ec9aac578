import { useSearchPurchasesQuery } from '../../../api/account-api';
import { useCountPurchasesQuery } from '../../../api/admin-api';
import type { CountPurchasesApiArg, SearchPurchasesApiArg } from '../../../api/types';
import { count } from '../../../lib/format';
import { NewRows } from '../../../features/attention/attention';
import { ListPage } from '../../../lists/list-page';
import { showsNewest } from '../../../lists/list-url';
import { LIVE, useList } from '../../../lists/use-list';
import { EmptyState } from '../../../ui/feedback';
import { OrderDrawer } from './order-drawer';
import { orderList } from './order-list';

/** The filters of a search besides the state. */
function othersOf(arg: SearchPurchasesApiArg): CountPurchasesApiArg {
  const { q, email, from, to, minTotal, maxTotal, productId, kind, dispute } = arg;
  return { q, email, from, to, minTotal, maxTotal, productId, kind, dispute };
}

const shown = (total: number, isExact: boolean) => (isExact ? total : `${count(total)}+`);

/** How many orders each tab has, under the other filters. */
function useTabCounts(arg: SearchPurchasesApiArg) {
  const { data } = useCountPurchasesQuery(othersOf(arg), LIVE);
  if (!data) return {};
  const all = data.counts.reduce((sum, { total }) => sum + total, 0);
  const isExact = data.counts.every(({ totalIsExact }) => totalIsExact);
  const tabs = data.counts.map(({ status, total, totalIsExact }) => [status, shown(total, totalIsExact)]);
  return { '': shown(all, isExact), ...(Object.fromEntries(tabs) as Record<string, number | string>) };
}

export default function ManageOrdersPage() {
  const table = useList(orderList);
  const query = useSearchPurchasesQuery(table.arg, LIVE);
  const tabCounts = useTabCounts(table.arg);
  return (
    <ListPage
      list={orderList}
      table={table}
      query={query}
      title="Manage All Orders"
      intro="Open an order to see its history, to ship or refund parts of it, or to note something."
      tabCounts={tabCounts}
      empty={
        <EmptyState title="No orders yet">Orders appear here as soon as customers place them.</EmptyState>
      }
      renderDrawer={({ close, ...rest }) => <OrderDrawer {...rest} onClose={close} />}
    >
      {showsNewest(table.state) && <NewRows list="orders" query={query} one="order" many="orders" />}
    </ListPage>
  );
}
