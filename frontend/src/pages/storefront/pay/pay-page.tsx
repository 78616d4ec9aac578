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

const NOT_VALID = [
  'This payment link is not valid',
  'Open it as it was sent, or ask the shop for another.',
] as const;

/** Of links by which nothing can be paid any more, or ever: a title, and what to do where the server's sentence says less. */
const CLOSED: Record<string, readonly [title: string, text?: string]> = {
  'invalid-input': NOT_VALID,
  'address-too-long': NOT_VALID,
  'pay-link-invalid': NOT_VALID,
  'pay-link-expired': ['This payment link has expired', 'Ask the shop for another.'],
  'pay-link-closed': ['There is nothing to pay'],
};

/** Where anybody pays an order by the link that the shop gave them. It says nothing of the order's customer. */
export default function PayPage() {
  const { token = '' } = useParams();
  const order = useGetLinkedOrderQuery({ token }, { refetchOnMountOrArgChange: true });
  const config = useGetConfigQuery();

  const body = () => {
    const problem = order.error && asApiError(order.error);
    const closed = problem && CLOSED[problem.code ?? ''];
    if (closed) {
      const [title, text = problem.detail] = closed;
      return (
        <EmptyState title={title} action={<ButtonLink to="/parts">See all parts</ButtonLink>}>
          {text}
        </EmptyState>
      );
    }
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
