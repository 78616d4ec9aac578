import { useParams } from 'react-router-dom';
import { useGetConfigQuery } from '../../../api/api';
import { useGetLinkedOrderQuery } from '../../../api/account-api';
import { asApiError } from '../../../api/problem';
import { ButtonLink } from '../../../ui/button';
import { EmptyState, ErrorState } from '../../../ui/feedback';
import { PageHead } from '../../../ui/page-head';
import { Spinner } from '../../../ui/spinner';
import { LinkedPayment } from './linked-payment';
import '../../../features/payment/pay.css';
import './pay-page.css';

/** Of links by which nothing can be paid any more, or ever. */
const CLOSED: Record<string, string> = {
  'invalid-input': 'This payment link is not valid',
  'address-too-long': 'This payment link is not valid',
  'pay-link-invalid': 'This payment link is not valid',
  'pay-link-expired': 'This payment link has expired',
  'pay-link-closed': 'There is nothing to pay',
};

/** Where anybody pays an order by the link that the shop gave them. It says nothing of the order's customer. */
export default function PayPage() {
  const { token = '' } = useParams();
  const order = useGetLinkedOrderQuery({ token }, { refetchOnMountOrArgChange: true });
  const config = useGetConfigQuery();

  const body = () => {
    const problem = order.error && asApiError(order.error);
    const closed = problem && CLOSED[problem.code ?? ''];
    if (closed)
      return (
        <EmptyState title={closed} action={<ButtonLink to="/parts">See all parts</ButtonLink>}>
          {problem.code === 'invalid-input'
            ? 'Open it as it was sent, or ask the shop for another.'
            : problem.detail}
        </EmptyState>
      );
    if (order.currentData && config.data)
      return (
        <LinkedPayment
          key={token}
          token={token}
          order={order.currentData}
          config={config.data.payments}
          refresh={order.refetch}
        />
      );
    if (order.error) return <ErrorState error={order.error} retry={order.refetch} />;
    if (config.error) return <ErrorState error={config.error} retry={config.refetch} />;
    return <Spinner label="Loading the order" />;
  };

  return (
    <>
      <PageHead title="Pay An Order" />
      <div className="wrap pay-page">{body()}</div>
    </>
  );
}
