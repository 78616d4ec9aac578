import { lazy, Suspense } from 'react';
import { useSearchPurchasesQuery } from '../../../api/account-api';
import type { Order, SearchPurchasesApiArg } from '../../../api/types';
import { OrderAgain } from '../../../features/orders/order-again';
import { OrderDetails } from '../../../features/orders/order-details';
import { PayLink } from '../../../features/orders/pay-link';
import { STATUS_OPTIONS } from '../../../features/orders/status';
import { useSessionState } from '../../../features/session/use-session';
import { defineList } from '../../../lists/define-list';
import { ListPage } from '../../../lists/list-page';
import { LIVE, useList } from '../../../lists/use-list';
import { ButtonLink } from '../../../ui/button';
import type { Neighbours } from '../../../ui-admin/side-drawer';
import { EmptyState, ErrorState } from '../../../ui/feedback';
import { Spinner } from '../../../ui/spinner';
import { myOrderColumns } from './columns';

const VerifyNotice = lazy(() => import('../../../features/account/verify-notice'));

const myOrderList = defineList<Order, SearchPurchasesApiArg>({
  name: 'my-orders',
  caption: 'My orders',
  noun: 'orders',
  columns: myOrderColumns,
  search: { label: 'Search my orders', placeholder: 'Part, order or PO number' },
  filters: [
    { kind: 'select', name: 'status', label: 'Status', options: STATUS_OPTIONS },
    { kind: 'toggle', name: 'removed', label: 'Show removed orders' },
  ],
  // the index of those that are on the list alone has their totals
  sorts: ({ removed }) => (removed ? ['newest', 'oldest'] : ['newest', 'oldest', 'total', '-total']),
  pageSize: 10,
  plain: true,
});

export default function MyOrdersPage() {
  const { user } = useSessionState();
  const table = useList(myOrderList, { own: true });
  const query = useSearchPurchasesQuery(table.arg, { ...LIVE, skip: !user });
  return (
    <>
      <Suspense>
        <VerifyNotice />
      </Suspense>
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
        renderDrawer={({ id, row, close, steps }) => (
          <MyOrder id={id} row={row} skip={!user} onClose={close} steps={steps} />
        )}
      />
    </>
  );
}

interface MyOrderProps {
  id: string | undefined;
  row: Order | undefined;
  /** Before it is known who is signed in. */
  skip: boolean;
  onClose: () => void;
  steps: Neighbours;
}

/** One order of the list; a link may lead to one that is not on the page. */
function MyOrder({ id, row, skip: isWaiting, onClose, steps }: MyOrderProps) {
  const skip = id === undefined || row !== undefined || isWaiting;
  const found = useSearchPurchasesQuery({ own: true, q: id, pageSize: 1 }, { skip });
  const order = row ?? (skip ? undefined : found.currentData?.items.find(({ _id }) => _id === id));
  const missing = found.currentData ? (
    <EmptyState title="There is no such order">Perhaps it was taken off your list.</EmptyState>
  ) : found.error === undefined ? (
    <Spinner label="Reading the order" />
  ) : (
    <ErrorState error={found.error} title="The order could not be loaded" retry={found.refetch} />
  );
  return (
    <OrderDetails
      open={id !== undefined}
      order={order}
      onClose={onClose}
      steps={steps}
      isOwn
      actions={
        order && (
          <>
            <ButtonLink look="secondary" small to={`/dashboard/orders/${order.number}`}>
              Order page
            </ButtonLink>
            <OrderAgain order={order} />
            <PayLink order={order} />
          </>
        )
      }
      more={order ? undefined : missing}
    />
  );
}
