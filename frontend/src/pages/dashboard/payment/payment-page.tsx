import { useParams } from 'react-router-dom';
import { useGetConfigQuery } from '../../../api/api';
import { useGetOrderToPayQuery } from '../../../api/account-api';
import { asApiError } from '../../../api/problem';
import { PageHead } from '../../../ui/page-head';
import { TableSkeleton } from '../../../lists/table-skeleton';
import { ButtonLink } from '../../../ui/button';
import { EmptyState, ErrorState } from '../../../ui/feedback';
import { OrderPayment } from './order-payment';
import '../../../features/payment/pay.css';

export default function PaymentPage() {
  const { id = '' } = useParams();
  const order = useGetOrderToPayQuery({ id }, { refetchOnMountOrArgChange: true });
  const config = useGetConfigQuery();

  const body = () => {
    if (order.currentData && config.data)
      return (
        <OrderPayment
          key={order.currentData._id}
          order={order.currentData}
          config={config.data.payments}
          refresh={order.refetch}
        />
      );
    if (order.error && [400, 404].includes(asApiError(order.error).status))
      return (
        <EmptyState
          title="There is no such order"
          action={<ButtonLink to="/dashboard">Back to your dashboard</ButtonLink>}
        >
          Perhaps it was removed, or it belongs to another account.
        </EmptyState>
      );
    if (order.error) return <ErrorState error={order.error} retry={order.refetch} />;
    if (config.error) return <ErrorState error={config.error} retry={config.refetch} />;
    return <TableSkeleton label="Loading the order" />;
  };

  return (
    <>
      <PageHead title="Payment" />
      {body()}
    </>
  );
}
