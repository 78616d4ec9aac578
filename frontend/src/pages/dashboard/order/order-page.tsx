import { useParams } from 'react-router-dom';
import { useOwnOrderToChangeQuery } from '../../../api/own-order';
import { asApiError } from '../../../api/problem';
import { TableSkeleton } from '../../../lists/table-skeleton';
import { ButtonLink } from '../../../ui/button';
import { EmptyState, ErrorState, Outdated } from '../../../ui/feedback';
import { PageHead } from '../../../ui/page-head';
import { OrderView } from './order-view';
import './order.css';

/** One of the customer's own orders, by its number. */
export default function OrderPage() {
  const { number = '' } = useParams();
  const { currentData, error, refetch } = useOwnOrderToChangeQuery(
    { number },
    { refetchOnMountOrArgChange: true },
  );

  const missing = () => {
    if (error && [400, 404].includes(asApiError(error).status))
      return (
        <EmptyState
          title="There is no such order"
          action={<ButtonLink to="/dashboard/myOrders">See my orders</ButtonLink>}
        >
          Perhaps its number is mistyped, or it belongs to another account.
        </EmptyState>
      );
    if (error) return <ErrorState error={error} title="The order could not be loaded" retry={refetch} />;
    return <TableSkeleton label="Loading the order" />;
  };

  if (!currentData)
    return (
      <>
        <PageHead title="Order" />
        {missing()}
      </>
    );
  return <OrderView {...currentData}>{error && <Outdated error={error} retry={refetch} />}</OrderView>;
}
